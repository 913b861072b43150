"""How fast places are read: words per CPU-second, and time against length.

    python -m benchmarks.reading ARTICLES.jsonl

Each line holds a "text". Compare figures of one machine only.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path

from gazetteer import open_gazetteer
from geo.pipeline import read_places
from geo.sentences import split

SIZES_KB = (10, 100, 1000)


def main() -> None:
    """Read the articles once to warm up and once for the clock; then ever longer texts."""
    lines = Path(sys.argv[1]).read_text(encoding="utf-8").split("\n")
    texts = [json.loads(line)["text"] for line in lines if line.strip()]
    with open_gazetteer() as gazetteer:

        def seconds(text: str) -> float:
            begun = time.process_time()
            read_places(text, split(text), gazetteer)
            return time.process_time() - begun

        for text in texts:
            seconds(text)
        words = sum(len(text.split()) for text in texts)
        print(f"{words / sum(map(seconds, texts)):,.0f} words per CPU-second")
        joined = "\n\n".join(texts)
        whole = joined * (SIZES_KB[-1] * 1000 // len(joined) + 1)
        for size_kb in SIZES_KB:
            print(
                f"{size_kb:>6} kB: {seconds(whole[: size_kb * 1000]) * 1000 / size_kb:.2f} ms a kB"
            )
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory {peak_mb:,.0f} MB")


if __name__ == "__main__":
    main()
