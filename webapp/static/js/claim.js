// What a mark claims and on what it stands: the popup of a desk, the sheet of a phone.

import { cutAt, h, safeLink, svg } from "./dom.js";
import { day, days, label, place, plural } from "./words.js";

/** Build the detail of one event, in the order of the conventions. `close` is called by its button. */
export function claim(event, kind, { close, embedded = false }) {
  const told = event.properties;
  const words = event.words ?? {};
  return h("div", { class: "claim", role: "dialog", tabindex: "-1", "aria-labelledby": "claim-title", "data-event": event.id, "--kind": kind.textColour, "--kind-ink": kind.textColour },
    closeButton(close),
    h("div", { class: "claim-head" }, h("span", { class: "pill" }, kind.label)),
    h("h2", { id: "claim-title", dir: "auto" }, told.title || "Untitled article"),
    h("p", { class: "when" }, words.date ?? days(event), words.time ? h("span", { class: "fine" }, ` · ${words.time}`) : null),
    where(told, words),
    quote(told),
    counts(words),
    source(told),
    words.more ? h("p", { class: "more" }, h("a", { href: `/events/${encodeURIComponent(told.incident_id)}`, target: embedded ? "_blank" : null, rel: embedded ? "noopener noreferrer" : null }, words.more)) : null,
    protection(event, kind),
    h("p", { class: `review ${told.review_status === "machine" ? "" : "confirmed"}` }, words.review ?? told.review_status),
    h("p", { class: "claim-foot" }, h("a", { href: `/events/${encodeURIComponent(event.id)}`, target: embedded ? "_blank" : null, rel: embedded ? "noopener noreferrer" : null }, "Permanent link")));
}

/** Build the choice among events at one spot. */
export function several(events, kinds, { close, choose }) {
  return h("div", { class: "claim", role: "dialog", tabindex: "-1", "aria-labelledby": "claim-title" },
    closeButton(close),
    h("h2", { id: "claim-title" }, `${plural(events.length, "event", "events")} here`),
    h("ol", { class: "list" }, events.map((event) => {
      const kind = kinds.get(event.properties.event_type);
      return h("li", {}, h("button", { type: "button", class: "item", "aria-label": label(event, kind), onclick: () => choose(event.id) },
        h("img", { src: kind.icon, alt: "", width: 34, height: 34 }),
        h("span", { class: "item-text" },
          h("strong", { dir: "auto" }, place(event)),
          h("span", { class: "said", dir: "auto" }, event.properties.excerpt),
          h("small", {}, days(event)))));
    })));
}

function closeButton(close) {
  return h("button", { type: "button", class: "claim-close", "aria-label": "Close", onclick: close },
    svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: "M5 5l10 10M15 5L5 15" })));
}

function where(told, words) {
  const written = told.mention && told.mention !== told.location
    ? [", written “", h("span", { dir: "auto" }, told.mention), "”"] : [];
  const country = told.country && told.country !== told.location ? `, ${told.country}` : "";
  return h("p", { class: "where" },
    h("span", { dir: "auto" }, told.location || "Place not located"), country, ...written,
    words.place ? h("span", { class: "fine" }, ` · ${words.place}`) : null);
}

function quote(told) {
  const { excerpt, mention_start: start, mention_end: end } = told;
  const block = h("blockquote", { class: "quote", dir: "auto" });
  if (start === null || end === null) block.append(excerpt);
  else {
    const [before, named, after] = cutAt(excerpt, start, end);
    block.append(before, h("mark", {}, named), after);
  }
  return block;
}

function counts(words) {
  if (!words.counts?.length) return null;
  return h("ul", { class: "claim-counts", "aria-label": "Numbers that the text states" }, words.counts.map((count) => h("li", {}, count)));
}

/** Say that a place is coarse on purpose; or, to the owner, that nobody else sees it like this. */
function protection(event, kind) {
  if (!(kind.protected || event.properties.coord_generalised) || !event.geometry) return null;
  const coarse = "This place is shown coarsely on purpose: a map must not lead anyone to people in danger.";
  const exact = "Only you see this place as it is, here and in what you download. Others see an area.";
  return h("p", { class: "claim-protected" }, event.properties.coord_generalised ? coarse : exact);
}

function source(told) {
  const link = safeLink(told.source_url);
  return h("p", { class: "source fine" },
    h("span", { dir: "auto" }, told.source || "Unnamed source"),
    told.source_date ? ` · ${day(told.source_date)}` : "",
    link ? " · " : "",
    link ? h("a", { href: link, rel: "noopener noreferrer", target: "_blank" }, "Read the article") : null);
}
