// Occam's razor: the evidence of models over data sets, with a needle at the data set of a slider, and what each model
// makes of that.

import { html, svg, change } from "./dom.js";
import { Frame, drag, line } from "./axes.js";
import { Player } from "./player.js";
import { brief, nats, nice, numbers } from "./scale.js";

/**
 * Content is package widget's occam. Numbers are in texts.
 * @typedef {{name: string, dataFit: string, complexity: number, constant: number, mean: string[]}} Compared
 */

const besides = 640, space = 16; // px: from one on panels are side by side, the other apart

/** A model that is compared. */
class Candidate {
  /** @param {Compared} m */
  constructor(m, k) {
    Object.assign(this, { k, name: m.name, dataFit: numbers(m.dataFit), complexity: m.complexity, constant: m.constant, mean: m.mean.map(numbers) });
    this.evidence = this.dataFit.map((fit) => fit + m.complexity + m.constant);
  }
}

/** shares returns the probabilities of models that are equally probable before, by their evidence. */
export function shares(evidence) {
  const best = Math.max(...evidence), weights = evidence.map((v) => Math.exp(v - best)), sum = weights.reduce((a, b) => a + b, 0);
  return weights.map((w) => w / sum);
}

export class Occam {
  /** @param {HTMLElement} root that the figure fills */
  constructor(root, content) {
    this.root = root;
    this.content = { ...content, values: numbers(content.values), x: numbers(content.x), at: numbers(content.at), sets: content.sets.map(numbers) };
    this.models = content.models.map((m, k) => new Candidate(m, k));
    this.set = content.own;
    this.evidence = new EvidencePanel(this);
    this.data = new DataPanel(this);
    const parts = this.build();
    root.classList.add("krigo-occam");
    this.resize();
    this.player.set(this.content.values.length, content.own);
    root.replaceChildren(...parts); // the picture stays where the content has failed
    this.resizing = new ResizeObserver(() => requestAnimationFrame(() => this.resize())); // not while the browser lays out
    this.resizing.observe(root);
    root.addEventListener("keydown", (e) => e.stopPropagation()); // notebooks move cells by keys
  }

  build() {
    const { param, own } = this.content;
    this.rows = this.models.map((m) => this.row(m));
    this.says = html("p", { class: "saying" });
    this.player = new Player(`True ${param}`, { moved: (i) => this.move(i), text: (i) => brief(this.content.values[i]), rested: () => this.tell() });
    const back = html("button", { text: "Your data", onclick: () => this.player.set(this.content.values.length, own) });
    const hint = html("p", { class: "hint", text: `The data sets have the random numbers of your data and another true ${param}. The models keep their parameters: only the data fit changes, the complexity penalty does not. Probabilities are those of models that are equally probable before the data.` });
    return [html("div", { class: "actions" }, html("span", { text: `True ${param}` }), this.player.el, back),
      html("div", { class: "panels" }, this.data.el, this.evidence.el),
      html("div", { class: "standing", role: "group", "aria-label": "Models" }, ...this.rows.map((r) => r.el)), this.says, hint];
  }

  /** row makes the line of a model: its probability as a bar, and the terms of its evidence. */
  row(m) {
    const bar = html("span", { class: "share racer-" + m.k }), score = html("output", { class: "score" }), more = html("span", { class: "more" });
    const el = html("div", { class: "candidate" }, html("span", { class: "ball racer-" + m.k, "aria-hidden": true, text: String(m.k + 1) }), html("span", { class: "name", text: m.name }), score,
      html("span", { class: "track", "aria-hidden": true }, bar), more);
    return { el, show: (share) => {
      bar.style.width = 100 * share + "%";
      score.textContent = percent(share);
      more.textContent = `log evidence ${nats(m.evidence[this.set])} = data fit ${nats(m.dataFit[this.set])}, complexity penalty ${nats(m.complexity)}, constant ${nats(m.constant)}`;
    } };
  }

  resize() {
    const width = this.root.clientWidth;
    if (!width || width === this.width) return;
    this.width = width;
    const wide = width >= besides, left = wide ? Math.floor((width - space) / 2) : width;
    this.root.classList.toggle("wide", wide);
    this.data.resize(left, wide ? 320 : 240);
    this.evidence.resize(wide ? width - space - left : width, wide ? 320 : 260);
  }

  /** move shows a data set. */
  move(i) {
    this.set = i;
    this.data.show();
    this.evidence.show();
    shares(this.models.map((m) => m.evidence[i])).forEach((share, k) => this.rows[k].show(share));
    this.says.setAttribute("aria-live", this.player.isRunning ? "off" : "polite");
    this.says.textContent = this.say();
  }

  /** tell has the comparison read out where the slider has stopped. */
  tell() {
    this.says.setAttribute("aria-live", "polite");
    this.says.textContent = this.say();
  }

