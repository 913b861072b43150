// When: bars of events by day, week or month, and two handles that choose a span of them.

import { h, svg } from "./dom.js";
import { day } from "./words.js";

const DAY_MS = 86_400_000;
const HEIGHT = 38;

/** Return bins {first, last, count} that cover all days; empty where there is one day or none. */
export function bins(events) {
  const days = events.map((event) => event.properties.event_date).filter(Boolean).sort();
  if (!days.length || days[0] === days.at(-1)) return [];
  const made = edges(days[0], days.at(-1));
  for (const found of days) made.findLast((bin) => bin.first <= found).count += 1;
  return made;
}

function edges(first, last) {
  const span = (Date.parse(last) - Date.parse(first)) / DAY_MS;
  const step = span <= 62 ? nextDay : span <= 450 ? nextWeek : span <= 4000 ? nextMonth : nextYear;
  const made = [];
  let start = step === nextMonth ? `${first.slice(0, 7)}-01` : step === nextYear ? `${first.slice(0, 4)}-01-01` : first;
  while (start <= last) {
    const next = step(start);
    made.push({ first: start, last: shifted(next, -1), count: 0 });
    start = next;
  }
  return made;
}

const shifted = (iso, days) => new Date(Date.parse(iso) + days * DAY_MS).toISOString().slice(0, 10);
const nextDay = (iso) => shifted(iso, 1);
const nextWeek = (iso) => shifted(iso, 7);

function nextMonth(iso) {
  const [year, month] = iso.split("-").map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

const nextYear = (iso) => `${String(Number(iso.slice(0, 4)) + 1).padStart(4, "0")}-01-01`;

export class Times {
  /** `change(from, to, settled)` is called while a handle moves and, settled, when it rests. */
  constructor(group, change) {
    this.group = group;
    this.change = change;
    this.bins = [];
  }

  /** Show the events' days and the span of a state. */
  show(events, state) {
    const found = bins(events);
    this.group.hidden = found.length < 2;
    if (this.group.hidden) return;
    if (JSON.stringify(found) !== JSON.stringify(this.bins)) this.build(found);
    this.low.value = state.from ? Math.max(0, found.findLastIndex((bin) => bin.first <= state.from)) : 0;
    const upper = state.to ? found.findIndex((bin) => bin.last >= state.to) : -1;
    this.high.value = upper < 0 ? found.length - 1 : upper;
    this.paint(state);
  }

  build(found) {
    this.bins = found;
    const most = Math.max(...found.map((bin) => bin.count));
    const bars = svg("svg", { class: "times-bars", viewBox: `0 0 ${found.length} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      found.map((bin, i) => {
        const height = bin.count ? Math.max(4, (bin.count / most) * HEIGHT) : 1.5;
        return svg("rect", { x: i + 0.08, y: HEIGHT - height, width: 0.84, height });
      }));
    this.low = this.handle("First day", found.length - 1);
    this.high = this.handle("Last day", found.length - 1);
    this.span = h("div", { class: "times-span" });
    this.words = h("span");
    this.reset = h("button", { type: "button", onclick: () => this.change(null, null, true) }, "All days");
    this.group.replaceChildren(bars, h("div", { class: "times-ranges" }, this.span, this.low, this.high), h("p", { class: "times-words" }, this.words, this.reset));
  }

  handle(name, max) {
    return h("input", {
      type: "range", min: 0, max, step: 1, "aria-label": name,
      oninput: () => this.moved(false), onchange: () => this.moved(true),
    });
  }

  moved(settled) {
    if (Number(this.low.value) > Number(this.high.value)) {
      const moving = document.activeElement === this.low ? this.low : this.high;
      moving.value = moving === this.low ? this.high.value : this.low.value;
    }
    const [low, high] = [Number(this.low.value), Number(this.high.value)];
    const all = low === 0 && high === this.bins.length - 1;
    this.change(all ? null : this.bins[low].first, all ? null : this.bins[high].last, settled);
  }

  paint(state) {
    const [low, high, last] = [Number(this.low.value), Number(this.high.value), this.bins.length - 1];
    this.group.querySelectorAll("rect").forEach((bar, i) => bar.classList.toggle("in", i >= low && i <= high));
    this.span.style.left = `calc(11px + (100% - 22px) * ${low / last})`;
    this.span.style.right = `calc(11px + (100% - 22px) * ${1 - high / last})`;
    const [first, final] = [state.from ?? this.bins[low].first, state.to ?? this.bins[high].last];
    this.words.textContent = `${day(first)} – ${day(final)}`;
    this.low.setAttribute("aria-valuetext", day(first));
    this.high.setAttribute("aria-valuetext", day(final));
    this.reset.hidden = !state.from && !state.to;
  }
}
