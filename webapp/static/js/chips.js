// The kinds as chips: how many of each, and a click to leave one out.

import { h } from "./dom.js";
import { number } from "./words.js";

// More kinds than these stand closer, in an embedded map as pictures with counts.
const FEW = 5;

/** Fill a group with a chip for each kind; returns a function that shows counts and what is on. */
export function chips(group, kinds, toggle) {
  const made = new Map();
  group.classList.toggle("many", kinds.size > FEW);
  for (const kind of kinds.values()) {
    const count = h("b");
    const chip = h("button", { type: "button", class: "chip", title: kind.label, "--kind": kind.colour, "data-kind": kind.name, "aria-pressed": "true", onclick: () => toggle(kind.name) },
      h("img", { src: kind.icon, alt: "", width: 22, height: 22 }), h("span", {}, kind.label), count);
    made.set(kind.name, { chip, count });
    group.append(chip);
  }
  return (counts, on) => {
    for (const [name, { chip, count }] of made) {
      count.textContent = number(counts.get(name) ?? 0);
      chip.setAttribute("aria-pressed", String(on.has(name)));
    }
  };
}
