"""A small store of known events, written as readings of our own sentences."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from geopy.distance import geodesic
from shapely.geometry import Polygon

from geo.model import (
    Article,
    Count,
    Event,
    Incident,
    Mention,
    Precision,
    Qualifier,
    Reading,
    Resolution,
    Role,
    Status,
    event_id,
)
from geo.store import open_store

if TYPE_CHECKING:
    from gazetteer.place import Coordinates, Gazetteer

SAMPLE = json.loads(Path(__file__).with_name("sample_events.json").read_text("utf-8"))


def sample_store(
    path: Path, gazetteer: Gazetteer, rows: list[dict[str, Any]] | None = None
) -> Path:
    """Write the sample events, or rows of the same form, into a store."""
    with open_store(path) as store:
        for row in SAMPLE if rows is None else rows:
            assert store.add(reading(row, gazetteer), edition="sample", gazetteer=gazetteer)
    return path


def reading(row: dict[str, Any], gazetteer: Gazetteer) -> Reading:
    """Make the reading of an article of one sentence, told by as many articles as the row says."""
    sentence = row["sentence"]
    article = Article(
        id=row.get("id") or event_id(article=row["title"], start=0, end=0, kind="", place=sentence),
        title=row["title"],
        text=sentence,
        source=row["source"],
        url=row["url"],
        published=date.fromisoformat(row["published"]),
        language=row.get("language", "en"),
    )
    where = _resolution(row, gazetteer)
    event = Event(
        id=event_id(
            article=article.id, start=0, end=len(sentence), kind=row["kind"], place=row["surface"]
        ),
        article_id=article.id,
        kind=row["kind"],
        start=0,
        end=len(sentence),
        sentence=sentence,
        resolution=where,
        earliest=date.fromisoformat(row["from"]) if row.get("from") else None,
        latest=date.fromisoformat(row["to"]) if row.get("to") else None,
        status=Status(row.get("status", "happened")),
        counts={
            role: Count(value=value, qualifier=Qualifier(qualifier))
            for role, (value, qualifier) in row.get("counts", {}).items()
        },
        confidence=0.8,
        why="a verb of the kind with a place of the right kind",
    )
    return Reading(
        article=article,
        resolutions=(where,) if where else (),
        unplaced=(),
        events=(event,),
        incidents=(Incident(id=event.id, kind=event.kind, events=(event,)),),
    )


def _resolution(row: dict[str, Any], gazetteer: Gazetteer) -> Resolution | None:
    if not row.get("place"):
        return None
    place = gazetteer.place(row["place"])
    assert place, f"the gazetteer holds no {row['place']}"
    start = row["sentence"].index(row["surface"])
    near_km = row.get("near_km")
    footprint = gazetteer.footprint(place)
    return Resolution(
        mention=Mention(
            start=start,
            end=start + len(row["surface"]),
            surface=row["surface"],
            role=Role.NAME,
        ),
        place=place,
        name=row.get("name") or (f"near {place.name}" if near_km else place.name),
        kind=place.kind.value,
        country_codes=place.country_codes,
        coordinates=place.coordinates,
        geometry=ring(place.coordinates, near_km) if near_km else footprint,
        precision=Precision(row.get("precision", "settlement")),
        uncertainty_km=near_km or place.accuracy_km,
        confidence=0.9,
    )


def ring(centre: Coordinates, radius_km: float) -> Polygon:
    """Return a circle on the ground."""
    corners = (
        geodesic(kilometers=radius_km).destination(centre.latlon, bearing=bearing)
        for bearing in range(0, 360, 10)
    )
    return Polygon([(point.longitude, point.latitude) for point in corners])
