// A Bayesian optimisation step by step: the model along a dimension, the acquisition with the next point, and all
// evaluations over parallel axes.

import { html, svg, change } from "./dom.js";
import { Frame, band, line } from "./axes.js";
import { Player } from "./player.js";
import { ParallelAxes } from "./parallel.js";
import { brief, nice, numbers } from "./scale.js";

/**
 * Content is package widget's search. Numbers are in texts.
 * @typedef {{name: string, kind: string, low: number, high: number, levels?: string[]}} Dimension
 * @typedef {{mean: string, sd: string, acquisition: string, truth?: string}} Slice
 * @typedef {{rows: number, best: number, next: string, mean: number, sd: number, top: number | null, at: Slice[]}} Step
 */

const twoFrom = 640, gutter = 16; // px: from one on panels are side by side, the other apart
const sds95 = 1.959963984540054; // standard deviations of 95 %
const shownNats = 30; // below its greatest value a logarithm is not drawn

export class Search {
  /** @param {HTMLElement} root that the figure fills */
  constructor(root, content) {
    this.root = root;
    this.content = content;
    this.dims = content.dims;
    this.y = numbers(content.y);
    const columns = content.x.map(numbers);
    this.rows = this.y.map((_, i) => columns.map((c) => c[i]));
    this.infeasible = new Set(content.infeasible);
    this.steps = content.steps.map((s) => ({ ...s, next: numbers(s.next), at: s.at.map(sliceOf) }));
    this.slice = 0; // position of the dimension that is drawn along
    this.model = content.slices.length ? new ModelPanel(this) : null;
    this.acquisition = this.model && new AcquisitionPanel(this);
    this.lines = this.dims.length > 1 ? new ParallelAxes(this) : null;
    const parts = this.build();
    root.classList.add("krigo-search");
    this.player.set(this.steps.length, 0);
    this.resize();
    root.replaceChildren(...parts); // the picture stays where the content has failed
    this.resizing = new ResizeObserver(() => requestAnimationFrame(() => this.resize())); // not while the browser lays out
    this.resizing.observe(root);
    root.addEventListener("keydown", (e) => this.press(e));
  }

  get along() { return this.content.slices[this.slice]; }
  get step() { return this.steps[this.player.at]; }
  get grid() { return this.grids[this.slice]; }
  /** The curves of a step along the dimension. */
  get curves() { return this.step.at[this.slice]; }

  build() {
    const { slices, grids } = this.content;
    this.grids = grids.map(numbers);
    this.says = html("p", { class: "saying" });
    this.player = new Player("Evaluations", { moved: () => this.show(), text: (i) => counted(this.steps[i].rows), rested: () => this.tell() });
    const choice = slices.length > 1 && html("label", { class: "choice" }, html("span", { text: "Along" }),
      html("select", { onchange: (e) => this.choose(Number(e.target.value)) }, ...slices.map((k, i) => html("option", { value: i, text: this.dims[k].name }))));
    const curves = this.model && html("div", { class: "stack" }, this.model.el, this.acquisition.el);
    this.panels = html("div", { class: "panels", tabindex: 0, role: "group", "aria-label": "Panels: the arrow keys go from step to step" }, curves, this.lines?.el);
    return [html("div", { class: "actions" }, this.player.el, choice || null), this.panels, this.says, html("p", { class: "hint", text: this.explain() })];
  }

  /** explain says how to read the panels. */
  explain() {
    const slice = this.dims.length > 1 ? " The curves are a slice through the best evaluation so far; evaluations elsewhere are faint." : "";
    const curves = this.model ? `Above the mean of f by the model and 95 % of f, below the acquisition, whose greatest point (ring) is evaluated next.${slice}` : "";
    const lines = this.lines ? " Each line over the parallel axes is an evaluation: the lower its value, the stronger; dashed ones are not feasible, dotted ones failed; the best is thick, the next long-dashed." : "";
    return `${curves}${lines} Arrow keys go from step to step.`.trim();
  }

  choose(i) {
    this.slice = i;
    this.layOut();
  }

  resize() {
    const width = this.root.clientWidth;
    if (!width || width === this.width) return;
    this.width = width;
    this.layOut();
  }

