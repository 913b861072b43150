// The same rows as a table, sortable, for those who read rather than look; and for paper.

import { h } from "./dom.js";
import { day, days, place } from "./words.js";

const COLUMNS = [
  { name: "Day", of: (event) => event.properties.event_date ?? "" },
  { name: "Kind", of: (event) => event.properties.event_type },
  { name: "Place", of: (event) => place(event) },
  { name: "What the article says", of: (event) => event.properties.excerpt },
  { name: "Numbers", of: (event) => (event.words?.counts ?? []).join(", ") },
  { name: "Source", of: (event) => event.properties.source ?? "" },
];

export class Table {
  constructor({ pane, kinds, choose }) {
    this.pane = pane;
    this.kinds = kinds;
    this.choose = choose;
    this.sort = { column: 0, down: true };
    this.events = [];
  }

  show(events) {
    this.events = events;
    const { of } = COLUMNS[this.sort.column];
    const sign = this.sort.down ? -1 : 1;
    const sorted = [...events].sort((a, b) => sign * of(a).localeCompare(of(b)));
    this.pane.replaceChildren(h("table", { class: "table" },
      h("caption", { class: "visually-hidden" }, "The events in view"),
      h("thead", {}, h("tr", {}, COLUMNS.map((column, i) => this.heading(column, i)))),
      h("tbody", {}, sorted.map((event) => this.row(event)))));
  }

  heading(column, i) {
    const sorted = this.sort.column === i ? (this.sort.down ? "descending" : "ascending") : "none";
    return h("th", { scope: "col", "aria-sort": sorted }, h("button", { type: "button", onclick: () => this.sortBy(i) }, column.name));
  }

  sortBy(column) {
    this.sort = { column, down: this.sort.column === column ? !this.sort.down : false };
    this.show(this.events);
    this.pane.querySelectorAll("th button")[column].focus();
  }

  row(event) {
    const kind = this.kinds.get(event.properties.event_type);
    const told = event.properties;
    return h("tr", {},
      h("td", { class: "day" }, days(event)),
      h("td", {}, h("span", { class: "pill", "--kind-ink": kind.textColour }, kind.label)),
      h("td", {}, h("button", { type: "button", onclick: () => this.choose(event.id) }, h("span", { dir: "auto" }, place(event)))),
      h("td", { class: "quote-cell", dir: "auto" }, told.excerpt),
      h("td", {}, (event.words?.counts ?? []).join(", ")),
      h("td", {}, h("span", { dir: "auto" }, told.source ?? ""), told.source_date ? `, ${day(told.source_date)}` : ""));
  }
}
