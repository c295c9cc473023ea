// The explorable figure: its state, what changes it, and the order in which things are computed and drawn.

import { html } from "./dom.js";
import { Computer } from "./computer.js";
import { PosteriorPanel } from "./posterior.js";
import { LandscapePanel } from "./landscape.js";
import { Terms } from "./terms.js";
import { PointRow, Sliders, Toolbar } from "./controls.js";
import { brief, nats } from "./scale.js";

/**
 * State is package explore's State.
 * @typedef {{model: any, params: Param[], x: number[], y: number[], input: string, target: string, over: number[], kind: string, likelihood?: string}} State
 * @typedef {{name: string, title: string, whole: boolean, min: number[], max: number[]}} Likelihood
 * @typedef {{name: string, value: number, low: number, high: number, log: boolean, free: boolean, unit: string}} Param
 * @typedef {{state: State, start: State, given: string, kinds: {name: string, title: string}[], likelihoods?: Likelihood[], shown?: {posterior: any, landscape?: number[]}}} Content
 */

const mostUndo = 100;
const mostSteps = 100; // of a fit
const functions = 5; // that are drawn
const frame = 12; // ms between pictures at least: screens show no more
const rest = 250; // ms after which what is done counts as finished
const pace = matchMedia("(prefers-reduced-motion: reduce)").matches ? 700 : 180; // ms of a step of a fit

export class Figure {
  /**
   * @param {HTMLElement} root that the figure fills
   * @param {Content} content
   * @param {{served?: {worker: string, wasm: string} | (() => Promise<{worker: string, wasm: string}>), kernel?: (question: string) => Promise<string>,
   *   changed?: (change: {state: State, shown: any}) => void}} [options]
   */
  constructor(root, content, options = {}) {
    Object.assign(this, { root, options, given: content.given, start: content.start });
    /** @type {State} */
    this.state = structuredClone(content.state);
    this.computer = new Computer(options.served, options.kernel);
    this.history = [];
    this.chosen = -1;
    this.samples = 0;
    this.seed = 1;
    this.live = false;
    this.turn = 1; // changes each time that a change begins, or another state comes
    this.likelihoods = content.likelihoods || []; // figures that earlier versions saved have none
    const parts = this.build(content.kinds);
    this.adopt(content.shown);
    root.replaceChildren(...parts); // the picture stays where the content has failed
  }

  /** build returns the parts of the figure. */
  build(kinds) {
    this.posterior = new PosteriorPanel(this);
    this.landscape = new LandscapePanel(this);
    this.bars = new Terms();
    this.sliders = new Sliders(this);
    this.row = new PointRow(this);
    this.tools = new Toolbar(this, kinds, this.likelihoods);
    this.note = html("p", { class: "notice", role: "status" });
    this.words = html("p", { class: "words", "aria-live": "polite" });
    const hint = html("p", { class: "hint", text: "Drag a point; tap an empty place to add one; double-click it or drag it out to remove it. Drag the dot of the landscape." });
    const keys = html("p", { class: "words", text: "Keys: arrows move a point or the dot, with Shift further; Page Up and Page Down choose another point, Insert adds one, Delete removes it." });
    this.root.addEventListener("keydown", (e) => this.key(e));
    this.resizing = new ResizeObserver(() => this.appear());
    this.resizing.observe(this.root);
    this.resize();
    return [this.tools.el, html("div", { class: "panels" }, this.posterior.el, this.landscape.el),
      html("div", { class: "below" }, this.bars.el, html("div", { class: "inputs" }, this.sliders.el, this.row.el)), this.note, hint, this.words, keys];
  }

  /** adopt shows what was computed before. */
  adopt(shown) {
    if (shown?.posterior) {
      this.terms = shown.posterior.terms;
      this.posterior.show(shown.posterior);
      this.bars.show(this.terms, true);
      if (shown.landscape) this.landscape.take(shown.landscape);
    }
    this.posterior.fit();
    this.redraw();
    this.describe();
    if (shown?.posterior) return;
    this.resting = true;
    this.touch();
  }

  /** appear fits the figure to its place, and computes what had to wait for one. */
  appear() {
    this.resize();
    if (this.live && !this.busy && this.computed !== this.version) this.work();
  }

  resize() {
    const width = this.root.clientWidth;
    if (!width || width === this.width) return;
    this.width = width;
    const wide = width >= 640;
    this.root.classList.toggle("wide", wide);
    const left = wide ? Math.floor((width - 16) * 0.58) : width;
    this.posterior.resize(left, wide ? 340 : 280);
    this.landscape.resize(wide ? width - 16 - left : width, wide ? 340 : 280);
  }

