"""Files out: each format is an entry point, `write(records, path, *, gazetteer) -> int`."""

from __future__ import annotations

from geo.exporters.files import export, formats, replacing

__all__ = ["export", "formats", "replacing"]
