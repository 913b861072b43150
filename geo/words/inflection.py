"""Inflect the entries of the word lists: regular forms by rule, irregular ones as listed."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

#: The forms that a rule may ask for, as classes of their own.
FEATURES = (
    "#base", "#pres", "#past", "#part", "#ger", "#fut", "#cond", "#subj", "#sing", "#plur",
)  # fmt: skip

_DOUBLING = re.compile(r"^[^aeiou]*[aeiou][bdgmnprt]$")
_SIBILANT = re.compile(r"(?:s|x|z|ch|sh)$")
_ROMANCE_VERB = re.compile(r"(ar|er|ir)$")


def forms(entry: str, *, language: str) -> Iterator[tuple[str, str]]:
    """Yield (form, feature) of an entry such as `migrant/n`, `flee/v:fled`, `huyó#past`, `away`.

    `/n` adds the plural (or the one after a colon), `/v` the verb's forms (English: the past and
    the participle after colons where irregular), `/a` the genders and numbers of an adjective or
    participle. In an underscored phrase English and verbs inflect the first word, nouns the last.
    """
    stem, _, rest = entry.partition("/")
    pos, *irregular = rest.split(":") if rest else [""]
    if not pos:
        form, _, feature = stem.partition("#")
        yield form, f"#{feature}" if feature else ""
    elif pos == "n":
        yield from _noun(stem, irregular, language)
    elif pos == "a":
        yield from ((form, "") for form in _adjective(stem))
    else:
        head, _, tail = stem.partition("_")
        irregular = [form.removesuffix(f"_{tail}") if tail else form for form in irregular]
        verb = _english_verb(head, irregular) if language == "en" else _romance_verb(head, language)
        yield from ((f"{form}_{tail}" if tail else form, feature) for form, feature in verb)


def _noun(stem: str, irregular: list[str], language: str) -> Iterator[tuple[str, str]]:
    yield stem, "#sing"
    head, _, last = stem.rpartition("_") if language == "en" else ("", "", stem)
    plural = irregular[0] if irregular else _plural(last, language)
    yield f"{head}_{plural}" if head else plural, "#plur"


def _plural(word: str, language: str) -> str:
    if language == "en":
        if re.search(r"[^aeiou]y$", word):
            return word[:-1] + "ies"
        return word + ("es" if _SIBILANT.search(word) else "s")
    first, space, rest = word.partition("_")
    return _romance_plural(first, language) + space + rest


def _romance_plural(word: str, language: str) -> str:
    if language == "pt":
        for end, plural in (
            ("ão", "ões"),
            ("al", "ais"),
            ("el", "éis"),
            ("ol", "óis"),
            ("m", "ns"),
        ):
            if word.endswith(end):
                return word[: -len(end)] + plural
    for end, plural in (
        ("ión", "iones"),
        ("ón", "ones"),
        ("án", "anes"),
        ("és", "eses"),
        ("z", "ces"),
    ):
        if word.endswith(end):
            return word[: -len(end)] + plural
    return word + ("s" if word[-1] in "aeiouáéíóúãê" else "es")


def _adjective(stem: str) -> tuple[str, ...]:
    """The four forms of a Romance word in -o; the plural of any other."""
    first, space, rest = stem.partition("_")
    if first.endswith("o"):
        root = first[:-1]
        return tuple(root + end + space + rest for end in ("o", "a", "os", "as"))
    return first + space + rest, first + ("s" if first[-1] in "aeiou" else "es") + space + rest


def _english_verb(verb: str, irregular: list[str]) -> Iterator[tuple[str, str]]:
    stem = verb[:-1] if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")) else verb
    y_stem = re.sub(r"([^aeiou])y$", r"\1i", verb)
    doubled = verb + verb[-1] if _DOUBLING.match(verb) or verb in _doubling() else stem
    regular = verb + "d" if verb.endswith("e") else (doubled if doubled != stem else y_stem) + "ed"
    past = irregular[0] if irregular else regular
    yield verb, "#base"
    yield (
        (y_stem if y_stem != verb else verb)
        + ("es" if y_stem != verb or _SIBILANT.search(verb) else "s"),
        "#pres",
    )
    yield past, "#past"
    yield irregular[1] if len(irregular) > 1 else past, "#part"
    yield (doubled if doubled != stem else stem) + "ing", "#ger"


@cache
def _doubling() -> frozenset[str]:
    """English verbs of two syllables that double their last letter."""
    text = files("geo.words").joinpath("data/doubling.txt").read_text(encoding="utf-8")
    return frozenset(text.split())


@cache
def _endings(language: str, conjugation: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    table = files("geo.words").joinpath("data/endings.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in table.splitlines()[1:])
    return tuple(
        (feature, tuple(endings.split()))
        for of, ending, feature, endings in rows
        if (of, ending) == (language, conjugation)
    )


_SPELLING = (("c", "qu"), ("g", "gu"), ("z", "c"))


def _romance_verb(verb: str, language: str) -> Iterator[tuple[str, str]]:
    reflexive = re.sub(r"-?se$", "", verb)
    match = _ROMANCE_VERB.search(reflexive)
    if match is None:
        raise ValueError(f"{verb!r}: wanted a verb in -ar, -er or -ir")
    root, conjugation = reflexive[: match.start()], match.group()
    yield reflexive, "#base"
    if reflexive != verb:
        yield verb, "#base"
    # "ir", "dar", "ver": what a rule gives of so short a stem is another word ("e", "de").
    regular = _endings(language, conjugation) if len(root) > 1 else ()
    for feature, endings in regular:
        for ending in endings:
            yield _spelled(root, ending, conjugation) + ending, feature
    for feature, irregular in _irregular(language).get(reflexive, ()):
        yield from ((form, feature) for form in irregular)


@cache
def _irregular(language: str) -> Mapping[str, list[tuple[str, tuple[str, ...]]]]:
    """Forms of Romance verbs that no rule gives, by verb; those of the rule stand beside them."""
    table = files("geo.words").joinpath("data/irregular.tsv").read_text(encoding="utf-8")
    verbs: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for line in table.splitlines()[1:]:
        of, verb, feature, irregular = line.split("\t")
        if of == language:
            verbs.setdefault(verb, []).append((feature, tuple(irregular.split())))
    return verbs


def _spelled(root: str, ending: str, conjugation: str) -> str:
    """Keep the sound of c, g and z before e: cruzar, cruce; atacar, ataque."""
    if conjugation == "ar" and ending[0] in "eé":
        for letter, written in _SPELLING:
            if root.endswith(letter):
                return root[:-1] + written
    return root