  layOut() {
    const wide = this.width >= twoFrom && Boolean(this.model && this.lines), left = wide ? Math.floor((this.width - gutter) / 2) : this.width;
    this.root.classList.toggle("wide", wide);
    this.model?.resize(left, wide || this.width < twoFrom ? 230 : 280);
    this.acquisition?.resize(left, 170);
    this.lines?.resize(wide ? this.width - gutter - left : this.width, wide ? 404 : 280);
    this.show();
  }

  show() {
    if (!this.width) return;
    this.model?.show();
    this.acquisition?.show();
    this.lines?.show();
    this.says.setAttribute("aria-live", this.player.isRunning ? "off" : "polite");
    this.says.textContent = this.say();
  }

  /** tell has the step read out where the slider has stopped. */
  tell() {
    this.says.setAttribute("aria-live", "polite");
    this.says.textContent = this.say();
  }

  /** point writes a point as words. */
  point(x) { return this.dims.map((d, k) => `${d.name} = ${d.levels ? d.levels[x[k]] : brief(x[k])}`).join(", "); }

  /** say describes the step. */
  say() {
    const s = this.step, best = this.rows[s.best], followed = this.rows[s.rows], low = s.mean - sds95 * s.sd, high = s.mean + sds95 * s.sd;
    const found = `After ${counted(s.rows)} the best value is ${brief(this.y[s.best])} at ${this.point(best)}${this.infeasible.has(s.best) ? ", which is not feasible" : ""}.`;
    const next = ` Next is ${this.point(s.next)}: the model expects ${brief(s.mean)}, between ${brief(low)} and ${brief(high)} with 95 %.`;
    if (!followed) return found + next;
    const asked = followed.every((v, k) => isNear(v, s.next[k], this.dims[k]));
    return found + next + (asked ? ` It is ${this.outcome(s.rows)}.` : ` What followed is another point, ${this.point(followed)}: ${this.outcome(s.rows)}.`);
  }

  /** outcome says what an evaluation has given. */
  outcome(row) {
    if (isNaN(this.y[row])) return "a failure";
    if (this.infeasible.has(row)) return `${brief(this.y[row])}, not feasible`;
    const before = this.y.filter((v, i) => i < row && !isNaN(v) && !this.infeasible.has(i));
    return brief(this.y[row]) + (before.every((v) => v > this.y[row]) ? ", the least so far" : "");
  }

  /** press goes through the steps by keys, where these have no meaning of their own. */
  press(e) {
    e.stopPropagation(); // notebooks move cells by keys
    if (e.altKey || e.ctrlKey || e.metaKey || e.target !== this.panels) return;
    const { player } = this, to = { ArrowRight: player.at + 1, ArrowLeft: player.at - 1, Home: 0, End: player.count - 1 }[e.key];
    if (e.key === " ") player.toggle();
    else if (to !== undefined) {
      player.pause();
      player.go(Math.max(0, to));
      this.tell();
    } else return;
    e.preventDefault();
  }
}

const counted = (n) => `${n} ${n === 1 ? "evaluation" : "evaluations"}`;

const sliceOf = (s) => ({ mean: numbers(s.mean), sd: numbers(s.sd), acquisition: numbers(s.acquisition), truth: s.truth ? numbers(s.truth) : null });

/** isNear reports whether two values of a dimension are one, but for the digits that are recorded. */
const isNear = (a, b, d) => Math.abs(a - b) <= 1e-5 * Math.max(Math.abs(a), Math.abs(b), d.kind === "real" ? d.high - d.low : 0);

/** dotsAt returns a path of dots. */
const dotsAt = (xs, ys) => xs.map((x, i) => `M${x.toFixed(1)} ${ys[i].toFixed(1)}h0`).join("");

/** onSlice reports whether a row has the values of another in all dimensions but one. */
function onSlice(figure, row, centre) {
  return figure.dims.every((d, k) => k === figure.along || isNear(figure.rows[row][k], figure.rows[centre][k], d));
}

