// A race of learners on a landscape, from their recorded steps: a ball with a trail for each, the ranking, and the
// predictions at that moment.

import { html, svg, change } from "./dom.js";
import { Frame, band, line } from "./axes.js";
import { Contours } from "./contours.js";
import { Player } from "./player.js";
import { brief, numbers } from "./scale.js";

/**
 * Content is package widget's raceContent. Numbers are in texts.
 * @typedef {{name: string, low: number, high: number, log: boolean}} Axis
 * @typedef {{name: string, objective: string, status: string, warnings: string[], steps: number[], elapsed: string,
 *   x: string, y: string, value: string, frames: number[], nlpd: string, rmse: string, mean: string[], sd: string[]}} Way
 */

const wideFrom = 640, threeFrom = 760, gap = 16; // px
const mostMoments = 150;
const ninetyFive = 1.959963984540054; // standard deviations of 95 %
const near = 16, apart = 10; // px: balls that are nearer than one are drawn the other apart

/** duration writes seconds. */
const duration = (s) => s < 1 ? brief(1000 * s) + " ms" : brief(s) + " s";

/** moments returns budgets from 0 to the last end: whole numbers, all if they are not too many; others are closest at the start. */
export function moments(ends, isWhole) {
  const last = Math.max(...ends, 0), unit = Math.min(...ends.filter((v) => v > 0), last);
  if (!(last > 0)) return [0];
  if (isWhole && last <= mostMoments) return Array.from({ length: last + 1 }, (_, k) => k);
  const found = Array.from({ length: mostMoments + 1 }, (_, k) => unit * ((1 + last / unit) ** (k / mostMoments) - 1));
  found[mostMoments] = last;
  return isWhole ? [...new Set(found.map(Math.round))] : found;
}

/** A learner. */
class Racer {
  /** @param {Way} way */
  constructor(way, k) {
    Object.assign(this, { way, k, name: way.name });
    for (const key of ["elapsed", "x", "y", "value", "nlpd", "rmse"]) this[key] = numbers(way[key]);
    this.steps = way.steps;
    this.now = this.frame = 0;
    this.hasBegun = false;
  }

  /** spend moves the learner to its last step within a budget of steps or of seconds. */
  spend(budget, clock) {
    const spent = this[clock];
    this.hasBegun = clock === "steps" || !(spent[0] > budget); // Markov chains warm up before their first step
    this.now = 0;
    while (this.now + 1 < spent.length && spent[this.now + 1] <= budget) this.now++;
    this.frame = 0;
    while (this.frame + 1 < this.way.frames.length && this.way.frames[this.frame + 1] <= this.now) this.frame++;
  }

  get step() { return this.steps[this.now]; }
  get last() { return this.steps.at(-1); }
  get hasEnded() { return this.now === this.steps.length - 1; }
  get score() { return this.hasBegun ? this.nlpd[this.frame] : NaN; }
  /** The step of the predictions: a later one may have none. */
  get scoredStep() { return this.steps[this.way.frames[this.frame]]; }

  ball(attributes = {}) { return html("span", { class: "ball racer-" + this.k, "aria-hidden": true, text: String(this.k + 1), ...attributes }); }
}

/** better orders learners by their scores, of which less is better; those without one are last. */
const better = (a, b) => (isNaN(a.score) ? Infinity : a.score) - (isNaN(b.score) ? Infinity : b.score) || a.k - b.k;

export class Race {
  /** @param {HTMLElement} root that the figure fills */
  constructor(root, content) {
    Object.assign(this, { root, content });
    this.racers = content.learners.map((way, k) => new Racer(way, k));
    this.clock = "steps";
    this.course = new Course(this);
    this.panels = this.racers.map((r) => new Predictions(r, content.data));
    const parts = this.build();
    root.classList.add("krigo-race");
    this.resize();
    this.start();
    root.replaceChildren(...parts); // the picture stays where the content has failed
    this.resizing = new ResizeObserver(() => requestAnimationFrame(() => this.resize())); // not while the browser lays out
    this.resizing.observe(root);
    root.addEventListener("keydown", (e) => e.stopPropagation()); // notebooks move cells by keys
  }