  redraw() {
    this.posterior.drawAxes();
    this.landscape.drawAxes();
    this.show();
  }

  /** show brings the controls up to date. */
  show() {
    this.sliders.show();
    this.row.show();
    this.tools.show();
  }

  // What the reader does.

  /** touch makes the figure live: the module is got, and what changed is computed. */
  touch() {
    if (this.live) return;
    this.live = true;
    this.touched = performance.now();
    this.root.dataset.live = "starting";
    this.tell("Getting ready to compute …");
    this.computer.start();
    this.changed();
  }

  /** begin notes the state, to which Undo returns. It returns the number of the change, which is turn's until another. */
  begin() {
    this.touch();
    this.halt();
    this.history.push(structuredClone(this.state));
    if (this.history.length > mostUndo) this.history.shift();
    return this.turn;
  }

  /** step is begin for one of several small changes of a kind, which are taken back together. */
  step(what) {
    if (this.lastStep === what && performance.now() - this.stepped < 1000) {
      this.stepped = performance.now();
      return;
    }
    this.begin();
    this.lastStep = what;
    this.stepped = performance.now();
  }

  /** end ends a change: others hear of the state at once, and of what is drawn when that is computed. */
  end() {
    this.resting = true;
    this.changed();
    this.options.changed?.({ state: structuredClone(this.state), shown: null });
  }

  get likelihood() { return this.likelihoods.find((l) => l.name === likelihoodOf(this.state)); }
  get isWhole() { return this.likelihood?.whole || false; }

  /** observed returns the nearest value that an observation can have. */
  observed(y) {
    const [min = -Infinity] = this.likelihood?.min || [], [max = Infinity] = this.likelihood?.max || [];
    return Math.min(max, Math.max(min, this.isWhole ? Math.round(y) : y));
  }

  choose(i) {
    if (i === this.chosen) return;
    this.chosen = i;
    this.posterior.drawPoints();
    this.row.show();
  }

  movePoint(i, x, y) {
    this.state.x[i] = x;
    this.state.y[i] = this.observed(y);
    this.posterior.drawPoints();
    this.row.show();
    this.changed();
  }

  addPoint(x, y) {
    this.begin();
    this.state.x.push(x);
    this.state.y.push(this.observed(y));
    this.chosen = this.state.x.length - 1;
    this.posterior.drawPoints();
    this.row.show();
    this.end();
  }

  addFree() { this.addPoint(...this.posterior.free()); }

  /** removePoint removes a point: as the last part of a change that has begun, or as one of its own. */
  removePoint(i, begun = false) {
    if (this.state.x.length < 2) {
      this.tell("The last point stays: a posterior needs data.");
      this.posterior.drawPoints();
      return begun ? this.end() : undefined;
    }
    if (!begun) this.begin();
    this.state.x.splice(i, 1);
    this.state.y.splice(i, 1);
    this.chosen = -1;
    this.posterior.drawPoints();
    this.row.show();
    this.end();
  }

  /** setParams sets parameters; a slider widens where a value is outside of it. */
  setParams(at, values) {
    let wider = false;
    at.forEach((i, k) => {
      const p = this.state.params[i];
      p.value = values[k];
      wider = widen(p) || wider;
    });
    if (wider) this.landscape.drawAxes();
    this.landscape.drawDot();
    this.sliders.show();
    this.changed();
  }

  setOver(k, i) {
    this.begin();
    const { over } = this.state, other = 1 - k;
    if (over[other] === i) over[other] = over[k];
    over[k] = i;
    this.landscape.flush();
    this.landscape.drawAxes();
    this.sliders.show();
    this.end();
  }

  /** setKind chooses a covariance function; "" is all that was given but for the likelihood. */
  setKind(kind) {
    if (kind) return this.become({ ask: "choose", kind });
    const { input, target, x, y } = this.state, given = { ...structuredClone(this.start), input, target };
    if (likelihoodOf(this.state) === likelihoodOf(given)) return this.become(null, given);
    return this.setLikelihood(likelihoodOf(this.state), { ...given, x, y });
  }

  setLikelihood(likelihood, state = this.state) { return this.become({ ask: "likelihood", likelihood, state, start: this.start }); }

