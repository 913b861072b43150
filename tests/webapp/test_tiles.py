"""Tiles over HTTP."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from PIL import Image

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient


@pytest.mark.parametrize(
    "path",
    [
        "/tiles/blue/0/0/0.png", "/tiles/light/13/0/0.png", "/tiles/light/2/4/0.png",
        "/tiles/light/2/0/4.png", "/tiles/light/-1/0/0.png", "/tiles/light/a/0/0.png",
        "/tiles/light/1/99999999999999999999/0.png",
    ],
)  # fmt: skip
def test_a_tile_that_cannot_be_is_not_found(owner: FlaskClient, path: str) -> None:
    assert owner.get(path).status_code == 404


def test_nobody_waits_while_the_gazetteer_is_read(
    app: Flask, owner: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.extensions["placeline"].basemap, "warm", lambda: None)
    answer = owner.get("/tiles/light/0/0/0.png")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    assert Image.open(io.BytesIO(answer.data)).size == (1, 1)


def test_a_drawn_tile_is_kept_by_browsers(
    app: Flask, owner: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def png(theme: str, tile: object, *, scale: int) -> bytes:
        asked.append((theme, scale))
        return b"drawn"

    monkeypatch.setattr(app.extensions["placeline"].basemap, "png", png)
    answer = owner.get("/tiles/dark/3/1/2.png?scale=@2x")
    assert answer.data == b"drawn"
    assert "max-age" in answer.headers["Cache-Control"]
    owner.get("/tiles/dark/3/1/2.png")
    assert asked == [("dark", 2), ("dark", 1)]