  build() {
    const { tests, of } = this.content;
    this.ranks = html("ol", { class: "ranks", "aria-label": "Ranking" });
    this.rows = this.racers.map((r) => this.row(r));
    this.says = html("p", { class: "saying" });
    this.player = new Player("Budget", { moved: (i) => this.move(i), text: (i) => this.budgetText(this.budgets[i]), rested: () => this.rest() });
    this.menu = html("select", { "aria-label": "Clock of the race", onchange: () => this.setClock(this.menu.value) },
      html("option", { value: "steps", text: "by step" }), html("option", { value: "elapsed", text: "by second" }));
    const scored = html("p", { class: "hint", text: `NLPD: mean negative log predictive density of ${of ? `${tests} of ${of} rows, which no learner had` : `${tests} rows of test data`}, in nats; less is better. RMSE: root mean squared error of the same rows.` });
    return [html("div", { class: "actions" }, html("label", { class: "choice" }, html("span", { text: "Race" }), this.menu), this.player.el),
      html("div", { class: "panels" }, this.course.el, html("div", { class: "standing" }, this.ranks)),
      this.says, html("div", { class: "predictions" }, ...this.panels.map((p) => p.el)), scored];
  }

  /** row makes the line of a learner in the ranking. */
  row(r) {
    const score = html("output", { class: "score" }), more = html("span", { class: "more" });
    const el = html("li", {}, r.ball(), html("span", { class: "name", text: r.name }), score, more);
    return { el, show: () => {
      score.textContent = "NLPD " + brief(r.score);
      more.textContent = r.hasBegun ? this.progress(r) + ` · RMSE ${brief(r.rmse[r.frame])}` : `its first step is after ${duration(r.elapsed[0])}`;
    } };
  }

  /** progress says where a learner is. */
  progress(r) {
    const at = `step ${r.step} of ${r.last}`, spent = duration(r.elapsed[r.now]);
    const lag = r.scoredStep === r.step ? "" : `, predictions of step ${r.scoredStep}`;
    return `${at}${r.hasEnded ? `, ${r.way.status}` : ""} · ${spent}${lag}`;
  }

  resize() {
    const width = this.root.clientWidth;
    if (!width || width === this.width) return;
    this.width = width;
    const wide = width >= wideFrom;
    this.root.classList.toggle("wide", wide);
    this.course.resize(wide ? Math.floor((width - gap) * 0.58) : width, wide ? 340 : 300);
    const { length } = this.racers, columns = !wide ? 1 : width >= threeFrom && length !== 4 ? Math.min(length, 3) : Math.min(length, 2);
    this.root.style.setProperty("--columns", String(columns));
    for (const p of this.panels) p.resize(Math.floor((width - gap * (columns - 1)) / columns));
  }

  /** start shows the race before its first step. */
  start(share = 0) {
    this.budgets = moments(this.racers.map((r) => r[this.clock].at(-1)), this.clock === "steps");
    this.player.set(this.budgets.length, Math.round(share * (this.budgets.length - 1)));
  }

  setClock(clock) {
    const share = this.budgets.length > 1 ? this.player.at / (this.budgets.length - 1) : 0;
    this.clock = clock;
    this.start(share);
  }

  budgetText(budget) { return this.clock === "steps" ? `${budget} ${budget === 1 ? "step" : "steps"}` : duration(budget); }

  /** move shows a moment. */
  move(i) {
    const budget = this.budgets[i];
    for (const r of this.racers) r.spend(budget, this.clock);
    this.course.show();
    for (const p of [...this.panels, ...this.rows]) p.show();
    const order = [...this.racers].sort(better).map((r) => r.k);
    if (order.join() !== this.order) this.ranks.replaceChildren(...order.map((k) => this.rows[k].el));
    this.order = order.join();
    this.says.setAttribute("aria-live", this.player.isRunning ? "off" : "polite");
    this.says.textContent = this.say(this.budgetText(budget));
  }

  /** rest has the ranking read out where the race has stopped. */
  rest() {
    this.says.setAttribute("aria-live", "polite");
    this.says.textContent = this.say(this.budgetText(this.budgets[this.player.at]));
  }

