// The events from the server: all at once while they are few, else those of the view.

const WHOLE_LIMIT = 2000;
const WINDOW_LIMIT = 1000;
const DETAIL_STEP = 3;
const MAX_DETAIL = 12;

export class Source {
  /** `url` serves GeoJSON of `total` events; `inline` holds it already, where there is no address to ask. */
  constructor({ url, total, inline = null }) {
    this.url = url;
    this.total = total;
    this.inline = inline;
    this.windowed = false;
    this.wholeOf = null;
    this.running = null;
  }

  /** Fetch what a state and a view ask for; resolves to null where a later request took over. */
  async load(state, view) {
    if (this.inline) return this.inline;
    this.running?.abort();
    this.running = new AbortController();
    const detail = Math.min(Math.ceil(view.zoom / DETAIL_STEP) * DETAIL_STEP, MAX_DETAIL);
    const asked = query({ q: state.q, ...state.further });
    const whole = { q: state.q, ...state.further, zoom: detail, words: 1, limit: WHOLE_LIMIT };
    try {
      if (!asked && this.total > WHOLE_LIMIT) this.windowed = true;
      else if (this.wholeOf !== asked || !this.windowed) {
        const found = await this.fetch(whole);
        this.windowed = found.truncated;
        this.wholeOf = asked;
        if (!found.truncated) return found;
      }
      return await this.fetch({ ...whole, ...filters(state), bbox: view.bbox, limit: WINDOW_LIMIT });
    } catch (error) {
      if (error.name === "AbortError") return null;
      throw error;
    }
  }

  /** Tell whether another view needs other data than what was loaded for a detail. */
  mustReload(loadedZoom, zoom) {
    if (this.inline) return false;
    return this.windowed || Math.ceil(zoom / DETAIL_STEP) > Math.ceil(loadedZoom / DETAIL_STEP);
  }

  /** Fetch one event by its id, whatever the filters say; null where there is none. */
  async event(id) {
    if (this.inline) return null;
    const answer = await fetch(`/events/${encodeURIComponent(id)}.json`);
    return answer.status === 200 ? answer.json() : null;
  }

  async fetch(params) {
    const answer = await fetch(`${this.url}?${query(params)}`, { signal: this.running.signal });
    const body = await answer.json();
    if (!answer.ok) throw new Error(body.error);
    return { ...body, tag: answer.headers.get("ETag") };
  }
}

/** Return the parameters of an address that exports what a state shows within a box. */
export function exportSearch(state, kinds, bbox) {
  const all = state.kinds.size === kinds.length;
  return query({ q: state.q, ...filters(state), kind: all ? "" : [...state.kinds].join(","), bbox, ...state.further });
}

function filters(state) {
  return { kind: [...state.kinds].join(","), from: state.from, to: state.to };
}

function query(params) {
  const pairs = Object.entries(params).flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((each) => [name, each]));
  const kept = pairs.filter(([, value]) => value !== null && value !== undefined && value !== "");
  return new URLSearchParams(kept).toString().replaceAll("%2C", ",");
}
