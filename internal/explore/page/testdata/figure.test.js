import { test } from "node:test";
import assert from "node:assert/strict";
import { Element } from "./document.js";

const { Figure } = await import("./figure.js");

const param = (name, value, free = true) => ({ name, value, low: 0.01, high: 100, log: true, free, unit: "" });
const stateOf = (kind = "") => ({
  model: {}, params: [param("variance", 1), param("lengthscale", 1)], x: [0, 1, 2], y: [0, 1, 0], input: "x", target: "y", over: [0, 1], kind,
});
const posterior = (sum = -1) => ({
  at: [0, 1, 2], mean: [0, 1, 0], sd: [1, 1, 1], sdOfY: [1, 1, 1], terms: { sum, dataFit: sum, complexity: 0, constant: 0 },
});
const path = () => ({ steps: [1, 2, 3].map((v) => ({ theta: [v, v], value: v })), status: "converged", warnings: [] });

/** Questions that a test answers itself; others are answered at once. */
class Computing {
  constructor(figure) {
    this.held = [];
    this.fail = null;
    this.landscapes = true;
    figure.computer = this;
  }

  start() {}
  async answer(question) {
    if (question.ask === "fit" || question.ask === "choose" || question.ask === "likelihood") return new Promise((resolve, reject) => this.held.push({ question, resolve, reject }));
    if (question.ask === "landscape") return { values: question.points.map((p) => -p[0]) };
    this.asked = question;
    if (this.fail) throw new Error(this.fail);
    return this.posterior?.() || posterior();
  }
}

function figureOf(options = {}, shown = { posterior: posterior() }) {
  const root = new Element("div");
  root.clientWidth = 800;
  const kinds = [{ name: "SE", title: "SE" }, { name: "Matern", title: "Matérn" }];
  const figure = new Figure(root, { state: stateOf(), start: stateOf(), given: "SE", kinds, shown }, options);
  return { figure, root, computing: new Computing(figure) };
}

const passes = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** rests waits until a figure has computed all and settled. */
async function rests(figure) {
  for (let i = 0; figure.busy || figure.resting || figure.live && figure.computed !== figure.version; i++) {
    assert.ok(i < 1000, "the figure does not come to rest");
    await passes(10);
  }
}

/** press presses the pointer at a place of a panel; its result moves and releases it. */
function press(panel, x, y, type = "mouse") {
  const at = (x, y) => ({ button: 0, isPrimary: true, pointerId: 1, pointerType: type, clientX: x, clientY: y, target: panel.el });
  panel.el.send("pointerdown", at(x, y));
  return {
    move: (x, y) => panel.el.send("pointermove", at(x, y)),
    release: (x, y) => panel.el.send("pointerup", at(x, y)),
    cancel: (x, y) => panel.el.send("pointercancel", at(x, y)),
  };
}

const placeOf = (figure, i) => [figure.posterior.frame.x.to(figure.state.x[i]), figure.posterior.frame.y.to(figure.state.y[i])];

/** type writes a text into an input and leaves it, as a browser does. */
function type(input, text) {
  input.focus();
  input.value = text;
  input.send("input");
  input.send("change");
}

test("a fit that arrives after a slider has moved is dropped", async () => {
  const { figure, computing } = figureOf();
  figure.optimise();
  const slider = figure.sliders.sliders[0];
  slider.input.value = "700";
  slider.input.send("input");
  const moved = figure.state.params[0].value;
  computing.held[0].resolve(path());
  await turn();
  assert.equal(figure.isRunning, false);
  assert.equal(figure.state.params[0].value, moved);
  assert.equal(figure.note.textContent.includes("Looking"), false);
  figure.undo();
  assert.equal(figure.state.params[0].value, 1);
  assert.equal(figure.canUndo, false);
});

test("a fit that arrives after another covariance was chosen is dropped", async () => {
  const { figure, computing } = figureOf();
  figure.optimise();
  figure.setKind("Matern");
  computing.held[1].resolve(stateOf("Matern"));
  computing.held[0].resolve(path());
  await turn();
  assert.equal(figure.state.kind, "Matern");
  assert.equal(figure.isRunning, false);
  assert.equal(figure.state.params[0].value, 1);
});

test("Optimise while a fit is computed asks once and runs once", async () => {
  const { figure, computing } = figureOf();
  figure.optimise();
  figure.optimise();
  assert.equal(computing.held.length, 1);
  computing.held[0].resolve(path());
  await turn();
  assert.equal(figure.isRunning, true);
  figure.halt();
  assert.equal(figure.isRunning, false);
});

