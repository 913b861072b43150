"""A gazetteer of a few dozen places, written in a moment by the real writer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import shapely

from gazetteer.build import prominence
from gazetteer.build.entry import Entry, names_of
from gazetteer.build.waters import water_names
from gazetteer.build.writer import Writer
from gazetteer.place import Coordinates, Kind, NameType, Place
from gazetteer.sources import Source
from gazetteer.sqlite import SqliteGazetteer

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = Source(
    name="tiny", version="1", licence="MIT", url="https://example.org/", credit="made by hand"
)
# id, name, kind, countries, admin1, lat, lon, population, other names, abbreviations, demonyms
_PLACES = """
country:VE|Venezuela|country|VE||7.2|-64.6|28870195|Bolivarian Republic of Venezuela|VE|Venezuelan
country:CO|Colombia|country|CO||3.4|-73.2|49648685|Republic of Colombia|CO|Colombian
country:BR|Brazil|country|BR||-12.1|-49.6|209469333|Brasil|BR|Brazilian
country:PS|Palestine|country|PS||32.0|35.3|4569087||PS|Palestinian
country:EG|Egypt|country|EG||26.6|29.8|98423595||EG|Egyptian
country:US|United States|country|US||39.5|-97.5|327167434|United States of America|U.S.;USA|American
country:GE|Georgia|country|GE||41.9|43.7|3731000||GE|Georgian
country:SV|El Salvador|country|SV||13.7|-88.9|6420744||SV|Salvadoran
country:NL|Netherlands|country|NL||52.4|5.6|17231017|Holland|NL|Dutch
admin1:VE-20|Táchira|admin1|VE|20|7.83|-72.08|1177300|Estado Táchira||
admin1:CO-21|Norte de Santander|admin1|CO|21|8.0|-73.0|1491689|||
admin1:BR-25|Roraima|admin1|BR|25|2.0|-61.5|631181|||
admin1:US-GA|Georgia|admin1|US|GA|32.75|-83.5|8975842|State of Georgia|Ga.;GA|
admin1:US-HI|Hawaii|admin1|US|HI|20.8|-156.4|1284220||HI|
admin1:US-IL|Illinois|admin1|US|IL|40.0|-89.25|12772888||Ill.;IL|
admin1:US-MA|Massachusetts|admin1|US|MA|42.37|-71.1|6863246||Mass.;MA|
geonames:3685533|Cúcuta|settlement|CO|21|7.90745|-72.5049|777106|San José de Cúcuta||
geonames:3628550|San Antonio del Táchira|settlement|VE|20|7.8112|-72.44437|66392|||
geonames:3625542|San Cristóbal|settlement|VE|20|7.76694|-72.225|246583|||
geonames:3662762|Pacaraima|settlement|BR|25|4.4817|-61.1401|12144|||
geonames:3664980|Boa Vista|settlement|BR|25|2.81972|-60.67333|235150|||
geonames:5856195|Honolulu|settlement|US|HI|21.30694|-157.85833|350964|||
geonames:4180439|Atlanta|settlement|US|GA|33.749|-84.38798|498715|||
geonames:4190598|Decatur|settlement|US|GA|33.77483|-84.29631|22813|||
geonames:4250542|Springfield|settlement|US|IL|39.80172|-89.64371|114394|||
geonames:4951788|Springfield|settlement|US|MA|42.10148|-72.58981|154341|||
geonames:281102|Rafah|settlement|PS|GZ|31.29722|34.24357|126305|Rafaḩ||
geonames:350350|Rafah|settlement|EG|27|31.28204|34.23869|44215|Rafaḩ||
geonames:1336134|Cox’s Bāzār|settlement|BD|84|21.43973|92.00955|253788|Cox's Bazar||
geonames:6324729|Halifax|settlement|CA|07|44.64533|-63.57239|439819|||
curated:bolivar|Simón Bolívar Bridge|bridge|CO;VE|21|7.82|-72.45|0|Puente Simón Bolívar||
curated:rafah-crossing|Rafah crossing|crossing|EG;PS|27|31.2486|34.2592|0|Rafah border crossing||
airport:CUC|Camilo Daza International Airport|facility|CO|21|7.9276|-72.5115|0|Cúcuta Airport||
"""
_SHAPES = {
    "country:VE": shapely.Polygon([(-72.44, 7.4), (-60, 4.45), (-60, 12), (-72.44, 12)]),
    "country:CO": shapely.Polygon([(-78, 0), (-72.44, 0), (-72.44, 12), (-78, 12)]),
    "admin1:VE-20": shapely.box(-72.44, 7.4, -71.5, 8.5),
    "admin1:US-GA": shapely.box(-85.6, 30.4, -80.9, 35.0),
}


def tiny_gazetteer(folder: Path) -> SqliteGazetteer:
    """Write the places into a folder and open them."""
    write_tiny(folder)
    return SqliteGazetteer(folder)


def write_tiny(folder: Path) -> None:
    """Write the places into a folder."""
    with Writer(folder, sources={SOURCE.name: SOURCE}) as writer:
        for entry in tiny_entries():
            writer.add(entry)
        writer.finish(edition="tiny", built="2019-02-23T00:00:00Z")


def tiny_entries(source: str = SOURCE.name) -> list[Entry]:
    """Return the places, said to be of a source."""
    entries = [*map(_entry, _PLACES.strip().splitlines()), *_lines_and_areas()]
    return [replace(entry, place=replace(entry.place, source=source)) for entry in entries]


def _entry(line: str) -> Entry:
    key, name, kind, codes, admin1, lat, lon, population, others, short, people = line.split("|")
    place = Place(
        id=key,
        name=name,
        kind=Kind(kind),
        country_codes=tuple(codes.split(";")),
        coordinates=Coordinates(lat=float(lat), lon=float(lon)),
        admin1=admin1,
        population=int(population or 0),
        source=SOURCE.name,
    )
    return Entry(
        place=place,
        names=(
            *names_of([name], NameType.PREFERRED),
            *names_of(others.split(";"), NameType.ALTERNATE),
            *names_of(short.split(";"), NameType.ABBREVIATION),
            *names_of(people.split(";"), NameType.DEMONYM),
        ),
        prominence=_prominence(place),
        geometry=_SHAPES.get(key),
        note="position well known" if key.startswith("curated") else "",
    )


def _prominence(place: Place) -> float:
    if place.kind is Kind.SETTLEMENT:
        return prominence.of_population(place.kind, place.population)
    return prominence.BASE[place.kind]


def _lines_and_areas() -> list[Entry]:
    tachira = shapely.LineString([(-72.47, 7.45), (-72.45, 7.8), (-72.48, 7.95)])
    border = shapely.LineString([(-72.47, 7.45), (-72.45, 7.8), (-72.48, 7.95), (-71.9, 11.8)])
    south = shapely.LineString([(-64.8, 4.2), (-61.1, 4.48), (-60.7, 5.2)])
    aegean = shapely.box(23, 36, 27, 40)
    darien = shapely.box(-78.1, 7.2, -76.9, 8.7)
    return [
        Entry(
            place=_drawn("curated:tachira-river", "Táchira River", Kind.RIVER, "CO;VE", tachira),
            names=water_names(["Táchira River"], ["Río Táchira"], kind=Kind.RIVER),
            prominence=prominence.BASE[Kind.RIVER],
            geometry=tachira,
        ),
        *(
            Entry(
                place=_drawn(
                    f"border:{a}-{b}", f"{one}–{other} border", Kind.BORDER, f"{a};{b}", line
                ),
                names=tuple(
                    names_of([f"{one}-{other} border", f"{other}-{one} border"], NameType.PREFERRED)
                ),
                prominence=prominence.BASE[Kind.BORDER],
                geometry=line,
            )
            for a, b, one, other, line in (
                ("CO", "VE", "Colombia", "Venezuela", border),
                ("BR", "VE", "Brazil", "Venezuela", south),
            )
        ),
        Entry(
            place=_drawn("sea:aegean-sea", "Aegean Sea", Kind.SEA, "", aegean),
            names=tuple(names_of(["Aegean Sea"], NameType.PREFERRED)),
            prominence=prominence.BASE[Kind.SEA],
            geometry=aegean,
        ),
        Entry(
            place=_drawn("curated:darien-gap", "Darién Gap", Kind.REGION, "CO;PA", darien),
            names=tuple(names_of(["Darién Gap", "Darien Jungle"], NameType.PREFERRED)),
            prominence=prominence.BASE[Kind.REGION],
            geometry=darien,
        ),
    ]


def _drawn(key: str, name: str, kind: Kind, codes: str, shape: shapely.Geometry) -> Place:
    middle = shapely.point_on_surface(shape)
    return Place(
        id=key,
        name=name,
        kind=kind,
        country_codes=tuple(filter(None, codes.split(";"))),
        coordinates=Coordinates(lat=middle.y, lon=middle.x),
        source=SOURCE.name,
    )
