"""A geopy geocoder over the embedded gazetteer: no network, no key, no limit.

    from gazetteer.geocoder import PlacelineGeocoder
    PlacelineGeocoder().geocode("Cúcuta, Colombia").point

An online geopy geocoder may be chained behind it; it is asked only for what is not found here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from geopy.exc import GeocoderQueryError
from geopy.geocoders.base import DEFAULT_SENTINEL, Geocoder
from geopy.location import Location
from geopy.point import Point

from gazetteer.address import address, raw
from gazetteer.place import Candidate, Coordinates, Kind, Place
from gazetteer.query import Box, candidates_of, kinds_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gazetteer.online import Online
    from gazetteer.sqlite import SqliteGazetteer

__all__ = ["PlacelineGeocoder"]

_AREAS = frozenset({Kind.COUNTRY, Kind.ADMIN1, Kind.ADMIN2, Kind.LAKE, Kind.SEA, Kind.REGION})
_REACH_KM = 50.0


class PlacelineGeocoder(Geocoder):  # type: ignore[misc]  # geopy is untyped
    """Geocode names and reverse-geocode points with the embedded gazetteer."""

    def __init__(
        self, gazetteer: SqliteGazetteer | None = None, *, online: Online | None = None
    ) -> None:
        super().__init__(scheme="https", user_agent="placeline")
        if gazetteer is None:
            from gazetteer.reading import open_gazetteer

            gazetteer = open_gazetteer()
        self._gazetteer = gazetteer
        self._online = online

    def geocode(
        self,
        query: str | Mapping[str, str],
        *,
        exactly_one: bool = True,
        timeout: Any = DEFAULT_SENTINEL,
        limit: int | None = None,
        country_codes: str | Sequence[str] | None = None,
        featuretype: str | Sequence[str] | None = None,
        viewbox: Sequence[Any] | None = None,
        bounded: bool = False,
    ) -> Location | list[Location] | None:
        """Return the location of a name or address, None where nothing is found.

        `query` is "Decatur, Georgia" or a mapping with street, city, county, state, country.
        `country_codes`, `viewbox` (two corners) and `bounded` mean what they mean to Nominatim;
        `featuretype` is one or more of our kinds, or Nominatim's country, state, county, city or
        settlement. `timeout` counts for a chained online geocoder only.
        """
        text = _text_of(query)
        codes = _codes(country_codes)
        kinds = kinds_of(featuretype)
        box = Box.of(viewbox)
        found = [
            candidate
            for candidate in candidates_of(self._gazetteer, text)
            if (not kinds or candidate.place.kind in kinds)
            and (not codes or codes & set(candidate.place.country_codes))
            and not (bounded and box and not box.holds(candidate.place.coordinates))
        ]
        if box and not bounded:
            found.sort(key=lambda candidate: not box.holds(candidate.place.coordinates))
        if not found and self._online is not None:
            options = {
                "country_codes": country_codes,
                "featuretype": featuretype,
                "viewbox": viewbox,
                "bounded": bounded or None,
            }
            return self._online.geocode(
                text, exactly_one=exactly_one, timeout=timeout, options=options
            )
        places = [self._location(candidate) for candidate in found[:limit]]
        return self._answer(places, exactly_one=exactly_one)

    def reverse(
        self,
        query: Any,
        *,
        exactly_one: bool = True,
        timeout: Any = DEFAULT_SENTINEL,
        featuretype: str | Sequence[str] | None = None,
        limit: int = 5,
    ) -> Location | list[Location] | None:
        """Return what lies at or near a point: the nearest town, then the areas around it.

        `query` is a geopy Point, (latitude, longitude), or "latitude, longitude".
        """
        del timeout
        point = Point(query)
        at = Coordinates(lat=point.latitude, lon=point.longitude)
        kinds = kinds_of(featuretype)
        near = (kinds or frozenset({Kind.SETTLEMENT})) - _AREAS
        places = (
            self._gazetteer.nearest(at, kinds=near, limit=limit, radius_km=_REACH_KM)
            if near
            else []
        )
        places += self._gazetteer.containing(at, kinds=kinds & _AREAS if kinds else _AREAS)
        return self._answer([self._location_of(place) for place in places], exactly_one=exactly_one)

    def _location(self, candidate: Candidate) -> Location:
        return self._location_of(candidate.place, name_type=candidate.name_type.value)

    def _location_of(self, place: Place, *, name_type: str = "") -> Location:
        return Location(
            address(self._gazetteer, place),
            Point(*place.coordinates.latlon),
            raw(self._gazetteer, place, name_type=name_type),
        )

    @staticmethod
    def _answer(found: list[Location], *, exactly_one: bool) -> Location | list[Location] | None:
        if not found:
            return None
        return found[0] if exactly_one else found


def _text_of(query: str | Mapping[str, str]) -> str:
    if isinstance(query, str):
        return query
    keys = ("street", "city", "county", "state", "country")
    unknown = set(query) - set(keys) - {"postalcode"}
    if unknown:
        raise GeocoderQueryError(
            f"query: found {', '.join(sorted(unknown))}, wanted some of {', '.join(keys)}"
        )
    return ", ".join(query[key] for key in keys if query.get(key))


def _codes(country_codes: str | Sequence[str] | None) -> set[str]:
    if country_codes is None:
        return set()
    codes = [country_codes] if isinstance(country_codes, str) else country_codes
    return {code.strip().upper() for text in codes for code in text.split(",")}
