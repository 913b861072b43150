// The sheet of a phone: pulled up for the whole list, down for the whole map.

const STOPS = ["peek", "half", "full"];
const PULL_PX = 40;

/** Let the grip move the panel between its three heights; `moved` is called after each change. */
export function sheet({ stage, panel, grip, moved }) {
  let at = "half";

  const set = (stop) => {
    at = stop;
    stage.classList.toggle("peek", stop === "peek");
    panel.classList.toggle("full", stop === "full");
    grip.setAttribute("aria-expanded", String(stop === "full"));
    moved();
  };

  const step = (by) => set(STOPS[Math.min(Math.max(STOPS.indexOf(at) + by, 0), STOPS.length - 1)]);

  let from = null;
  grip.addEventListener("pointerdown", (press) => {
    from = press.clientY;
    grip.setPointerCapture(press.pointerId);
  });
  grip.addEventListener("pointerup", (release) => {
    const pulled = from - release.clientY;
    from = null;
    if (Math.abs(pulled) >= PULL_PX) step(pulled > 0 ? 1 : -1);
    else set(at === "full" ? "half" : "full");
  });
  grip.addEventListener("keydown", (press) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[press.key];
    if (by) step(by);
    else if (press.key === "Enter" || press.key === " ") set(at === "full" ? "half" : "full");
    else return;
    press.preventDefault();
  });
  return { set, at: () => at };
}
