// One event told in full: in a popup at its mark, on a phone in the sheet; and the focus there and back.

import { claim, several } from "./claim.js";
import { boxOf } from "./choice.js";
import { isPhone, prefersStillness } from "./dom.js";

const L = window.L;
const POPUP = {
  minWidth: 300, maxWidth: 348, closeButton: false, autoClose: false, closeOnClick: false, closeOnEscapeKey: false,
  autoPanPaddingTopLeft: [20, 20], autoPanPaddingBottomRight: [64, 30],
};

export class Detail {
  /** `room` is the part of the sheet for it and what stands there else, null where there is no sheet. */
  constructor({ map, marks, kinds, room, embedded, on }) {
    Object.assign(this, { map, marks, kinds, room, embedded, on });
    this.popup = null;
    this.opener = null;
  }

  get isOpen() {
    return Boolean(this.popup) || (this.room !== null && !this.room.detail.hidden);
  }

  /** Tell of an event; `focus` moves the focus to it, `near` the map close enough to see it alone. */
  open(event, { focus, near }) {
    if (focus) this.openedFrom(event.id);
    const kind = this.kinds.get(event.properties.event_type);
    const content = claim(event, kind, { close: this.on.close, embedded: this.embedded });
    this.hide();
    if (near && this.marks.anchorOf(event.id)?.many) this.approach(event);
    if (this.room && isPhone()) this.openSheet(event, content);
    else this.openPopup(event, content);
    if (focus) content.focus({ preventScroll: true });
  }

  /** Offer the events of one spot that no zoom parts. */
  offer(events, latlng) {
    this.hide();
    this.openedFrom(events[0].id);
    const content = several(events, this.kinds, { close: this.on.close, choose: this.on.choose });
    this.popup = L.popup(POPUP).setLatLng(latlng).setContent(content).openOn(this.map);
    content.focus({ preventScroll: true });
  }

  openedFrom(id) {
    const element = document.activeElement;
    this.opener = { element, id, isMark: element.matches(".leaflet-marker-icon") };
  }

  /** Close, and give the focus back to where it came from, or to what now stands there. */
  close(items) {
    this.hide();
    if (!this.opener) return;
    const { element, id, isMark } = this.opener;
    this.opener = null;
    const twin = isMark ? this.marks.anchorOf(id)?.marker.getElement() : items?.get(id);
    (element.isConnected && element !== document.body ? element : twin)?.focus({ preventScroll: true });
  }

  hide() {
    const faded = this.popup?.getElement();
    this.popup?.remove();
    // Leaflet would let it fade: for a while there would be two.
    faded?.remove();
    this.popup = null;
    if (!this.room) return;
    this.room.detail.hidden = true;
    this.room.detail.replaceChildren();
    this.room.list.hidden = false;
  }

  openPopup(event, content) {
    const anchor = this.marks.anchorOf(event.id);
    // An event without a place has no spot: it is told in the middle of the map.
    const { latlng, dx, dy } = anchor ?? { latlng: this.map.getCenter(), dx: 0, dy: 0 };
    this.popup = L.popup({ ...POPUP, offset: [dx, dy - 12], className: anchor ? "" : "aside" })
      .setLatLng(latlng).setContent(content).openOn(this.map);
  }

  openSheet(event, content) {
    this.room.list.hidden = true;
    this.room.detail.hidden = false;
    this.room.detail.replaceChildren(content);
    this.room.detail.scrollTop = 0;
    this.room.sheet.set("half");
    const anchor = this.marks.anchorOf(event.id);
    if (anchor) this.map.panInside(anchor.latlng, { padding: [40, 60], animate: !prefersStillness() });
  }

  /** Come close enough that an event stands by itself. */
  approach(event) {
    const [west, south, east, north] = boxOf(event);
    const maxZoom = Math.min(this.map.getZoom() + 4, 11);
    this.map.fitBounds([[south, west], [north, east]], { maxZoom, animate: false, padding: [80, 80] });
  }
}
