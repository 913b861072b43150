"""Draw the events of an article: frames on its sentences, then place, time, status and counts."""

from __future__ import annotations

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
from geo.extraction.weighing import weigh
from geo.language import language_of
from geo.model import Status
from geo.words import LANGUAGES, lexicon, read_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gazetteer.place import Gazetteer
    from geo.extraction.frames import Hit
    from geo.model import Article, Event, Mention, Resolution
    from geo.sentences import Sentence
    from geo.words import Lexicon, Word


#: A kind was told of just before where so few sentences lie between.
_JUST = 2
#: What is longer is no sentence: a list, a table, a text without full stops.
_LONGEST_WORDS = 250


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
    times = read_times(article.text, sentences, published=article.published, language=language)
    scene = Scene(resolutions, lists)
    listed = frozenset(mention.start for mention in unplaced)
    events: list[Event] = []
    last: dict[str, int] = {}
    latest = 0
    for number, line in enumerate(words):
        unlocated = (
            find_unlocated(line, article.text, lists, listed, times[number].mentions)
            if seen[number]
            else {}
        )
        here = Situation(article.text, line, number, scene, lists, gazetteer, unlocated)
        before = len(events)
        for kind, hits, chance in seen[number]:
            again = number - last.get(kind.name, -_JUST - 1) <= _JUST
            told = Line(article, sentences[number], times[number], here, again, chance)
            new = tuple(tell(told, kind, [hit for hit in hits if again or not hit.frame.follows]))
            if any(event.status is Status.HAPPENED for event in new):
                last[kind.name] = number
            events += new
        if len(events) == before and before and number - latest <= REACH:
            events[-1] = carry(events[-1], here, times[number])
        elif len(events) > before:
            latest = number
        scene.enter(line, number)
        for event in events[before:]:
            if event.resolution is None or event.status is not Status.HAPPENED:
                continue
            scene.placed(event.resolution, number, kind=event.kind)
            if _names_place(event, here):
                scene.happened_at(event.resolution, number, kind=event.kind)
    return tuple(events)


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
    if len(words) > _LONGEST_WORDS:
        return {}
    found = {}
    for kind in kinds().values():
        if language in kind.languages:
            rows = frames(kind.package, kind.frames.format(language), language)
            hits = tuple(rows.hits(words, about))
            if hits:
                found[kind.name] = hits
    return found
