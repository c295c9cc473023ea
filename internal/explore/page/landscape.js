// The landscape: the log marginal likelihood over one or two parameters, with a dot at their values that can be dragged,
// and the path of a fit.

import { svg, change } from "./dom.js";
import { Frame, drag, line } from "./axes.js";
import { Contours } from "./contours.js";
import { brief, nats, nice, scale } from "./scale.js";

const sizes = { 1: [17, 65], 2: [9, 17, 33] }; // of grids, coarse to fine; each has the points of the one before
const mostKept = 24;
const slice = 9; // ms of computing at a time

export class LandscapePanel {
  /** @param {any} figure */
  constructor(figure) {
    this.figure = figure;
    this.frame = new Frame("Landscape of the log marginal likelihood");
    this.el = this.frame.el;
    this.contours = new Contours();
    this.best = svg("path", { class: "best", d: "M-5 0H5M0 -5V5" });
    this.path = svg("path", { class: "path" });
    this.steps = svg("path", { class: "steps" });
    this.dot = svg("g", { class: "handle", role: "slider", tabindex: 0, "aria-label": "Parameters of the landscape" },
      svg("circle", { class: "hit", r: 20 }), svg("circle", { class: "ring", r: 8 }), svg("circle", { class: "dot", r: 4 }));
    this.frame.plot.append(...this.contours.parts, this.best, this.path, this.steps);
    this.frame.over.append(this.dot);
    this.el.addEventListener("pointerdown", (e) => this.press(e));
    this.dot.addEventListener("keydown", (e) => this.key(e));
    /** Grids by what they depend on, the latest last. @type {Map<string, Grid>} */
    this.grids = new Map();
    this.shown = null;
    this.pace = 4; // points at a time
  }

  get params() { return this.figure.state.over.map((i) => this.figure.state.params[i]); }

  resize(width, height) {
    this.frame.resize(width, height);
    this.drawAxes();
  }

  drawAxes() {
    const named = (p) => ({ low: p.low, high: p.high, log: p.log, name: p.unit ? `${p.name} (${p.unit})` : p.name });
    const [x, y] = this.params;
    this.el.toggleAttribute("hidden", !x);
    if (!x) return;
    this.frame.axes(named(x), y ? named(y) : { ...this.heights(), name: "log marginal likelihood" });
    this.drawGrid();
    this.drawDot();
  }

  /** heights returns the axis of the values of a curve. */
  heights() {
    const values = this.shown?.flat().filter(isFinite) || [];
    if (this.params.length !== 1 || !values.length) return { low: 0, high: 1 };
    const high = Math.max(...values), sorted = [...values].sort((a, b) => a - b);
    const [low, top] = nice(Math.max(sorted[Math.floor(sorted.length / 4)], high - 200), high);
    return { low, high: top };
  }

  /** now returns the grid for the state of the figure. */
  now() {
    const { state } = this.figure;
    const rest = state.params.map((p, i) => state.over.includes(i) ? [p.low, p.high] : p.value);
    const key = JSON.stringify([state.kind, state.model, rest, state.over, state.x, state.y]);
    let grid = this.grids.get(key);
    if (!grid) grid = new Grid(state, this.params);
    this.grids.delete(key);
    this.grids.set(key, grid);
    if (this.grids.size > mostKept) this.grids.delete(this.grids.keys().next().value);
    return grid;
  }

  /** take keeps a landscape that was computed before. */
  take(values) {
    if (this.now().take(values)) this.showGrid(this.now());
  }

  /** work computes a few more points; it reports whether there is more to do. */
  async work(compute) {
    if (!this.params.length) return false;
    const grid = this.moving && !this.moving.isShown() ? this.moving : this.now();
    if (grid.isDone()) {
      if (this.shown !== grid) this.showGrid(grid);
      return false;
    }
    this.moving = grid; // which is finished, coarsely, also while its figure moves on
    const points = grid.next(Math.max(1, Math.round(this.pace)));
    const start = performance.now();
    const { values } = await compute({ ask: "landscape", state: grid.state, points: points.map((p) => p.at) });
    this.pace *= Math.min(2, Math.max(0.5, slice / (performance.now() - start)));
    if (grid.put(points, values)) this.showGrid(grid);
    return true;
  }

