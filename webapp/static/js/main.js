// The page: one state, kept in the address; map, list, filters and table show it.

import { Basemap } from "./basemap.js";
import { chips } from "./chips.js";
import { articleCount, boxOf, chosen, countsByKind, inView } from "./choice.js";
import { dress, standOf, viewOf } from "./controls.js";
import { Detail } from "./detail.js";
import { h } from "./dom.js";
import { downloads } from "./downloads.js";
import { politeGestures } from "./gestures.js";
import { List } from "./list.js";
import { Marks } from "./marks.js";
import { sheet } from "./sheet.js";
import { Source, exportSearch } from "./source.js";
import { Table } from "./table.js";
import { Times } from "./times.js";
import { readState, writeState } from "./url.js";
import { number, plural } from "./words.js";

const L = window.L;
const REFRESH_MS = 30_000;
const TYPING_MS = 220;
const PATIENCE_MS = 1500;
const COPIED_MS = 1600;
const PAPER_PX = 685;
const $ = (id) => document.getElementById(id);

/** Called by the element that Folium renders, with its map, its layers and our options. */
export function start({ map, layers, tiles, options }) {
  new Page({ map, layers, tiles, options }).open();
}

class Page {
  constructor({ map, layers, tiles, options }) {
    Object.assign(this, { map, layers, tiles, options });
    this.embedded = options.embedded;
    this.kinds = new Map(options.kinds.map((kind) => [kind.name, kind]));
    this.state = readState(location.search, options.kinds);
    this.features = [];
    this.shown = [];
    this.collection = null;
    const data = $("events-data");
    this.source = new Source({ url: options.events, total: options.total, inline: data ? JSON.parse(data.textContent) : null });
  }

  open() {
    dress(this.map);
    this.build();
    this.stand();
    this.listen();
    // The events first: tiles would take all of the browser's connections.
    const loaded = this.reload();
    Promise.race([loaded, new Promise((go) => setTimeout(go, PATIENCE_MS))]).then(() => new Basemap(this.map, this.tiles));
    loaded.then(() => this.openEvent({ focus: false, near: !this.state.at }));
    if (!this.embedded) setInterval(() => document.hidden || this.refresh(), REFRESH_MS);
  }

  build() {
    const on = {
      choose: (id) => this.choose(id),
      hover: (id) => this.hover(id),
      several: (events, latlng) => this.detail.offer(events, latlng),
      showAll: () => this.showAll(),
      again: () => this.renderView(),
      close: () => this.close(),
    };
    const { map, kinds, layers, embedded } = this;
    this.marks = new Marks({ map, layers, kinds, on });
    this.showChips = chips($("chips"), kinds, (name) => this.toggleKind(name));
    let room = null;
    if (embedded) politeGestures(map, $("gesture"));
    else {
      this.list = new List({ list: $("list"), beyond: $("beyond"), kinds, on });
      this.table = new Table({ pane: $("table-pane"), kinds, choose: on.choose });
      this.times = new Times($("times"), (from, to, settled) => this.set({ from, to }, { push: settled }));
      const pulled = sheet({ stage: document.querySelector(".stage"), panel: $("panel"), grip: $("grip"), moved: () => map.invalidateSize() });
      room = { detail: $("detail"), list: $("panel-body"), sheet: pulled };
      $("q").value = this.state.q;
      this.showDownloads = downloads([...document.querySelectorAll("[data-do=downloads]")]);
    }
    this.detail = new Detail({ map, marks: this.marks, kinds, room, embedded, on });
  }

  listen() {
    this.map.on("moveend", () => this.moved());
    this.map.on("overlayadd overlayremove", (change) => this.layerToggled(change));
    this.map.on("click", () => this.close());
    document.addEventListener("keydown", ({ key }) => key === "Escape" && this.close());
    if (this.embedded) return;
    let typing = null;
    $("q").addEventListener("input", () => {
      clearTimeout(typing);
      typing = setTimeout(() => this.search(), TYPING_MS);
    });
    $("search").addEventListener("submit", (submit) => {
      submit.preventDefault();
      this.search();
    });
    $("theme-toggle").addEventListener("click", () => window.placelineTheme.toggle());
    $("table-toggle").addEventListener("click", () => this.set({ table: !this.state.table }));
    for (const button of document.querySelectorAll("[data-do=copy]")) button.addEventListener("click", () => this.copyLink(button));
    window.addEventListener("popstate", () => this.restore());
    window.addEventListener("beforeprint", () => this.dressForPaper());
  }

  // ---- state

  /** Change the state, write it into the address, and show what has changed. */
  set(patch, { push = true, reload = this.source.windowed } = {}) {
    this.patch(patch, push);
    return reload ? this.reload() : this.render();
  }

  patch(patch, push) {
    this.state = { ...this.state, ...patch };
    if (this.embedded) return;
    const address = `${location.pathname}${writeState(this.state, this.options.kinds)}`;
    const changed = address !== location.pathname + location.search;
    history[push && changed ? "pushState" : "replaceState"](null, "", address);
  }

  async restore() {
    const before = this.state;
    this.state = readState(location.search, this.options.kinds);
    $("q").value = this.state.q;
    this.stand();
    const asked = ({ q, further }) => JSON.stringify([q, further]);
    if (asked(before) !== asked(this.state) || this.source.windowed) await this.reload();
    else this.render();
    if (this.state.event) this.openEvent({ focus: false, near: false });
    else this.close();
  }

  /** Put the map where the address says. */
  stand() {
    const { at } = this.state;
    if (at) this.map.setView([at.lat, at.lon], at.zoom, { animate: false });
  }

  search() {
    const q = $("q").value.trim();
    if (q !== this.state.q) this.set({ q }, { reload: true });
  }

