// The page's own sentences.

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
const NUMBER = new Intl.NumberFormat("en-GB");

export const number = (value) => NUMBER.format(value);

export const plural = (count, one, many) => `${number(count)} ${count === 1 ? one : many}`;

/** Return an ISO day in words; what is no day comes back as it is. */
export function day(iso) {
  const time = Date.parse(`${iso}T00:00:00Z`);
  return Number.isNaN(time) ? String(iso) : DAY.format(time);
}

/** Return the days of an event in few words. */
export function days(event) {
  const { event_date: first, date_latest: last } = event.properties;
  if (!first) return "Day not stated";
  return !last || last === first ? day(first) : `${day(first)} – ${day(last)}`;
}

/** Return where an event lies, in few words. */
export function place(event) {
  return event.properties.location || "Place not located";
}

/** Return how many further articles tell of an event, for the end of a line; empty where none does. */
export function more(told) {
  const count = (told.article_count ?? 1) - 1;
  return count > 0 ? ` · +${plural(count, "article", "articles")}` : "";
}

/** Return what a screen reader says of a mark. */
export function label(event, kind) {
  return `${kind.label}: ${place(event)}, ${days(event)}`;
}
