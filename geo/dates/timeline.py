"""Read an article's times in order: each phrase against the last day spoken of before it."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

from geo.dates.grammar import grammar
from geo.dates.readings import Clock, Span, read

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from geo.dates.grammar import Grammar, Rule

#: What happened more than so many days before publication is background.
BACKGROUND_DAYS = 60
_LONGEST_ANCHOR_DAYS = 8
# Without a publication date, any full date lies in the past.
_NO_DAY = date.max
_LOOK_BACK = 90
_UNKNOWN_START_DAYS = 3
_PREFIXED = frozenset(
    {"date", "weekday", "month", "year", "day", "weekend", "last_week", "this_week"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeMention:
    """A phrase of time: its span in the text, the days it means, and what it is the time of.

    `named` is the day itself where a word before it widened it ("since Sunday").
    """

    start: int
    end: int
    surface: str
    span: Span
    means: str
    statement: bool = False
    future: bool = False
    prefix: str = ""
    named: Span | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed:
    """The times of one sentence.

    `today` is the day that it was written on (a live blog's entries have their own), `anchor` the
    last day spoken of before it and `anchor_age` how many sentences ago that was.
    """

    mentions: tuple[TimeMention, ...]
    today: date | None
    anchor: Span | None
    anchor_age: int


class _State(NamedTuple):
    today: date
    anchor: Span | None = None
    anchor_sentence: int = 0


class _Match(NamedTuple):
    start: int
    end: int
    rule: Rule
    match: re.Match[str]


def read_times(
    text: str, sentences: Sequence[tuple[int, int]], *, published: date | None, language: str
) -> tuple[Timed, ...]:
    """Return the times of each sentence of a text; without a publication date only full dates count."""
    rules = grammar(language)
    matches = _matches(text, rules)
    if published is None:
        matches = [found for found in matches if found.match.groupdict().get("year")]
    starts = [found.start for found in matches]
    state = _State(published or _NO_DAY)
    timed = []
    for number, (start, end) in enumerate(sentences):
        if published:
            state = _at_header(text, start, number, state, published, rules)
        within = matches[bisect_left(starts, start) : bisect_left(starts, end)]
        inside = [found for found in within if found.end <= end]
        mentions = tuple(_mentions(text, start, inside, state, rules, language))
        timed.append(
            Timed(
                mentions=mentions,
                today=state.today if published else None,
                anchor=state.anchor,
                anchor_age=number - state.anchor_sentence,
            )
        )
        state = _anchored(mentions, number, state, published or _NO_DAY)
    return tuple(timed)


def _matches(text: str, rules: Grammar) -> list[_Match]:
    """The phrases of a text: where two overlap, the one that begins first, then the longest."""
    found = [
        _Match(match.start(), match.end(), rule, match)
        for rule in rules.rules
        for match in rule.pattern.finditer(text)
        if not rule.capital or match[rule.capital][0].isupper()
    ]
    found.sort(key=lambda m: (m.start, -m.end))
    kept: list[_Match] = []
    for match in found:
        if not kept or match.start >= kept[-1].end:
            kept.append(match)
    return kept


def _at_header(
    text: str, start: int, number: int, state: _State, published: date, rules: Grammar
) -> _State:
    """A live blog's "Monday, 9:00 a.m. -" sets the day of what follows."""
    header = rules.header.match(text, start)
    if header is None:
        return state
    groups = header.groupdict()
    weekday = groups.get("weekday") or groups.get("weekday2")
    if not weekday and not groups.get("date"):
        return _State(state.today, Span(state.today, state.today), number)
    clock = Clock(published)
    day = None
    for rule in rules.rules:
        named = rule.means == ("date" if groups.get("date") else "weekday")
        match = rule.pattern.search(header.group()) if named else None
        if match is not None:
            day = read(match, means=rule.means, shift=0, clock=clock, grammar=rules)
            break
    return _State(day.latest, day, number) if day else state


def _mentions(
    text: str, start: int, matches: Sequence[_Match], state: _State, rules: Grammar, language: str
) -> Iterator[TimeMention]:
    """Yield a sentence's phrases with their days; a phrase may lean on the one before it."""
    anchor = state.anchor
    spoken = _spoken(text, start, matches, state, rules, language)
    before: TimeMention | None = None
    for found in matches:
        future = (
            rules.future.search(text, max(start, found.start - _LOOK_BACK), found.start) is not None
        )
        clock = Clock(state.today, anchor, spoken, future, language)
        span = read(
            found.match, means=found.rule.means, shift=found.rule.shift, clock=clock, grammar=rules
        )
        if span is None:
            continue
        day = span
        prefix, span = _prefixed(text, found, span, anchor, state.today, rules)
        statement = not prefix and _is_statement(text, start, found, rules)
        mention = TimeMention(
            start=found.start, end=found.end, surface=found.match.group(), span=span,
            means=found.rule.means, statement=statement, future=future, prefix=prefix,
            named=day if prefix else None,
        )  # fmt: skip
        if before and rules.joined.fullmatch(text, before.end, found.start) and not statement:
            mention = _join(before, mention, text)
        elif before:
            yield before
        before = mention
        if not statement and not future:
            anchor = day if prefix else mention.span
    if before:
        yield before


def _join(first: TimeMention, second: TimeMention, text: str) -> TimeMention:
    earliest = min(first.span.earliest, second.span.earliest)
    latest = max(first.span.latest, second.span.latest)
    return TimeMention(
        start=first.start, end=second.end, surface=text[first.start : second.end],
        span=Span(earliest, latest), means=first.means, future=second.future, prefix=first.prefix,
    )  # fmt: skip


def _spoken(
    text: str, start: int, matches: Sequence[_Match], state: _State, rules: Grammar, language: str
) -> date | None:
    """The day of the sentence's statement ("officials said Tuesday"), None where it has none."""
    for found in matches:
        if _is_statement(text, start, found, rules):
            clock = Clock(state.today, state.anchor, None, future=False, language=language)
            span = read(
                found.match,
                means=found.rule.means,
                shift=found.rule.shift,
                clock=clock,
                grammar=rules,
            )
            if span:
                return span.latest
    return None


def _is_statement(text: str, start: int, found: _Match, rules: Grammar) -> bool:
    """Tell whether a phrase is the time of saying: "said on Tuesday", "On Tuesday, officials said"."""
    before = text[max(start, found.start - _LOOK_BACK) : found.start]
    if rules.said.search(before):
        return True
    if len(text[start : found.start].split()) > 1:
        return False
    return rules.says_next.match(text, found.end) is not None


def _prefixed(
    text: str, found: _Match, span: Span, anchor: Span | None, today: date, rules: Grammar
) -> tuple[str, Span]:
    """Widen "since Sunday", "until Tuesday", "by Monday" to the days that they speak of."""
    if found.rule.means not in _PREFIXED or today == _NO_DAY:
        return "", span
    # Spanish and Portuguese phrases hold their own prefix ("desde el domingo"): \x1f marks their end.
    before, own = text[max(0, found.start - _LOOK_BACK) : found.start], f"{found.match.group()}\x1f"
    for name, pattern in rules.prefixes.items():
        if not (pattern.search(before) or pattern.match(own)):
            continue
        if name == "since":
            return name, Span(span.earliest, max(span.earliest, today))
        last = span.latest - timedelta(days=1) if name == "before" else span.latest
        first = last - timedelta(days=_UNKNOWN_START_DAYS)
        if anchor and anchor.earliest <= last:
            first = max(anchor.earliest, last - timedelta(days=_LONGEST_ANCHOR_DAYS))
        return name, Span(min(first, last), last)
    return "", span


def _anchored(
    mentions: Sequence[TimeMention], number: int, state: _State, published: date
) -> _State:
    """The last day spoken of after a sentence: times of statements, plans and background set none."""
    for mention in reversed(mentions):
        span = mention.named or mention.span
        recent = (published - span.latest).days <= BACKGROUND_DAYS
        if mention.statement or mention.future or not recent or span.latest > published:
            continue
        if (span.latest - span.earliest).days <= _LONGEST_ANCHOR_DAYS:
            return _State(state.today, span, number)
    return state
