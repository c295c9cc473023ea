import { test } from "node:test";
import assert from "node:assert/strict";
import { Element } from "./document.js";

const { Race, moments } = await import("./race.js");

const packed = (...list) => list.map((v) => v ?? "-").join(" ");
const steps = (n, f) => packed(...Array.from({ length: n }, (_, i) => f(i)));
const way = (name, n, seconds, more = {}) => ({
  name, objective: "LML", status: "converged", warnings: [], steps: Array.from({ length: n }, (_, i) => i), elapsed: steps(n, (i) => seconds * i),
  x: steps(n, (i) => 1 + i / n), y: steps(n, (i) => 0.5 - 0.4 * i / n), value: steps(n, (i) => -i),
  frames: Array.from({ length: n }, (_, i) => i), nlpd: steps(n, (i) => 1 - i / n), rmse: steps(n, () => 0.5),
  mean: Array.from({ length: n }, (_, i) => packed(0, i, 0)), sd: Array.from({ length: n }, () => packed(1, 1, 1)), ...more,
});
const contentOf = (...learners) => ({
  x: { name: "lengthscale", low: 0.1, high: 10, log: true }, y: { name: "noise", low: 0.01, high: 1, log: true }, side: 3,
  landscape: packed(0, 1, 2, 3, null, 5, 6, 7, 8), tests: 2, of: 10, learners,
  data: { input: "x", target: "y", x: "0 2", y: "0 1", testX: "1", testY: "0.5", at: "0 1 2", observed: "" },
});

function raceOf(...learners) {
  const root = new Element("div");
  root.clientWidth = 800;
  return new Race(root, contentOf(...learners));
}

const seek = (race, i) => {
  race.player.slider.value = String(i);
  race.player.slider.send("input");
};
const ranking = (race) => race.ranks.children.map((li) => li.children[1].textContent);

test("a race begins before the first step, where all are level", () => {
  const race = raceOf(way("slow", 11, 1), way("fast", 6, 0.1));
  assert.equal(race.player.value.textContent, "0 steps");
  assert.match(race.says.textContent, /^Before the first step all learners are at lengthscale 1 and noise 0.5/);
  assert.equal(race.budgets.length, 11);
});

test("a budget of steps stops each learner at its last step within it", () => {
  const race = raceOf(way("slow", 11, 1), way("fast", 6, 0.1));
  seek(race, 3);
  assert.deepEqual(race.racers.map((r) => r.step), [3, 3]);
  assert.deepEqual(ranking(race), ["fast", "slow"]);
  assert.match(race.says.textContent, /^After 3 steps, fast leads with NLPD 0.5, .*; slow is 0.227 behind/);
  seek(race, 10);
  assert.deepEqual(race.racers.map((r) => r.step), [10, 5]);
  assert.deepEqual(ranking(race), ["slow", "fast"]);
  assert.match(race.says.textContent, /slow \(converged\) leads.*fast \(converged\) is/);
});

test("a budget of seconds is spent by the recorded times", () => {
  const race = raceOf(way("slow", 11, 1), way("fast", 6, 0.1));
  race.menu.value = "elapsed";
  race.menu.send("change");
  for (let i = 0; i < race.budgets.length; i++) {
    seek(race, i);
    const t = race.budgets[i];
    assert.equal(race.racers[0].step, Math.min(10, Math.floor(t + 1e-12)), `${t} s`);
    assert.equal(race.racers[1].step, [0, 0.1, 0.2, 0.1 * 3, 0.4, 0.5].filter((e) => e <= t).length - 1, `${t} s`);
  }
  assert.equal(race.budgets.at(-1), 10);
  assert.equal(race.player.value.textContent, "10 s");
});

test("learners without a score are last, and predictions that lag say so", () => {
  const race = raceOf(way("lost", 3, 1, { nlpd: "1 - -" }), way("sparse", 11, 1, { frames: [0, 10], nlpd: "1 0.2", rmse: "1 1", mean: ["0 0 0", "1 1 1"], sd: ["1 1 1", "1 1 1"] }));
  seek(race, 4);
  assert.deepEqual(ranking(race), ["sparse", "lost"]);
  assert.match(race.says.textContent, /lost \(converged\) is without a score/);
  assert.match(race.ranks.children[0].textContent, /step 4 of 10.*predictions of step 0/);
});

