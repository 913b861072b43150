// The events on the map: areas below lines below marks; near marks fanned out, many clustered.

import { h, svg } from "./dom.js";
import { layout } from "./grouping.js";
import { label, plural } from "./words.js";

const L = window.L;
const VAGUE = new Set(["region", "border", "country"]);
const BADGE = 16;
const SMALL_AREA_PX = 70;
const WIDE_DEG = 4;
const WEIGHTS = { line: 4, area: 2 };
// A badge stands above its point on a stem, upon its line, and in its area just above the area's name.
const LIFTS = { point: -30, line: 0, area: -20 };

export class Marks {
  /** `on` takes choose(id), hover(id or null), several(events, latlng). */
  constructor({ map, layers, kinds, on }) {
    this.map = map;
    this.layers = layers;
    this.kinds = kinds;
    this.on = on;
    this.events = [];
    this.shapes = new Map();
    this.marks = new Map();
    this.chosen = null;
    this.clusters = L.layerGroup().addTo(map);
    this.renderers = {};
    for (const [name, z] of [["areas", 380], ["lines", 390]]) {
      map.createPane(name).style.zIndex = z;
      this.renderers[name] = L.svg({ pane: name, padding: 0.5 });
    }
    map.createPane("stems").style.zIndex = 590;
    map.on("moveend", () => this.drawMarks());
  }

  /** Show these events and no others. */
  show(events) {
    this.events = events.filter((event) => event.geometry);
    this.drawShapes();
    this.drawMarks();
  }

  drawShapes() {
    for (const layer of this.layers.values()) layer.clearLayers();
    this.shapes.clear();
    const areas = new Map();
    for (const event of this.events) {
      const role = event.properties.geometry_role;
      if (role === "point") continue;
      const twin = event.properties.location + event.properties.geometry_role;
      areas.set(twin, (areas.get(twin) ?? 0) + 1);
      this.addShape(event, role, areas.get(twin));
    }
  }

  addShape(event, role, nth) {
    const kind = this.kinds.get(event.properties.event_type);
    const pane = role === "area" ? "areas" : "lines";
    const options = { pane, renderer: this.renderers[pane], bubblingMouseEvents: false };
    const casing = L.geoJSON(event.geometry, { ...options, interactive: false, style: casingStyle(role) });
    const shape = L.geoJSON(event.geometry, { ...options, style: shapeStyle(event, kind, role, nth) });
    const touch = L.geoJSON(event.geometry, { ...options, style: { weight: 18, opacity: 0, fill: role === "area", fillOpacity: 0 } });
    for (const part of [shape, touch]) {
      part.on("click", () => this.on.choose(event.id));
      part.on("mouseover", () => this.on.hover(event.id));
      part.on("mouseout", () => this.on.hover(null));
    }
    const together = L.featureGroup([casing, shape, touch]);
    this.shapes.set(event.id, { shape, kind, role });
    this.layers.get(kind.name).addLayer(together);
  }

  drawMarks() {
    const focused = document.activeElement?.closest?.(".leaflet-marker-icon[data-event]")?.dataset.event;
    for (const { marker, stem, layer } of this.marks.values()) {
      layer.removeLayer(marker);
      if (stem) layer.removeLayer(stem);
    }
    this.marks.clear();
    this.clusters.clearLayers();
    const frame = this.frame();
    const points = this.events.map((event) => this.pointOf(event)).filter((point) => frame.contains([point.x, point.y]));
    for (const group of layout(points)) {
      if (group.fan) group.fan.forEach((place) => this.addMark(place));
      else this.addCluster(group);
    }
    if (this.chosen) this.highlight(this.chosen, "chosen", true);
    if (focused) this.marks.get(focused)?.marker.getElement().focus({ preventScroll: true });
  }

  /** Return the view and some way around it, in pixels: what is farther out is not drawn. */
  frame() {
    const { min, max } = this.map.getPixelBounds();
    const margin = max.subtract(min).divideBy(2);
    return L.bounds(min.subtract(margin), max.add(margin));
  }

  /** Return where an event's badge belongs, in pixels, and how far it is lifted off where it stands alone. */
  pointOf(event) {
    const { latitude, longitude, geometry_role: role, coord_generalised: coarse } = event.properties;
    let latlng = L.latLng(latitude, longitude);
    if (coarse && role === "area") latlng = this.edgeOf(event) ?? latlng;
    const { x, y } = this.map.project(latlng, this.map.getZoom());
    return { x, y, event, latlng, lift: LIFTS[role] };
  }

  /** An area that stands for a hidden position has no middle to point at: its badge sits on the rim. */
  edgeOf(event) {
    const [west, south, east, north] = event.bbox;
    const zoom = this.map.getZoom();
    const height = this.map.project([south, west], zoom).y - this.map.project([north, west], zoom).y;
    return height < SMALL_AREA_PX ? null : L.latLng(north, (west + east) / 2);
  }

  addMark({ point, dx, dy }) {
    const { event, latlng } = point;
    const kind = this.kinds.get(event.properties.event_type);
    const layer = this.layers.get(kind.name);
    const alone = dx === 0 && dy === LIFTS[event.properties.geometry_role];
    const stem = !alone || event.properties.geometry_role === "point" ? stemOf(kind, latlng, dx, dy) : null;
    if (stem) layer.addLayer(stem);
    const icon = L.divIcon({ className: "mark", html: badge(kind), iconSize: [2 * BADGE, 2 * BADGE], iconAnchor: [BADGE - dx, BADGE - dy] });
    const marker = L.marker(latlng, { icon, riseOnHover: true, keyboard: true, zIndexOffset: dy < 0 ? 1000 : 0 });
    marker.on("click", () => this.on.choose(event.id));
    marker.on("keypress", pressed(() => this.on.choose(event.id)));
    marker.on("mouseover", () => this.on.hover(event.id));
    marker.on("mouseout", () => this.on.hover(null));
    layer.addLayer(marker);
    named(marker, label(event, kind));
    const element = marker.getElement();
    if (element) {
      element.dataset.event = event.id;
      element.dataset.kind = kind.name;
    }
    this.marks.set(event.id, { marker, stem, layer, latlng, dx, dy });
  }

