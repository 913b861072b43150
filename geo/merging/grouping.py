"""Claims that agree become groups: the strongest agreement first, nothing contrary in one group."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from geo.merging.agreement import WIDEST, places_agree, shares_enough

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    from geo.merging.claim import Claim

Key = TypeVar("Key", bound="Hashable")


def group(
    claims: Mapping[Key, Claim],
    scores: Mapping[tuple[Key, Key], float],
    *,
    apart: Iterable[tuple[Key, Key]] = (),
) -> list[frozenset[Key]]:
    """Return the groups of claims that are one happening each, every claim in one of them.

    `scores` holds the agreements of pairs; pairs `apart` never share a group. Claims of one
    digest share one key; then neither the order of the claims nor their keys change anything.
    """
    groups = {key: _Group([key], claims) for key in claims}
    kept_apart = [frozenset(pair) for pair in apart]
    digests = {key: claim.digest for key, claim in claims.items()}
    ranked = sorted(scores, key=lambda pair: (-scores[pair], *sorted(digests[key] for key in pair)))
    for pair in ranked:
        one, other = (groups[key] for key in pair)
        if one is other or not one.fits(other, kept_apart):
            continue
        joined = _Group([*one.keys, *other.keys], claims)
        groups.update(dict.fromkeys(joined.keys, joined))
    return [frozenset(found.keys) for found in {id(g): g for g in groups.values()}.values()]


class _Group(Generic[Key]):
    """Claims of one happening, and the bounds that a further one must keep."""

    def __init__(self, keys: Sequence[Key], claims: Mapping[Key, Claim]) -> None:
        members = [claims[key] for key in keys]
        self.keys = keys
        self.begins = (min(c.earliest for c in members), max(c.earliest for c in members))
        self.ends = (min(c.latest for c in members), max(c.latest for c in members))
        self.counts = _bounds(members)
        self.said = {claim.key for claim in members}
        self.told_apart = {key for claim in members for key in claim.apart}
        self.places = {(c.place, c.coordinates, c.precision): c for c in members}

    def fits(self, other: _Group[Key], apart: Iterable[frozenset[Key]]) -> bool:
        """Tell whether nothing in one group is contrary to anything in the other."""
        return (
            self._days_overlap(other)
            and self._tolls_are_near(other)
            and self.said.isdisjoint(other.told_apart)
            and other.said.isdisjoint(self.told_apart)
            and not self._is_kept_from(other, apart)
            and all(
                places_agree(one, two)
                for one in self.places.values()
                for two in other.places.values()
            )
        )

    def _days_overlap(self, other: _Group[Key]) -> bool:
        """All pairs of spans overlap when the last to begin does so before the first to end."""
        begins, ends = max(self.begins[1], other.begins[1]), min(self.ends[0], other.ends[0])
        first, last = min(self.begins[0], other.begins[0]), max(self.ends[1], other.ends[1])
        return begins <= ends and last - first <= WIDEST

    def _tolls_are_near(self, other: _Group[Key]) -> bool:
        return all(
            shares_enough(
                role,
                min(self.counts[role][0], other.counts[role][0]),
                max(self.counts[role][1], other.counts[role][1]),
            )
            for role in self.counts.keys() & other.counts.keys()
        )

    def _is_kept_from(self, other: _Group[Key], apart: Iterable[frozenset[Key]]) -> bool:
        mine, theirs = set(self.keys), set(other.keys)
        return any(pair & mine and pair & theirs for pair in apart)


def _bounds(members: Iterable[Claim]) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    for claim in members:
        for role, count in claim.counts.items():
            low, high = found.get(role, (count.value, count.value))
            found[role] = (min(low, count.value), max(high, count.value))
    return found
