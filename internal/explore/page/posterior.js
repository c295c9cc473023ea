// The posterior: data that can be dragged, the mean, 50 % and 95 % bands, and functions drawn from it.

import { svg, change } from "./dom.js";
import { Frame, band, drag, line } from "./axes.js";
import { brief, scale, tidy } from "./scale.js";

const half = 0.6744897501960817, most = 1.959963984540054; // standard deviations of 50 % and 95 %
const manyPoints = 60; // which are drawn smaller
const still = 5; // px that a press moves at most to add a point
const reaches = { mouse: 12 }, reachOfFinger = 22; // px from a point within which a press is meant for it
const away = 28; // px outside of the plot from which a dragged point is removed

export class PosteriorPanel {
  /** @param {any} figure */
  constructor(figure) {
    this.figure = figure;
    this.frame = new Frame("Posterior: data, mean and bands");
    this.el = this.frame.el;
    const path = (name) => svg("path", { class: name });
    this.bands = [path("band95"), path("band50")];
    this.limits = path("limits");
    this.samples = svg("g", { class: "samples" });
    this.mean = path("mean");
    this.points = svg("g", { class: "points" });
    this.frame.plot.append(...this.bands, this.limits, this.samples, this.mean);
    this.frame.over.append(this.points);
    this.el.addEventListener("pointerdown", (e) => this.press(e));
    this.el.addEventListener("dblclick", (e) => this.doubled(e));
    this.el.addEventListener("keydown", (e) => this.key(e));
    this.answer = null;
    this.range = null;
    this.reach = reaches.mouse; // of the last press
  }

  resize(width, height) {
    this.frame.resize(width, height);
    if (this.range) this.drawAxes();
  }

  /** span returns the inputs that the panel covers. */
  span() {
    if (!this.range) this.fit();
    return this.range.x;
  }

  /** fit chooses the axes so that data and bands are inside; it reports whether the inputs on the axis have changed. */
  fit() {
    const before = this.range?.x.join();
    const { x, y } = this.figure.state;
    const low = Math.min(...x), high = Math.max(...x), pad = (high - low || 1) * 0.12;
    let bottom = Math.min(...y), top = Math.max(...y);
    const reach = 0.6 * (top - bottom || 2);
    const limits = [bottom - reach, top + reach];
    const { low95 = [], high95 = [] } = this.answer?.bands || {};
    for (let i = 0; i < low95.length; i++) {
      if (isNaN(low95[i]) || isNaN(high95[i])) continue;
      bottom = Math.max(limits[0], Math.min(bottom, low95[i]));
      top = Math.min(limits[1], Math.max(top, high95[i]));
    }
    const margin = 0.08 * (top - bottom || 1);
    this.range = { x: [low - pad, high + pad], y: [bottom - margin, top + margin] };
    return this.range.x.join() !== before;
  }

  drawAxes() {
    const { state } = this.figure, { x, y } = this.range;
    this.frame.axes({ low: x[0], high: x[1], name: state.input }, { low: y[0], high: y[1], name: state.target });
    this.drawPoints();
    this.drawCurves();
  }

  /** show draws an answer; without one there are no curves. */
  show(answer) {
    this.answer = answer ? finite(answer) : null;
    this.raw = answer;
    this.drawCurves();
  }

  drawCurves() {
    const a = this.answer;
    if (!a) return this.clear();
    const { x: sx, y: sy } = this.frame, x = a.at.map(sx.to);
    // What is far outside is drawn at the edge of what is cut off.
    const i = this.frame.inner, y = (v) => Math.min(Math.max(sy.to(v), i.top - 9999), i.bottom + 9999);
    const { low95, high95, low50, high50, lowY, highY } = a.bands;
    change(this.bands[0], { d: band(x, low95.map(y), high95.map(y)) });
    change(this.bands[1], { d: band(x, low50.map(y), high50.map(y)) });
    change(this.limits, { d: line(x, lowY.map(y)) + line(x, highY.map(y)) });
    change(this.mean, { d: line(x, a.mean.map(y)) });
    const drawn = a.samples || [];
    while (this.samples.children.length > drawn.length) this.samples.lastChild.remove();
    drawn.forEach((f, k) => {
      if (!this.samples.children[k]) this.samples.append(svg("path", { class: "sample sample-" + k % 5 }));
      change(this.samples.children[k], { d: line(x, f.map(y)) });
    });
  }