  /** say is the ranking in words. */
  say(budget) {
    const { x, y } = this.content, [first, ...others] = [...this.racers].sort(better);
    const where = (r) => `${x.name} ${brief(r.x[r.now])} and ${y.name} ${brief(r.y[r.now])}`;
    const ended = (r) => r.hasEnded ? ` (${r.way.status})` : "";
    if (isNaN(first.score)) return `After ${budget}, no learner has a score.`;
    if (this.racers.every((r) => r.now === 0 && r.score === first.score && where(r) === where(first))) return `Before the first step all learners are at ${where(first)}, with NLPD ${brief(first.score)}.`;
    const behind = (r) => isNaN(r.score) ? "without a score" : r.score - first.score < 5e-4 ? "level" : `${brief(r.score - first.score)} behind`;
    const rest = others.map((r) => r.hasBegun ? `${r.name}${ended(r)} is ${behind(r)}, at ${where(r)}` : `${r.name} has not begun`);
    return [`After ${budget}, ${first.name}${ended(first)} leads with NLPD ${brief(first.score)}, at ${where(first)}`, ...rest].join("; ") + ".";
  }
}

/** The landscape with the balls. */
class Course {
  /** @param {Race} race */
  constructor(race) {
    const { x, y, side, landscape } = race.content;
    this.race = race;
    this.frame = new Frame(`Landscape of the log marginal likelihood over ${x.name} and ${y.name}, with the learners`);
    this.el = this.frame.el;
    const values = numbers(landscape);
    if (values.length !== side * side) throw new Error(`the landscape has ${values.length} values, not ${side} × ${side}`);
    this.values = Array.from({ length: side }, (_, i) => values.slice(i * side, (i + 1) * side));
    this.contours = new Contours();
    this.best = svg("path", { class: "best", d: "M-5 0H5M0 -5V5" });
    this.trails = race.racers.map((r) => ({
      halo: svg("path", { class: "trail halo" }), path: svg("path", { class: "trail racer-" + r.k }), steps: svg("path", { class: "stops racer-" + r.k }),
      ball: svg("g", { class: "runner racer-" + r.k, "aria-hidden": true }, svg("circle", { r: 9 }), svg("text", { dy: ".35em", "text-anchor": "middle", text: String(r.k + 1) })),
    }));
    this.frame.plot.append(...this.contours.parts, this.best, ...this.trails.map((t) => t.halo), ...this.trails.flatMap((t) => [t.path, t.steps]));
    this.frame.over.append(...this.trails.map((t) => t.ball).reverse());
  }

  resize(width, height) {
    const { x, y, side } = this.race.content;
    this.frame.resize(width, height);
    this.frame.axes(x, y);
    const places = (scale, { low, high, log }) => Array.from({ length: side }, (_, i) => {
      const share = i / (side - 1);
      return scale.to(log ? low * (high / low) ** share : low + (high - low) * share);
    });
    const xs = places(this.frame.x, x), ys = places(this.frame.y, y);
    this.contours.draw(xs, ys, this.values);
    let top = -Infinity;
    this.values.forEach((row, i) => row.forEach((v, j) => {
      if (!(v > top)) return;
      top = v;
      change(this.best, { transform: `translate(${xs[j].toFixed(1)} ${ys[i].toFixed(1)})` });
    }));
    this.show();
  }

  show() {
    const { racers } = this.race, { x: sx, y: sy } = this.frame;
    const places = racers.map((r) => this.frame.clamped({ x: sx.to(r.x[r.now]), y: sy.to(r.y[r.now]) }));
    racers.forEach((r, k) => {
      const xs = r.x.slice(0, r.now + 1).map(sx.to), ys = r.y.slice(0, r.now + 1).map(sy.to), d = line(xs, ys);
      const { halo, path, steps, ball } = this.trails[k];
      change(halo, { d });
      change(path, { d });
      change(steps, { d: xs.map((x, i) => isNaN(x) || isNaN(ys[i]) ? "" : `M${x.toFixed(1)} ${ys[i].toFixed(1)}h0`).join("") });
      ball.classList.toggle("waiting", !r.hasBegun);
      const meets = places.some((p, i) => i !== k && Math.hypot(p.x - places[k].x, p.y - places[k].y) < near);
      const angle = 2 * Math.PI * (k / racers.length - 0.25), by = meets ? apart : 0;
      ball.style.transform = `translate(${(places[k].x + by * Math.cos(angle)).toFixed(1)}px, ${(places[k].y + by * Math.sin(angle)).toFixed(1)}px)`;
    });
  }
}

/** What a learner predicts: a curve through the data of one input, or predicted against observed values. */
class Predictions {
  /** @param {Racer} racer */
  constructor(racer, data) {
    this.racer = racer;
    this.kind = data.at ? new CurvePlot(racer, data) : new PairsPlot(racer, data);
    this.title = html("span", { class: "title" });
    this.el = html("div", { class: "prediction" }, html("p", { class: "head" }, racer.ball(), html("span", { class: "name", text: racer.name }), this.title), this.kind.frame.el);
  }

