"""Draw the events of an article: frames on its sentences, then place, time, status and counts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from geo.dates import read_times
from geo.extraction.borders import is_at_border
from geo.extraction.carrying import REACH, carry
from geo.extraction.frames import frames
from geo.extraction.gate import subjects
from geo.extraction.registry import kinds
from geo.extraction.scene import Scene
from geo.extraction.situation import Situation
from geo.extraction.telling import Line, tell
from geo.extraction.unlocated import find_unlocated
from geo.extraction.weighing import LONGEST_WORDS, weigh
from geo.language import language_of
from geo.model import Status
from geo.words import LANGUAGES, lexicon, read_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gazetteer.place import Gazetteer
    from geo.dates import Timed
    from geo.extraction.frames import Hit
    from geo.extraction.weighing import Sighting
    from geo.model import Article, Event, Mention, Resolution
    from geo.sentences import Sentence
    from geo.words import Lexicon, Word


#: A kind was told of just before where so few sentences lie between.
_JUST = 2
#: Kinds whose dead and hurt may be told a sentence or two later.
_WITH_TOLL = frozenset({"clash", "crossing"})


def extract(
    article: Article,
    sentences: Sequence[Sentence],
    resolutions: Sequence[Resolution],
    gazetteer: Gazetteer,
    unplaced: Sequence[Mention] = (),
) -> tuple[Event, ...]:
    """Return what the sentences of an article claim, in order, every status among them.

    `unplaced` are the names without a position, in order.
    """
    language = language_of(article)
    if language not in LANGUAGES:
        return ()
    lists = lexicon(language)
    words = all_words(article.text, sentences, resolutions, lists)
    about = subjects(words, lists)
    if "M" in about:
        words = with_border_towns(words, gazetteer, lists)
    seen = weigh(words, [frame_hits(line, about, language) for line in words], about, lists)
    if not any(seen):
        return ()
    story = _Story(
        article=article,
        sentences=sentences,
        times=read_times(article.text, sentences, published=article.published, language=language),
        scene=Scene(resolutions, lists),
        lexicon=lists,
        gazetteer=gazetteer,
        listed=frozenset(mention.start for mention in unplaced),
    )
    for number, line in enumerate(words):
        story.take(number, line, seen[number])
    return tuple(story.events)


@dataclass(slots=True, kw_only=True)
class _Story:
    """An article as far as it was read: where it is, and what it has told."""

    article: Article
    sentences: Sequence[Sentence]
    times: Sequence[Timed]
    scene: Scene
    lexicon: Lexicon
    gazetteer: Gazetteer
    listed: frozenset[int]
    events: list[Event] = field(default_factory=list)
    last: dict[str, int] = field(default_factory=dict)
    latest: int = 0

    def take(self, number: int, line: Sequence[Word], seen: Sequence[Sighting]) -> None:
        """Read on by one sentence."""
        here = self._situation(number, line, seen)
        new = [event for found in seen for event in self._told(number, here, found)]
        if new:
            self.events += new
            self.latest = number
        elif self.events and number - self.latest <= REACH:
            self._carry(here, number)
        self.scene.enter(line, number)
        for event in new:
            if event.resolution and event.status is Status.HAPPENED and _names_place(event, here):
                self.scene.happened_at(event.resolution, number, kind=event.kind)

    def _situation(self, number: int, line: Sequence[Word], seen: Sequence[Sighting]) -> Situation:
        times = self.times[number].mentions
        text, lists = self.article.text, self.lexicon
        runs = find_unlocated(line, text, lists, self.listed, times) if seen else {}
        return Situation(text, line, number, self.scene, lists, self.gazetteer, runs)

    def _told(self, number: int, here: Situation, found: Sighting) -> tuple[Event, ...]:
        kind, hits, chance = found
        again = number - self.last.get(kind.name, -_JUST - 1) <= _JUST
        told = Line(self.article, self.sentences[number], self.times[number], here, again, chance)
        new = tuple(tell(told, kind, [hit for hit in hits if again or not hit.frame.follows]))
        if any(event.status is Status.HAPPENED for event in new):
            self.last[kind.name] = number
        return new

    def _carry(self, here: Situation, number: int) -> None:
        """Give the dead and hurt of a sentence without an event to the last event that can have them."""
        start = self.sentences[self.latest].start
        late = [at for at, event in enumerate(self.events) if event.start == start]
        at = max((i for i in late if self.events[i].kind in _WITH_TOLL), default=None)
        if at is not None:
            self.events[at] = carry(self.events[at], here, self.times[number])


def _names_place(event: Event, here: Situation) -> bool:
    """Tell whether the event's sentence itself says where it was, by a place that has a position."""
    at = event.resolution.mention.start if event.resolution else -1
    unlocated = {here.words[run.start].start for run in here.unlocated.values()}
    return event.start <= at < event.end and at not in unlocated


def all_words(
    text: str, sentences: Sequence[Sentence], resolutions: Sequence[Resolution], lists: Lexicon
) -> list[list[Word]]:
    """Return the words of each sentence; `resolutions` come in the order of their mentions."""
    found, at = [], 0
    ordered = sorted(resolutions, key=lambda r: r.mention.start)
    for sentence in sentences:
        inside = []
        while at < len(ordered) and ordered[at].mention.start < sentence.end:
            if (
                ordered[at].mention.start >= sentence.start
                and ordered[at].mention.end <= sentence.end
            ):
                inside.append(ordered[at])
            at += 1
        found.append(read_words(text, sentence.start, sentence.end, lists, inside))
    return found


def with_border_towns(
    sentences: list[list[Word]], gazetteer: Gazetteer, lists: Lexicon
) -> list[list[Word]]:
    """Return sentences whose towns at a land border have a class of their own."""
    bit, known = lists.bits["bordertown"], dict[str, bool]()

    def marked(word: Word) -> Word:
        resolution = word.resolution
        if (
            resolution is None
            or str(resolution.kind) != "settlement"
            or not word.mask & lists.bits["place"]
        ):
            return word
        if resolution.place.id not in known:
            known[resolution.place.id] = is_at_border(resolution, gazetteer)
        return word._replace(mask=word.mask | bit) if known[resolution.place.id] else word

    return [[marked(word) if word.resolution else word for word in words] for words in sentences]


def frame_hits(
    words: Sequence[Word], about: frozenset[str], language: str
) -> dict[str, tuple[Hit, ...]]:
    """Return the frames that a sentence meets by kind, in an article about certain subjects."""
    if len(words) > LONGEST_WORDS:
        return {}
    found = {}
    for kind in kinds().values():
        if language in kind.languages:
            rows = frames(kind.package, kind.frames.format(language), language)
            hits = tuple(rows.hits(words, about))
            if hits:
                found[kind.name] = hits
    return found
