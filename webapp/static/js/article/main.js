// The page of one article: its text, its small map and its lists show the same choice.

import { Basemap } from "../basemap.js";
import { dress } from "../controls.js";
import { prefersStillness } from "../dom.js";
import { Marks } from "../marks.js";
import { Places } from "./places.js";

const L = window.L;
const FLASH_MS = 1600;
const CLOSEST = 9;

/** Called by the element that Folium renders, with its map, its layers and our options. */
export function start({ map, layers, tiles, options }) {
  const { places, events } = JSON.parse(document.getElementById("article-data").textContent);
  new ArticlePage({ map, layers, tiles, kinds: options.kinds, places, events }).open();
}

class ArticlePage {
  constructor({ map, layers, tiles, kinds, places, events }) {
    Object.assign(this, { map, layers, tiles });
    this.kinds = new Map(kinds.map((kind) => [kind.name, kind]));
    this.events = events.filter((event) => this.kinds.has(event.properties.event_type));
    this.drawn = this.events.filter((event) => event.status === "happened" && event.geometry);
    const hover = (key) => this.light(key);
    const choose = (key) => this.choose(key, { from: "map" });
    this.places = new Places({ map, places, on: { hover, choose } });
    this.marks = new Marks({ map, layers, kinds: this.kinds, on: { choose, hover, several: ([event]) => choose(event.id) } });
  }

  open() {
    dress(this.map);
    this.map.getContainer().setAttribute("aria-label", "Map of this article. Arrow keys move it, plus and minus zoom.");
    this.showAll();
    this.places.show();
    this.marks.show(this.drawn);
    new Basemap(this.map, this.tiles);
    this.colour();
    this.listen();
    document.getElementById("theme-toggle").addEventListener("click", () => window.placelineTheme.toggle());
  }

  /** Bring the events into view; of an article without any, all places that are finer than a country. */
  showAll() {
    const spots = this.drawn.map(({ properties: { latitude, longitude } }) => [latitude, longitude]);
    const bounds = spots.length ? L.latLngBounds(spots) : this.places.bounds();
    if (bounds.isValid()) this.map.fitBounds(bounds, { paddingTopLeft: [56, 90], paddingBottomRight: [56, 36], maxZoom: CLOSEST, animate: false });
  }

  /** Give each marked sentence and entry the colour of its kind. */
  colour() {
    const byId = new Map(this.events.map((event) => [event.id, event]));
    for (const element of document.querySelectorAll("[data-events], .entry[data-event]")) {
      const event = byId.get((element.dataset.events ?? element.dataset.event).split(" ")[0]);
      const kind = event && this.kinds.get(event.properties.event_type);
      if (kind) element.style.setProperty("--kind", kind.textColour);
      if (event && event.status !== "happened") element.classList.add("unmapped");
    }
  }

  listen() {
    const main = document.querySelector(".article");
    main.addEventListener("click", (click) => this.clicked(click));
    for (const [enter, leave] of [["mouseover", "mouseout"], ["focusin", "focusout"]]) {
      main.addEventListener(enter, ({ target }) => this.light(keyOf(target)));
      main.addEventListener(leave, () => this.light(null));
    }
    window.addEventListener("hashchange", () => this.fromAddress());
    this.fromAddress();
  }

  clicked(click) {
    const name = click.target.closest(".name[data-places]");
    const entry = click.target.closest(".entry-main");
    const told = click.target.closest(".told");
    if (name) {
      click.preventDefault();
      this.choose(name.dataset.places.split(" ")[0], { from: "text" });
    } else if (entry) this.choose(entry.dataset.place ?? entry.dataset.event, { from: "list" });
    else if (told) this.choose(told.dataset.events.split(" ")[0], { from: "text" });
  }

  fromAddress() {
    const key = decodeURIComponent(location.hash.slice(1)).replace(/^e-/, "");
    if (this.places.has(key) || this.events.some((event) => event.id === key)) this.choose(key, { from: "address" });
  }

  /** Show a place or an event in text, list and map; what the reader came from stays where it is. */
  choose(key, { from }) {
    this.marked?.forEach((element) => element.classList.remove("chosen"));
    this.marked = elementsOf(key);
    this.marked.forEach((element) => element.classList.add("chosen"));
    const inText = this.marked.find((element) => element.closest(".text"));
    const inList = this.marked.find((element) => element.classList.contains("entry"));
    if (from !== "text") bring(inText);
    if (from !== "list") bring(inList);
    this.marks.choose(this.drawn.some((event) => event.id === key) ? key : null);
    this.places.choose(key);
    this.approach(key);
    flash(inText);
  }

  /** Move the map only as far as it takes to see what was chosen. */
  approach(key) {
    const event = this.drawn.find((each) => each.id === key);
    const at = event ? [event.properties.latitude, event.properties.longitude] : this.places.pointOf(key);
    if (at) this.map.panInside(at, { padding: [48, 48], animate: !prefersStillness() });
  }

  light(key) {
    if (key === this.lit) return;
    for (const [each, on] of [[this.lit, false], [key, true]]) {
      if (!each) continue;
      elementsOf(each).forEach((element) => element.classList.toggle("lit", on));
      if (this.places.has(each)) this.places.light(each, on);
      else this.marks.highlight(each, "hover", on);
    }
    this.lit = key;
  }
}

/** Return what an element stands for: its innermost place, else its event; null for neither. */
function keyOf(element) {
  const holder = element.closest?.("[data-places], [data-place], [data-event], [data-events]");
  if (!holder) return null;
  const { places, place, event, events } = holder.dataset;
  return place ?? event ?? (places ?? events).split(" ")[0];
}

/** Return all elements of text and lists that stand for a place or an event. */
function elementsOf(key) {
  const name = CSS.escape(key);
  return [...document.querySelectorAll(`.name[data-places~="${name}"], .told[data-events~="${name}"], .entry[data-place="${name}"], .entry[data-event="${name}"]`)];
}

function bring(element) {
  element?.scrollIntoView({ block: "nearest", behavior: prefersStillness() ? "auto" : "smooth" });
}

function flash(element) {
  if (!element) return;
  element.classList.add("flash");
  setTimeout(() => element.classList.remove("flash"), FLASH_MS);
}
