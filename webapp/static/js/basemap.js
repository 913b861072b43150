// The tiles below the events: light or dark, and asked for again while the server still reads its maps.

const AGAIN_MS = 900;
const PENDING_PX = 1;

export class Basemap {
  constructor(map, tiles) {
    this.map = map;
    this.tiles = tiles;
    for (const layer of tiles.values()) layer.on("tileload", ({ tile }) => this.askAgain(tile));
    document.addEventListener("themechange", () => this.show());
    this.show();
  }

  show() {
    const theme = window.placelineTheme.current();
    for (const [name, layer] of this.tiles) {
      if (name === theme) layer.addTo(this.map);
      else layer.remove();
    }
    document.getElementById("theme-toggle")?.setAttribute("aria-pressed", String(theme === "dark"));
  }

  /** A tile that the server cannot draw yet comes as a single pixel. */
  askAgain(tile) {
    if (tile.naturalWidth !== PENDING_PX) return;
    setTimeout(() => {
      if (!tile.isConnected) return;
      const address = new URL(tile.src);
      address.searchParams.set("try", Number(address.searchParams.get("try") ?? 0) + 1);
      tile.src = address.href;
    }, AGAIN_MS);
  }
}
