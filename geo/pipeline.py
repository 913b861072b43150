"""The product: read one article. Pure, without I/O; everything else feeds it or shows what it yields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gazetteer.names import fold
from geo.dateline import find_datelines
from geo.extraction import extract
from geo.guidance import UNGUIDED
from geo.merging import merge
from geo.model import Mention, Reading, Resolution, Role
from geo.recognition import Recognition, recognise
from geo.recognition.unknown import find_unknown
from geo.relations import find_relations
from geo.resolution import choose
from geo.resolution.local import place_local
from geo.resolution.placing import place_choice
from geo.resolution.reasons import explain
from geo.resolution.standing import stand_on_rivers
from geo.sentences import split

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gazetteer.place import Gazetteer
    from geo.guidance import Guidance
    from geo.model import Article
    from geo.resolution import Choice
    from geo.sentences import Sentence

#: Below this confidence a name is listed as unplaced rather than given a point.
LEAST_CONFIDENCE = 0.3


def read_article(article: Article, gazetteer: Gazetteer, guidance: Guidance = UNGUIDED) -> Reading:
    """Return all that is read from an article: its places, the names that stay unplaced, its events."""
    sentences = split(article.text)
    resolutions, unplaced = read_places(article.text, sentences, gazetteer, guidance)
    # A local name lies somewhere near its anchor: too little for an event.
    located = [r for r in resolutions if r.mention.role is not Role.LOCAL]
    events = extract(article, sentences, located, gazetteer, unplaced)
    return Reading(
        article=article,
        resolutions=tuple(resolutions),
        unplaced=tuple(unplaced),
        events=events,
        incidents=merge(events, article=article, located=resolutions),
    )


def read_places(
    text: str,
    sentences: Sequence[Sentence],
    gazetteer: Gazetteer,
    guidance: Guidance = UNGUIDED,
) -> tuple[list[Resolution], list[Mention]]:
    """Return the located mentions of a text, and the names that could not be placed, in order."""
    recognition = recognise(
        text,
        sentences=sentences,
        datelines=find_datelines(text),
        gazetteer=gazetteer,
        guidance=guidance,
    )
    choices = choose(recognition, gazetteer, guidance)
    reasons = explain(choices, recognition, gazetteer, guidance, least_confidence=LEAST_CONFIDENCE)
    placed, doubtful = place_names(recognition, choices, gazetteer, reasons=reasons)
    local, unlocated = place_local(recognition, placed, allowed=guidance.allowed)
    found = [*placed, *find_relations(text, placed, gazetteer), *local]
    found.sort(key=lambda r: (r.mention.start, -r.mention.end))
    unknown = _unknown(recognition, [*found, *doubtful, *unlocated])
    unplaced = [
        mention
        for mention in (*doubtful, *unlocated, *unknown)
        if fold(mention.surface) not in guidance.blocked
    ]
    return found, sorted(unplaced, key=lambda m: m.start)


def place_names(
    recognition: Recognition,
    choices: Sequence[Choice],
    gazetteer: Gazetteer,
    *,
    reasons: Sequence[str],
) -> tuple[list[Resolution], list[Mention]]:
    """Return the mentions that are sure enough, located, and those that are names but no more."""
    placed: list[Resolution] = []
    doubtful: list[Mention] = []
    for choice, why in zip(choices, reasons, strict=True):
        sure = choice.confidence >= LEAST_CONFIDENCE
        if not sure and choice.name.weight < LEAST_CONFIDENCE:
            continue
        for resolution, weight in zip(
            place_choice(recognition, choice, gazetteer=gazetteer, why=why),
            choice.name.weights,
            strict=True,
        ):
            if resolution.confidence >= LEAST_CONFIDENCE:
                placed.append(resolution)
            elif weight >= LEAST_CONFIDENCE:
                doubtful.append(resolution.mention)
    return stand_on_rivers(placed), doubtful


def _unknown(recognition: Recognition, told: Sequence[Resolution | Mention]) -> list[Mention]:
    mentions = [t if isinstance(t, Mention) else t.mention for t in told]
    taken = {i for m in mentions if m.role != Role.RELATION for i in range(m.start, m.end)}
    return [m for m in find_unknown(recognition.words) if taken.isdisjoint(range(m.start, m.end))]
