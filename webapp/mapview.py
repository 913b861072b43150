"""The map, built by Folium: tiles, a layer for each kind, the layer control, and our one element.

Folium writes strings into a script, where a text such as `${...}` would run. So no text of an
article ever enters this module: the events come as JSON, and webapp/static/js sets their texts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import folium
from branca.element import CssLink, JavascriptLink, MacroElement
from folium.elements import JSCSSMixin
from folium.template import Template
from markupsafe import Markup, escape

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from geo.query import BoundingBox
    from webapp.assets import Assets

ATTRIBUTION = (
    'Natural Earth · <a href="https://www.geonames.org/" rel="noopener noreferrer">GeoNames</a> '
    '<a href="https://creativecommons.org/licenses/by/4.0/" rel="noopener noreferrer">CC BY 4.0</a>'
)
_TILE_PX = 512
_MIN_ZOOM, _MAX_ZOOM = 2, 13
_FIT_ZOOM = 9
_WORLD_LATLON, _WORLD_ZOOM = (15.0, 10.0), 3


@dataclass(frozen=True, slots=True, kw_only=True)
class MapParts:
    """What Folium rendered, for our own template to put in place."""

    styles: Markup
    scripts: Markup
    html: Markup
    script: Markup


class PlacelineMap(folium.Map):
    """A Folium map that takes Leaflet from our own address, and nothing else from anywhere."""

    def __init__(self, *, assets: Assets, **options: Any) -> None:
        super().__init__(tiles=None, **options)
        # On the instance: the lists of the class are shared by all maps.
        self.default_js = [("leaflet", assets.url("leaflet/leaflet.js"))]
        self.default_css = [("leaflet_css", assets.url("leaflet/leaflet.css"))]


class PageElement(JSCSSMixin, MacroElement):
    """Hands the map and its layers to our script of a page, which draws what belongs on it."""

    _template = Template(
        """
        {% macro script(this, kwargs) %}
            import({{ this.module | tojson }}).then((page) => page.start({
                map: {{ this._parent.get_name() }},
                layers: new Map([
                    {%- for kind, layer in this.layers.items() %}
                    [{{ kind | tojson }}, {{ layer.get_name() }}],
                    {%- endfor %}
                ]),
                tiles: new Map([
                    {%- for theme, layer in this.tiles.items() %}
                    [{{ theme | tojson }}, {{ layer.get_name() }}],
                    {%- endfor %}
                ]),
                options: {{ this.options | tojson }},
            }));
        {% endmacro %}
        """
    )

    def __init__(
        self,
        *,
        assets: Assets,
        module: str,
        layers: Mapping[str, folium.FeatureGroup],
        tiles: Mapping[str, folium.TileLayer],
        options: Mapping[str, Any],
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._name = "PageElement"
        self.default_css = [("placeline_css", assets.url("css/map.css"))]
        self.module = assets.url(module)
        self.layers = layers
        self.tiles = tiles
        self.options = dict(options)


def build_map(
    *,
    assets: Assets,
    kinds: Sequence[Mapping[str, Any]],
    counts: Mapping[str, int],
    bounds: BoundingBox | None,
    options: Mapping[str, Any],
) -> folium.Map:
    """Build the map of events; `counts` are those of each kind, `options` are for our script."""
    made, tiles = _map(assets)
    layers = {kind["name"]: _layer(kind, counts) for kind in kinds}
    for layer in layers.values():
        layer.add_to(made)
    folium.LayerControl(position="topright", collapsed=True).add_to(made)
    if bounds:
        made.add_child(_fitted(bounds))
    element = PageElement(
        assets=assets, module="js/main.js", layers=layers, tiles=tiles, options=options
    )
    made.add_child(element)
    return made


def build_article_map(*, assets: Assets, kinds: Sequence[Mapping[str, Any]]) -> folium.Map:
    """Build the small map of one article; its places and events stand in the page as JSON."""
    made, tiles = _map(assets)
    layers = {kind["name"]: folium.FeatureGroup(name=kind["name"]) for kind in kinds}
    for layer in layers.values():
        layer.add_to(made)
    element = PageElement(
        assets=assets,
        module="js/article/main.js",
        layers=layers,
        tiles=tiles,
        options={"kinds": list(kinds)},
    )
    made.add_child(element)
    return made


def _map(assets: Assets) -> tuple[PlacelineMap, dict[str, folium.TileLayer]]:
    """Return an empty map with its basemaps by theme."""
    made = PlacelineMap(
        assets=assets,
        location=_WORLD_LATLON,
        zoom_start=_WORLD_ZOOM,
        min_zoom=_MIN_ZOOM,
        max_zoom=_MAX_ZOOM,
        zoom_control=False,
        control_scale=True,
        world_copy_jump=True,
    )
    tiles = {theme: _tiles(theme) for theme in ("light", "dark")}
    for layer in tiles.values():
        layer.add_to(made)
    return made, tiles


def render(made: folium.Map) -> MapParts:
    """Render a map in parts, without Folium's page around it.

    Its own header forbids readers to zoom the page; our style sheet sizes the map instead.
    """
    figure: Any = made.get_root()
    made.render()  # type: ignore[no-untyped-call]
    links = figure.header._children.values()  # noqa: SLF001
    return MapParts(
        styles=_markup(link for link in links if isinstance(link, CssLink)),
        scripts=_markup(link for link in links if isinstance(link, JavascriptLink)),
        html=_markup([figure.html]),
        script=_markup([figure.script]),
    )


def _fitted(bounds: BoundingBox) -> folium.FitBounds:
    """Return what brings a box into view, with room for the badges above their places."""
    fit = folium.FitBounds(
        [(bounds.south, bounds.west), (bounds.north, bounds.east)],
        padding_top_left=(56, 96),
        padding_bottom_right=(72, 40),
        max_zoom=_FIT_ZOOM,
    )
    # An animation would end after our script has set the view that the address asks for.
    fit.options["animate"] = False
    return fit


def _tiles(theme: str) -> folium.TileLayer:
    """Return the basemap of a theme; the script shows the one that suits the reader."""
    return folium.TileLayer(
        tiles=f"/tiles/{theme}/{{z}}/{{x}}/{{y}}.png?scale={{r}}",
        attr=ATTRIBUTION,
        name=theme,
        control=False,
        show=False,
        min_zoom=_MIN_ZOOM,
        max_zoom=_MAX_ZOOM,
        tile_size=_TILE_PX,
        zoom_offset=-1,
        keep_buffer=3,
    )


def _layer(kind: Mapping[str, Any], counts: Mapping[str, int]) -> folium.FeatureGroup:
    """Return the empty layer of a kind, named for the layer control with its count."""
    name = escape(kind["name"])
    count = Markup('<span class="layer-count" data-kind="{}">{}</span>').format(
        name, counts.get(kind["name"], 0)
    )
    return folium.FeatureGroup(name=str(Markup("{} {}").format(kind["label"], count)))


def _markup(elements: Iterable[Any]) -> Markup:
    """Render elements of Folium; all that is in them is ours."""
    return Markup("\n".join(element.render() for element in elements))  # noqa: S704