  clear() {
    for (const p of [...this.bands, this.limits, this.mean]) change(p, { d: "" });
    this.samples.replaceChildren();
  }

  drawPoints() {
    const { x, y, input, target } = this.figure.state, { chosen } = this.figure, { x: sx, y: sy } = this.frame;
    while (this.points.children.length > x.length) this.points.lastChild.remove();
    this.points.classList.toggle("many", x.length > manyPoints);
    for (let i = 0; i < x.length; i++) {
      if (!this.points.children[i]) this.points.append(this.makePoint());
      const g = this.points.children[i], at = this.frame.clamped({ x: sx.to(x[i]), y: sy.to(y[i]) });
      g.dataset.point = String(i);
      change(g, {
        transform: `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`, class: i === chosen ? "point chosen" : "point",
        tabindex: i === Math.max(0, chosen) ? 0 : -1,
        "aria-label": `Point ${i + 1} of ${x.length}`, "aria-valuenow": y[i],
        "aria-valuetext": `${input} ${brief(x[i], 4)}, ${target} ${brief(y[i], 4)}`,
      });
    }
  }

  makePoint() {
    const g = svg("g", { role: "slider", "aria-orientation": "vertical" }, svg("circle", { class: "hit", r: 15 }), svg("circle", { class: "dot", r: 4.5 }));
    g.addEventListener("focus", () => this.figure.choose(Number(g.dataset.point)));
    return g;
  }

  /** nearest returns the point that is nearest to a place, or -1 where none is near. */
  nearest(at, reach) {
    const { x, y } = this.figure.state;
    let best = -1, least = reach;
    for (let i = 0; i < x.length; i++) {
      const p = this.frame.clamped({ x: this.frame.x.to(x[i]), y: this.frame.y.to(y[i]) });
      const d = Math.hypot(p.x - at.x, p.y - at.y);
      if (d < least) [best, least] = [i, d];
    }
    return best;
  }

  press(e) {
    if (e.button || !e.isPrimary) return;
    this.reach = reaches[e.pointerType] || reachOfFinger;
    const at = this.frame.place(e), i = this.nearest(at, this.reach);
    if (i < 0) return this.tap(e, at);
    e.preventDefault();
    this.figure.touch();
    this.figure.choose(i);
    this.points.children[i].focus({ preventScroll: true });
    let { turn } = this.figure, begun = false, out = false;
    const from = { x: this.frame.x.to(this.figure.state.x[i]), y: this.frame.y.to(this.figure.state.y[i]) };
    drag(e, this.frame, (to) => {
      if (turn !== this.figure.turn) return; // another change has come, and the points may be others
      if (!begun && Math.hypot(to.x - at.x, to.y - at.y) < 2) return;
      if (!begun) turn = this.figure.begin();
      begun = true;
      out = !this.frame.isInside(to, away);
      this.points.children[i].classList.toggle("leaving", out);
      const place = this.frame.clamped({ x: from.x + to.x - at.x, y: from.y + to.y - at.y });
      this.figure.movePoint(i, ...this.meant(place));
    }, (whole) => {
      if (turn !== this.figure.turn) return;
      this.points.children[i].classList.remove("leaving");
      if (out && whole) this.figure.removePoint(i, begun);
      else if (begun) this.figure.end();
    });
  }

  /** meant returns the values at a place, without digits that a hand cannot mean. */
  meant(place) { return [tidy(this.frame.x.from(place.x), this.range.x), tidy(this.frame.y.from(place.y), this.range.y)]; }

  /** tap adds a point where a press was released at its place. */
  tap(e, at) {
    if (!this.frame.isInside(at)) return;
    this.figure.touch();
    const { turn } = this.figure;
    let moved = false;
    drag(e, this.frame, (to) => { moved ||= Math.hypot(to.x - at.x, to.y - at.y) > still; }, (whole) => {
      if (whole && !moved && turn === this.figure.turn) this.figure.addPoint(...this.meant(at));
    });
  }