  toggleKind(name) {
    const kinds = new Set(this.state.kinds);
    if (!kinds.delete(name)) kinds.add(name);
    this.set({ kinds });
  }

  layerToggled({ layer, type }) {
    const name = [...this.layers].find(([, each]) => each === layer)?.[0];
    if (name && this.state.kinds.has(name) !== (type === "overlayadd")) this.toggleKind(name);
  }

  // ---- data

  async reload() {
    try {
      const found = await this.source.load(this.state, viewOf(this.map));
      if (found) this.take(found);
    } catch (error) {
      this.notice(`The events could not be loaded: ${error.message}`);
      this.render();
    }
  }

  /** Ask whether the store has changed, and show it if so. */
  async refresh() {
    const found = await this.source.load(this.state, viewOf(this.map)).catch(() => null);
    if (found && found.tag !== this.collection?.tag) this.take(found);
  }

  take(found) {
    this.loadedZoom = this.map.getZoom();
    this.collection = found;
    this.features = found.features.filter((event) => this.kinds.has(event.properties.event_type));
    this.notice(found.truncated ? `Showing the latest ${number(found.numberReturned)} of ${number(found.numberMatched)} events: zoom in or filter to see the rest.` : "");
    this.render();
  }

  inView() {
    const view = viewOf(this.map);
    return this.shown.filter((event) => inView(event, view));
  }

  // ---- showing

  render() {
    const { state, map } = this;
    this.shown = chosen(this.features, state);
    for (const [name, layer] of this.layers) {
      if (state.kinds.has(name)) layer.addTo(map);
      else layer.remove();
    }
    this.marks.show(this.shown);
    this.showCounts();
    this.renderView();
    this.times?.show(this.features.filter((event) => state.kinds.has(event.properties.event_type)), state);
    this.showPanes();
  }

  showCounts() {
    const { counts } = this.collection ?? { counts: {} };
    const found = this.source.windowed ? new Map(Object.entries(counts)) : countsByKind(this.features, this.state);
    this.showChips(found, this.state.kinds);
    for (const element of this.map.getContainer().querySelectorAll(".layer-count")) {
      element.textContent = number(found.get(element.dataset.kind) ?? 0);
    }
  }

  /** Show what depends on the frame of the map: count, list, table. */
  renderView() {
    const visible = this.inView();
    const total = this.collection?.numberStored ?? this.features.length;
    const articles = plural(articleCount(visible), "article", "articles");
    $("count").replaceChildren(h("b", {}, `${number(visible.length)} of ${plural(total, "event", "events")}`), `, ${articles} in view`);
    if (this.embedded) return;
    const unplaced = this.shown.filter((event) => !event.geometry);
    this.list.show(visible, { outside: this.shown.length - unplaced.length - visible.length, unplaced });
    this.list.choose(this.state.event);
    if (this.state.table) this.table.show(visible);
    const search = exportSearch(this.state, this.options.kinds, viewOf(this.map).bbox);
    this.showDownloads(search, `The ${plural(visible.length, "event", "events")} in view as`);
  }

  showPanes() {
    if (this.embedded) return;
    const { table } = this.state;
    if (table) this.table.show(this.inView());
    $("table-pane").hidden = !table;
    $("map-pane").inert = table;
    $("table-toggle").setAttribute("aria-pressed", String(table));
  }

  notice(text) {
    const element = $("notice");
    if (!element) return;
    element.hidden = !text;
    element.textContent = text;
  }

  moved() {
    this.patch({ at: standOf(this.map) }, false);
    if (this.source.mustReload(this.loadedZoom, this.map.getZoom())) this.reload();
    else this.renderView();
  }

  showAll() {
    const corners = this.shown.map(boxOf).filter(Boolean).flatMap(([west, south, east, north]) => [[south, west], [north, east]]);
    this.map.fitBounds(L.latLngBounds(corners), { paddingTopLeft: [56, 96], paddingBottomRight: [72, 40] });
  }

  hover(id) {
    for (const [each, on] of [[this.hovered, false], [id, true]]) {
      if (!each) continue;
      this.marks.highlight(each, "hover", on);
      this.list?.hover(each, on);
    }
    this.hovered = id;
  }

  // ---- one event

  choose(id) {
    this.patch({ event: id, table: false }, true);
    this.showPanes();
    this.openEvent({ focus: true, near: false });
  }

  async openEvent(how) {
    const { event: id } = this.state;
    if (!id) return;
    const event = this.features.find((each) => each.id === id) ?? await this.source.event(id);
    if (!event || !this.kinds.has(event.properties.event_type) || this.state.event !== id) return;
    this.marks.choose(id);
    this.list?.choose(id);
    this.detail.open(event, how);
  }

  close() {
    const { event: id } = this.state;
    if (!id && !this.detail.isOpen) return;
    if (id) this.patch({ event: null }, true);
    this.marks.choose(null);
    this.list?.choose(null);
    this.detail.close(this.list?.items);
  }

  /** Paper is narrower than a screen: the map keeps its frame and shrinks. */
  dressForPaper() {
    this.table.show(this.inView());
    const { offsetWidth: width, offsetHeight: height } = $("map-pane");
    for (const [name, value] of [["width", `${width}px`], ["height", `${height}px`], ["zoom", PAPER_PX / width]]) {
      $("map-pane").style.setProperty(`--paper-${name}`, value);
    }
  }

  async copyLink(button) {
    const label = button.querySelector("span");
    this.patch({ at: standOf(this.map) }, false);
    try {
      await navigator.clipboard.writeText(location.href);
      label.textContent = "Copied";
    } catch {
      label.textContent = "Copy the address";
    }
    setTimeout(() => { label.textContent = "Copy link"; }, COPIED_MS);
  }
}
