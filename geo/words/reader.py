"""Read a sentence into words: names and set phrases are one word each, every word with its classes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from geo.model import Role
from geo.numbers import number_at

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from geo.model import Resolution
    from geo.numbers import Number
    from geo.words.lexicon import Lexicon

_WORD = re.compile(
    r"['’]s\b"  # the ending of a name that is a word of its own
    r"|(?:[^\W\d_]\.){2,}"  # U.S., p.m.
    r"|\d+(?:-[^\W\d_]+)+"  # 16-year-old
    r"|\d+(?:[.,:\u00a0\u202f]\d+)*(?:st|nd|rd|th|[ºª])?"
    r"|[^\W\d_]+(?:['’-][^\W\d_]+)*['’]?"
    r"|\S"
)
_HARD = frozenset(";:()[]{}–—|…")
_QUOTES = frozenset('"“”«»„')
_TAILS = ("'s", "’s", "n't", "n’t")
_AGED = ("-year-old", "-month-old")
_CLITIC = re.compile(r"-(?:se|me|nos|lhes?|[oa]s?|n[oa]s?|l[oa]s?)$")
_PLAIN = str.maketrans("áêí", "aei")
_CURRENCY = frozenset("$€£¥")
_BOUNDARIES = frozenset({"river", "lake", "border", "bridge", "crossing"})
# Spanish and Portuguese name people by what they do: "cocaleros", "camioneros", "seringueiros".
_TRADES = {
    "es": re.compile(r"^[a-zñáéíóú]{3,}(?:istas|deros|leros|neros|teros|jeros|ceros|dores|doras)$"),
    "pt": re.compile(r"^[a-zãõçáéíóú]{3,}(?:istas|eiros|dores|doras)$"),
}
_RANGE_MARKS = frozenset("-–")
_WIDEST_RANGE = 20
_MONTH_DAYS = 31
_NOUN_REACH = 3
_YEARS = range(1900, 2101)


class Word(NamedTuple):
    """A word, a set phrase or a name: its span in the article, its classes, what it stands for.

    Of a range ("30 to 40") `number` is the lower end, `high` the upper one.
    """

    start: int
    end: int
    lower: str
    mask: int
    number: int | None = None
    resolution: Resolution | None = None
    high: int | None = None


def read_words(
    text: str, start: int, end: int, lexicon: Lexicon, resolutions: Sequence[Resolution] = ()
) -> list[Word]:
    """Return the words of `text[start:end]`; `resolutions` are those that lie within it."""
    pieces = _pieces(text, start, end, _longest(resolutions))
    lowers = [piece[2] for piece in pieces]
    words: list[Word] = []
    at = 0
    while at < len(pieces):
        word, at = _word(pieces, lowers, at, lexicon)
        words.append(_as_noun(words, word, lexicon))
    return [_as_headcount(words, at, lexicon) for at in range(len(words))]


def _as_headcount(words: Sequence[Word], at: int, lexicon: Lexicon) -> Word:
    """Give a number or a "dozens" that counts people, or nothing that is named, a class of its own."""
    word, bits = words[at], lexicon.bits
    counts = word.mask & (bits["number"] | bits["vague"]) and word.number not in {0, 1}
    labelled = at > 0 and words[at - 1].mask & bits["labels"]
    if (
        not counts
        or labelled
        or _is_elliptic(words, at, bits)
        or _counts_things(words, at, lexicon)
    ):
        return word
    return word._replace(mask=word.mask | bits["headcount"])


def _counts_things(words: Sequence[Word], at: int, lexicon: Lexicon) -> bool:
    """Tell whether the noun of a number is one of things, or a plural that no list knows."""
    bits = lexicon.bits
    ends = lexicon.mask("hard", "comma", "be", "have", "at", "#past", "who", "of_them")
    for after in words[at + 1 : at + 1 + _NOUN_REACH]:
        if after.mask & bits["people"] and not after.mask & bits["#sing"]:
            return False
        if after.mask & bits["things"]:
            return True
        if after.mask & ends:
            return False
        if not after.mask and after.lower.endswith("s") and words[at].mask & bits["number"]:
            return True
    return False


def _as_noun(before: Sequence[Word], word: Word, lexicon: Lexicon) -> Word:
    """A form that may be noun or verb is no verb after a determiner, a number or a preposition."""
    bits = lexicon.bits
    verbal = word.mask & (bits["#base"] | bits["#pres"] | bits["#ger"])
    if not verbal or not before or word.mask & (bits["#past"] | bits["#part"]):
        return word
    last = before[-1].mask
    if last & bits["adjective"] and len(before) > 1:
        last = before[-2].mask & bits["determines"]
    if last & (bits["determines"] | bits["number"]):
        return word._replace(mask=word.mask & ~verbal)
    if last & bits["governs_noun"]:
        return word._replace(mask=word.mask & ~(verbal & ~bits["#ger"]))
    return word


def _is_elliptic(words: Sequence[Word], at: int, bits: Mapping[str, int]) -> bool:
    """Tell of "(two boats with 40 people and) four with 120": the four are boats."""
    after = words[at + 1 : at + 4]
    return bool(after) and bool(after[0].mask & bits["with"]) and any(w.number for w in after[1:])


_Piece = tuple[int, int, str, "Resolution | None", str]


def _longest(resolutions: Sequence[Resolution]) -> list[Resolution]:
    """The resolutions that are words of their own: of two that overlap, the longer."""
    chosen: list[Resolution] = []
    for resolution in sorted(resolutions, key=lambda r: (r.mention.start, -r.mention.end)):
        mention = resolution.mention
        if not chosen or mention.start >= chosen[-1].mention.end:
            chosen.append(resolution)
        elif mention.end - mention.start > chosen[-1].mention.end - chosen[-1].mention.start:
            chosen[-1] = resolution
    return chosen


def _pieces(text: str, start: int, end: int, names: list[Resolution]) -> list[_Piece]:
    pieces: list[_Piece] = []
    at = start
    for name in names:
        pieces += _plain(text, at, name.mention.start)
        mention = name.mention
        pieces.append((mention.start, mention.end, mention.surface.lower(), name, mention.surface))
        at = max(at, mention.end)
    return pieces + _plain(text, at, end)


def _plain(text: str, start: int, end: int) -> list[_Piece]:
    pieces: list[_Piece] = []
    for match in _WORD.finditer(text, start, end):
        first, last, lower = match.start(), match.end(), match.group().lower()
        for tail in _TAILS:
            if lower.endswith(tail) and len(lower) > len(tail):
                pieces.append((first, last - len(tail), lower[: -len(tail)], None, match.group()))
                first, lower = last - len(tail), tail.replace("’", "'")
                break
        pieces.append((first, last, lower.replace("’", "'"), None, match.group()))
    return pieces


def _word(pieces: list[_Piece], lowers: list[str], at: int, lexicon: Lexicon) -> tuple[Word, int]:
    start, end, lower, resolution, surface = pieces[at]
    if resolution is not None:
        return Word(start, end, lower, _place_mask(resolution, lexicon), None, resolution), at + 1
    for rest, mask in lexicon.phrases.get(lower, ()):
        after = at + 1 + len(rest)
        if tuple(lowers[at + 1 : after]) == rest:
            return Word(start, pieces[after - 1][1], " ".join(lowers[at:after]), mask), after
    mask = lexicon.forms.get(lower, 0) or _without_clitic(lower, lexicon)
    if mask & lexicon.bits["name_when_capital"] and at and surface[:1].isupper():
        mask = 0
    if lower[0].isdigit() or lexicon.forms.get(lower.split("-")[0], 0) & lexicon.bits["numeral"]:
        number = number_at(lowers, at, language=lexicon.language)
        if number is not None:
            high, end = _range_end(pieces, lowers, at, number, lexicon)
            word, after = _number(pieces, lowers, at, number.value, end, lexicon)
            return word._replace(high=high if word.number is not None else None), after
    mask |= _person(lowers, at, mask, lexicon) | _mark(lower, lexicon)
    return Word(start, end, lower, mask), at + 1


def _person(lowers: list[str], at: int, mask: int, lexicon: Lexicon) -> int:
    """The classes of a word that names people by its form: "nine-year-old", "nueve cocaleros"."""
    if lowers[at].endswith(_AGED):
        return lexicon.mask("people", "#sing")
    if not mask and at and _is_trade(lowers[at], lowers[at - 1], lexicon):
        return lexicon.mask("people", "#plur")
    return 0


def _without_clitic(lower: str, lexicon: Lexicon) -> int:
    """The mask of a Portuguese verb with a pronoun after it: "refugiaram-se", "abrigá-los"."""
    verb, clitic = lower[: lower.rfind("-")], _CLITIC.search(lower)
    if lexicon.language != "pt" or clitic is None:
        return 0
    mask = lexicon.forms.get(verb, 0)
    return mask or lexicon.forms.get(verb.translate(_PLAIN) + "r", 0)


def _is_trade(lower: str, before: str, lexicon: Lexicon) -> bool:
    """Tell of "nueve cocaleros": people by what they do, and how many."""
    trades = _TRADES.get(lexicon.language)
    counted = before[:1].isdigit() or bool(lexicon.forms.get(before, 0) & lexicon.bits["numeral"])
    return counted and trades is not None and bool(trades.search(lower))


def _mark(lower: str, lexicon: Lexicon) -> int:
    if lower == ",":
        return lexicon.bits["comma"]
    if lower in _HARD or (lower == "-" or lower == "--"):
        return lexicon.bits["hard"]
    return lexicon.bits["quote"] if lower in _QUOTES else 0


def _range_end(
    pieces: list[_Piece], lowers: list[str], at: int, low: Number, lexicon: Lexicon
) -> tuple[int | None, int]:
    """The upper end of "30 to 40", "between 30 and 40", "30-40", and where it ends."""
    joint = low.end
    if joint + 1 >= len(lowers) or pieces[joint + 1][3] is not None:
        return None, low.end
    between = at > 0 and bool(lexicon.forms.get(lowers[at - 1], 0) & lexicon.bits["between"])
    mask = lexicon.forms.get(lowers[joint], 0)
    joined = mask & lexicon.bits["passes"] if between else mask & lexicon.bits["range"]
    if not joined and lowers[joint] not in _RANGE_MARKS:
        return None, low.end
    high = number_at(lowers, joint + 1, language=lexicon.language)
    if high is None or not low.value < high.value <= _WIDEST_RANGE * max(low.value, 1):
        return None, low.end
    return high.value, high.end


def _number(
    pieces: list[_Piece], lowers: list[str], at: int, value: int, after: int, lexicon: Lexicon
) -> tuple[Word, int]:
    """A number of things; years, ages, measures and sums of money are none."""
    start, end = pieces[at][0], pieces[after - 1][1]
    lower = " ".join(lowers[at:after])
    before = lowers[at - 1] if at else ""
    following = lowers[after] if after < len(lowers) else ""
    mask = lexicon.forms.get(following, 0)
    if lexicon.forms.get(before, 0) & lexicon.bits["few"]:
        return Word(start, end, lower, lexicon.mask("vague")), after
    months = (lexicon.forms.get(word.rstrip("."), 0) for word in (before, following))
    counted = bool(mask & lexicon.bits["people"]) and not lower.isdigit()
    if (
        value <= _MONTH_DAYS
        and not counted
        and any(month & lexicon.bits["month"] for month in months)
    ):
        return Word(start, end, lower, 0), after
    dated = bool(lexicon.forms.get(before, 0) & lexicon.bits["governs_noun"])
    if value in _YEARS and lower.isdigit() and (dated or not mask & lexicon.mask("people")):
        return Word(start, end, lower, lexicon.bits["year"]), after
    aged = value < 110 and (
        (before == "," and following == ",")
        or bool(lexicon.forms.get(before, 0) & lexicon.bits["aged"])
    )
    if aged or before in _CURRENCY or mask & lexicon.mask("measure") or following == "%":
        return Word(start, end, lower, 0), after
    return Word(start, end, lower, lexicon.bits["number"], value), after


def _place_mask(resolution: Resolution, lexicon: Lexicon) -> int:
    role = resolution.mention.role
    if role is Role.DEMONYM:
        plural = resolution.mention.surface.endswith("s")
        return lexicon.bits["demonym"] | (lexicon.mask("people", "nation") if plural else 0)
    if role in {Role.ORGANISATION, Role.PERSON}:
        return lexicon.bits["name"]
    mask = lexicon.places.get(str(resolution.kind), lexicon.bits["place"])
    between = len(resolution.country_codes) > 1 and str(resolution.kind) in _BOUNDARIES
    return mask | (lexicon.bits["boundary"] if between else 0)
