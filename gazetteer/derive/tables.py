"""Read the small tables that stand beside the derive modules."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).parent


def read(name: str) -> list[dict[str, str]]:
    """Return the rows of a tab-separated table; lines that begin with # are comments."""
    lines = (_HERE / name).read_text(encoding="utf-8").splitlines()
    header, *rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return [dict(zip(header, row, strict=True)) for row in rows]
