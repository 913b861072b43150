"""An online geopy geocoder behind the gazetteer: only when asked for, slowly, and cached."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from geopy.extra.rate_limiter import RateLimiter
from geopy.location import Location
from geopy.point import Point

if TYPE_CHECKING:
    from collections.abc import Mapping, MutableMapping

__all__ = ["Online"]


class Online:
    """A chained geocoder: any of geopy's, at most one request in `min_delay_seconds`.

    `cache` keeps answers as JSON text by question; give it a persistent mapping to ask each
    question once only. Nominatim's terms want both.
    """

    def __init__(
        self,
        geocoder: Any,
        *,
        cache: MutableMapping[str, str] | None = None,
        min_delay_seconds: float = 1.0,
    ) -> None:
        self._name = type(geocoder).__name__
        self._ask = RateLimiter(
            geocoder.geocode, min_delay_seconds=min_delay_seconds, swallow_exceptions=False
        )
        self._cache: MutableMapping[str, str] = {} if cache is None else cache

    def geocode(
        self, text: str, *, exactly_one: bool, timeout: Any, options: Mapping[str, Any]
    ) -> Location | list[Location] | None:
        """Ask the cache, then the network."""
        given = {key: value for key, value in options.items() if value is not None}
        key = json.dumps([self._name, text, sorted(given.items())], default=str)
        if key not in self._cache:
            found = self._ask(text, exactly_one=False, timeout=timeout, **given) or []
            self._cache[key] = json.dumps(
                [[place.address, place.latitude, place.longitude, place.raw] for place in found]
            )
        places = [
            Location(address, Point(lat, lon), {**raw, "source": self._name})
            for address, lat, lon, raw in json.loads(self._cache[key])
        ]
        if not places:
            return None
        return places[0] if exactly_one else places
