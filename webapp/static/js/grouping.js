// Marks that would cover one another: a few are fanned out, many become one cluster.

const FAN_LIMIT = 8;
const NEAR_PX = 34;
const STEM_PX = 30;
const SPREAD_PX = 37;
const BADGE_PX = 14;
const CLUSTER_PX = 20;
const ROUNDS = 6;

/** Group points {x, y} in pixels that lie near the first of their group; order decides. */
function groups(points) {
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
function fan({ members }) {
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

/**
 * Lay out points as fans and clusters that do not cover one another: a fan that would reach into
 * another group closes to a cluster, and clusters that touch become one.
 */
export function layout(points) {
  let laid = groups(points).map((group) => opened(group));
  for (let round = 0; round < ROUNDS; round += 1) {
    const closed = laid.map((one) => (one.fan && one.fan.length > 1 && laid.some((other) => meets(one, other)) ? asCluster(one.members) : one));
    const merged = withoutTouching(closed);
    if (merged.length === laid.length && merged.every((one, i) => one.members.length === laid[i].members.length && Boolean(one.fan) === Boolean(laid[i].fan))) break;
    laid = merged;
  }
  return laid;
}

function opened(group) {
  if (group.members.length > FAN_LIMIT) return asCluster(group.members);
  const spread = fan(group);
  return { members: group.members, fan: spread, spots: spread.map(({ point, dx, dy }) => ({ x: point.x + dx, y: point.y + dy, radius: BADGE_PX })) };
}

function asCluster(members) {
  const x = members.reduce((sum, point) => sum + point.x, 0) / members.length;
  const y = members.reduce((sum, point) => sum + point.y, 0) / members.length;
  return { members, fan: null, x, y, spots: [{ x, y, radius: CLUSTER_PX }] };
}

function meets(one, other) {
  return one !== other && one.spots.some((a) => other.spots.some((b) => Math.hypot(a.x - b.x, a.y - b.y) < a.radius + b.radius));
}

/** Join each cluster with what it touches. */
function withoutTouching(laid) {
  const left = [...laid];
  const done = [];
  while (left.length) {
    let one = left.shift();
    let other = one.fan ? -1 : left.findIndex((each) => meets(one, each));
    while (other >= 0) {
      one = asCluster([...one.members, ...left.splice(other, 1)[0].members]);
      other = left.findIndex((each) => meets(one, each));
    }
    done.push(one);
  }
  return done;
}
