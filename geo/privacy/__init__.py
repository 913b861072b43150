"""What an audience may see of an event: the one function that every artefact goes through."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from geo.countries import country
from geo.extraction import kinds
from geo.model import Precision
from geo.privacy.asking import located
from geo.privacy.audience import Audience
from geo.privacy.cells import SIZE_DEG, Cell, cell, is_cell
from geo.privacy.wording import Wording, open_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gazetteer.place import Gazetteer
    from geo.model import Event, Resolution
    from geo.record import Record

__all__ = ["Audience", "is_cell", "is_protected", "located", "redact", "sensitivity"]

_COARSE = frozenset({Precision.REGION, Precision.BORDER, Precision.COUNTRY})


def sensitivity(kind: str) -> str:
    """Return "open", "choice" or "protected"; a kind that is not installed counts as protected."""
    known = kinds().get(kind)
    return str(known.sensitivity) if known else "protected"


def is_protected(record: Record, *, beside: Iterable[str] = ()) -> bool:
    """Tell whether the public may not see where a record lies.

    `beside` are the kinds of event that the same sentence tells: a crossing of deserters would
    else show where the defection is.
    """
    return any(sensitivity(kind) == "protected" for kind in (record.event.kind, *beside))


def redact(
    record: Record,
    *,
    audience: Audience,
    gazetteer: Gazetteer | None,
    located: Iterable[Resolution] = (),
    beside: Iterable[str] = (),
) -> Record:
    """Return a record as an audience may see it; the very same object where nothing is withheld.

    Of a protected event the public sees a fixed cell cut to its country instead of the place,
    a sentence and a title without facilities, addresses and personal names, and no link.
    `located` are the places that were found in its article: names that may stay when they are
    wide enough; `beside` are the kinds of event of the same sentence. To redact twice changes
    nothing more.
    """
    if (
        audience is Audience.OWNER
        or record.generalisation
        or not is_protected(record, beside=beside)
    ):
        return record
    event = record.event
    own = [event.resolution] if event.resolution else []
    wording = Wording.of([*located, *own])
    sentence, title = wording.redacted(event.sentence), wording.redacted(record.article.title)
    record = replace(
        record,
        event=replace(event, sentence=sentence, resolution=None, why=""),
        article=replace(record.article, title=title, text="", url=""),
    )
    if event.resolution is None:
        return replace(record, generalisation="no position; names withheld")
    return _placed(record, event.resolution, gazetteer=gazetteer)


def _placed(record: Record, exact: Resolution, *, gazetteer: Gazetteer | None) -> Record:
    """Give a record whose names are withheld already a place that is wide enough."""
    if _is_wide(exact):
        return _with_place(
            record, _mentioned(record.event, exact), "as wide as the text says; names withheld"
        )
    area = cell(exact.coordinates, exact.country_codes, gazetteer=gazetteer)
    return _with_place(record, _mentioned(record.event, _in_cell(exact, area)), area.words)


def _is_wide(resolution: Resolution) -> bool:
    """Tell whether a text speaks of a region, a border or a country, wider than any cell."""
    if resolution.precision not in _COARSE or resolution.geometry is None:
        return False
    west, south, east, north = resolution.geometry.bounds
    return bool(max(east - west, north - south) > 2 * SIZE_DEG)


def _in_cell(exact: Resolution, area: Cell) -> Resolution:
    name = open_name(exact) or area.name or _countries(exact)
    place = replace(
        exact.place,
        id=area.id,
        name=name,
        coordinates=area.coordinates,
        admin1="",
        admin2="",
        population=0,
        accuracy_km=area.radius_km,
        source="",
    )
    return replace(
        exact,
        place=place,
        name=name,
        coordinates=area.coordinates,
        geometry=area.geometry,
        precision=Precision.DISTRICT,
        uncertainty_km=area.radius_km,
        alternatives=(),
        why="",
    )


def _mentioned(event: Event, where: Resolution) -> Resolution:
    """Point to the place's name in the redacted sentence, or to none where it is withheld."""
    surface = where.mention.surface
    at = event.sentence.find(surface)
    if at < 0:
        mention = replace(where.mention, start=event.start, end=event.start, surface="")
    else:
        start = event.start + at
        mention = replace(where.mention, start=start, end=start + len(surface))
    return replace(where, mention=mention, alternatives=(), why="")


def _with_place(record: Record, where: Resolution, words: str) -> Record:
    return replace(record, event=replace(record.event, resolution=where), generalisation=words)


def _countries(where: Resolution) -> str:
    return " and ".join(country(code).name for code in where.country_codes)
