// What Folium's controls need beside themselves: order, names, stillness where it is asked for.

import { prefersStillness } from "./dom.js";

const L = window.L;

/** Put the zoom buttons above the layers, and name the map for those who do not see it. */
export function dress(map) {
  map.attributionControl.setPrefix(false);
  L.control.zoom({ position: "topright" }).addTo(map);
  const container = map.getContainer();
  const corner = container.querySelector(".leaflet-top.leaflet-right");
  corner.prepend(corner.querySelector(".leaflet-control-zoom"));
  container.setAttribute("role", "application");
  container.setAttribute("aria-label", "Map of the events. Arrow keys move it, plus and minus zoom.");
  if (prefersStillness()) Object.assign(map.options, { zoomAnimation: false, fadeAnimation: false, inertia: false });
}

/** Return the frame of a map, and its box as the server reads it. */
export function viewOf(map) {
  const bounds = map.getBounds();
  const frame = { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() };
  const [west, east] = frame.east - frame.west >= 360 ? [-180, 180] : [wrapped(frame.west), wrapped(frame.east)];
  const edges = [west, Math.max(frame.south, -90), east, Math.min(frame.north, 90)];
  return { ...frame, zoom: map.getZoom(), bbox: edges.map((edge) => edge.toFixed(5)).join(",") };
}

/** Return where a map stands, as the address keeps it. */
export function standOf(map) {
  const { lat, lng } = map.getCenter();
  return { lat, lon: wrapped(lng), zoom: map.getZoom() };
}

const wrapped = (lon) => ((((lon + 180) % 360) + 360) % 360) - 180;