  /** become takes the state that is the answer to a question, about this one if it has no other, or another state, with the observations of this. */
  async become(question, other) {
    this.touch();
    this.halt();
    const { x, y } = this.state;
    if (question) this.choosing = this.ask({ state: this.state, ...question }); // Optimise waits for it
    const next = question ? await this.choosing : other;
    if (!next) return this.asking ? undefined : this.show();
    this.begin();
    this.state = { ...next, x: x.slice(), y: y.slice() };
    if (!question) this.state.y = this.state.y.map((v) => this.observed(v));
    this.landscape.flush();
    this.landscape.drawAxes();
    this.show();
    this.end();
  }

  setSamples(on) {
    this.samples = on ? functions : 0;
    this.touch();
    this.show();
    this.changed();
  }

  drawAgain() {
    this.seed++;
    this.changed();
  }

  get canUndo() { return this.history.length > 0; }

  undo() {
    if (this.canUndo) this.replace(this.history.pop());
  }

  reset() {
    this.begin();
    this.replace(structuredClone(this.start));
  }

  /** replace shows another state: an earlier one, or one that another page has. */
  replace(state) {
    this.touch();
    this.halt();
    this.state = structuredClone(state);
    this.chosen = -1;
    this.landscape.flush();
    this.posterior.fit();
    this.redraw();
    this.end();
  }

  key(e) {
    if ((e.ctrlKey || e.metaKey) && !e.shiftKey && e.key.toLowerCase() === "z" && e.target.type !== "text") {
      e.preventDefault();
      this.undo();
    }
    e.stopPropagation(); // notebooks move cells by keys
  }

  // The optimiser.

  get isRunning() { return Boolean(this.timer); }
  get isPaused() { return !this.timer && this.path && this.trail && this.trail.length < this.path.steps.length; }

  /** optimise runs through the steps of a fit from here, pauses or goes on; or takes one step. */
  async optimise(one) {
    this.touch();
    if (this.choosing) await this.choosing;
    if (this.asking) return;
    if (this.isRunning) {
      this.pause();
      if (!one) return this.end();
    }
    if (!this.isPaused && !await this.plan()) return;
    if (one) {
      this.advance();
      return this.end();
    }
    this.timer = setInterval(() => this.advance(), pace);
    this.show();
  }

  /** plan gets the path of a fit from here; it reports whether there is one. */
  async plan() {
    this.halt();
    this.tell("Looking for the way up …");
    const path = await this.ask({ ask: "fit", state: this.state, steps: mostSteps });
    if (!path) return false;
    this.begin();
    this.path = path;
    this.trail = path.steps.slice(0, 1);
    this.tell("");
    return true;
  }

  /** advance takes a step of the path. */
  advance() {
    const { steps, status, warnings } = this.path, next = this.trail.length;
    if (next < steps.length) {
      this.trail = steps.slice(0, next + 1);
      this.setParams(this.state.params.map((_, i) => i), steps[next].theta);
    }
    this.tell(`Step ${Math.min(next, steps.length - 1)} of ${steps.length - 1}.`);
    if (this.trail.length < steps.length) return this.show();
    this.pause();
    this.tell([`The optimiser: ${status} after ${steps.length - 1} ${steps.length === 2 ? "step" : "steps"}.`, ...warnings.map((w) => w.replace(/\.?$/, "."))].join(" "));
    this.end();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.show();
  }

  /** halt ends a fit, and what was asked for, of which something else takes the place. */
  halt() {
    if (this.timer) this.pause();
    this.path = this.trail = null;
    this.turn++;
    this.lastStep = "";
    if (!this.asking) return;
    this.asking = null;
    this.tell("");
    this.show();
  }

  // Computing and drawing.

  tell(text) { this.note.textContent = text; }

  /** ask returns an answer, or null if there is none, which it tells, or if another change has come first. */
  async ask(question) {
    const mine = this.asking = {};
    let answer = null, told = "";
    try {
      answer = await this.computer.answer(question);
    } catch (error) {
      told = error.message;
    }
    if (this.asking !== mine) return null;
    this.asking = null;
    if (told) this.tell(told);
    return answer;
  }

  /** changed has the figure computed again. */
  changed() {
    this.version = (this.version || 0) + 1;
    if (this.live && !this.busy) this.work();
  }

  /** work computes until the figure shows its state, and the landscape is fine. */
  async work() {
    this.busy = true;
    for (let more = true; more && this.root.isConnected;) {
      const { version } = this;
      try {
        more = await this.go();
      } catch (error) {
        this.tell(error.message);
        more = this.version !== version;
      }
    }
    this.busy = false;
    this.settle();
  }

