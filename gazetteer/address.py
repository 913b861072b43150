"""How a place is written for people, and for programs that want all that is known of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gazetteer.place import Kind, Place

if TYPE_CHECKING:
    from gazetteer.sqlite import SqliteGazetteer


def address(gazetteer: SqliteGazetteer, place: Place) -> str:
    """Return "San Antonio del Táchira, Táchira, Venezuela"."""
    parts = [place.name]
    if place.kind not in {Kind.COUNTRY, Kind.ADMIN1, Kind.BORDER} and place.admin1:
        division = gazetteer.admin1(place.country_codes[0], place.admin1)
        parts += [division.name] if division and division.name != place.name else []
    if place.kind not in {Kind.COUNTRY, Kind.BORDER, Kind.SEA}:
        countries = [gazetteer.country(code) for code in place.country_codes[:3]]
        parts.append("–".join(country.name for country in countries if country))
    return ", ".join(filter(None, parts))


def raw(gazetteer: SqliteGazetteer, place: Place, *, name_type: str = "") -> dict[str, Any]:
    """Return a place as plain values: kind, ids, geometry as GeoJSON, source and its licence."""
    import shapely

    geometry = gazetteer.footprint(place)
    division = gazetteer.admin1(place.country_codes[0], place.admin1) if place.admin1 else None
    source = next((s for s in gazetteer.sources() if s.name == place.source), None)
    return {
        "id": place.id,
        "name": place.name,
        "kind": place.kind.value,
        "name_type": name_type,
        "country_codes": list(place.country_codes),
        "admin1": place.admin1,
        "admin1_name": division.name if division else "",
        "admin2": place.admin2,
        "population": place.population,
        "lat": place.coordinates.lat,
        "lon": place.coordinates.lon,
        "accuracy_km": place.accuracy_km,
        "geometry": None if geometry is None else shapely.geometry.mapping(geometry),
        "source": place.source,
        "licence": source.licence if source else "",
        "credit": source.credit if source else "",
        "note": gazetteer.note(place),
        "edition": gazetteer.edition,
    }
