"""Tiles as small PNG files: one fixed palette per theme, so that flat colours match everywhere."""

from __future__ import annotations

import io
from dataclasses import asdict
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from webapp.basemap.style import style

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

RGB = tuple[int, int, int]
# Between land or water and each ink, for smooth edges.
_STEPS = 8
_SIZE = 256
_BITS = 6
_SHIFT = 8 - _BITS


def encode(image: Image.Image, *, theme: str) -> bytes:
    """Return an RGB image of a theme as PNG."""
    red, green, blue = np.asarray(image, dtype=np.uint32).transpose(2, 0, 1) >> _SHIFT
    numbers = _nearest(theme)[(red << 2 * _BITS) | (green << _BITS) | blue]
    reduced = Image.fromarray(numbers)
    reduced.putpalette(_palette(theme).ravel().tolist())
    file = io.BytesIO()
    reduced.save(file, "PNG")
    return file.getvalue()


@cache
def _palette(theme: str) -> NDArray[np.uint8]:
    return np.array(list(dict.fromkeys(_colours(theme)))[:_SIZE], dtype=np.uint8)


@cache
def _nearest(theme: str) -> NDArray[np.uint8]:
    """Return for each colour, rounded to six bits, the number of the nearest of the palette.

    The inks themselves are found exactly: a flat colour must not differ from tile to tile.
    """
    palette = _palette(theme).astype(np.float32)
    steps = (np.arange(1 << _BITS, dtype=np.float32) + 0.5) * (1 << _SHIFT)
    squares = ((steps[:, None] - palette.T[:, None, :]) ** 2).astype(np.float32)
    blue_green = squares[1][:, None, :] + squares[2][None, :, :]
    found = np.array([np.argmin(blue_green + red, axis=2) for red in squares[0]], dtype=np.uint8)
    inks = _palette(theme)[: len(_inks(theme))] >> _SHIFT
    for number in reversed(range(len(inks))):
        found[tuple(inks[number])] = number
    return found.ravel()


def _colours(theme: str) -> Iterator[RGB]:
    chosen, inks = style(theme), _inks(theme)
    yield from inks
    for base in (rgb(chosen.land), rgb(chosen.water)):
        for ink in inks:
            for step in range(1, _STEPS):
                yield _mixed(base, ink, step / _STEPS)


def _inks(theme: str) -> list[RGB]:
    return [rgb(colour) for colour in dict.fromkeys(asdict(style(theme)).values())]


def rgb(colour: str) -> RGB:
    """Return red, green and blue of "#rrggbb"."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _mixed(a: RGB, b: RGB, share: float) -> RGB:
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return red, green, blue