test("Optimise waits for a covariance that is being chosen", async () => {
  const { figure, computing } = figureOf();
  figure.setKind("Matern");
  figure.optimise();
  figure.optimise();
  computing.held[0].resolve(stateOf("Matern"));
  await turn();
  assert.deepEqual(computing.held.map((h) => h.question.ask), ["choose", "fit"]);
  assert.equal(computing.held[1].question.state.kind, "Matern");
});

test("a choice of a covariance that fails takes no other change back", async () => {
  const { figure, computing } = figureOf();
  figure.setKind("Matern");
  figure.addPoint(5, 5);
  figure.addPoint(6, 6);
  computing.held[0].reject(new Error("none"));
  await turn();
  assert.equal(figure.tools.kind.value, "");
  figure.undo();
  assert.deepEqual(figure.state.x, [0, 1, 2, 5]);
});

test("a choice of a covariance that arrives after a change is dropped", async () => {
  const { figure, computing } = figureOf();
  figure.setKind("Matern");
  figure.addPoint(5, 5);
  computing.held[0].resolve(stateOf("Matern"));
  await turn();
  assert.deepEqual([figure.state.kind, figure.tools.kind.value, figure.state.x.length], ["", "", 4]);
});

const likelihoods = [{ name: "Gaussian", title: "Gaussian noise", whole: false, min: [], max: [] }, { name: "Bernoulli", title: "labels", whole: true, min: [0], max: [1] }];

test("observations stay what the likelihood allows", async () => {
  const root = new Element("div");
  root.clientWidth = 800;
  const figure = new Figure(root, { state: stateOf(), start: stateOf(), given: "", kinds: [], likelihoods, shown: { posterior: posterior() } });
  const computing = new Computing(figure);
  figure.tools.likelihood.value = "Bernoulli";
  figure.tools.likelihood.send("change");
  assert.deepEqual([computing.held[0].question.ask, computing.held[0].question.likelihood], ["likelihood", "Bernoulli"]);
  computing.held[0].resolve({ ...stateOf(), likelihood: "Bernoulli" });
  await turn();
  assert.equal(figure.tools.likelihood.value, "Bernoulli");
  for (const [y, want] of [[0.4, 0], [0.6, 1], [7, 1], [-3, 0]]) {
    figure.movePoint(1, 1, y);
    assert.equal(figure.state.y[1], want, String(y));
  }
  figure.addPoint(5, 0.9);
  assert.equal(figure.state.y[3], 1);
  const point = figure.posterior.points.children[0];
  point.focus();
  figure.posterior.el.send("keydown", { key: "ArrowUp", target: point });
  assert.equal(figure.state.y[0], 1);
  figure.undo();
  figure.undo();
  figure.undo();
  assert.equal(figure.tools.likelihood.value, "Gaussian");
});

test("the covariance that was given comes back with the likelihood that is chosen", async () => {
  const root = new Element("div");
  root.clientWidth = 800;
  const figure = new Figure(root, { state: { ...stateOf("SE"), likelihood: "Bernoulli" }, start: stateOf(), given: "", kinds: [], likelihoods, shown: { posterior: posterior() } });
  const computing = new Computing(figure);
  figure.addPoint(5, 1);
  figure.setKind("");
  const { question, resolve } = computing.held[0];
  assert.deepEqual([question.ask, question.likelihood, question.state.kind, question.state.x.length], ["likelihood", "Bernoulli", "", 4]);
  assert.deepEqual(question.start, stateOf());
  resolve({ ...stateOf(), likelihood: "Bernoulli" });
  await turn();
  assert.deepEqual([figure.state.kind, figure.state.likelihood, figure.state.x.length], ["", "Bernoulli", 4]);
  assert.equal(figure.tools.likelihood.value, "Bernoulli");
  figure.setLikelihood("Gaussian");
  assert.deepEqual(computing.held[1].question.start, stateOf());
  computing.held[1].resolve({ ...stateOf("SE"), likelihood: "Gaussian" });
  await turn();
  figure.setKind("");
  assert.deepEqual([computing.held.length, figure.state.kind, figure.tools.likelihood.value], [2, "", "Gaussian"]);
});

test("a likelihood that the observations do not allow leaves the figure, and says so", async () => {
  const root = new Element("div");
  root.clientWidth = 800;
  const figure = new Figure(root, { state: stateOf(), start: stateOf(), given: "", kinds: [], likelihoods, shown: { posterior: posterior() } });
  const computing = new Computing(figure);
  figure.setLikelihood("Bernoulli");
  computing.held[0].reject(new Error("y[1] is 0.5"));
  await turn();
  assert.equal(figure.note.textContent, "y[1] is 0.5");
  assert.deepEqual([figure.canUndo, figure.tools.likelihood.value], [false, "Gaussian"]);
});