/** The model of f along a dimension, with the evaluations. */
class ModelPanel {
  /** @param {Search} figure */
  constructor(figure) {
    this.figure = figure;
    this.frame = new Frame("The mean of f by the model, 95 % of f, and the evaluations");
    this.el = this.frame.el;
    this.parts = { band: svg("path", { class: "band95" }), truth: svg("path", { class: "truth" }), mean: svg("path", { class: "mean" }), next: svg("path", { class: "next" }),
      off: svg("path", { class: "seen off" }), seen: svg("path", { class: "seen" }), best: svg("circle", { class: "found", r: 6 }) };
    this.frame.plot.append(...Object.values(this.parts));
  }

  /** heights returns the ends of the vertical axis, for all steps: of what is observed, expected and true. */
  heights() {
    const { steps, slice, y } = this.figure;
    const all = steps.flatMap((s) => [...s.at[slice].mean, ...(s.at[slice].truth || [])]).concat(y).filter((v) => isFinite(v));
    const low = Math.min(...all), high = Math.max(...all), more = 0.15 * (high - low || 1);
    return nice(low - more, high + more);
  }

  resize(width, height) {
    const { dims, along } = this.figure, d = dims[along], [low, high] = this.heights();
    this.frame.resize(width, height);
    this.frame.axes({ low: d.low, high: d.high, log: d.kind === "log", name: d.name }, { low, high, name: "f" });
  }

  show() {
    const { figure, frame, parts } = this, { curves, grid, step, rows, y, along } = figure, { x: sx, y: sy, inner } = frame;
    const xs = grid.map(sx.to), ends = (z) => curves.mean.map((m, i) => sy.to(m + z * curves.sd[i]));
    change(parts.band, { d: band(xs, ends(-sds95), ends(sds95)) });
    change(parts.mean, { d: line(xs, curves.mean.map(sy.to)) });
    change(parts.truth, { d: curves.truth ? line(xs, curves.truth.map(sy.to)) : "" });
    const at = sx.to(step.next[along]).toFixed(1);
    change(parts.next, { d: `M${at} ${inner.top}V${inner.bottom}` });
    const seen = y.map((_, i) => i).filter((i) => i < step.rows && !isNaN(y[i]));
    const put = (part, some) => change(part, { d: dotsAt(some.map((i) => sx.to(rows[i][along])), some.map((i) => sy.to(y[i]))) });
    put(parts.seen, seen.filter((i) => onSlice(figure, i, step.best)));
    put(parts.off, seen.filter((i) => !onSlice(figure, i, step.best)));
    change(parts.best, { cx: sx.to(rows[step.best][along]), cy: sy.to(y[step.best]) });
  }
}

/** The acquisition along a dimension, with the next point. */
class AcquisitionPanel {
  /** @param {Search} figure */
  constructor(figure) {
    this.figure = figure;
    this.frame = new Frame("The acquisition, and the next point");
    this.el = this.frame.el;
    this.parts = { next: svg("path", { class: "next" }), curve: svg("path", { class: "acquisition" }), top: svg("circle", { class: "top", r: 5.5 }) };
    this.frame.plot.append(...Object.values(this.parts));
  }

  resize(width, height) {
    this.frame.resize(width, height);
  }

  show() {
    const { figure, frame, parts } = this, { curves, grid, step, dims, along, content } = figure, d = dims[along];
    const known = [...curves.acquisition, step.top ?? NaN].filter((v) => isFinite(v)), high = known.length ? Math.max(...known) : 1;
    const low = Math.max(known.length ? Math.min(...known) : 0, content.isLog ? high - shownNats : -Infinity), [from, to] = nice(low, high + 0.05 * (high - low || 1));
    frame.axes({ low: d.low, high: d.high, log: d.kind === "log", name: d.name }, { low: from, high: to, name: content.acquisition });
    const { x: sx, y: sy, inner } = frame, at = sx.to(step.next[along]);
    change(parts.curve, { d: line(grid.map(sx.to), curves.acquisition.map((v) => Math.min(sy.to(v), inner.bottom + 999))) });
    change(parts.next, { d: `M${at.toFixed(1)} ${inner.top}V${inner.bottom}` });
    change(parts.top, { cx: at, cy: step.top === null ? -99 : sy.to(step.top) });
  }
}
