"""KML 2.2 for Google Earth and QGIS: styled by kind, dated, with all fields; no picture from elsewhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape, quoteattr

from geo.exporters.fields import fields
from geo.exporters.format import Format
from geo.extraction import kinds
from geo.features import feature

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from gazetteer.place import Gazetteer
    from geo.exporters.methods import Methods
    from geo.record import Record

# What XML 1.0 cannot hold, however it is escaped.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TYPES = {"integer": "int", "number": "double", "boolean": "bool"}


def write(
    records: Iterable[Record], path: Path, *, gazetteer: Gazetteer | None, methods: Methods
) -> int:
    """Write records as placemarks and return their number."""
    number = 0
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(_opening(methods))
        for record in records:
            file.write(_placemark(feature(record, gazetteer=gazetteer)))
            number += 1
        file.write("</Folder>\n</Document>\n</kml>\n")
    return number


def _opening(methods: Methods) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">\n'
    yield f"<Document>\n<name>{_text(methods.title)}</name>\n"
    yield f"<description>{_text(methods.text)}</description>\n"
    yield from (_style(name, kind.colour) for name, kind in sorted(kinds().items()))
    yield '<Schema name="event" id="event">\n'
    for field in fields():
        yield f'<SimpleField type="{_TYPES.get(field.type, "string")}" name="{field.name}"/>\n'
    yield "</Schema>\n<Folder>\n<name>events</name>\n"


def _style(name: str, colour: str) -> str:
    """Return a style; KML writes colours as opacity, blue, green, red."""
    red, green, blue = colour[1:3], colour[3:5], colour[5:7]
    shade = f"{blue}{green}{red}".lower()
    return (
        f"<Style id={quoteattr(name)}><IconStyle><color>ff{shade}</color></IconStyle>"
        f"<LineStyle><color>ff{shade}</color><width>3</width></LineStyle>"
        f"<PolyStyle><color>40{shade}</color></PolyStyle></Style>\n"
    )


def _placemark(event: dict[str, Any]) -> str:
    told = event["properties"]
    name = f"{told['event_type']}: {told['location'] or 'place not located'}"
    data = "".join(
        f'<SimpleData name="{field.name}">{_text(_value(told[field.name]))}</SimpleData>'
        for field in fields()
        if told[field.name] is not None
    )
    return (
        f'<Placemark id="event-{_text(event["id"])}"><name>{_text(name)}</name>'
        f"<description>{_text(told['excerpt'])}</description>{_span(told)}"
        f"<styleUrl>#{_text(told['event_type'])}</styleUrl>"
        f'<ExtendedData><SchemaData schemaUrl="#event">{data}</SchemaData></ExtendedData>'
        f"{_geometry(event['geometry'])}</Placemark>\n"
    )


def _span(told: dict[str, Any]) -> str:
    if not told["event_date"]:
        return ""
    first, last = told["event_date"], told["date_latest"]
    return f"<TimeSpan><begin>{first}</begin><end>{last}</end></TimeSpan>"


def _geometry(shape: dict[str, Any] | None) -> str:
    if shape is None:
        return ""
    kind, coordinates = shape["type"], shape["coordinates"]
    if kind.startswith("Multi"):
        single = kind.removeprefix("Multi")
        parts = "".join(_geometry({"type": single, "coordinates": each}) for each in coordinates)
        return f"<MultiGeometry>{parts}</MultiGeometry>"
    if kind == "Polygon":
        outer, *holes = (f"<LinearRing>{_coordinates(ring)}</LinearRing>" for ring in coordinates)
        inner = "".join(f"<innerBoundaryIs>{hole}</innerBoundaryIs>" for hole in holes)
        return f"<Polygon><outerBoundaryIs>{outer}</outerBoundaryIs>{inner}</Polygon>"
    points = [coordinates] if kind == "Point" else coordinates
    return f"<{kind}>{_coordinates(points)}</{kind}>"


def _coordinates(points: list[list[float]]) -> str:
    return f"<coordinates>{' '.join(f'{lon},{lat}' for lon, lat in points)}</coordinates>"


def _value(value: Any) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def _text(text: str) -> str:
    return escape(_FORBIDDEN.sub("", text), {'"': "&quot;"})


FORMAT = Format(
    name="kml",
    label="KML for Google Earth",
    suffix=".kml",
    content_type="application/vnd.google-earth.kml+xml",
    write=write,
    rank=4,
)