  /** flush gives up what an earlier state began. */
  flush() { this.moving = null; }

  showGrid(grid) {
    this.shown = grid;
    if (this.params.length === 1) this.drawAxes();
    else this.drawGrid();
  }

  drawGrid() {
    const grid = this.shown, over = this.params;
    if (!grid || grid.over !== over.map((p) => p.name).join()) return this.clear();
    const { x: sx, y: sy } = this.frame, { values } = grid;
    const xs = grid.axis(0).map(sx.to);
    if (over.length === 1) {
      const ys = values[0].map((v) => Math.min(sy.to(v), this.frame.inner.bottom + 999));
      this.contours.clear();
      change(this.contours.edges, { d: line(xs, ys), class: "mean" });
      return this.drawBest(grid);
    }
    this.contours.draw(xs, grid.axis(1).map(sy.to), values);
    this.drawBest(grid);
  }

  clear() {
    this.contours.clear();
    change(this.best, { visibility: "hidden" });
  }

  /** drawBest marks the best point of the grid. */
  drawBest(grid) {
    const { at, value } = grid.best();
    if (!at) return change(this.best, { visibility: "hidden" });
    const y = at.length > 1 ? this.frame.y.to(at[1]) : this.frame.y.to(value);
    change(this.best, { visibility: "visible", transform: `translate(${this.frame.x.to(at[0]).toFixed(1)} ${y.toFixed(1)})` });
  }

  /** placeOf returns where values of the landscape's parameters are; a curve needs the height, too. */
  placeOf(values, height) {
    return { x: this.frame.x.to(values[0]), y: this.frame.y.to(values.length > 1 ? values[1] : height) };
  }

  drawDot() {
    const over = this.params;
    if (!over.length) return;
    const values = over.map((p) => p.value), height = this.figure.terms?.sum ?? this.frame.y.low;
    const at = this.frame.clamped(this.placeOf(values, height));
    change(this.dot, {
      transform: `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`, "aria-valuenow": values[0], "aria-valuemin": over[0].low, "aria-valuemax": over[0].high,
      "aria-valuetext": over.map((p) => `${p.name} ${brief(p.value)}`).join(", ") + (this.figure.terms ? `; log marginal likelihood ${nats(this.figure.terms.sum)}` : ""),
    });
    this.drawPath();
  }

  drawPath() {
    const { trail, state } = this.figure;
    const places = (trail || []).map((s) => this.placeOf(state.over.map((i) => s.theta[i] ?? NaN), s.value)).filter((p) => isFinite(p.x) && isFinite(p.y));
    change(this.path, { d: line(places.map((p) => p.x), places.map((p) => p.y)) });
    change(this.steps, { d: places.map((p) => `M${p.x.toFixed(1)} ${p.y.toFixed(1)}h0`).join("") });
  }

  press(e) {
    if (e.button || !e.isPrimary || !this.params.length) return;
    const at = this.frame.place(e), onDot = Boolean(e.target.closest(".handle"));
    if (!onDot && !this.frame.isInside(at)) return;
    e.preventDefault();
    this.figure.touch();
    this.dot.focus({ preventScroll: true });
    let { turn } = this.figure, begun = false;
    const move = (to) => {
      if (turn !== this.figure.turn) return; // another change has come
      if (!begun) turn = this.figure.begin();
      begun = true;
      this.moveTo(this.frame.clamped(to));
    };
    if (!onDot && e.pointerType === "mouse") move(at);
    drag(e, this.frame, move, (whole) => {
      if (!begun && whole && !onDot) move(at);
      if (begun && turn === this.figure.turn) this.figure.end();
    });
  }

  moveTo(place) {
    const values = [this.frame.x.from(place.x)];
    if (this.params.length > 1) values.push(this.frame.y.from(place.y));
    this.figure.setParams(this.figure.state.over, values);
  }

