// Regions of a grid of values above a level, as paths.

import { svg, change } from "./dom.js";

/** between returns where the value is the level on the way from one corner to another. */
function between(a, b, level) {
  const t = (level - a.v) / (b.v - a.v);
  return { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) };
}

const text = (p) => p.x.toFixed(1) + " " + p.y.toFixed(1);

/**
 * above returns the region of values at or above a level, and the line around it within the grid.
 * @param {number[]} xs of the columns, in pixels
 * @param {number[]} ys of the rows, in pixels
 * @param {number[][]} values by row
 */
function above(xs, ys, values, level) {
  let area = "", edge = "";
  for (let r = 0; r + 1 < ys.length; r++) {
    let whole = -1; // the first of the columns that are wholly inside
    const close = (to) => {
      if (whole >= 0) area += `M${xs[whole].toFixed(1)} ${ys[r].toFixed(1)}H${xs[to].toFixed(1)}V${ys[r + 1].toFixed(1)}H${xs[whole].toFixed(1)}Z`;
      whole = -1;
    };
    for (let c = 0; c + 1 < xs.length; c++) {
      const corner = (i, j) => ({ x: xs[j], y: ys[i], v: values[i][j] });
      const corners = [corner(r, c), corner(r, c + 1), corner(r + 1, c + 1), corner(r + 1, c)];
      const inside = corners.filter((p) => p.v >= level).length;
      if (inside === 4) {
        if (whole < 0) whole = c;
        continue;
      }
      close(c);
      if (!inside) continue;
      const polygon = [], crossings = [];
      corners.forEach((p, k) => {
        const q = corners[(k + 1) % 4];
        if (p.v >= level) polygon.push(p);
        if (p.v >= level !== q.v >= level) {
          const at = between(p, q, level);
          polygon.push(at);
          crossings.push(at);
        }
      });
      area += "M" + polygon.map(text).join("L") + "Z";
      for (let k = 0; k + 1 < crossings.length; k += 2) edge += "M" + text(crossings[k]) + "L" + text(crossings[k + 1]);
    }
    close(xs.length - 1);
  }
  return { area, edge };
}

/**
 * levels returns levels below a greatest value, the nearest to it first: half a nat below, then in equal ratios down to
 * most of the values.
 */
function levels(values, count) {
  const sorted = values.filter(isFinite).sort((a, b) => b - a);
  if (!sorted.length) return [];
  const best = sorted[0], far = Math.max(8, best - sorted[Math.floor(0.9 * (sorted.length - 1))]);
  const found = [];
  for (let k = 0; k < count; k++) found.push(best - 0.5 * (far / 0.5) ** (k / (count - 1)));
  return found;
}

const bands = 10;

/** The contours of a grid: darker bands are higher. */
export class Contours {
  constructor() {
    this.bands = Array.from({ length: bands }, (_, k) => svg("path", { class: "level level-" + k }));
    this.edges = svg("path", { class: "edges" });
    this.parts = [...this.bands, this.edges];
  }

  /** draw draws values by row, at columns and rows in pixels; those that are not finite are below all others. */
  draw(xs, ys, values) {
    const flat = values.flat(), at = levels(flat, bands), least = Math.min(...flat.filter(isFinite));
    const whole = values.map((row) => row.map((v) => isFinite(v) ? v : least - 1e3));
    let edges = "";
    for (let k = 0; k < bands; k++) {
      const { area, edge } = at.length ? above(xs, ys, whole, at[at.length - 1 - k]) : { area: "", edge: "" };
      change(this.bands[k], { d: area });
      edges += edge;
    }
    change(this.edges, { d: edges, class: "edges" });
  }

  clear() {
    for (const p of this.parts) change(p, { d: "" });
  }
}
