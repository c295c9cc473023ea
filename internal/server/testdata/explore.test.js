import { test } from "node:test";
import assert from "node:assert/strict";
import { Element } from "./document.js";

globalThis.navigator ??= { platform: "" };
document.head = new Element("head");
document.querySelector = () => null;
const { Figure } = await import("./explore/figure.js");
const { explorable } = await import("./explore.js");

/** drawn returns a figure of the page, drawn by the figure of this test, and what the page sends. */
async function drawn(content) {
  const sent = [];
  const view = explorable("m", async () => null, (state) => sent.push(state), "explore");
  view.update(content);
  await new Promise((resolve) => setTimeout(resolve, 20));
  return { view, sent, figure: Figure.last };
}

test("a state is sent when it is new, and what is drawn of it once it is there", async () => {
  const { sent, figure } = await drawn({ state: { y: [1] } });
  const { changed } = figure.options;
  changed({ state: { y: [1] }, shown: { posterior: 1 } });
  assert.equal(sent.length, 0);
  changed({ state: { y: [2] }, shown: null });
  changed({ state: { y: [2] }, shown: null });
  changed({ state: { y: [2] }, shown: { posterior: 2 } });
  assert.deepEqual(sent, [{ state: { y: [2] }, shown: null }, { state: { y: [2] }, shown: { posterior: 2 } }]);
});

test("a state of another page is shown and not sent again", async () => {
  const { view, sent, figure } = await drawn({ state: { y: [1] } });
  view.update({ state: { y: [3] } });
  assert.deepEqual(figure.replaced, { y: [3] });
  figure.options.changed({ state: { y: [3] }, shown: null });
  figure.options.changed({ state: { y: [3] }, shown: { posterior: 3 } });
  assert.equal(sent.length, 0);
});

test("a figure that cannot be drawn says so", async () => {
  const { view } = await drawn({ state: { y: null } });
  assert.match(view.el.textContent, /cannot be shown: .*null/);
});

test("a figure of recorded numbers is drawn once, by its own script", async () => {
  const sent = [];
  const view = explorable("m", async () => null, (state) => sent.push(state), "race");
  view.update({ learners: [1, 2] });
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(view.el.figure.count, 2);
  const { figure } = view.el;
  view.update({ learners: [1, 2] });
  view.update({ learners: [1, 2], state: { y: [1] } });
  assert.equal(view.el.figure, figure);
  assert.equal(sent.length, 0);
});
