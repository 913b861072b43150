// The menus of formats: each entry leads to a file of exactly what is in view.

/** Let the menus close by Escape, by a click elsewhere and by a choice; returns what shows an address. */
export function downloads(menus) {
  const close = (menu, focus) => {
    if (!menu.open) return;
    menu.open = false;
    if (focus) menu.querySelector("summary").focus();
  };
  for (const menu of menus) {
    menu.addEventListener("keydown", (pressed) => {
      if (pressed.key === "Escape" && menu.open) {
        pressed.stopPropagation();
        close(menu, true);
      } else if (pressed.key === "ArrowDown" || pressed.key === "ArrowUp") move(menu, pressed);
    });
    menu.addEventListener("click", ({ target }) => target.closest("a") && close(menu, true));
    menu.addEventListener("focusout", ({ relatedTarget }) => relatedTarget && !menu.contains(relatedTarget) && close(menu, false));
  }
  document.addEventListener("click", ({ target }) => menus.forEach((menu) => menu.contains(target) || close(menu, false)));
  return (search, words) => {
    for (const menu of menus) {
      menu.querySelector("[data-say=in-view]").textContent = words;
      for (const link of menu.querySelectorAll("[data-format]")) {
        const { format } = link.dataset;
        link.setAttribute("href", format ? `/export?format=${format}${search && `&${search}`}` : `/export/methods.txt${search && `?${search}`}`);
      }
    }
  };
}

function move(menu, pressed) {
  const links = [...menu.querySelectorAll("a")];
  const step = pressed.key === "ArrowDown" ? 1 : -1;
  const at = links.indexOf(document.activeElement);
  menu.open = true;
  pressed.preventDefault();
  links[at < 0 ? (step > 0 ? 0 : links.length - 1) : (at + step + links.length) % links.length].focus();
}