  resize(width) {
    const { frame } = this.kind, { x, y } = this.kind.axes;
    frame.resize(width, 190);
    frame.axes(x, y);
    this.kind.still();
    this.show();
  }

  show() {
    const { racer } = this;
    this.title.textContent = racer.hasBegun ? `step ${racer.scoredStep}: NLPD ${brief(racer.score)}` : "at its first step";
    change(this.kind.frame.el, { "aria-label": `Predictions of ${racer.name} at step ${racer.scoredStep}` });
    this.kind.show();
  }
}

/** around returns the ends of a range with a margin around numbers. */
function around(values, margin) {
  const finite = values.filter((v) => !isNaN(v)), low = Math.min(...finite), high = Math.max(...finite), by = margin * (high - low || 1);
  return { low: low - by, high: high + by };
}

const dots = (xs, ys) => xs.map((x, i) => isNaN(x) || isNaN(ys[i]) ? "" : `M${x.toFixed(1)} ${ys[i].toFixed(1)}h0`).join("");

class CurvePlot {
  constructor(racer, data) {
    this.racer = racer;
    this.at = numbers(data.at);
    this.frame = new Frame("Predictions");
    this.band = svg("path", { class: "band95 racer-" + racer.k });
    this.mean = svg("path", { class: "mean racer-" + racer.k });
    this.points = svg("path", { class: "seen" });
    this.tests = svg("path", { class: "tests" });
    this.inside = svg("path", { class: "tests inside" });
    this.frame.plot.append(this.band, this.mean, this.points, this.tests, this.inside);
    this.seen = [numbers(data.x), numbers(data.y)];
    this.tested = [numbers(data.testX), numbers(data.testY)];
    this.axes = { x: { ...around(this.at, 0), name: data.input }, y: { ...around([...this.seen[1], ...this.tested[1]], 0.2), name: data.target } };
  }

  /** still draws what does not move. */
  still() {
    const { x: sx, y: sy } = this.frame, path = ([x, y]) => dots(x.map(sx.to), y.map(sy.to)), d = path(this.tested);
    change(this.points, { d: path(this.seen) });
    change(this.tests, { d });
    change(this.inside, { d });
  }

  show() {
    const { frame, way } = this.racer, mean = numbers(way.mean[frame]), sd = numbers(way.sd[frame]), { x: sx, y: sy, inner } = this.frame;
    const xs = this.at.map(sx.to), y = (v) => Math.min(Math.max(sy.to(v), inner.top - 999), inner.bottom + 999);
    change(this.band, { d: band(xs, mean.map((m, i) => y(m - ninetyFive * sd[i])), mean.map((m, i) => y(m + ninetyFive * sd[i]))) });
    change(this.mean, { d: line(xs, mean.map(y)) });
  }
}

class PairsPlot {
  constructor(racer, data) {
    Object.assign(this, { racer, observed: numbers(data.observed) });
    this.frame = new Frame("Predictions");
    this.diagonal = svg("path", { class: "diagonal" });
    this.bars = svg("path", { class: "bars racer-" + racer.k });
    this.points = svg("path", { class: "stops racer-" + racer.k });
    this.frame.plot.append(this.diagonal, this.bars, this.points);
    const range = around(this.observed, 0.2);
    this.axes = { x: { ...range, name: `observed ${data.target}` }, y: { ...range, name: "predicted" } };
  }

  still() {
    const { low, high } = this.axes.x, { x: sx, y: sy } = this.frame;
    change(this.diagonal, { d: `M${sx.to(low)} ${sy.to(low)}L${sx.to(high)} ${sy.to(high)}` });
  }

  show() {
    const { frame, way } = this.racer, mean = numbers(way.mean[frame]), sd = numbers(way.sd[frame]), { x: sx, y: sy } = this.frame;
    const xs = this.observed.map(sx.to);
    change(this.points, { d: dots(xs, mean.map(sy.to)) });
    change(this.bars, { d: xs.map((x, i) => isNaN(mean[i] + sd[i]) ? "" : `M${x.toFixed(1)} ${sy.to(mean[i] - ninetyFive * sd[i]).toFixed(1)}V${sy.to(mean[i] + ninetyFive * sd[i]).toFixed(1)}`).join("") });
  }
}
