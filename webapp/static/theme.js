// Light or dark, before the first paint: as chosen here before, else as the reader's system says.
// A classic script: it must run before the style sheets show anything.
"use strict";

(() => {
  const KEY = "placeline-theme";
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");

  // A sandboxed frame has no storage and throws.
  const remembered = () => {
    try { return localStorage.getItem(KEY); } catch { return null; }
  };

  const remember = (theme) => {
    try { localStorage.setItem(KEY, theme); } catch { /* only for this page, then */ }
  };

  const apply = () => {
    const wanted = root.dataset.theme || remembered() || (system.matches ? "dark" : "light");
    root.classList.toggle("dark", wanted === "dark");
    document.dispatchEvent(new CustomEvent("themechange"));
  };

  window.placelineTheme = {
    current: () => (root.classList.contains("dark") ? "dark" : "light"),
    toggle: () => {
      remember(root.classList.contains("dark") ? "light" : "dark");
      apply();
    },
  };
  system.addEventListener("change", apply);
  apply();
})();