  /** doubled removes a point that existed before a double click, whose first click may have added one. */
  doubled(e) {
    const i = this.nearest(this.frame.place(e), this.reach);
    if (i >= 0) this.figure.removePoint(i);
  }

  key(e) {
    const { figure } = this, { x, y } = figure.state, i = figure.chosen, n = x.length;
    if (!e.target.closest(".point") || i < 0 || e.ctrlKey || e.metaKey || e.altKey) return;
    const far = e.shiftKey ? 10 : 1, dx = far * (this.range.x[1] - this.range.x[0]) / 100, dy = far * (this.range.y[1] - this.range.y[0]) / 100;
    const rise = figure.isWhole ? Math.max(1, Math.round(dy)) : dy;
    const moves = { ArrowLeft: [-dx, 0], ArrowRight: [dx, 0], ArrowUp: [0, rise], ArrowDown: [0, -rise] };
    if (moves[e.key]) {
      figure.step("point " + i);
      figure.movePoint(i, tidy(x[i] + moves[e.key][0], this.range.x), tidy(y[i] + moves[e.key][1], this.range.y));
      figure.end();
    } else if (e.key === "PageDown" || e.key === "PageUp") {
      this.focus((i + (e.key === "PageDown" ? 1 : n - 1)) % n);
    } else if (e.key === "Delete" || e.key === "Backspace") {
      figure.removePoint(i);
      this.focus(Math.min(i, figure.state.x.length - 1));
    } else if (e.key === "Insert" || e.key === "+") {
      figure.addPoint(...this.free());
      this.focus(figure.state.x.length - 1);
    } else {
      return;
    }
    e.preventDefault();
    e.stopPropagation();
  }

  /** focus chooses a point and gives it the keys. */
  focus(i) {
    this.figure.choose(i);
    this.points.children[i]?.focus({ preventScroll: true });
  }

  /** free returns a place for another point: on the mean, in the middle of the widest gap. */
  free() {
    const [low, high] = this.span(), xs = [low, ...this.figure.state.x, high].sort((a, b) => a - b);
    let x = low, gap = 0;
    for (let i = 1; i < xs.length; i++) {
      if (xs[i] - xs[i - 1] > gap) [gap, x] = [xs[i] - xs[i - 1], (xs[i] + xs[i - 1]) / 2];
    }
    const a = this.answer;
    if (!a) return [x, 0];
    const at = scale(a.at[0], a.at.at(-1), 0, a.at.length - 1).to(x);
    return [tidy(x, this.range.x), tidy(a.mean[Math.min(Math.max(Math.round(at), 0), a.mean.length - 1)], this.range.y)];
  }

  /** say describes the posterior in words. */
  say() {
    const a = this.answer;
    if (!a) return "";
    const { input, target } = this.figure.state;
    let wide = 0;
    const { low95, high95 } = a.bands, width = (i) => high95[i] - low95[i];
    for (let i = 1; i < low95.length; i++) if (width(i) > width(wide)) wide = i;
    return `The mean is between ${brief(Math.min(...a.mean))} and ${brief(Math.max(...a.mean))} ${target}; ` +
      `the 95 % band is widest, from ${brief(low95[wide])} to ${brief(high95[wide])}, at ${input} = ${brief(a.at[wide])}.`;
  }
}

/** finite returns an answer with NaN for null, which JSON has for values that are not finite, and with bands. */
function finite(answer) {
  const numbers = (values) => values.map((v) => v ?? NaN);
  const [mean, sd, sdOfY] = [answer.mean, answer.sd, answer.sdOfY].map(numbers), around = (sd, by) => mean.map((m, k) => m + by * sd[k]);
  const bands = answer.bands ? Object.fromEntries(Object.entries(answer.bands).map(([key, values]) => [key, numbers(values)])) : {
    low95: around(sd, -most), high95: around(sd, most), low50: around(sd, -half), high50: around(sd, half), lowY: around(sdOfY, -most), highY: around(sdOfY, most),
  };
  return { ...answer, at: numbers(answer.at), mean, bands, samples: answer.samples?.map(numbers) };
}
