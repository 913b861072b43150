// The places of an article on its small map: dots, thin lines, faint areas.

const L = window.L;
const WHOLE = new Set(["country", "region", "border"]);
const COUNTRY = "country";
const LOOK = { weight: 1.6, opacity: 0.75, fillOpacity: 0.07 };
const LIT = { weight: 3.5, opacity: 1, fillOpacity: 0.2 };

export class Places {
  /** `on` takes choose(key) and hover(key or null). */
  constructor({ map, places, on }) {
    this.map = map;
    this.on = on;
    this.places = new Map(places.map((place) => [place.key, place]));
    this.layers = new Map();
    map.createPane("places").style.zIndex = 370;
    map.createPane("dots").style.zIndex = 395;
    this.renderer = L.svg({ pane: "places", padding: 0.5 });
    this.dots = L.svg({ pane: "dots", padding: 0.5 });
  }

  has(key) {
    return this.places.has(key);
  }

  pointOf(key) {
    const place = this.places.get(key);
    return place ? [place.lat, place.lon] : null;
  }

  /** Return the box of the points of all places; of an article that names only countries, theirs. */
  bounds() {
    const all = [...this.places.values()];
    const fine = all.filter((place) => place.precision !== COUNTRY);
    return L.latLngBounds((fine.length ? fine : all).map(({ lat, lon }) => [lat, lon]));
  }

  show() {
    for (const place of this.places.values()) {
      const layer = this.draw(place);
      layer.on("mouseover", () => this.on.hover(place.key));
      layer.on("mouseout", () => this.on.hover(null));
      layer.on("click", () => this.on.choose(place.key));
      layer.bindTooltip(() => textOf(place.name), { direction: "top", offset: [0, -6], opacity: 1 });
      layer.addTo(this.map);
      this.layers.set(place.key, layer);
    }
  }

  /** A country is a dot at its label point until it is chosen: its area would colour the whole map. */
  draw(place) {
    const dot = L.circleMarker([place.lat, place.lon], {
      pane: "dots", renderer: this.dots, radius: WHOLE.has(place.precision) ? 4 : 5.5, weight: 2, fillOpacity: 1, className: `place-dot place-dot-${place.precision}`, bubblingMouseEvents: false,
    });
    if (!place.geometry || place.precision === COUNTRY) return L.featureGroup([dot]);
    const shape = L.geoJSON(place.geometry, { pane: "places", renderer: this.renderer, style: { ...LOOK, className: classOf(place) }, bubblingMouseEvents: false });
    return L.featureGroup([shape, dot]);
  }

  light(key, on) {
    this.layers.get(key)?.eachLayer((part) => {
      if (part instanceof L.CircleMarker) part.getElement()?.classList.toggle("lit", on);
      else part.setStyle(on || key === this.chosen ? LIT : LOOK);
    });
  }

  /** Draw what was chosen more strongly; a country as the area that it is. */
  choose(key) {
    const before = this.chosen;
    this.chosen = this.has(key) ? key : null;
    this.area?.remove();
    this.area = null;
    if (before) this.light(before, false);
    for (const [each, layer] of this.layers) {
      layer.eachLayer((part) => part instanceof L.CircleMarker && part.getElement()?.classList.toggle("chosen", each === this.chosen));
    }
    if (!this.chosen) return;
    this.light(this.chosen, true);
    const place = this.places.get(key);
    if (place.precision !== COUNTRY || !place.geometry) return;
    this.area = L.geoJSON(place.geometry, { pane: "places", renderer: this.renderer, interactive: false, style: { ...LOOK, ...LIT, fillOpacity: 0.1, className: classOf(place) } }).addTo(this.map);
  }
}

const classOf = ({ geometry }) => `place-shape ${geometry.type.includes("Line") ? "place-line" : "place-area"}`;

function textOf(text) {
  const element = document.createElement("span");
  element.dir = "auto";
  element.textContent = text;
  return element;
}
