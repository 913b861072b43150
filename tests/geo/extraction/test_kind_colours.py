"""The kinds keep apart for every kind of colour vision, and their text-safe colour carries white text."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from geo.extraction import kinds

#: Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB.
VISION = {
    "typical": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE = np.array([0.9505, 1.0, 1.089])
LEAST_APART, LEAST_CONTRAST = 10.0, 4.5


def linear(colour):
    part = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def lab(rgb):
    ratio = XYZ @ np.clip(rgb, 0, 1) / WHITE
    x, y, z = np.where(ratio > 0.008856, np.cbrt(ratio), 7.787 * ratio + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("vision", VISION)
def test_no_two_kinds_look_the_same(vision):
    seen = {k.name: lab(np.array(VISION[vision]) @ linear(k.text_colour)) for k in kinds().values()}
    for one, other in combinations(seen, 2):
        assert np.linalg.norm(seen[one] - seen[other]) >= LEAST_APART, (one, other)


@pytest.mark.parametrize("kind", kinds().values(), ids=lambda kind: kind.name)
def test_white_text_is_readable_on_a_kind(kind):
    luminance = XYZ[1] @ linear(kind.text_colour)
    assert 1.05 / (luminance + 0.05) >= LEAST_CONTRAST


def test_each_kind_has_a_letter_of_its_own():
    letters = [kind.letter for kind in kinds().values()]
    assert len(set(letters)) == len(letters)
