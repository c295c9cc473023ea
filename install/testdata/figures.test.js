// Figures in a JupyterLab that has as much as they use.

import { test } from "node:test";
import assert from "node:assert/strict";

const FIGURE = "application/vnd.krigo.explore+json", STATES = "application/vnd.jupyter.widget-state+json";
globalThis.document = {
  createElement: () => ({ dataset: {} }),
  head: { append: (link) => queueMicrotask(() => link.onload?.()) },
};
const { figures } = await import("./figures.js");
const { keep } = await import("./drawing.js");
const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

class Signal {
  constructor() { this.slots = []; }
  connect(slot) { this.slots.push(slot); }
  emit(...args) { for (const slot of this.slots) slot(...args); }
}

class Widget {
  constructor({ node } = {}) { this.node = node ?? { dataset: {} }; }
  get isDisposed() { return Boolean(this.gone); }
  dispose() {
    this.gone = true;
    this.parent?.widgets.splice(this.parent.widgets.indexOf(this), 1);
  }
}

class Panel extends Widget {
  constructor() {
    super();
    this.widgets = [];
  }
  addWidget(w) { this.widgets.push(Object.assign(w, { parent: this })); }
}

class Kernel {
  constructor(name = "krigo", open = {}) {
    Object.assign(this, { name, clientId: "this page", handleComms: true, sent: [], targets: {}, comms: new Map(), open });
    for (const signal of ["statusChanged", "connectionStatusChanged"]) this[signal] = new Signal();
  }
  registerCommTarget(name, f) { this.targets[name] = f; }
  hasComm(id) { return this.comms.has(id); }
  createComm(target, commId = "front") {
    const comm = { commId, target, open: (data) => this.sent.push(["open", target, data]), send: (data) => this.sent.push([commId, data]) };
    this.comms.set(commId, comm);
    return comm;
  }
  async requestCommInfo() { return { content: { status: "ok", comms: this.open } }; }

  /** opens opens a model of a figure, as a cell does. */
  opens(id, state) {
    const comm = this.createComm("krigo.figure", id);
    this.targets["krigo.figure"](comm, { content: { data: { state } } });
    return comm;
  }
}

/** says has the kernel say something of a model. */
const says = (comm, data, session = "another page") => comm.onMsg({ content: { data }, parent_header: { session } });

/** notebook opens a notebook whose cells show outputs. */
function notebook(kernel, outputs = [], metadata = {}) {
  const list = { get length() { return outputs.length; }, get: (i) => outputs[i] };
  const model = {
    cells: [{ outputs: undefined }, { outputs: list }], metadata, metadataChanged: new Signal(), dirty: false,
    getMetadata: (key) => structuredClone(metadata[key]),
    setMetadata(key, value) { metadata[key] = value; this.metadataChanged.emit(this, { key }); },
    deleteMetadata(key) { delete metadata[key]; },
  };
  const specs = { kernelspecs: { krigo: { metadata: { krigo: "1.0" } }, python3: { metadata: {} } } };
  const sessionContext = { session: { kernel }, kernelChanged: new Signal(), specsManager: { specs, ready: Promise.resolve() } };
  const context = { model, sessionContext, saveState: new Signal(), ready: Promise.resolve() };
  const rendermime = {
    addFactory(factory, rank) { Object.assign(this, { factory, rank }); },
    preferredMimeType: (data, safe) => safe === "any" && data["text/html"] ? "text/html" : data["image/png"] ? "image/png" : undefined,
    createRenderer: (type) => Object.assign(new Widget(), { type, renderModel: async () => {} }),
  };
  const panel = { context, content: { rendermime } };
  const module = async (of) => of === context ? { worker: "w", wasm: "" } : null;
  figures({ Panel, Widget }, { widgetAdded: new Signal(), forEach: (f) => f(panel) }, module);
  return { context, model, metadata, sessionContext, rendermime, outputs };
}

const output = (id, trusted = true) => ({ data: { [FIGURE]: { model_id: id }, "image/png": "AAAA", "text/html": "<b>" }, trusted });

/** shown draws an output of a notebook. */
async function shown({ rendermime }, out) {
  const view = rendermime.factory.createRenderer();
  await view.renderModel(out);
  return view;
}

const explore = (y, more) => ({ _krigo: "explore", _model_name: "WidgetModel", _model_module: "base", _model_module_version: "2", state: { y }, ...more });

test("a kernel of krigo's is asked for figures, another is left alone", async () => {
  for (const [name, sent] of [["krigo", [["open", "krigo.front", { explore: true }]]], ["python3", []]]) {
    const kernel = new Kernel(name);
    notebook(kernel);
    await soon();
    assert.deepEqual(kernel.sent, sent);
  }
  const kernel = Object.assign(new Kernel(), { handleComms: false }); // another panel has the comms
  notebook(kernel);
  await soon();
  assert.deepEqual(kernel.sent, []);
});

