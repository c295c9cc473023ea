import { test } from "node:test";
import assert from "node:assert/strict";
import { Element } from "./document.js";

/** root returns a figure's element with its still picture and content. */
function root(text) {
  const el = new Element("div");
  el.append(new Element("svg"));
  el.querySelector = () => ({ textContent: text });
  return el;
}

const state = { model: {}, params: [], x: [0, 1], y: [0, 1], input: "x", target: "y", over: [], kind: "" };
const terms = { sum: 0, dataFit: 0, complexity: 0, constant: 0 };
const content = { state, start: state, given: "", kinds: [], shown: { posterior: { at: [0], mean: [0], sd: [0], sdOfY: [0], terms } } };

test("a malformed figure keeps its picture and leaves the others alone", async () => {
  const roots = [root("{"), root(`{"state": {"x": 1}}`), root(JSON.stringify(content))];
  document.querySelectorAll = () => roots;
  await import("./start.js");
  for (const el of roots.slice(0, 2)) {
    assert.equal(el.children[0].tag, "svg");
    assert.match(el.textContent, /cannot be explored/);
  }
  assert.ok(roots[2].figure);
});