test("bands of a likelihood are drawn as they are, and the terms are named after it", async () => {
  const { figure, computing } = figureOf();
  const gaussian = figure.posterior.bands[0].getAttribute("d");
  const flat = (v) => [v, v, v];
  computing.posterior = () => ({ ...posterior(), terms: { ...posterior().terms, approximate: true }, bands: { low95: flat(0.1), high95: flat(0.9), low50: flat(0.4), high50: flat(0.6), lowY: flat(0), highY: flat(1) } });
  figure.addPoint(1.5, 0.5);
  await rests(figure);
  assert.notEqual(figure.posterior.bands[0].getAttribute("d"), gaussian);
  assert.match(figure.bars.rows[0].el.textContent, /log p/);
  assert.match(figure.posterior.say(), /from 0.1 to 0.9/);
  computing.posterior = null;
  figure.undo();
  await rests(figure);
  assert.match(figure.bars.rows[0].el.textContent, /C⁻¹/);
});

test("keys that move a point of an untouched figure have it computed", async () => {
  const { figure, computing } = figureOf();
  figure.posterior.points.children[0].focus();
  figure.posterior.el.send("keydown", { key: "ArrowUp", target: figure.posterior.points.children[0] });
  await rests(figure);
  assert.ok(figure.state.y[0] > 0);
  assert.deepEqual(computing.asked.state.y, figure.state.y);
});

test("after a failed computation nothing of the last state is shown or kept", async () => {
  const kept = [];
  const { figure, computing } = figureOf({ changed: (now) => kept.push(now) });
  computing.fail = "no Cholesky factor";
  figure.addPoint(1, 1);
  await rests(figure);
  assert.equal(figure.posterior.answer, null);
  assert.equal(figure.posterior.mean.getAttribute("d"), "");
  assert.equal(figure.bars.rows[3].value.textContent, "–");
  assert.ok(!figure.words.textContent.includes("−1.00"), figure.words.textContent);
  assert.ok(figure.note.textContent.includes("no Cholesky factor"));
  assert.equal(kept.at(-1).state.x.length, 4);
  assert.equal(kept.at(-1).shown, null);
  computing.fail = null;
  figure.undo();
  await rests(figure);
  assert.notEqual(figure.posterior.mean.getAttribute("d"), "");
  assert.notEqual(kept.at(-1).shown.posterior, null);
});

test("a change is told at once, what is drawn of it later", async () => {
  const kept = [];
  const { figure } = figureOf({ changed: (now) => kept.push(now) });
  figure.addPoint(5, 5);
  assert.equal(kept.length, 1);
  assert.deepEqual(kept[0], { state: figure.state, shown: null });
  await rests(figure);
  assert.equal(kept.at(-1).shown.posterior.terms.sum, -1);
  assert.equal(kept.at(-1).shown.landscape.length, 33 * 33);
});

test("steps of a fit are told when it pauses", async () => {
  const kept = [];
  const { figure, computing } = figureOf({ changed: (now) => kept.push(now) });
  figure.optimise(true);
  computing.held[0].resolve(path());
  await turn();
  assert.equal(figure.state.params[0].value, 2);
  assert.equal(kept.at(-1)?.state.params[0].value, 2);
  assert.equal(figure.isPaused, true);
});

test("keys that move no slider change nothing", () => {
  const { figure } = figureOf();
  figure.sliders.sliders[0].input.send("keydown", { key: "Tab" });
  assert.equal(figure.history.length, 0);
});

test("a number that is being typed stays", () => {
  const { figure } = figureOf();
  const { number } = figure.sliders.sliders[0];
  number.focus();
  number.value = "2";
  number.send("input");
  figure.show();
  assert.equal(number.value, "2");
  type(number, "2.50");
  assert.deepEqual([number.value, figure.state.params[0].value], ["2.5", 2.5]);
  type(number, "none");
  assert.equal(number.value, "2.5");
  figure.undo();
  assert.equal(number.value, "1");
});

test("a coordinate that was typed is of the point that was chosen", () => {
  const { figure } = figureOf();
  figure.choose(0);
  const [x] = figure.row.inputs;
  x.focus();
  x.value = "0.5";
  x.send("input");
  figure.choose(2); // a press on another point, before the input loses the focus
  x.send("change");
  assert.deepEqual(figure.state.x, [0.5, 1, 2]);
});