test("a kernel is asked once after a restart, whichever way it comes back", async () => {
  for (const back of [["connected", "starting"], ["starting", "connected"], ["busy"]]) {
    const kernel = new Kernel();
    notebook(kernel);
    await soon();
    kernel.sent = [];
    kernel.statusChanged.emit(kernel, "restarting");
    kernel.comms.clear();
    for (const status of back) (status === "connected" ? kernel.connectionStatusChanged : kernel.statusChanged).emit(kernel, status);
    await soon();
    assert.deepEqual(kernel.sent, [["open", "krigo.front", { explore: true }]], String(back));
  }
});

test("a figure is drawn from the kernel's model, asks the kernel, and tells it what is new", async () => {
  const kernel = new Kernel(), nb = notebook(kernel, [output("m")]);
  assert.ok(nb.rendermime.factory.safe && nb.rendermime.rank < -10);
  const comm = kernel.opens("m", explore([1]));
  const view = await shown(nb, nb.outputs[0]), figure = keep.last;
  assert.equal(view.widgets[0].node.figure, figure);
  assert.deepEqual(figure.model.state, { y: [1] });
  kernel.sent = [];
  const answer = figure.options.kernel("q");
  await soon();
  const [[id, { method, content }]] = kernel.sent;
  assert.deepEqual([id, method, content.question], ["m", "custom", "q"]);
  says(comm, { method: "custom", content: { id: content.id, answer: "a" } });
  assert.equal(await answer, "a");
  assert.deepEqual(await figure.options.served(), { worker: "w", wasm: "" });

  kernel.sent = [];
  const now = { state: { y: [2] }, shown: null };
  figure.options.move(now);
  assert.deepEqual(kernel.sent, [["m", { method: "update", state: now, buffer_paths: [] }]]);
  assert.ok(nb.model.dirty);
  says(comm, { method: "echo_update", state: { state: { y: [7] } } }, "this page"); // of an earlier change
  says(comm, { method: "echo_update", state: { state: { y: [3] } } });
  says(comm, { method: "update", state: { state: { y: [4] } } });
  assert.deepEqual(figure.states, [{ y: [2] }, { y: [3] }, { y: [4] }]);
});

test("a question ends with its kernel, and a figure goes on", async () => {
  const kernel = new Kernel(), nb = notebook(kernel);
  kernel.opens("m", explore([1]));
  await shown(nb, output("m"));
  const { options } = keep.last, answer = options.kernel("q");
  await soon();
  kernel.statusChanged.emit(kernel, "autorestarting");
  await assert.rejects(answer, (error) => error.gone);
  await assert.rejects(options.kernel("q"), (error) => error.gone);
  options.move({ state: { y: [5] } });
  assert.ok(nb.model.dirty);
});

test("a figure goes on after its comm is gone and nothing was sent", async () => {
  const kernel = new Kernel(), nb = notebook(kernel), comm = kernel.opens("m", explore([1]));
  await shown(nb, output("m"));
  Object.assign(comm, { isDisposed: true, send: () => assert.fail("a disposed comm sends") });
  await assert.rejects(keep.last.options.kernel("q"), (error) => error.gone);
  keep.last.options.move({ state: { y: [5] } });
  assert.ok(nb.model.dirty);
});

test("the end of an earlier kernel leaves the models of the next", async () => {
  const first = new Kernel(), nb = notebook(first), next = new Kernel();
  nb.sessionContext.kernelChanged.emit(null, { newValue: next });
  const comm = next.opens("m", explore([1]));
  first.statusChanged.emit(first, "dead");
  await shown(nb, output("m"));
  const answer = keep.last.options.kernel("q");
  await soon();
  says(comm, { method: "custom", content: { id: next.sent.at(-1)[1].content.id, answer: "a" } });
  assert.equal(await answer, "a");
});

test("a page that is loaded again gets the models of its kernel", async () => {
  const kernel = new Kernel("krigo", { m: {} }), nb = notebook(kernel);
  const view = await shown(nb, output("m"));
  assert.match(view.widgets[1].node.textContent, /run the cell/);
  await soon();
  assert.deepEqual(kernel.sent.at(-1), ["m", { method: "request_state" }]);
  says(kernel.comms.get("m"), { method: "update", state: explore([6]) }, "this page");
  await soon();
  assert.deepEqual(view.widgets.map((w) => w.node.figure?.model.state), [{ y: [6] }]);
});

