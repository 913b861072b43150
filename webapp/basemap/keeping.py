"""An atlas kept on disk: read back in a second, where a gazetteer takes twenty."""

from __future__ import annotations

import zipfile
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from webapp.basemap.cache import write_whole
from webapp.basemap.source import Atlas, Edges, Names

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

Arrays = dict[str, "NDArray[Any]"]


def save(atlas: Atlas, path: Path) -> None:
    """Write an atlas: whole or not at all, and without an error where the disk is full."""
    arrays: Arrays = {}
    for field in fields(Atlas):
        _put(arrays, field.name, getattr(atlas, field.name))
    write_whole(path, lambda file: np.savez(file, allow_pickle=False, **arrays))


def load(path: Path) -> Atlas | None:
    """Return a kept atlas, None where there is none that can be read."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            found = {field.name: _get(arrays, field.name, field.type) for field in fields(Atlas)}
    except (OSError, ValueError, KeyError, zipfile.BadZipFile, shapely.GEOSException):
        return None
    return Atlas(**found)


def _put(arrays: Arrays, name: str, value: Any) -> None:
    if isinstance(value, Names):
        arrays[f"{name}.texts"] = _packed([text.encode() for text in value.texts])
        arrays[f"{name}.sizes"] = _sizes([text.encode() for text in value.texts])
        arrays[f"{name}.at"], arrays[f"{name}.weight"] = value.at, value.weight
    elif isinstance(value, Edges):
        _put(arrays, f"{name}.lines", value.lines)
        arrays[f"{name}.widths"] = value.widths
    else:
        chunks = [text.encode() for text in value] if isinstance(value, tuple) else _wkb(value)
        arrays[f"{name}.bytes"], arrays[f"{name}.sizes"] = _packed(chunks), _sizes(chunks)


def _get(arrays: Any, name: str, kind: Any) -> Any:
    if kind == "Names":
        texts = _unpacked(arrays[f"{name}.texts"], arrays[f"{name}.sizes"])
        return Names(
            texts=tuple(text.decode() for text in texts),
            at=arrays[f"{name}.at"],
            weight=arrays[f"{name}.weight"],
        )
    if kind == "Edges":
        lines = _get(arrays, f"{name}.lines", "")
        return Edges(lines=lines, widths=arrays[f"{name}.widths"])
    chunks = _unpacked(arrays[f"{name}.bytes"], arrays[f"{name}.sizes"])
    if str(kind).startswith("tuple"):
        return tuple(text.decode() for text in chunks)
    return shapely.from_wkb(np.array(chunks, dtype=object))


def _wkb(shapes: NDArray[Any]) -> list[bytes]:
    written: list[bytes] = shapely.to_wkb(shapes).tolist()
    return written


def _packed(chunks: list[bytes]) -> NDArray[np.uint8]:
    return np.frombuffer(b"".join(chunks), dtype=np.uint8)


def _sizes(chunks: list[bytes]) -> NDArray[np.int64]:
    return np.array([len(chunk) for chunk in chunks], dtype=np.int64)


def _unpacked(packed: NDArray[np.uint8], sizes: NDArray[np.int64]) -> list[bytes]:
    whole = packed.tobytes()
    ends = np.cumsum(sizes).tolist()
    return [whole[end - size : end] for end, size in zip(ends, sizes.tolist(), strict=True)]
