// Evaluations as lines over parallel axes, one for each dimension.

import { svg, change } from "./dom.js";
import { scale, ticks } from "./scale.js";

const overAxes = 30, underAxes = 14, shades = 9; // px around the axes; strengths of lines

/** quantile returns that of ascending values. */
function quantile(sorted, p) {
  const at = p * (sorted.length - 1), i = Math.floor(at);
  return sorted[i] + (at - i) * ((sorted[i + 1] ?? sorted[i]) - sorted[i]);
}

/** strengths returns how strong the line of each value is, from 0 to 1: 1 is the least value, 0 the upper end of what is usual. */
export function strengths(values) {
  const known = values.filter((v) => isFinite(v)).sort((a, b) => a - b);
  if (!known.length) return values.map(() => 0);
  const lower = quantile(known, 0.25), upper = quantile(known, 0.75), low = known[0];
  const high = known.length < 4 ? known.at(-1) : Math.min(known.at(-1), Math.max(upper + 1.5 * (upper - lower), low));
  return values.map((v) => !isFinite(v) ? 0 : high > low ? Math.min(1, Math.max(0, (high - v) / (high - low))) : 1);
}

export class ParallelAxes {
  /** @param figure a Search */
  constructor(figure) {
    this.figure = figure;
    const { y, infeasible } = figure, strong = strengths(y.map((v, i) => infeasible.has(i) ? NaN : v));
    this.axes = svg("g", { class: "labels", "aria-hidden": true });
    this.lines = y.map((v, i) => svg("path", { class: "way" + (isNaN(v) ? " failed" : infeasible.has(i) ? " infeasible" : ""),
      "stroke-opacity": isNaN(v) || infeasible.has(i) ? null : (0.16 + 0.84 * Math.round(strong[i] * (shades - 1)) / (shades - 1)).toFixed(2) }));
    this.next = svg("path", { class: "way coming" });
    this.best = svg("path", { class: "way best-way" });
    const order = y.map((_, i) => i).sort((a, b) => rank(y[b], infeasible.has(b)) - rank(y[a], infeasible.has(a)));
    this.el = svg("svg", { class: "panel", role: "img", "aria-label": "All evaluations over parallel axes, one for each dimension" },
      ...order.map((i) => this.lines[i]), this.best, this.next, this.axes);
  }

  resize(width, height) {
    change(this.el, { width, height, viewBox: `0 0 ${width} ${height}` });
    const { dims, rows } = this.figure, cell = width / dims.length;
    this.at = dims.map((_, k) => cell * (k + 0.5));
    this.scales = dims.map((d) => scale(d.low, d.high, height - underAxes, overAxes, d.kind === "log"));
    const parts = dims.flatMap((d, k) => [svg("path", { class: "axis", d: `M${this.at[k].toFixed(1)} ${overAxes}V${height - underAxes}` }),
      svg("text", { class: "name", x: this.at[k], y: 13, "text-anchor": "middle", text: cut(d.name, cell / 7) }), ...this.marks(d, k, cell, height)]);
    this.axes.replaceChildren(...parts);
    this.lines.forEach((path, i) => change(path, { d: this.path(rows[i]) }));
  }

  /** marks labels an axis at its left. */
  marks(d, k, cell, height) {
    const found = d.levels ? d.levels.map((text, v) => ({ v, text })) : ticks(this.scales[k], Math.max(3, Math.floor(height / 70)))
      .filter((t) => d.kind !== "integer" || Number.isInteger(t.v));
    return found.map((t) => svg("text", { class: "mark", x: this.at[k] - 5, y: this.scales[k].to(t.v), dy: ".32em", "text-anchor": "end", text: cut(t.text, cell / 15) }));
  }

  path(x) { return x.map((v, k) => (k ? "L" : "M") + this.at[k].toFixed(1) + " " + this.scales[k].to(v).toFixed(1)).join(""); }

  show() {
    const { step, rows } = this.figure;
    this.lines.forEach((path, i) => change(path, { visibility: i < step.rows && i !== step.best ? null : "hidden" }));
    change(this.best, { d: this.path(rows[step.best]) });
    change(this.next, { d: this.path(step.next) });
  }
}

/** rank orders lines: what failed is drawn first, what is low last. */
const rank = (y, infeasible) => isNaN(y) ? Infinity : infeasible ? Number.MAX_VALUE : y;

/** cut shortens a text to so many letters. */
const cut = (text, most) => text.length <= most ? text : text.slice(0, Math.max(1, Math.floor(most) - 1)) + "…";
