"""Run every derive step; see the package's docstring for the sources."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from tqdm import tqdm

from gazetteer.derive import borders, countries, divisions, lists, waters
from gazetteer.derive.atlas import Atlas
from gazetteer.derive.output import write_geojson, write_table
from gazetteer.derive.packages import Packages

TARGET = Path(__file__).parent.parent / "data" / "derived"


def main() -> None:
    """Write gazetteer/data/derived from a folder of downloaded packages."""
    parser = argparse.ArgumentParser(prog="python -m gazetteer.derive", description=main.__doc__)
    parser.add_argument("--from", dest="folder", type=Path, required=True, metavar="DIR")
    parser.add_argument("--to", type=Path, default=TARGET, metavar="DIR")
    parser.add_argument("--only", nargs="*", default=[], metavar="STEP")
    options = parser.parse_args()
    options.to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        atlas = Atlas(Packages(options.folder, scratch=Path(scratch)))
        steps = [step for step in STEPS if not options.only or step in options.only]
        for step in tqdm(steps, desc="derive", unit="file"):
            STEPS[step](atlas, options.to)


STEPS = {
    "countries": lambda a, to: write_geojson(to / "countries.geojson.gz", countries.features(a)),
    "borders": lambda a, to: write_geojson(to / "borders.geojson.gz", borders.features(a)),
    "units": lambda a, to: write_geojson(
        to / "divisions.geojson.gz", divisions.polygons(a), decimals=3
    ),
    "divisions": lambda a, to: write_table(
        to / "divisions.tsv.gz", divisions.HEADER, divisions.rows(a)
    ),
    "rivers": lambda a, to: write_geojson(to / "rivers.geojson.gz", waters.rivers(a)),
    "lakes": lambda a, to: write_geojson(to / "lakes.geojson.gz", waters.lakes(a)),
    "seas": lambda a, to: write_geojson(to / "seas.geojson.gz", waters.seas(a)),
    "areas": lambda a, to: write_geojson(
        to / "regions.geojson.gz", lists.area_regions(a), decimals=3
    ),
    "regions": lambda a, to: write_table(
        to / "regions.tsv", lists.REGION_HEADER, lists.point_regions(a)
    ),
    "demonyms": lambda a, to: write_table(
        to / "demonyms.tsv", lists.DEMONYM_HEADER, lists.demonyms(a)
    ),
    "airports": lambda a, to: write_table(
        to / "airports.tsv", lists.AIRPORT_HEADER, lists.airports(a)
    ),
}

if __name__ == "__main__":
    main()
