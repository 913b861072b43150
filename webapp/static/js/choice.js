// Which events a state shows, how many, and which of them lie in view.

/** Tell whether an event's days overlap those asked for; one without a day only fits no restriction. */
export function fitsDays(event, state) {
  if (!state.from && !state.to) return true;
  const { event_date: first, date_latest: last } = event.properties;
  if (!first) return false;
  return (!state.to || first <= state.to) && (!state.from || (last || first) >= state.from);
}

/** Return the events that a state shows. */
export function chosen(events, state) {
  return events.filter((event) => state.kinds.has(event.properties.event_type) && fitsDays(event, state));
}

/** Count events by kind, whatever kinds the state shows. */
export function countsByKind(events, state) {
  const counts = new Map();
  for (const event of events) {
    if (!fitsDays(event, state)) continue;
    const name = event.properties.event_type;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Return the articles that events come from: each event's own, and the others that tell of it. */
export function articleCount(events) {
  const own = new Set(events.map((event) => event.properties.article_id));
  const others = events.reduce((sum, event) => sum + Math.max(event.properties.article_count - 1, 0), 0);
  return own.size + others;
}

/** Return west, south, east, north of an event, null where it has no place. */
export function boxOf(event) {
  if (!event.geometry) return null;
  if (event.bbox) return event.bbox;
  const [lon, lat] = event.geometry.coordinates;
  return [lon, lat, lon, lat];
}

/** Tell whether an event's box meets a box; both may lie in another copy of the world. */
export function inView(event, view) {
  const box = boxOf(event);
  if (!box) return false;
  const [west, south, east, north] = box;
  if (south > view.north || north < view.south) return false;
  return [-360, 0, 360].some((shift) => west + shift <= view.east && east + shift >= view.west);
}
