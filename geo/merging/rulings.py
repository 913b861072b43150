"""What people decided on incidents: claims that go together or apart, whatever speaks against it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

SPLIT, MERGE = "split", "merge"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A decision, by the ids of events. A split takes the one event from the others; a merge joins all."""

    what: str
    events: frozenset[str]
    others: frozenset[str] = frozenset()


def ruled(groups: Iterable[frozenset[str]], rulings: Iterable[Ruling]) -> list[frozenset[str]]:
    """Return groups of events as they are after rulings, given in the order of their making.

    A later ruling stands over an earlier one. What is named in no ruling follows the group that
    it was found to belong to.
    """
    apart, together = _settled(rulings)
    found = [set(group) for group in groups]
    for events in together:
        met = [group for group in found if group & events]
        if len(met) > 1:
            found = [group for group in found if not group & events] + [set().union(*met)]
    alone = []
    for event, others in sorted((event, others) for event, others in apart.items()):
        for group in found:
            if event in group and group & others:
                group.discard(event)
                alone.append(frozenset([event]))
    return [frozenset(group) for group in found if group] + alone


def _settled(rulings: Iterable[Ruling]) -> tuple[dict[str, set[str]], list[set[str]]]:
    """Return from whom each split event is kept, and the sets that are kept together."""
    apart: dict[str, set[str]] = {}
    together: list[set[str]] = []
    for ruling in rulings:
        if ruling.what == SPLIT:
            for event in ruling.events:
                apart.setdefault(event, set()).update(ruling.others)
                for joined in together:
                    if joined & ruling.others:
                        joined.discard(event)
        else:
            for event in ruling.events & apart.keys():
                apart[event] -= ruling.events
            together.append(set(ruling.events))
    return apart, together
