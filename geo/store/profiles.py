"""Profiles and observations as the store keeps them: JSON, pairs of code and division as one key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson

from gazetteer.place import Coordinates
from geo.guidance import Profile
from geo.resolution.profiles import Observation

if TYPE_CHECKING:
    from collections.abc import Mapping

_SORTED = orjson.OPT_SORT_KEYS


def profile_text(profile: Profile) -> str:
    """Write a profile as JSON; the same one gives the same text."""
    kept = {
        "countries": dict(profile.countries),
        "divisions": _joined(profile.divisions),
        "home": list(profile.home.latlon) if profile.home else None,
        "articles": profile.articles,
    }
    return orjson.dumps(kept, option=_SORTED).decode()


def profile_of_text(text: str) -> Profile:
    """Read a profile from JSON."""
    kept: dict[str, Any] = orjson.loads(text)
    home = kept["home"]
    return Profile(
        countries=kept["countries"],
        divisions=_parted(kept["divisions"]),
        home=Coordinates(lat=home[0], lon=home[1]) if home else None,
        articles=kept["articles"],
    )


def observation_text(observation: Observation) -> str:
    """Write an observation as JSON."""
    kept = {
        "countries": dict(observation.countries),
        "divisions": _joined(observation.divisions),
        "points": [[*point.latlon, share] for point, share in observation.points],
    }
    return orjson.dumps(kept, option=_SORTED).decode()


def observation_of(text: str) -> Observation:
    """Read an observation from JSON."""
    kept: dict[str, Any] = orjson.loads(text)
    return Observation(
        countries=kept["countries"],
        divisions=_parted(kept["divisions"]),
        points=tuple((Coordinates(lat=lat, lon=lon), share) for lat, lon, share in kept["points"]),
    )


def _joined(shares: Mapping[tuple[str, str], float]) -> dict[str, float]:
    return {f"{code} {division}": share for (code, division), share in shares.items()}


def _parted(shares: Mapping[str, float]) -> dict[tuple[str, str], float]:
    parted: dict[tuple[str, str], float] = {}
    for key, share in shares.items():
        code, _, division = key.partition(" ")
        parted[code, division] = share
    return parted