  addCluster(group) {
    const events = group.members.map((point) => point.event);
    const middle = this.map.unproject([group.x, group.y], this.map.getZoom());
    const counts = this.countsOf(events);
    const icon = L.divIcon({ className: "cluster", html: ringOf(counts, events.length), iconSize: [44, 44] });
    const marker = L.marker(middle, { icon, keyboard: true, zIndexOffset: 2000 }).addTo(this.clusters);
    const open = () => this.openCluster(group, events, middle);
    marker.on("click", open);
    marker.on("keypress", pressed(open));
    const parts = counts.map(([kind, count]) => `${count} ${kind.label.toLowerCase()}`).join(", ");
    named(marker, `${plural(events.length, "event", "events")}: ${parts}`);
    for (const event of events) this.marks.set(event.id, { marker, layer: this.clusters, latlng: middle, dx: 0, dy: 0, many: true });
  }

  countsOf(events) {
    const counts = new Map();
    for (const event of events) {
      const kind = this.kinds.get(event.properties.event_type);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    return [...counts];
  }

  /** Come closer while that parts the events of a cluster, else offer them as a list. */
  openCluster(group, events, middle) {
    const bounds = L.latLngBounds(group.members.map((point) => point.latlng));
    const zoom = this.map.getBoundsZoom(bounds.pad(0.1));
    const apart = !bounds.getNorthEast().equals(bounds.getSouthWest());
    if (apart && zoom > this.map.getZoom()) this.map.fitBounds(bounds, { padding: [70, 70] });
    else this.on.several(events, middle);
  }

  /** Mark an event's badge and shape as chosen or hovered. */
  highlight(id, name, on) {
    this.marks.get(id)?.marker.getElement()?.classList.toggle(name, on);
    const drawn = this.shapes.get(id);
    if (!drawn) return;
    if (name === "chosen" && on) drawn.shape.bringToFront();
    drawn.shape.setStyle({ weight: WEIGHTS[drawn.role] + (on ? 1.5 : 0) });
  }

  /** Set which event is chosen, null for none. */
  choose(id) {
    if (this.chosen) this.highlight(this.chosen, "chosen", false);
    this.chosen = id;
    if (id) this.highlight(id, "chosen", true);
  }

  /** Return where a popup of an event belongs: its place, and how far the badge stands off. */
  anchorOf(id) {
    return this.marks.get(id) ?? null;
  }
}

const badge = (kind) => h("img", { src: kind.icon, alt: "", width: 2 * BADGE, height: 2 * BADGE, draggable: "false" });

/** Draw the line from a badge to its spot, in a pane below all badges. */
function stemOf(kind, latlng, dx, dy) {
  const ends = { x1: 0, y1: 0, x2: dx, y2: dy };
  const html = svg("svg", { class: "mark-stem", width: 1, height: 1, "aria-hidden": "true", "--kind": kind.textColour },
    svg("line", { class: "casing", ...ends }), svg("line", { class: "line", ...ends }), svg("circle", { r: 3.5 }));
  const icon = L.divIcon({ className: "stem", html, iconSize: [0, 0] });
  return L.marker(latlng, { icon, pane: "stems", interactive: false, keyboard: false });
}

/** Draw a ring whose slices are the kinds, with the count in its middle. */
function ringOf(counts, total) {
  const radius = 17;
  const around = 2 * Math.PI * radius;
  let turned = 0;
  const slices = counts.map(([kind, count]) => {
    const share = (count / total) * around;
    const slice = svg("circle", {
      class: "slice", cx: 22, cy: 22, r: radius, stroke: kind.colour,
      "stroke-dasharray": `${share} ${around - share}`, "stroke-dashoffset": -turned, transform: "rotate(-90 22 22)",
    });
    turned += share;
    return slice;
  });
  return svg("svg", { viewBox: "0 0 44 44", "aria-hidden": "true" },
    svg("circle", { class: "face", cx: 22, cy: 22, r: 20 }), ...slices, svg("text", { x: 22, y: 22.5 }, String(total)));
}

/** A button answers to Enter and to the space bar; Leaflet's marks to neither. */
const pressed = (act) => ({ originalEvent: press }) => {
  if (press.key !== "Enter" && press.key !== " ") return;
  press.preventDefault();
  act();
};

function named(marker, text) {
  const element = marker.getElement();
  element?.setAttribute("aria-label", text);
  element?.setAttribute("title", text);
}

const isWide = ({ bbox }) => Boolean(bbox) && bbox[2] - bbox[0] > WIDE_DEG;

function casingStyle(role) {
  const weight = role === "area" ? 0 : 7;
  return { className: "shape-casing", color: "#fff", weight, opacity: role === "area" ? 0 : 0.85, fill: false, lineJoin: "round" };
}

function shapeStyle(event, kind, role, nth) {
  const { review_status: review, precision } = event.properties;
  const vague = VAGUE.has(precision) || event.properties.coord_generalised;
  return {
    className: `shape shape-${role}`,
    color: kind.textColour,
    weight: WEIGHTS[role],
    opacity: 0.95,
    dashArray: vague ? "3 7" : review === "confirmed" || review === "corrected" ? null : "12 6",
    lineCap: vague ? "round" : "butt",
    fill: role === "area",
    fillColor: kind.colour,
    fillOpacity: (isWide(event) ? 0.07 : 0.14) / nth,
  };
}