  key(e) {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    if (!by || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    e.stopPropagation();
    const far = e.shiftKey ? 0.1 : 0.01, { width, height } = this.frame.inner;
    const at = this.placeOf(this.params.map((p) => p.value), this.frame.y.low);
    this.figure.step("dot");
    this.moveTo(this.frame.clamped({ x: at.x + by[0] * far * width, y: at.y + by[1] * far * height }));
    this.figure.end();
  }

  /** current returns the values of the drawn landscape, row by row, unless it is that of an earlier state. */
  current() { return this.shown && this.shown === this.now() ? this.shown.flat() : undefined; }

  /** say describes where the dot is. */
  say() {
    const grid = this.shown, sum = this.figure.terms?.sum;
    if (!grid || sum === undefined || grid !== this.now()) return "";
    const { at, value } = grid.best(), below = value - sum;
    if (!at || below < 0.05) return "No point of the landscape's grid is higher.";
    return `The highest point of the landscape's grid, ${nats(below)} higher, is at ${this.params.map((p, k) => `${p.name} ${brief(at[k])}`).join(" and ")}.`;
  }
}

/** A landscape's grid, which is refined. */
class Grid {
  constructor(state, params) {
    this.state = structuredClone(state);
    this.params = params.map(({ low, high, log }) => ({ low, high, log }));
    this.over = params.map((p) => p.name).join();
    this.sizes = sizes[params.length] || [];
    this.level = 0; // grids that are complete
    this.known = new Map(); // values by the place in the finest grid
    this.at = 0;
  }

  get size() { return this.sizes[this.level - 1] || this.sizes[0]; }
  get values() { return this.rows(this.size); }
  isDone() { return this.level === this.sizes.length; }
  isShown() { return this.level > 0; }

  axis(k, size = this.size) {
    const s = scale(this.params[k].low, this.params[k].high, 0, size - 1, this.params[k].log);
    return Array.from({ length: size }, (_, i) => s.from(i));
  }

  /** place returns the key of a point of a grid of a size. */
  place(size, i, j) {
    const finest = this.sizes.at(-1), by = (finest - 1) / (size - 1);
    return this.params.length > 1 ? i * by * finest + j * by : j * by;
  }

  rows(size) {
    const rows = this.params.length > 1 ? size : 1;
    return Array.from({ length: rows }, (_, i) => Array.from({ length: size }, (_, j) => this.known.get(this.place(size, i, j)) ?? NaN));
  }

  /** next returns up to so many points of the current grid that are not known. */
  next(count) {
    const size = this.sizes[this.level], rows = this.params.length > 1 ? size : 1, points = [];
    const xs = this.axis(0, size), ys = rows > 1 ? this.axis(1, size) : [];
    for (; this.at < size * rows && points.length < count; this.at++) {
      const i = Math.floor(this.at / size), j = this.at % size, key = this.place(size, i, j);
      if (!this.known.has(key)) points.push({ key, at: rows > 1 ? [xs[j], ys[i]] : [xs[j]] });
    }
    return points;
  }

  /** put keeps values; it reports whether a grid is complete. */
  put(points, values) {
    points.forEach((p, k) => this.known.set(p.key, values[k] ?? NaN));
    const size = this.sizes[this.level], rows = this.params.length > 1 ? size : 1;
    if (this.at < size * rows) return false;
    this.level++;
    this.at = 0;
    return true;
  }

  /** take takes the values of a whole grid, by row; it reports whether they fit. */
  take(values) {
    const level = this.sizes.findIndex((size) => values.length === (this.params.length > 1 ? size * size : size));
    if (level < 0) return false;
    const size = this.sizes[level];
    values.forEach((v, k) => this.known.set(this.place(size, Math.floor(k / size), k % size), v ?? NaN));
    this.level = level + 1;
    return true;
  }

  flat() { return this.values.flat(); }

  best() {
    let value = -Infinity, at = null;
    this.values.forEach((row, i) => row.forEach((v, j) => {
      if (v > value) [value, at] = [v, this.params.length > 1 ? [this.axis(0)[j], this.axis(1)[i]] : [this.axis(0)[j]]];
    }));
    return { at, value };
  }
}
