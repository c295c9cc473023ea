import { test } from "node:test";
import assert from "node:assert/strict";
import { Element } from "./document.js";

const { Search } = await import("./search.js");
const { strengths } = await import("./parallel.js");

const curve = (mean) => ({ mean, sd: "0.5 0 0.5", acquisition: "-2 -40 -1" });

/** A search of one dimension: two evaluations of a design, a third, and a fourth that fails. */
const lineOf = () => ({
  acquisition: "logEI", isLog: true, initial: 2, dims: [{ name: "x", kind: "real", low: 0, high: 10 }],
  x: ["0 5 10 7"], y: "3 2 1 -", infeasible: [], slices: [0], grids: ["0 5 10"],
  steps: [
    { rows: 2, best: 1, next: "10", mean: 1.5, sd: 0.5, top: -1, at: [{ ...curve("3 2 1.5"), truth: "3 2 1" }] },
    { rows: 3, best: 2, next: "7", mean: 1.2, sd: 0.1, top: -3, at: [{ ...curve("3 2 1"), truth: "3 2 1" }] },
    { rows: 4, best: 2, next: "9", mean: 1, sd: 0.1, top: -4, at: [{ ...curve("3 2 1"), truth: "3 2 1" }] },
  ],
});

/** A search of a rate and a kind, of which one evaluation is not feasible. */
const twoOf = () => ({
  acquisition: "UCB", isLog: false, initial: 2, dims: [{ name: "rate", kind: "log", low: 0.01, high: 1 }, { name: "kind", kind: "categorical", low: 0, high: 1, levels: ["flat", "steep"] }],
  x: ["0.01 1 0.1", "0 1 1"], y: "3 2 1", infeasible: [1], slices: [0], grids: ["0.01 0.1 1"],
  steps: [{ rows: 2, best: 0, next: "0.2 1", mean: 1.5, sd: 0.5, top: null, at: [{ mean: "1 2 3", sd: "1 1 1", acquisition: "- - -" }] },
    { rows: 3, best: 2, next: "0.1 0", mean: 1.5, sd: 0.5, top: 2, at: [{ mean: "1 2 3", sd: "1 1 1", acquisition: "1 2 1" }] }],
});

function searchOf(content) {
  const root = new Element("div");
  root.clientWidth = 800;
  return new Search(root, content);
}

const seek = (figure, i) => {
  figure.player.slider.value = String(i);
  figure.player.slider.send("input");
};
const press = (figure, key) => figure.root.send("keydown", { key, target: figure.panels });
const points = (path) => path.getAttribute("d").split("M").length - 1;

test("the figure begins at the first model", () => {
  const figure = searchOf(lineOf());
  assert.equal(figure.player.value.textContent, "2 evaluations");
  assert.equal(figure.says.textContent, "After 2 evaluations the best value is 2 at x = 5. Next is x = 10: the model expects 1.5, between 0.52 and 2.48 with 95 %. It is 1, the least so far.");
  assert.equal(points(figure.model.parts.seen), 2);
  assert.equal(figure.lines, null);
});

test("the panels follow the slider and the keys", () => {
  const figure = searchOf(lineOf()), { parts } = figure.model, mean = parts.mean.getAttribute("d");
  press(figure, "ArrowRight");
  assert.notEqual(parts.mean.getAttribute("d"), mean);
  assert.equal(points(parts.seen), 3);
  assert.equal(parts.next.getAttribute("d").split(" ")[0], "M" + figure.model.frame.x.to(7).toFixed(1));
  assert.match(figure.says.textContent, /Next is x = 7: .* It is a failure\.$/);
  press(figure, "End");
  assert.equal(figure.player.at, 2);
  assert.equal(points(parts.seen), 3); // the fourth failed
  assert.match(figure.says.textContent, /^After 4 evaluations .* with 95 %\.$/);
  press(figure, "ArrowRight");
  assert.equal(figure.player.at, 2);
  press(figure, "Home");
  press(figure, "ArrowLeft");
  assert.equal(figure.player.at, 0);
  press(figure, " ");
  assert.equal(figure.player.isRunning, true);
  press(figure, " ");
  assert.equal(figure.player.isRunning, false);
  seek(figure, 2);
  assert.match(figure.says.textContent, /^After 4/);
});

test("keys of the slider are its own", () => {
  const figure = searchOf(lineOf());
  figure.root.send("keydown", { key: "ArrowRight", target: figure.player.slider });
  assert.equal(figure.player.at, 0);
});

test("a logarithm is cut below, and its top is the next point", () => {
  const figure = searchOf(lineOf()), { frame, parts } = figure.acquisition;
  assert.ok(frame.y.low >= -40 && frame.y.low <= -31, String(frame.y.low));
  assert.equal(Number(parts.top.getAttribute("cx")), frame.x.to(10));
  assert.equal(Number(parts.top.getAttribute("cy")), frame.y.to(-1));
});

test("several dimensions have lines over parallel axes, and a point that was not asked for is another one", () => {
  const figure = searchOf(twoOf()), { lines } = figure;
  assert.equal(figure.says.textContent, "After 2 evaluations the best value is 3 at rate = 0.01, kind = flat. Next is rate = 0.2, kind = steep: the model expects 1.5, between 0.52 and 2.48 with 95 %. What followed is another point, rate = 0.1, kind = steep: 1, the least so far.");
  assert.deepEqual(lines.lines.map((l) => l.getAttribute("visibility")), ["hidden", null, "hidden"]);
  assert.ok(lines.lines[1].classList.contains("infeasible"));
  assert.equal(lines.best.getAttribute("d"), lines.path([0.01, 0]));
  assert.equal(lines.next.getAttribute("d"), lines.path([0.2, 1]));
  assert.equal(points(figure.model.parts.seen), 1);
  assert.equal(points(figure.model.parts.off), 1);
  press(figure, "End");
  assert.deepEqual(lines.lines.map((l) => l.getAttribute("visibility")), [null, null, "hidden"]);
  assert.match(lines.axes.textContent, /^rate.*1.*kind.*flat.*steep/s);
});

test("the least values are strong, and far ones do not take all strengths", () => {
  assert.deepEqual(strengths([3, 1, 2]), [0, 1, 0.5]);
  assert.deepEqual(strengths([2, 2, NaN]), [1, 1, 0]);
  const found = strengths([1, 2, 3, 4, 5, 6, 7, 8, 1e6]);
  assert.equal(found[8], 0);
  assert.ok(found[4] > 0.5 && found[4] < 0.8, String(found[4]));
});
