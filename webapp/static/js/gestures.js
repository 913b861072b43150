// An embedded map must not catch the scrolling of the page around it.

const SHOWN_MS = 1400;

/** Zoom with ctrl or two fingers only, and say so when someone tries otherwise. */
export function politeGestures(map, hint) {
  const container = map.getContainer();
  let timer = null;

  const say = (text) => {
    hint.textContent = text;
    hint.classList.add("shown");
    clearTimeout(timer);
    timer = setTimeout(() => hint.classList.remove("shown"), SHOWN_MS);
  };

  container.parentElement.addEventListener("wheel", (turn) => {
    if (turn.ctrlKey || turn.metaKey) return;
    turn.stopPropagation();
    say("Hold Ctrl and scroll to zoom the map");
  }, { capture: true, passive: true });

  if (!matchMedia("(pointer: coarse)").matches) return;
  map.dragging.disable();
  container.style.touchAction = "pan-x pan-y";
  container.addEventListener("touchmove", (move) => {
    if (move.touches.length === 1) say("Use two fingers to move the map");
  }, { passive: true });
}
