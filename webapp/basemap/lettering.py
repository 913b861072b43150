"""Names drawn on a tile, with a halo; all sizes in CSS pixels."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw, ImageFont

from webapp.basemap.palette import rgb

if TYPE_CHECKING:
    from webapp.basemap.style import Style

_FONTS = "font_source_sans_pro"
_MEASURED_AT = 4
_LINE_HEIGHT = 1.12
_MIDDLE_OF_LETTERS = 0.31
_HALO_PX = 1.6
_PAD_PX = 5.0
DOT_GAP_PX = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Lettering:
    """How a class of names is written. `ink` and `halo` name colours of a style."""

    face: str
    size_px: float
    ink: str
    halo: str = "halo"
    spacing_px: float = 0.0
    capitals: bool = False
    dot_px: float = 0.0

    def written(self, name: str) -> str:
        """Return a name as it is set."""
        return name.upper() if self.capitals else name

    def width_px(self, text: str) -> float:
        """Return the width of one line."""
        return _width(self.face, self.size_px, text) + self.spacing_px * max(len(text) - 1, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A name that asks for a place; x and y in CSS pixels of the whole world at a zoom."""

    lines: tuple[str, ...]
    lettering: Lettering
    x: float
    y: float
    weight: float
    angle_deg: float = 0.0

    def box(self) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of what it covers, with some air."""
        width = max(self.lettering.width_px(line) for line in self.lines)
        height = line_height_px(self.lettering.size_px) * len(self.lines)
        if self.lettering.dot_px:
            left = self.x - self.lettering.dot_px - _PAD_PX
            right = self.x + DOT_GAP_PX + width + _PAD_PX
            return left, self.y - height / 2 - 2, right, self.y + height / 2 + 2
        turn = math.radians(self.angle_deg)
        across = abs(math.cos(turn)) * width + abs(math.sin(turn)) * height
        down = abs(math.sin(turn)) * width + abs(math.cos(turn)) * height
        half_x, half_y = across / 2 + _PAD_PX, down / 2 + _PAD_PX
        return self.x - half_x, self.y - half_y, self.x + half_x, self.y + half_y


@cache
def lettering(name: str) -> Lettering:
    """Return a class of lettering; raises KeyError for an unknown one."""
    text = resources.files(__package__).joinpath("letterings.json").read_text("utf-8")
    return Lettering(**json.loads(text)[name])


@cache
def _font(face: str, size_px: float) -> ImageFont.FreeTypeFont:
    file = resources.files(_FONTS).joinpath("files", f"SourceSansPro-{face}.ttf")
    with resources.as_file(file) as path:
        return ImageFont.truetype(str(path), size_px, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=50_000)
def _width(face: str, size_px: float, text: str) -> float:
    return _font(face, size_px * _MEASURED_AT).getlength(text) / _MEASURED_AT


def line_height_px(size_px: float) -> float:
    """Return how far apart the lines of a name stand."""
    return size_px * _LINE_HEIGHT


class Letterer:
    """Writes names onto an image; `scale` is its pixels per CSS pixel."""

    def __init__(self, image: Image.Image, style: Style, *, scale: int) -> None:
        self._image = image
        self._draw = ImageDraw.Draw(image)
        self._style = style
        self._scale = scale

    def dot(self, *, x: float, y: float, radius_px: float) -> None:
        """Draw a town's dot, smoothed."""
        smooth = 4
        radius = radius_px * self._scale
        side = math.ceil(radius + 2) * 2
        mask = Image.new("L", (side * smooth, side * smooth))
        left, top = math.floor(x * self._scale - side / 2), math.floor(y * self._scale - side / 2)
        middle = ((x * self._scale - left) * smooth, (y * self._scale - top) * smooth)
        pen = ImageDraw.Draw(mask)
        for grown, colour in ((1.2 * self._scale, self._style.halo), (0.0, self._style.dot)):
            pen.circle(middle, (radius + grown) * smooth, fill=255)
            self._image.paste(colour, (left, top), mask.reduce(smooth))
            pen.rectangle((0, 0, *mask.size), fill=0)

    def lines(self, lines: tuple[str, ...], lettering: Lettering, *, x: float, y: float) -> None:
        """Write lines with (x, y) in their middle."""
        step = line_height_px(lettering.size_px)
        for i, line in enumerate(lines):
            left = x - lettering.width_px(line) / 2
            self.line(line, lettering, left=left, middle=y + (i - (len(lines) - 1) / 2) * step)

    def line(self, text: str, lettering: Lettering, *, left: float, middle: float) -> None:
        """Write one line that begins at `left`, `middle` through the height of its letters."""
        base = (middle + lettering.size_px * _MIDDLE_OF_LETTERS) * self._scale
        halo = getattr(self._style, lettering.halo)
        ink = getattr(self._style, lettering.ink)
        self._write(text, lettering, left * self._scale, base, halo, _HALO_PX * self._scale)
        self._write(text, lettering, left * self._scale, base, ink, 0)

    def tilted(
        self, text: str, lettering: Lettering, *, x: float, y: float, angle_deg: float
    ) -> None:
        """Write one line turned about its middle, counterclockwise."""
        width = lettering.width_px(text) + 8
        side = math.ceil(width) * self._scale
        patch = Image.new("RGBA", (side, side), (*rgb(getattr(self._style, lettering.halo)), 0))
        pen = Letterer(patch, self._style, scale=self._scale)
        pen.lines((text,), lettering, x=side / 2 / self._scale, y=side / 2 / self._scale)
        turned = patch.rotate(angle_deg, resample=Image.Resampling.BICUBIC)
        at = (round(x * self._scale - side / 2), round(y * self._scale - side / 2))
        self._image.paste(turned, at, turned)

    def _write(
        self, text: str, lettering: Lettering, left: float, base: float, colour: str, halo: float
    ) -> None:
        font = _font(lettering.face, lettering.size_px * self._scale)
        pieces = [text] if not lettering.spacing_px else list(text)
        for piece in pieces:
            self._draw.text(
                (left, base), piece, fill=colour, font=font, anchor="ls",
                stroke_width=halo, stroke_fill=colour,
            )  # fmt: skip
            left += font.getlength(piece) + lettering.spacing_px * self._scale
