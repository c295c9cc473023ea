import { test } from "node:test";
import assert from "node:assert/strict";
import { Element } from "./document.js";

const { Occam, shares } = await import("./occam.js");

const contentOf = () => ({
  param: "lengthscale", values: "0.1 1 10", own: 1, input: "x", target: "y", x: "0 1", sets: ["1 -1", "0.5 -0.5", "0 0"], at: "0 0.5 1",
  models: [
    { name: "simple", dataFit: "-40 -9 -1", complexity: 2, constant: -2, mean: ["0 0 0", "0 0 0", "0 0 0"] },
    { name: "flexible", dataFit: "-1 -1 -1", complexity: -3, constant: -2, mean: ["1 0 -1", "0.5 0 -0.5", "0 0 0"] },
  ],
});

function occamOf() {
  const root = new Element("div");
  root.clientWidth = 800;
  return new Occam(root, contentOf());
}

const seek = (figure, i) => {
  figure.player.slider.value = String(i);
  figure.player.slider.send("input");
};

test("the figure begins at the data", () => {
  const figure = occamOf();
  assert.equal(figure.set, 1);
  assert.equal(figure.player.slider.max, "2");
  assert.match(figure.says.textContent, /^Your data, with the lengthscale 1, are best explained by flexible, with the probability 95.3\u00a0%; simple 4.74\u00a0% \(3.00 nats below\)\.$/);
});

test("the needle, the data and the probabilities follow the slider", () => {
  const figure = occamOf();
  const needle = figure.evidence.needle.getAttribute("d"), points = figure.data.points.getAttribute("d");
  seek(figure, 2);
  assert.notEqual(figure.evidence.needle.getAttribute("d"), needle);
  assert.notEqual(figure.data.points.getAttribute("d"), points);
  assert.match(figure.says.textContent, /^Data with the true lengthscale 10 are best explained by simple/);
  assert.match(figure.rows[0].el.textContent, /log evidence −1.00 = data fit −1.00, complexity penalty 2.00, constant −2.00/);
  assert.equal(Math.round(parseFloat(figure.rows[0].el.children[3].children[0].style.width)), 99);
  seek(figure, 0);
  assert.match(figure.rows[0].el.textContent, /<\u00a00.1\u00a0%/);
  assert.match(figure.rows[1].el.textContent, />\u00a099.9\u00a0%/);
});

test("a press on the evidence moves the needle to the nearest data set", () => {
  const figure = occamOf(), { x } = figure.evidence.frame;
  const at = (v) => ({ button: 0, isPrimary: true, pointerId: 1, clientX: x.to(v), clientY: 100 });
  figure.evidence.el.send("pointerdown", at(0.11));
  assert.equal(figure.set, 0);
  figure.evidence.el.send("pointermove", at(7));
  assert.equal(figure.set, 2);
  figure.evidence.el.send("pointerup", at(7));
  figure.evidence.el.send("pointermove", at(1));
  assert.equal(figure.set, 2);
});

test("probabilities of very small evidence sum to one", () => {
  const found = shares([-2000, -2000, -1e9]);
  assert.deepEqual(found, [0.5, 0.5, 0]);
});
