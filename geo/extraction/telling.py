"""What one sentence tells of one kind: one event, or several where it names several places."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from geo.counts import PEOPLE, counts, vague_counts
from geo.dates import event_dates
from geo.extraction.choosing import choose, is_named
from geo.extraction.judge import judge
from geo.extraction.scene import is_scene
from geo.model import Event, Status, event_id
from geo.status import Claim, claim

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from geo.dates import Timed, When
    from geo.extraction.frames import Hit
    from geo.extraction.kind import EventKind
    from geo.extraction.situation import Placed, Situation
    from geo.model import Article, Count
    from geo.sentences import Sentence

#: Below this confidence a sentence is no event; what did not happen is only listed, never drawn.
LEAST_CONFIDENCE, LEAST_LISTED = 0.5, 0.4
_MOST_CONFIDENCE = 0.95
# What a number, a day, a fine place, a second frame add, and what a clause in passing takes away.
_NUMBER, _DAY, _PLACE, _FRAME, _PASSING = 0.06, 0.05, 0.04, 0.08, -0.12
# A sentence without number, day or place of its own goes on about what the ones before it told.
_GOING_ON = -0.2
_NONE = 0.0
_LIST_REACH = 12


class Line(NamedTuple):
    """A sentence of an article: its times, its words and what was named before it.

    `again` tells that the kind in question was told of just before, `chance` how likely all words
    of the sentence make it, None where only frames can tell.
    """

    article: Article
    sentence: Sentence
    timed: Timed
    here: Situation
    again: bool = False
    chance: float | None = None


class _Report(NamedTuple):
    """One happening of a sentence: the hits that tell of it, its claim, its place, its words."""

    hits: tuple[Hit, ...]
    claim: Claim
    placed: Placed | None
    span: range

    @property
    def best(self) -> Hit:
        """The hit that it is told by."""
        return max(self.hits, key=lambda hit: (hit.frame.confidence, -hit.trigger))


def tell(line: Line, kind: EventKind, hits: Sequence[Hit]) -> Iterator[Event]:
    """Yield the events of a kind that a sentence tells, those that did not happen with their status."""
    if not hits:
        return
    line = _without_times(line)
    for report in _reports(line, kind, hits):
        event = _event(line, kind, report)
        happened = event.status is Status.HAPPENED
        if happened and line.chance is not None:
            if line.chance >= judge().threshold(kind.name):
                yield event
        elif event.confidence >= (LEAST_CONFIDENCE if happened else LEAST_LISTED):
            yield event


def _without_times(line: Line) -> Line:
    """Take the figures of dates for what they are, not for numbers of people."""
    mask = line.here.lexicon.bits["number"]
    words = [
        word._replace(number=None, mask=word.mask & ~mask)
        if word.number is not None
        and any(m.start <= word.start < m.end for m in line.timed.mentions)
        else word
        for word in line.here.words
    ]
    return line._replace(here=line.here._replace(words=words))


# ---- one sentence, its happenings ---------------------------------------------------------------


def _reports(line: Line, kind: EventKind, hits: Sequence[Hit]) -> Iterator[_Report]:
    """Yield the happenings: triggers that share a place or have no subject of their own are one."""
    claims = {hit.trigger: claim(line.here.words, hit.trigger, line.here.lexicon) for hit in hits}
    happened = [hit for hit in hits if claims[hit.trigger].status is Status.HAPPENED]
    whole = range(len(line.here.words))
    if not happened:
        best = max(hits, key=lambda hit: hit.frame.confidence)
        placed = choose(line.here, kind, (best,))
        yield _Report((best,), claims[best.trigger], placed, whole)
        return
    for group, span in _groups(line, happened):
        placed, first = choose(line.here, kind, group), claims[group[0].trigger]
        listed = list(_listed(line.here, placed, span))
        yield _Report(
            tuple(group), first, placed, range(span.start, listed[0][1].start) if listed else span
        )
        for other, words in listed:
            yield _Report(tuple(group), first, other, words)
        for other in [] if listed else _conjuncts(line.here, placed):
            yield _Report(tuple(group), first, other, range(0))


def _listed(here: Situation, placed: Placed | None, span: range) -> Iterator[tuple[Placed, range]]:
    """Yield the further places of a list that gives each its number: "300 at A, 120 at B and 80 at C"."""
    if placed is None or placed.word is None or not is_named(here, placed.word):
        return
    kind, before, number = str(placed.resolution.kind), placed.word, None
    for at in range(placed.word + 1, span.stop):
        resolution = here.words[at].resolution
        if here.has(at, "hard") or at - before > _LIST_REACH:
            return
        if number is None and here.has(at, "number"):
            number = at
        same = (
            resolution is not None
            and str(resolution.kind) == kind
            and is_scene(here.words, at, here.lexicon)
        )
        if same and number is not None and here.has(at - 1, "at") and resolution is not None:
            yield placed._replace(resolution=resolution, word=at), range(number, at + 1)
            before, number = at, None


def _groups(line: Line, hits: Sequence[Hit]) -> Iterator[tuple[list[Hit], range]]:
    """Part hits where a later trigger has a subject and a place of its own."""
    ordered = sorted(hits, key=lambda hit: hit.trigger)
    group, start = [ordered[0]], 0
    for hit in ordered[1:]:
        cut = _cut(line.here, group, hit)
        if cut is not None:
            yield group, range(start, cut)
            group, start = [], cut
        group.append(hit)
    yield group, range(start, len(line.here.words))


def _cut(here: Situation, group: Sequence[Hit], hit: Hit) -> int | None:
    """Where the words of a new happening begin, None if a hit belongs to the one before."""
    places = [h.place for h in group if h.place is not None and is_named(here, h.place)]
    if hit.place is None or not places or not is_named(here, hit.place) or hit.place <= max(places):
        return None
    if hit.trigger < max(places):
        return None
    after = range(max(places) + 1, hit.trigger)
    return next((at for at in after if here.has(at, "number", "vague")), None)


def _conjuncts(here: Situation, placed: Placed | None) -> Iterator[Placed]:
    """Yield the places that share a preposition with a place: "the camps at A and B"."""
    if placed is None or placed.word is None or not is_named(here, placed.word):
        return
    at, kind = placed.word, str(placed.resolution.kind)
    if here.has(at - 1, "between") or here.has(at - 2, "between"):
        return
    while here.has(at + 1, "passes", "comma"):
        at += 2 + here.has(at + 2, "det", "passes", "in")
        if at >= len(here.words) or not is_scene(here.words, at, here.lexicon):
            return
        resolution = here.words[at].resolution
        if resolution is None or str(resolution.kind) != kind or here.has(at + 1, "speech"):
            return
        yield placed._replace(resolution=resolution, word=at)


# ---- one happening, its event --------------------------------------------------------------------


def _event(line: Line, kind: EventKind, report: _Report) -> Event:
    words, trigger = line.here.words, report.best.trigger
    when = _when(line, kind, report)
    numbers = _counts(line, kind, report)
    status, why = _status(line, report, when)
    placed = report.placed
    surface = placed.resolution.mention.surface if placed else ""
    start, end = line.sentence
    return Event(
        id=event_id(article=line.article.id, start=start, end=end, kind=kind.name, place=surface),
        article_id=line.article.id,
        kind=kind.name,
        start=start,
        end=end,
        sentence=line.article.text[start:end],
        resolution=placed.resolution if placed else None,
        earliest=when.earliest,
        latest=when.latest,
        status=status,
        counts=numbers,
        vague=_vague(line, kind, report, numbers),
        confidence=_confidence(line, kind, report, numbers),
        why="; ".join(
            part
            for part in (
                f"“{words[trigger].lower}” ({report.best.frame.id})",
                f"place: {placed.why}" if placed else "no place is known",
                f"date: {when.why}",
                why,
            )
            if part
        ),
    )


def _when(line: Line, kind: EventKind, report: _Report) -> When:
    words, trigger = line.here.words, report.best.trigger
    first = next((i for i in range(trigger, -1, -1) if line.here.has(i, "hard", "scope_end")), 0)
    last = next((i for i in range(trigger, len(words)) if line.here.has(i, "hard")), len(words) - 1)
    return event_dates(
        line.timed,
        at=words[trigger].start,
        clause=(words[first].start, words[last].end),
        published=line.article.published,
        state=kind.state,
    )


def _counts(line: Line, kind: EventKind, report: _Report) -> Mapping[str, Count]:
    if not report.span:
        return {}
    trigger = report.best.trigger
    found = counts(line.here.words, trigger=trigger, lexicon=line.here.lexicon, span=report.span)
    own = {role: number for role, number in found.items() if role in kind.roles}
    if PEOPLE in found and kind.roles and PEOPLE not in kind.roles:
        own.setdefault(kind.roles[0], found[PEOPLE])
    return own


def _vague(
    line: Line, kind: EventKind, report: _Report, numbers: Mapping[str, Count]
) -> Mapping[str, str]:
    if not report.span:
        return {}
    found = vague_counts(
        line.here.words,
        trigger=report.best.trigger,
        lexicon=line.here.lexicon,
        stated=numbers,
        span=report.span,
    )
    return {role: word for role, word in found.items() if role in kind.roles}


def _status(line: Line, report: _Report, when: When) -> tuple[Status, str]:
    status, why = report.claim
    if status is not Status.HAPPENED:
        return status, why
    if when.background:
        return Status.BACKGROUND, "it lies more than 60 days before publication"
    published = line.article.published
    if published and when.earliest and when.earliest > published:
        return Status.PLANNED, "its day lies after publication"
    return status, why


def _confidence(
    line: Line, kind: EventKind, report: _Report, numbers: Mapping[str, Count]
) -> float:
    """What the frames are worth, and what a number, a day, a place of its own add to them.

    What the judge has learned to weigh, it has weighed already.
    """
    if line.chance is not None:
        return round(min(line.chance, _MOST_CONFIDENCE), 2)
    own = {
        _NUMBER: bool(numbers),
        _DAY: any(not mention.statement for mention in line.timed.mentions),
        _PLACE: report.placed is not None and report.placed.word is not None,
    }
    value = report.best.frame.confidence + sum(worth for worth, has in own.items() if has)
    value += _FRAME if len({hit.frame.id for hit in report.hits}) > 1 else _NONE
    value += _PASSING if _in_passing(line.here, report.best.trigger, kind) else _NONE
    value += _GOING_ON if line.again and not any(own.values()) else _NONE
    return round(min(value, _MOST_CONFIDENCE), 2)


def _in_passing(here: Situation, trigger: int, kind: EventKind) -> bool:
    """Tell whether a trigger only says who is meant: "those who fled", "the clashes"."""
    if here.has(trigger, "#ger"):
        return False
    before = range(max(0, trigger - 3), trigger)
    those = any(
        here.has(at, "who") and here.has(at - 1, "those") and not here.has(at - 2, "including")
        for at in before
    )
    around = range(max(0, trigger - 10), trigger + 5)
    relative = any(here.has(at, "who") for at in before) and not any(
        here.has(at, "number") for at in around
    )
    noun = here.has(trigger - 1, "definite") and here.has(trigger, "#sing", "#plur")
    return those or relative or (noun and not kind.state)
