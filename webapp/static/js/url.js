// All state of the page in its address, so that a link shows the same view.

const AT = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?),(\d+(?:\.\d+)?)z$/;
// Filters that the page has no control for: they come by the address, and go on to the server as they are.
const FURTHER = ["place", "near", "precision", "confidence", "review", "source", "status"];
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Read the state from an address; what cannot be read is left at its default. */
export function readState(search, kinds) {
  const params = new URLSearchParams(search);
  return {
    kinds: readKinds(params, kinds),
    from: readDay(params.get("from")),
    to: readDay(params.get("to")),
    q: params.get("q") ?? "",
    further: Object.fromEntries(FURTHER.filter((name) => params.has(name)).map((name) => [name, params.getAll(name)])),
    event: params.get("event"),
    table: params.get("view") === "table",
    at: readAt(params.get("at")),
  };
}

/** Write a state as the part of an address behind the path. */
export function writeState(state, kinds) {
  const params = new URLSearchParams();
  if (state.q) params.set("q", state.q);
  if (state.kinds.size < kinds.length) params.set("kind", [...state.kinds].sort().join(",") || "none");
  if (state.from) params.set("from", state.from);
  if (state.to) params.set("to", state.to);
  for (const [name, values] of Object.entries(state.further)) values.forEach((value) => params.append(name, value));
  if (state.table) params.set("view", "table");
  if (state.event) params.set("event", state.event);
  if (state.at) params.set("at", `${state.at.lat.toFixed(4)},${state.at.lon.toFixed(4)},${state.at.zoom}z`);
  const query = params.toString().replaceAll("%2C", ",");
  return query ? `?${query}` : "";
}

function readKinds(params, kinds) {
  const known = new Set(kinds.map((kind) => kind.name));
  if (!params.has("kind")) return known;
  const asked = params.getAll("kind").join(",").split(",");
  return new Set(asked.filter((name) => known.has(name)));
}

function readDay(text) {
  return text && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
}

function readAt(text) {
  const found = AT.exec(text ?? "");
  if (!found) return null;
  const [lat, lon, zoom] = found.slice(1).map(Number);
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 540 ? { lat, lon, zoom } : null;
}
