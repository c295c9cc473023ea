// The frame of a panel: axes, grid and labels around a plot that cuts off what is outside.

import { svg, change } from "./dom.js";
import { scale, ticks } from "./scale.js";

const left = 60, right = 12, top = 10, bottom = 40;
let panels = 0;

export class Frame {
  /** @param {string} name of the panel, for readers who do not see it */
  constructor(name) {
    const clip = "krigo-clip-" + ++panels;
    this.grid = svg("g", { class: "grid", "aria-hidden": true });
    this.labels = svg("g", { class: "labels", "aria-hidden": true });
    this.cut = svg("rect");
    this.border = svg("rect", { class: "border" });
    /** What is cut off at the border. */
    this.plot = svg("g", { "clip-path": `url(#${clip})` });
    /** What is not, such as handles. */
    this.over = svg("g");
    this.el = svg("svg", { class: "panel", role: "group", "aria-label": name },
      svg("clipPath", { id: clip }, this.cut), this.grid, this.plot, this.border, this.labels, this.over);
    this.x = this.y = scale(0, 1, 0, 1);
  }

  resize(width, height) {
    this.width = width;
    this.height = height;
    change(this.el, { width, height, viewBox: `0 0 ${width} ${height}` });
    const box = { x: left, y: top, width: this.inner.width, height: this.inner.height };
    change(this.cut, box);
    change(this.border, box);
  }

  get inner() { return { left, top, right: this.width - right, bottom: this.height - bottom, width: this.width - left - right, height: this.height - top - bottom }; }

  /** axes draws axes: each has low, high, log and a name. */
  axes(x, y) {
    const { left, right, top, bottom } = this.inner;
    this.x = scale(x.low, x.high, left, right, x.log);
    this.y = scale(y.low, y.high, bottom, top, y.log);
    const grid = [], labels = [];
    for (const t of ticks(this.x, Math.max(3, Math.floor((right - left) / 48)))) {
      const at = this.x.to(t.v).toFixed(1);
      grid.push(svg("line", { x1: at, x2: at, y1: top, y2: bottom }));
      labels.push(svg("text", { x: at, y: bottom + 16, "text-anchor": "middle", text: t.text }));
    }
    for (const t of ticks(this.y, Math.max(4, Math.floor((bottom - top) / 48)))) {
      const at = this.y.to(t.v).toFixed(1);
      grid.push(svg("line", { x1: left, x2: right, y1: at, y2: at }));
      labels.push(svg("text", { x: left - 6, y: at, dy: ".32em", "text-anchor": "end", text: t.text }));
    }
    const middle = (top + bottom) / 2;
    labels.push(svg("text", { class: "name", x: (left + right) / 2, y: this.height - 6, "text-anchor": "middle", text: x.name }),
      svg("text", { class: "name", x: 12, y: middle, "text-anchor": "middle", transform: `rotate(-90 12 ${middle})`, text: y.name }));
    this.grid.replaceChildren(...grid);
    this.labels.replaceChildren(...labels);
  }

  /** place returns where a pointer is, in pixels of the panel. */
  place(e) {
    const box = this.el.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  }

  /** isInside reports whether a place is within the plot. */
  isInside({ x, y }, beyond = 0) {
    const i = this.inner;
    return x >= i.left - beyond && x <= i.right + beyond && y >= i.top - beyond && y <= i.bottom + beyond;
  }

  /** clamped returns the nearest place within the plot. */
  clamped({ x, y }) {
    const i = this.inner;
    return { x: Math.min(Math.max(x, i.left), i.right), y: Math.min(Math.max(y, i.top), i.bottom) };
  }
}

/** runs returns the parts of a curve without the points at which one of its values is NaN, as pairs of ends. */
function runs(count, ...values) {
  const found = [];
  for (let i = 0, from = -1; i <= count; i++) {
    const is = i < count && !values.some((v) => isNaN(v[i]));
    if (is && from < 0) from = i;
    if (!is && from >= 0) {
      found.push([from, i]);
      from = -1;
    }
  }
  return found;
}

const place = (x, y) => x.toFixed(1) + " " + y.toFixed(1);

/** line returns the path through points, with gaps at those that are NaN. */
export function line(xs, ys) {
  let d = "";
  for (const [from, to] of runs(xs.length, xs, ys)) {
    for (let i = from; i < to; i++) d += (i > from ? "L" : "M") + place(xs[i], ys[i]);
  }
  return d;
}

/** band returns the path around what is between two curves, with gaps where one of them is NaN. */
export function band(xs, low, high) {
  let d = "";
  for (const [from, to] of runs(xs.length, xs, low, high)) {
    for (let i = from; i < to; i++) d += (i > from ? "L" : "M") + place(xs[i], high[i]);
    for (let i = to - 1; i >= from; i--) d += "L" + place(xs[i], low[i]);
    d += "Z";
  }
  return d;
}

/**
 * drag calls move with each place of the pointer from a press on, and end when it is released. A pointer that the
 * browser takes away, to scroll, ends with false.
 */
export function drag(e, frame, move, end) {
  const el = frame.el, id = e.pointerId;
  el.setPointerCapture(id);
  const moved = (m) => { if (m.pointerId === id) move(frame.place(m), m); };
  const ended = (m) => {
    if (m.pointerId !== id) return;
    for (const [name, f] of Object.entries(heard)) el.removeEventListener(name, f);
    end(m.type === "pointerup");
  };
  const heard = { pointermove: moved, pointerup: ended, pointercancel: ended };
  for (const [name, f] of Object.entries(heard)) el.addEventListener(name, f);
}
