"""What several commands share: tables, numbers with their nouns, reading that costs no other."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from geo.cleaning import clean_line
from geo.errors import BadInputError, PlacelineError
from geo.guidance import UNGUIDED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gazetteer.place import Gazetteer
    from geo.guidance import Guidance
    from geo.model import Article, Reading
    from geo.store import Store


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return rows in columns under a head."""
    lines = [tuple(map(clean_line, row)) for row in (head, *rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    padded = ("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)
    return "\n".join(padded)


def number(count: int, noun: str) -> str:
    """Return "1 article", "2 articles"."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def read_safely(article: Article, gazetteer: Gazetteer, guidance: Guidance = UNGUIDED) -> Reading:
    """Read an article; a fault of ours in one must not cost the others: it is a BadInputError."""
    from geo.pipeline import read_article

    with faults_told():
        return read_article(article, gazetteer, guidance)


def read_into_safely(store: Store, article: Article, gazetteer: Gazetteer) -> Reading | None:
    """Read an article into a store as `read_into` does; a fault of ours is a BadInputError."""
    from geo.store import read_into

    with faults_told():
        return read_into(store, article, gazetteer)


@contextmanager
def faults_told() -> Iterator[None]:
    """Turn a fault of ours in reading an article into a BadInputError."""
    try:
        yield
    except (OSError, ImportError, MemoryError, PlacelineError):
        raise
    except Exception as error:
        raise BadInputError(f"a fault in reading it ({type(error).__name__}: {error})") from error