test("a kernel sends no state to a figure that is drawn from the file", async () => {
  const metadata = { widgets: { [STATES]: { state: { m: { state: explore({ b: [1], a: { d: 2, c: 3 } }) } } } } };
  const kernel = new Kernel("krigo", { m: {} }), nb = notebook(kernel, [], metadata);
  await soon();
  await shown(nb, output("m"));
  const figure = keep.last, comm = kernel.comms.get("m");
  says(comm, { method: "update", state: explore({ a: { c: 3, d: 2 }, b: [1] }) });
  assert.deepEqual(figure.states, []);
  says(comm, { method: "update", state: explore({ a: { c: 3, d: 2 }, b: [4] }) });
  assert.deepEqual(figure.states, [{ y: { a: { c: 3, d: 2 }, b: [4] } }]);
});

test("a saved figure is drawn from the file, in a notebook that is not trusted, too", async () => {
  const metadata = { widgets: { [STATES]: { state: { m: { state: explore([8]) } } } } };
  const view = await shown(notebook(null, [], metadata), output("m", false));
  assert.deepEqual(view.widgets[0].node.figure.model.state, { y: [8] });
});

test("a figure that cannot be drawn is a picture", async () => {
  const kernel = new Kernel(), nb = notebook(kernel);
  const cases = { unknown: undefined, other: { _krigo: "constructor" }, broken: { _krigo: "explore", state: "malformed" } };
  for (const [id, state] of Object.entries(cases)) {
    if (state) kernel.opens(id, state);
    for (const [trusted, type] of [[true, "text/html"], [false, "image/png"]]) {
      const view = await shown(nb, output(id, trusted));
      assert.equal(view.widgets[0].type, type, id);
      assert.match(view.widgets[1].node.textContent, id === "broken" ? /malformed/ : /run the cell/);
    }
  }
});

test("the file keeps the figures that outputs show, and all other models", async () => {
  const other = { model_name: "SliderModel", state: { value: 1 } };
  const saved = { [STATES]: { version_major: 2, version_minor: 0, state: { old: { state: explore([0]) }, kept: { model_name: "WidgetModel", state: explore([9]) }, other } }, more: 1 };
  const kernel = new Kernel(), nb = notebook(kernel, [output("m"), output("kept"), { data: { "text/plain": "x" } }], { widgets: saved });
  kernel.opens("m", explore([1]));
  await soon();
  nb.context.saveState.emit(null, "started");
  const { more, [STATES]: section } = nb.metadata.widgets;
  assert.equal(more, 1);
  assert.deepEqual([section.version_major, section.version_minor], [2, 0]);
  assert.deepEqual(Object.keys(section.state).toSorted(), ["kept", "m", "other"]);
  assert.deepEqual(section.state.other, other);
  assert.deepEqual(section.state.m, { model_name: "WidgetModel", model_module: "base", model_module_version: "2", state: explore([1]) });
  nb.model.setMetadata("widgets", { [STATES]: { state: { other } } }); // as ipywidgets does
  assert.deepEqual(Object.keys(nb.metadata.widgets[STATES].state).toSorted(), ["kept", "m", "other"]);
  nb.context.saveState.emit(null, "completed");
  nb.model.setMetadata("widgets", {});
  assert.deepEqual(nb.metadata.widgets, {});
});

test("a figure of a file that is loaded again is the file's, unless the kernel has it", async () => {
  const file = (y) => ({ [STATES]: { state: { f: { state: explore(y) }, k: { state: explore(y) } } } });
  const kernel = new Kernel(), nb = notebook(kernel, [], { widgets: file([1]) });
  kernel.opens("k", explore([5]));
  const drawn = [];
  for (const id of ["f", "k"]) {
    await shown(nb, output(id));
    drawn.push(keep.last);
  }
  drawn[0].options.move({ state: { y: [2] } });
  nb.model.setMetadata("widgets", file([3]));
  assert.deepEqual(drawn.map((f) => f.states.at(-1)), [{ y: [3] }, { y: [5] }]);
});

test("a notebook without figures is left as it is, and one that loses them loses their models", () => {
  const nb = notebook(new Kernel());
  nb.model.setMetadata = () => assert.fail("the metadata is written");
  nb.context.saveState.emit(null, "started");
  const last = notebook(new Kernel(), [], { widgets: { [STATES]: { state: { old: { state: explore([0]) } } } } });
  last.context.saveState.emit(null, "started");
  assert.deepEqual(last.metadata, {});
});

test("a view that is closed follows no more", async () => {
  const kernel = new Kernel(), nb = notebook(kernel), comm = kernel.opens("m", explore([1]));
  const view = await shown(nb, output("m")), figure = keep.last;
  view.dispose();
  says(comm, { method: "update", state: { state: { y: [4] } } });
  assert.deepEqual(figure.states, []);
});