test("a comma before three digits is refused", () => {
  const { figure } = figureOf();
  const { number } = figure.sliders.sliders[0];
  for (const [text, want] of [["1,500", 1], ["0,125", 0.125], ["1,5", 1.5], ["−2", 1.5], ["1,500,000", 1.5], ["1e-1", 0.1]]) {
    type(number, text);
    assert.equal(figure.state.params[0].value, want, text);
  }
  type(number, "1,500");
  assert.match(figure.note.textContent, /1500/);
});

test("a figure that is hidden asks for a number of inputs", async () => {
  const root = new Element("div");
  const figure = new Figure(root, { state: stateOf(), start: stateOf(), given: "", kinds: [], shown: { posterior: posterior() } });
  const computing = new Computing(figure);
  figure.addPoint(5, 5);
  await rests(figure);
  assert.ok(computing.asked.count >= 80, String(computing.asked.count));
});

test("a point that is dragged out is removed by a release, not by a cancel", () => {
  const { figure } = figureOf();
  const [x, y] = placeOf(figure, 1);
  const first = press(figure.posterior, x, y);
  first.move(x, -200);
  first.cancel(x, -200);
  assert.equal(figure.state.x.length, 3);
  figure.undo();
  assert.deepEqual(figure.state.y, [0, 1, 0]);
  const second = press(figure.posterior, ...placeOf(figure, 1));
  second.move(x, -200);
  second.release(x, -200);
  assert.equal(figure.state.x.length, 2);
  figure.undo();
  assert.deepEqual([figure.state.y, figure.canUndo], [[0, 1, 0], false]);
});

test("the last point that is dragged out stays, and is computed where it is", async () => {
  const kept = [];
  const { figure } = figureOf({ changed: (now) => kept.push(now) });
  figure.replace({ ...stateOf(), x: [1], y: [1] });
  await rests(figure);
  const [x, y] = placeOf(figure, 0);
  const drag = press(figure.posterior, x, y);
  drag.move(x, -200);
  drag.release(x, -200);
  assert.equal(figure.state.x.length, 1);
  assert.deepEqual(kept.at(-1).state.y, figure.state.y);
});

test("a state of another page ends a drag", () => {
  const { figure } = figureOf();
  const [x, y] = placeOf(figure, 2);
  const drag = press(figure.posterior, x, y);
  drag.move(x, y - 20);
  figure.replace({ ...stateOf(), x: [7], y: [8] });
  drag.move(x, y - 40);
  drag.release(x, y - 40);
  assert.deepEqual([figure.state.x, figure.state.y], [[7], [8]]);
  const dot = press(figure.landscape, 200, 100);
  dot.move(210, 120);
  figure.replace(stateOf());
  dot.move(220, 140);
  dot.release(220, 140);
  assert.equal(figure.state.params[0].value, 1);
});

test("an error of drawing is told, and the next change is computed", async () => {
  const { figure } = figureOf();
  const { draw } = { draw: figure.bars.show };
  figure.bars.show = () => { throw new Error("no bars"); };
  figure.addPoint(5, 5);
  for (let i = 0; i < 100 && figure.busy !== false; i++) await passes(10);
  assert.equal(figure.busy, false);
  assert.equal(figure.note.textContent, "no bars");
  figure.bars.show = draw;
  figure.addPoint(6, 6);
  await rests(figure);
  assert.equal(figure.computed, figure.version);
});

test("values that are not finite are gaps", async () => {
  const { figure, computing } = figureOf();
  computing.posterior = () => ({ ...posterior(), mean: [0, null, 0], sd: [1, null, 1], sdOfY: [1, null, 1] });
  figure.addPoint(5, 5);
  await rests(figure);
  for (const el of [figure.posterior.mean, ...figure.posterior.bands]) assert.doesNotMatch(el.getAttribute("d"), /NaN|null/);
  assert.equal(figure.posterior.mean.getAttribute("d").match(/M/g).length, 2);
});

test("a double tap reaches as far as the press before it", () => {
  for (const [type, count] of [["touch", 2], ["mouse", 3]]) {
    const { figure } = figureOf();
    const [x, y] = placeOf(figure, 1);
    press(figure.posterior, x + 15, y, type).cancel(x + 15, y);
    figure.posterior.el.send("dblclick", { clientX: x + 15, clientY: y });
    assert.equal(figure.state.x.length, count, type);
  }
});
