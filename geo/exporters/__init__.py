"""Files out: each format is an entry point `placeline.exporters`, a `Format` with its writer."""

from __future__ import annotations

from geo.exporters.files import export, replacing
from geo.exporters.format import Format, format_of, formats, usable_formats
from geo.exporters.methods import Methods, methods_of, methods_path

__all__ = [
    "Format",
    "Methods",
    "export",
    "format_of",
    "formats",
    "methods_of",
    "methods_path",
    "replacing",
    "usable_formats",
]