test("a step without predictions is a gap", () => {
  const race = raceOf(way("a", 3, 1, { nlpd: "1 - 0.3", rmse: "1 - 1", mean: ["0 0 0", "- - -", "0 1 0"], sd: ["1 1 1", "- - -", "1 1 1"] }));
  const { mean, band } = race.panels[0].kind;
  for (const [i, says, drawn] of [[0, /NLPD 1$/, "M"], [1, /^step 1: NLPD –$/, ""], [2, /NLPD 0.3$/, "M"]]) {
    seek(race, i);
    assert.match(race.panels[0].title.textContent, says);
    assert.deepEqual([mean, band].map((p) => p.getAttribute("d").slice(0, 1)), [drawn, drawn]);
  }
});

test("a learner that has not begun has no score, and one that begins elsewhere is not said to be with the others", () => {
  const late = way("late", 3, 1, { elapsed: "5 6 7", x: "2 2 2" });
  const race = raceOf(late, way("early", 6, 1));
  assert.match(race.says.textContent, /^After 0 steps, late leads.*lengthscale 2 .*; early is level, at lengthscale 1 /);
  race.menu.value = "elapsed";
  race.menu.send("change");
  seek(race, 20);
  assert.ok(race.budgets[20] < 5);
  assert.deepEqual(ranking(race), ["early", "late"]);
  assert.match(race.says.textContent, /late has not begun\.$/);
  assert.match(race.ranks.children[1].textContent, /NLPD –its first step is after 5 s/);
  seek(race, race.budgets.length - 1);
  assert.match(race.says.textContent, /^After 7 s/);
  assert.doesNotMatch(race.says.textContent, /not begun/);
});

test("playing goes on to the end, and a seek pauses it", async () => {
  const race = raceOf(way("a", 4, 1), way("b", 3, 1));
  race.player.toggle();
  assert.equal(race.player.run.textContent, "Pause");
  race.player.advance();
  assert.equal(race.player.at, 1);
  assert.equal(race.says.getAttribute("aria-live"), "off");
  seek(race, 2);
  assert.equal(race.player.isRunning, false);
  assert.equal(race.says.getAttribute("aria-live"), "polite");
  race.player.toggle();
  race.player.advance();
  assert.equal(race.player.run.textContent, "Play again");
  race.player.toggle();
  assert.equal(race.player.at, 0);
  race.player.pause();
});

test("balls at the same place are drawn apart, and trails grow", () => {
  const race = raceOf(way("a", 5, 1), way("b", 5, 1));
  const [first, second] = race.course.trails.map((t) => t.ball.style.transform);
  assert.notEqual(first, second);
  const before = race.course.trails[0].path.getAttribute("d").length;
  seek(race, 4);
  assert.ok(race.course.trails[0].path.getAttribute("d").length > before);
  for (const { d } of race.course.contours.parts.map((p) => ({ d: p.getAttribute("d") }))) assert.doesNotMatch(d, /NaN|null/);
});

test("predictions are a curve, or predicted against observed values", () => {
  const content = contentOf(way("a", 3, 1));
  content.data = { ...content.data, at: "", observed: "0 1 2" };
  const root = new Element("div");
  root.clientWidth = 400;
  const race = new Race(root, content);
  seek(race, 2);
  assert.equal(race.panels[0].kind.points.getAttribute("d").match(/M/g).length, 3);
  const line = raceOf(way("a", 3, 1));
  seek(line, 2);
  assert.match(line.panels[0].title.textContent, /^step 2: NLPD/);
  assert.ok(line.panels[0].kind.mean.getAttribute("d").startsWith("M"));
});

test("a landscape of another size is refused", () => {
  assert.throws(() => new Race(new Element("div"), { ...contentOf(way("a", 2, 1)), landscape: "1" }), /1 values, not 3 × 3/);
});

test("budgets go from nothing to the last end", () => {
  assert.deepEqual(moments([0], true), [0]);
  assert.deepEqual(moments([3, 2], true), [0, 1, 2, 3]);
  for (const [ends, whole] of [[[1000, 12], true], [[0.02, 10], false], [[0.5, 0], false]]) {
    const found = moments(ends, whole);
    assert.equal(found[0], 0);
    assert.equal(found.at(-1), Math.max(...ends));
    for (let i = 1; i < found.length; i++) assert.ok(found[i] > found[i - 1]);
  }
});