  /** go computes the posterior, unless it is that of the state, and a part of the landscape; it reports whether more is to do. */
  async go() {
    if (this.computed !== this.version && !await this.compute()) return false;
    const more = await this.landscape.work((q) => this.computer.answer(q));
    return more || this.computed !== this.version;
  }

  /** compute computes and draws the posterior of the state. */
  async compute() {
    const version = this.version, [from, to] = this.posterior.span();
    const count = Math.max(80, Math.min(220, Math.round((this.width || 640) * 0.58 / 3)));
    let answer;
    try {
      answer = await this.computer.answer({ ask: "posterior", state: this.state, from, to, count, samples: this.samples, seed: this.seed });
    } catch (error) {
      this.computed = version;
      this.failed = true;
      this.clear();
      this.tell("Nothing is drawn for this: " + error.message);
      return this.version !== version;
    }
    this.computed = version;
    if (this.root.dataset.live !== "yes") this.first();
    if (this.failed) this.tell("");
    this.failed = false;
    const early = frame - (performance.now() - (this.lastFrame || 0));
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    this.lastFrame = performance.now();
    this.terms = answer.terms;
    this.posterior.show(answer);
    this.landscape.drawDot();
    this.bars.show(answer.terms, false);
    this.frames = (this.frames || 0) + 1;
    return true;
  }

  /** clear shows that nothing is computed. */
  clear() {
    this.terms = null;
    this.posterior.show(null);
    this.landscape.drawDot();
    this.bars.clear();
  }

  /** first notes that the figure is live. */
  first() {
    this.root.dataset.live = "yes";
    this.root.dataset.firstFrame = String(Math.round(performance.now() - this.touched));
    if (this.note.textContent.startsWith("Getting ready")) this.tell("");
  }

  /** settle tidies up when the reader has paused: axes, words, and what is kept. */
  settle() {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      if (this.busy || !this.resting || this.isRunning) return;
      if (this.posterior.fit()) return this.changed(); // for inputs that are new on the axis; then this is done again
      this.resting = false;
      this.redraw();
      if (this.terms) this.bars.show(this.terms, true);
      this.describe();
      this.options.changed?.({ state: structuredClone(this.state), shown: this.drawn() });
    }, rest);
  }

  /** drawn returns the numbers of what is drawn, or null where that is not the state. */
  drawn() {
    const { raw } = this.posterior;
    return raw && this.computed === this.version ? { posterior: raw, landscape: this.landscape.current() } : null;
  }

  /** describe writes what the figure shows in words. */
  describe() {
    const { state, terms } = this, free = state.params.filter((p) => p.free);
    if (!terms) {
      this.words.textContent = this.failed ? "Nothing is drawn: there is no posterior of this state." : "";
      return;
    }
    const kind = this.tools.kind.selectedOptions[0]?.text || "", likelihood = this.tools.likelihood.selectedOptions[0]?.text || "";
    this.words.textContent = `${state.x.length} observations; covariance function ${kind}${likelihood ? `; ${likelihood}` : ""}; ` +
      `${free.map((p) => `${p.name} ${brief(p.value)} ${p.unit}`.trim()).join(", ")}. ` +
      `Log marginal likelihood ${nats(terms.sum)}: data fit ${nats(terms.dataFit)}, complexity penalty ${nats(terms.complexity)}, constant ${nats(terms.constant)}. ` +
      `${this.posterior.say()} ${this.landscape.say()}`;
  }
}

/** likelihoodOf returns the name of the likelihood of a state. @param {State} state */
export const likelihoodOf = (state) => state.likelihood || "Gaussian";

/** widen widens the range of a parameter to its value; it reports whether that was needed, and possible. */
export function widen(p) {
  if (p.value >= p.low && p.value <= p.high || !isFinite(p.value)) return false;
  if (p.log) {
    if (!(Math.min(p.value, p.low, p.high) > 0)) return false;
    while (p.value < p.low) p.low = Number((p.low / 10).toPrecision(3));
    while (p.value > p.high) p.high = Number((p.high * 10).toPrecision(3));
  } else {
    const reach = p.high - p.low;
    p.low = Math.min(p.low, p.value - reach / 4);
    p.high = Math.max(p.high, p.value + reach / 4);
  }
  return true;
}