  /** say compares the models in words. */
  say() {
    const { set, content } = this, evidence = this.models.map((m) => m.evidence[set]), share = shares(evidence);
    const order = this.models.map((m) => m.k).sort((a, b) => evidence[b] - evidence[a]), [best, ...others] = order;
    const data = set === content.own ? `Your data, with the ${content.param} ${brief(content.values[set])},` : `Data with the true ${content.param} ${brief(content.values[set])}`;
    const rest = others.map((k) => `${this.models[k].name} ${percent(share[k])} (${nats(evidence[best] - evidence[k])} nats below)`);
    return `${data} are best explained by ${this.models[best].name}, with the probability ${percent(share[best])}${rest.length ? "; " + rest.join("; ") : ""}.`;
  }
}

/** percent writes a probability. */
const percent = (p) => (p > 0 && p < 0.001 ? "<\u00a00.1" : p < 1 && p > 0.999 ? ">\u00a099.9" : brief(100 * p)) + "\u00a0%";

/** The data set of the slider with the mean of each model. */
class DataPanel {
  /** @param {Occam} figure */
  constructor(figure) {
    this.figure = figure;
    this.frame = new Frame("The data set, and the mean of each model");
    this.el = this.frame.el;
    this.means = figure.models.map((m) => svg("path", { class: "mean racer-" + m.k }));
    this.points = svg("path", { class: "seen" });
    this.frame.plot.append(...this.means, this.points);
  }

  resize(width, height) {
    const { x, sets, input, target } = this.figure.content, low = Math.min(...x), high = Math.max(...x), pad = 0.03 * (high - low || 1);
    const all = sets.flat(), [bottom, top] = nice(Math.min(...all), Math.max(...all));
    this.frame.resize(width, height);
    this.frame.axes({ low: low - pad, high: high + pad, name: input }, { low: bottom, high: top, name: target });
    this.show();
  }

  show() {
    const { content, models, set } = this.figure, { x: sx, y: sy } = this.frame, ys = content.sets[set], at = content.at.map(sx.to);
    change(this.points, { d: content.x.map((x, i) => `M${sx.to(x).toFixed(1)} ${sy.to(ys[i]).toFixed(1)}h0`).join("") });
    models.forEach((m, k) => change(this.means[k], { d: line(at, m.mean[set].map(sy.to)) }));
  }
}

/** The evidence of each model over the data sets. */
class EvidencePanel {
  /** @param {Occam} figure */
  constructor(figure) {
    this.figure = figure;
    this.frame = new Frame("The log evidence of each model over data sets");
    this.el = this.frame.el;
    this.curves = figure.models.map((m) => svg("path", { class: "mean racer-" + m.k }));
    this.marks = figure.models.map((m) => svg("g", { class: "at racer-" + m.k, "aria-hidden": true }, svg("circle", { r: 5 })));
    this.own = svg("path", { class: "own" });
    this.label = svg("text", { class: "own-name", text: "your data" });
    this.needle = svg("path", { class: "needle" });
    this.frame.plot.append(this.own, this.needle, ...this.curves, ...this.marks);
    this.frame.over.append(this.label);
    this.el.addEventListener("pointerdown", (e) => this.press(e));
  }

  /** heights returns the ends of what is drawn: from the best model of each data set to half as much below. */
  heights() {
    const { models, content } = this.figure;
    const best = content.values.map((_, i) => Math.max(...models.map((m) => m.evidence[i])));
    const low = Math.min(...best), high = Math.max(...best), span = Math.max(high - low, 5);
    return nice(low - span / 2, high + span / 10);
  }

  resize(width, height) {
    const { content, models } = this.figure, { values, own, param } = content, [low, high] = this.heights();
    this.frame.resize(width, height);
    this.frame.axes({ low: values[0], high: values.at(-1), log: true, name: `true ${param} of the data set` }, { low, high, name: "log evidence" });
    const { x: sx, y: sy, inner } = this.frame, xs = values.map(sx.to), at = sx.to(values[own]).toFixed(1);
    models.forEach((m, k) => change(this.curves[k], { d: line(xs, m.evidence.map((v) => Math.min(sy.to(v), inner.bottom + 999))) }));
    change(this.own, { d: `M${at} ${inner.top}V${inner.bottom}` });
    change(this.label, { x: at, y: inner.bottom - 6, dx: 5 });
    this.show();
  }

  show() {
    const { content, models, set } = this.figure, { x: sx, y: sy, inner } = this.frame, x = sx.to(content.values[set]);
    change(this.needle, { d: `M${x.toFixed(1)} ${inner.top}V${inner.bottom}` });
    models.forEach((m, k) => change(this.marks[k], { transform: `translate(${x.toFixed(1)} ${Math.min(sy.to(m.evidence[set]), inner.bottom + 99).toFixed(1)})` }));
  }

  /** press moves the needle to where the pointer is, and with it until it is released. */
  press(e) {
    if (e.button || !e.isPrimary || !this.frame.isInside(this.frame.place(e))) return;
    const { player, content } = this.figure;
    const move = (m) => {
      const v = Math.log(this.frame.x.from(this.frame.clamped(this.frame.place(m)).x));
      let nearest = 0;
      content.values.forEach((value, i) => { if (Math.abs(Math.log(value) - v) < Math.abs(Math.log(content.values[nearest]) - v)) nearest = i; });
      player.pause();
      player.go(nearest);
    };
    move(e);
    drag(e, this.frame, (_, m) => move(m), () => this.figure.tell());
  }
}
