// Marks that would cover one another: a few are fanned out, many become one cluster.

export const FAN_LIMIT = 6;
const NEAR_PX = 34;
const STEM_PX = 30;
const SPREAD_PX = 37;

/** Group points {x, y} in pixels that lie near the first of their group; order decides. */
export function groups(points) {
  const cells = new Map();
  const made = [];
  for (const point of points) {
    const group = nearest(cells, point);
    if (group) group.members.push(point);
    else open(cells, made, point);
  }
  return made;
}

function open(cells, made, point) {
  const group = { x: point.x, y: point.y, members: [point] };
  made.push(group);
  const key = cellOf(point.x, point.y);
  cells.set(key, [...(cells.get(key) ?? []), group]);
}

function nearest(cells, { x, y }) {
  let best = null;
  let least = NEAR_PX;
  for (const dx of [-NEAR_PX, 0, NEAR_PX]) {
    for (const dy of [-NEAR_PX, 0, NEAR_PX]) {
      for (const group of cells.get(cellOf(x + dx, y + dy)) ?? []) {
        const distance = Math.hypot(group.x - x, group.y - y);
        if (distance < least) [best, least] = [group, distance];
      }
    }
  }
  return best;
}

const cellOf = (x, y) => `${Math.floor(x / NEAR_PX)}:${Math.floor(y / NEAR_PX)}`;

/**
 * Return where each badge of a group stands, from its own point: on an arc above the group,
 * in the order of the points from left to right, so that no stems cross.
 */
export function fan(group) {
  const { members } = group;
  if (members.length === 1) return [{ point: members[0], dx: 0, dy: members[0].lift }];
  const sorted = [...members].sort((a, b) => a.x - b.x);
  const middle = sorted.reduce((sum, point) => sum + point.x, 0) / sorted.length;
  const top = Math.min(...sorted.map((point) => point.y));
  const radius = Math.max(STEM_PX + 4, (SPREAD_PX * sorted.length) / Math.PI);
  const step = Math.min(SPREAD_PX / radius, Math.PI / sorted.length);
  return sorted.map((point, i) => {
    const angle = (i - (sorted.length - 1) / 2) * step;
    return {
      point,
      dx: middle + Math.sin(angle) * radius - point.x,
      dy: top - Math.cos(angle) * radius - point.y,
    };
  });
}
