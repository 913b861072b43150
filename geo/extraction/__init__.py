"""Events drawn from sentences: kinds as data, one engine of frames for all of them."""

from geo.extraction.kind import EventKind
from geo.extraction.reading import extract
from geo.extraction.registry import kinds

__all__ = ["EventKind", "extract", "kinds"]
