import { test } from "node:test";
import assert from "node:assert/strict";
import { Element } from "./document.js";

globalThis.navigator ??= { platform: "" };
document.head = new Element("head");
document.querySelector = () => null;
const { widget, setModels, hearComm } = await import("./widgets.js");

const notSupported = (name) => new RegExp(`not supported here \\(${name}\\)`);

test("a model of an unknown kind is a control that is not supported", () => {
  for (const kind of ["constructor", "toString", "graph", 7, true, {}]) {
    setModels({ m: { _krigo: kind, _model_name: "WidgetModel" } });
    assert.match(widget("m", "").textContent, notSupported("WidgetModel"), String(kind));
  }
  for (const name of ["constructor", "hasOwnProperty", "__proto__"]) {
    setModels({ m: { _model_name: name } });
    assert.match(widget("m", "").textContent, notSupported(name));
  }
});

test("a model that a cell opens is drawn, or not supported", () => {
  setModels({});
  const box = widget("m", "");
  assert.match(box.textContent, /Run this cell again/);
  hearComm({ kind: "open", id: "m", data: { state: { _krigo: "valueOf", _model_name: "WidgetModel" } } });
  assert.match(box.textContent, notSupported("WidgetModel"));
  hearComm({ kind: "open", id: "m", data: { state: { _krigo: "race", learners: [1] } } });
  assert.match(box.textContent, /Loading the figure/);
  hearComm({ kind: "close", id: "m" });
  assert.match(box.textContent, /Run this cell again/);
});
