// The list beside the map: the events in view, and how to reach the others.

import { h } from "./dom.js";
import { days, label, more, place, plural } from "./words.js";

const AT_ONCE = 200;

export class List {
  /** `on` takes choose(id), hover(id or null), showAll(). */
  constructor({ list, beyond, kinds, on }) {
    this.element = list;
    this.beyond = beyond;
    this.kinds = kinds;
    this.on = on;
    this.items = new Map();
    this.limit = AT_ONCE;
  }

  /** Show the events in view; `outside` more lie elsewhere, `unplaced` have no place at all. */
  show(events, { outside, unplaced }) {
    const focused = this.element.contains(document.activeElement) ? document.activeElement.dataset.event : null;
    this.items.clear();
    const rows = events.slice(0, this.limit).map((event) => this.row(event));
    if (!rows.length) rows.push(h("li", { class: "nothing" }, "No event in this view."));
    if (unplaced.length) {
      rows.push(h("li", { class: "list-heading" }, "Told without a place that could be located"));
      rows.push(...unplaced.slice(0, AT_ONCE).map((event) => this.row(event)));
    }
    this.element.replaceChildren(...rows);
    this.beyond.replaceChildren(...this.more(events.length - this.limit, outside));
    if (focused) this.items.get(focused)?.focus({ preventScroll: true });
  }

  row(event) {
    const kind = this.kinds.get(event.properties.event_type);
    const told = event.properties;
    const button = h("button", {
      type: "button", class: "item", "data-event": event.id, "aria-label": label(event, kind), "--kind": kind.textColour,
      onclick: () => this.on.choose(event.id),
      onmouseenter: () => this.on.hover(event.id), onmouseleave: () => this.on.hover(null),
      onfocus: () => this.on.hover(event.id), onblur: () => this.on.hover(null),
    },
    h("img", { src: kind.icon, alt: "", width: 34, height: 34 }),
    h("span", { class: "item-text" },
      h("strong", { dir: "auto" }, place(event)),
      h("span", { class: "said", dir: "auto" }, told.excerpt),
      h("small", {}, days(event), told.source ? [" · ", h("span", { dir: "auto" }, told.source)] : null, more(told))));
    this.items.set(event.id, button);
    return h("li", {}, button);
  }

  more(hidden, outside) {
    const parts = [];
    if (hidden > 0) {
      parts.push(h("button", { type: "button", onclick: () => this.grow() }, `Show ${hidden} more of this view`), h("br"));
    }
    if (outside > 0) {
      parts.push(h("button", { type: "button", onclick: () => this.on.showAll() }, `Show ${plural(outside, "event", "events")} outside this view`));
    }
    return parts;
  }

  grow() {
    this.limit += AT_ONCE;
    this.on.again();
  }

  hover(id, on) {
    this.items.get(id)?.classList.toggle("hover", on);
  }

  /** Mark the chosen event and bring it into sight. */
  choose(id) {
    for (const [key, item] of this.items) {
      if (key === id) item.setAttribute("aria-current", "true");
      else item.removeAttribute("aria-current");
    }
    this.items.get(id)?.scrollIntoView({ block: "nearest" });
  }
}
