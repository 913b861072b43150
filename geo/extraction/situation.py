"""Where a sentence stands when its events are placed: its words, and what was named before it."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gazetteer.place import Gazetteer
    from geo.extraction.kind import EventKind
    from geo.extraction.scene import Scene
    from geo.model import Resolution
    from geo.words import Lexicon, Word

_RECENT_SENTENCES = 12
_LINES = frozenset({"border", "river", "sea", "lake", "admin1", "region"})
_POSTS = frozenset({"crossing", "bridge"})


class Placed(NamedTuple):
    """A resolution of an event, the word it was read from (None: from the context), and why."""

    resolution: Resolution
    word: int | None
    why: str


class Situation(NamedTuple):
    """What attachment looks at: the sentence's words, where it stands, what was named before it.

    `unlocated` are its names without a position, by their last word.
    """

    text: str
    words: Sequence[Word]
    sentence: int
    scene: Scene
    lexicon: Lexicon
    gazetteer: Gazetteer
    unlocated: Mapping[int, range] = MappingProxyType({})

    def has(self, at: int, *names: str) -> bool:
        """Tell whether a word belongs to one of some classes."""
        if not 0 <= at < len(self.words):
            return False
        return bool(self.words[at].mask & self.lexicon.mask(*names))

    def scenes(self, kind: EventKind) -> list[Resolution]:
        """Return the places where an event of a kind may be that its sentence does not place.

        What the text calls "here" first; a town before the line or the area that it lies at; nobody
        is sheltered on a bridge.
        """
        places = self.places(kind.name)
        home = self.scene.dateline()
        if home is not None and any(self.has(at, "here") for at in range(len(self.words))):
            places = [home, *places]
        unfit = _LINES | (_POSTS if kind.state else frozenset())
        return [r for r in places if str(r.kind) not in unfit] or places

    def places(self, kind: str = "") -> list[Resolution]:
        """Return where the text is: the fine places named of late, the last first, then the dateline's.

        Where nothing was named yet, the first place of the sentence or after it.
        """
        places = self.scene.last_fine(sentence=self.sentence, within=_RECENT_SENTENCES, kind=kind)
        later = None if places else self.scene.first_later(self.words[0].start)
        return [later] if later else places
