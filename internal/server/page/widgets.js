// The controls of package widget: models of Jupyter's widgets, drawn with the
// browser's own inputs. What is moved is sent when the kernel has handled what was
// sent before, the latest value only.

import { make, icon } from "./dom.js";
import { draws, explorable, hearAnswer } from "./explore.js";

/**
 * @typedef {Object<string, any>} State
 * @typedef {{el: HTMLElement, update: (state: State) => void}} View
 */

/** @type {Map<string, State>} */
const models = new Map();
/** @type {Map<string, Set<(state: State) => void>>} */
const views = new Map();
/** The answer that a model waits for, and what is to be sent then. @type {Map<string, State|null>} */
const flying = new Map();

/** How messages reach the kernel; app.js sets it. @type {(op: any) => Promise<any>} */
let ask = async () => null;

export function connectWidgets(f) { ask = f; }

/** setModels takes the models of the whole notebook. */
export function setModels(all) {
  models.clear();
  flying.clear();
  for (const [id, state] of Object.entries(all || {})) models.set(id, state);
  for (const id of views.keys()) redraw(id);
}

/** hearComm takes what the kernel or another page says of a model. */
export function hearComm(e) {
  if (e.kind === "open") {
    models.set(e.id, e.data?.state || {});
    redraw(e.id);
  } else if (e.kind === "close") {
    models.delete(e.id);
    redraw(e.id);
  } else if (e.data?.method === "custom") {
    hearAnswer(e.data.content || {});
  } else if (e.data?.method === "update" || e.data?.method === "echo_update") {
    const state = { ...e.data.state };
    for (const key of Object.keys(flying.get(e.id) || {})) delete state[key]; // moved on since
    change(e.id, state);
  }
}

/** change changes a model in this page, and those that are linked to it. */
function change(id, state) {
  const model = models.get(id);
  if (!model) return [];
  Object.assign(model, state);
  redraw(id);
  const linked = [];
  for (const [other, key] of partners(id, state)) {
    const value = model[key.from];
    if (JSON.stringify(models.get(other)?.[key.to]) === JSON.stringify(value)) continue;
    linked.push([other, { [key.to]: value }], ...change(other, { [key.to]: value }));
  }
  return linked;
}

/** partners are the models that links keep in step with what changed. */
function* partners(id, state) {
  for (const m of models.values()) {
    if (m._model_name !== "LinkModel" || !m.source || !m.target) continue;
    for (const [a, b] of [[m.source, m.target], [m.target, m.source]]) {
      if (reference(a[0]) === id && a[1] in state) yield [reference(b[0]), { from: a[1], to: b[1] }];
    }
  }
}

/** move is change by the user: the kernel hears of it, too. */
function move(id, state) {
  for (const [other, s] of [[id, state], ...change(id, state)]) post(other, s);
}

async function post(id, state) {
  if (flying.has(id)) {
    flying.set(id, { ...flying.get(id), ...state });
    return;
  }
  flying.set(id, null);
  await ask({ op: "comm", id, data: { method: "update", state, buffer_paths: [] } });
  const next = flying.get(id);
  flying.delete(id);
  if (next) post(id, next);
}

const reference = (text) => String(text).replace(/^IPY_MODEL_/, "");

function redraw(id) {
  for (const f of views.get(id) || []) f(models.get(id));
}

/** kindOf returns what draws a model: krigo's own have a kind of their own. */
const kindOf = (state) => draws(state?._krigo) ? "krigo" : state?._model_name || "";

/** widget shows a model, or a note that it is missing. */
export function widget(id, text) {
  const box = make("div", { class: "widget" });
  let drawn = null, view = null;
  const update = (state) => {
    if (drawn !== kindOf(state)) {
      drawn = kindOf(state);
      view = Object.hasOwn(drawings, drawn) ? drawings[drawn](id, state) : gone(text, drawn);
      box.replaceChildren(view.el);
    }
    if (state) {
      view.update(state);
      arrange(box, state);
    }
  };
  // A box that has left the page hears nothing more.
  const heard = (state) => {
    if (box.isConnected || box.parentNode) update(state);
    else views.get(id).delete(heard);
  };
  if (!views.has(id)) views.set(id, new Set());
  update(models.get(id));
  views.get(id).add(heard);
  const layout = models.get(id)?.layout;
  if (layout) follow(reference(layout), box, () => arrange(box, models.get(id) || {}));
  return box;
}

function follow(id, box, f) {
  if (!views.has(id)) views.set(id, new Set());
  const heard = () => {
    if (box.isConnected || box.parentNode) f();
    else views.get(id).delete(heard);
  };
  views.get(id).add(heard);
}

/** arrange applies a control's layout and whether it can be used. */
function arrange(box, state) {
  const layout = models.get(reference(state.layout)) || {}, style = models.get(reference(state.style)) || {};
  box.style.width = layout.width || "";
  box.style.display = layout.display || "";
  if (style.description_width) box.style.setProperty("--label", style.description_width);
  box.classList.toggle("disabled", Boolean(state.disabled));
  for (const el of box.querySelectorAll(":scope > div > :is(input, select, button)")) el.disabled = Boolean(state.disabled);
}

/** gone replaces a control that the kernel does not have. */
function gone(text, name) {
  const why = name ? `This kind of control is not supported here (${name}).` : "Run this cell again to move these controls.";
  return { el: make("p", { class: "note", text: why, title: text }), update() {} };
}

let labels = 0;

/** labelled returns a row of a label and what it is for. */
function labelled(input, ...more) {
  input.id = "control-" + ++labels;
  const label = make("label", { for: input.id });
  const el = make("div", { class: "control" }, label, input, ...more);
  return { el, describe(s) {
    label.textContent = s.description;
    label.hidden = !s.description;
    el.title = s.tooltip || s.description_tooltip || "";
    if (!s.description) input.setAttribute("aria-label", s.tooltip || "control");
  } };
}

/** slider draws a slider; its positions are mapped from and to values. */
function slider(toValue, toPlace) {
  return (id) => {
    const input = make("input", { type: "range" }), output = make("output");
    const row = labelled(input, output);
    const say = (s, v) => {
      output.textContent = input.ariaValueText = format(v, s.readout_format);
    };
    const send = () => {
      const s = models.get(id), value = toValue(s, Number(input.value));
      say(s, value);
      move(id, { value });
    };
    input.oninput = () => { if (models.get(id)?.continuous_update !== false) send(); };
    input.onchange = send;
    output.htmlFor?.add(input.id);
    return { el: row.el, update(s) {
      row.describe(s);
      Object.assign(input, { min: s.min, max: s.max, step: s.step || "any" });
      const at = toPlace(s, s.value);
      if (Math.abs(Number(input.value) - at) > 1e-9 * Math.abs(s.max - s.min)) input.value = String(at);
      say(s, s.value);
    } };
  };
}

const linear = slider((s, x) => x, (s, v) => v);
const logarithmic = slider((s, x) => s.base ** x, (s, v) => Math.log(v) / Math.log(s.base));

/** range draws two sliders on one track. */
function range(id) {
  const ends = ["from", "to"].map((name) => make("input", { type: "range", class: name }));
  const output = make("output"), track = make("div", { class: "range", role: "group" }, ...ends), name = make("span", { class: "label" });
  const el = make("div", { class: "control" }, name, track, output);
  const read = () => ends.map((e) => Number(e.value));
  ends.forEach((input, i) => {
    input.oninput = () => {
      let [from, to] = read();
      if (from > to) [from, to] = i === 0 ? [to, to] : [from, from];
      move(id, { value: [from, to] });
    };
  });
  return { el, update(s) {
    name.textContent = s.description;
    track.setAttribute("aria-label", s.description);
    el.title = s.tooltip || "";
    ends.forEach((input, i) => {
      Object.assign(input, { min: s.min, max: s.max, step: s.step || "any" });
      input.value = s.value[i];
      input.ariaLabel = `${s.description}, ${i ? "to" : "from"}`;
      input.ariaValueText = format(s.value[i], s.readout_format);
      input.disabled = Boolean(s.disabled);
    });
    const at = (v) => 100 * (v - s.min) / (s.max - s.min) + "%";
    track.style.setProperty("--from", at(s.value[0]));
    track.style.setProperty("--to", at(s.value[1]));
    output.textContent = s.value.map((v) => format(v, s.readout_format)).join(" to ");
  } };
}

function checkbox(id) {
  const input = make("input", { type: "checkbox", onchange: () => move(id, { value: input.checked }) });
  const row = labelled(input);
  return { el: row.el, update(s) {
    row.describe(s);
    input.checked = Boolean(s.value);
  } };
}

function dropdown(id) {
  const select = make("select", { onchange: () => move(id, { index: select.selectedIndex }) });
  const row = labelled(select);
  let options = "";
  return { el: row.el, update(s) {
    row.describe(s);
    const now = JSON.stringify(s._options_labels);
    if (now !== options) select.replaceChildren(...(s._options_labels || []).map((o) => make("option", { text: o })));
    options = now;
    select.selectedIndex = s.index ?? -1;
  } };
}

function text(id) {
  const send = () => { if (models.get(id)?.value !== input.value) move(id, { value: input.value }); };
  const input = make("input", { type: "text", onchange: send });
  input.oninput = () => { if (models.get(id)?.continuous_update !== false) send(); };
  const row = labelled(input);
  return { el: row.el, update(s) {
    row.describe(s);
    input.placeholder = s.placeholder || "";
    if (document.activeElement !== input || input.value === "") input.value = s.value;
  } };
}

function button(id) {
  const click = () => ask({ op: "comm", id, data: { method: "custom", content: { event: "click" } } });
  const el = make("button", { onclick: click });
  return { el: make("div", { class: "control" }, el), update(s) {
    el.textContent = s.description;
    el.title = s.tooltip || "";
  } };
}

/** play runs through numbers; it waits where the kernel has not handled the last one. */
function play(id) {
  let timer = 0;
  const set = (value) => move(id, { value });
  const step = () => {
    const s = models.get(id);
    if (!s || s.disabled || !el.isConnected) return stop();
    if (s.value + s.step > s.max) return s.repeat ? set(s.min) : stop();
    if (!flying.has(id)) set(s.value + s.step);
  };
  const stop = () => { clearInterval(timer); timer = 0; show(); };
  const toggle = () => {
    const s = models.get(id);
    if (timer) return stop();
    if (s.value + s.step > s.max) set(s.min);
    timer = setInterval(step, s.interval || 200);
    show();
  };
  const run = make("button", { onclick: toggle });
  const back = make("button", { title: "Back to the first", "aria-label": "Back to the first",
    onclick: () => { stop(); set(models.get(id).min); } }, icon("first"));
  const el = make("div", { class: "control play" }, run, back);
  const show = () => {
    run.replaceChildren(icon(timer ? "pause" : "run"));
    run.title = run.ariaLabel = timer ? "Pause" : "Play";
  };
  show();
  return { el, update(s) {
    el.title = s.tooltip || s.description || "";
    if (s.disabled && timer) stop();
  } };
}

function box(name) {
  return () => {
    const el = make("div", { class: name });
    let children = "";
    return { el, update(s) {
      const now = JSON.stringify(s.children);
      if (now !== children) el.replaceChildren(...(s.children || []).map((c) => widget(reference(c), "")));
      children = now;
    } };
  };
}

function words() {
  const el = make("p", { class: "note" });
  return { el, update(s) {
    el.textContent = new DOMParser().parseFromString(s.value || "", "text/html").body.textContent;
  } };
}

/** @type {Object<string, (id: string, state: State) => View>} */
const drawings = {
  FloatSliderModel: linear, IntSliderModel: linear, FloatLogSliderModel: logarithmic, FloatRangeSliderModel: range,
  CheckboxModel: checkbox, DropdownModel: dropdown, TextModel: text, ButtonModel: button, PlayModel: play,
  krigo: (id, s) => explorable(id, (op) => ask(op), (state) => move(id, state), s._krigo),
  VBoxModel: box("vbox"), HBoxModel: box("hbox"), HTMLModel: words,
};

/** format writes a number as d3-format has it, for the formats that controls take. */
export function format(v, spec) {
  const m = /^([-+( ])?([$#])?(0)?(\d+)?(,)?(?:\.(\d+))?(~)?([a-zA-Z%])?$/.exec(spec || "");
  if (!m || !isFinite(v)) return String(v);
  const [, sign, symbol, zero, width, comma, digits, trim, type] = m;
  let body = magnitude(Math.abs(v), digits === undefined ? NaN : Number(digits), type);
  if (trim || !type) body = body.replace(/(\.\d*?)0+(?!\d)/, "$1").replace(/\.(?!\d)/, "");
  if (comma || type === "n") body = body.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));
  if (symbol === "$") body = "$" + body;
  if (v < 0 && /[1-9]/.test(body)) body = sign === "(" ? `(${body})` : "−" + body;
  else if (sign === "+" || sign === " ") body = sign + body;
  return body.padStart(Number(width || 0), zero || " ");
}

const bases = { b: 2, o: 8, x: 16, X: 16, d: 10 }, prefixes = "yzafpnµm kMGTPEZY";

function magnitude(v, digits, type) {
  const places = digits || digits === 0 ? Math.min(digits, 100) : 6;
  const precision = Math.max(1, Math.min(digits || (type ? 6 : 12), 21));
  if (bases[type]) return type === "X" ? Math.round(v).toString(16).toUpperCase() : Math.round(v).toString(bases[type]);
  switch (type) {
    case "e": return v.toExponential(places);
    case "f": return v.toFixed(places);
    case "%": return (100 * v).toFixed(places) + "%";
    case "p": return significant(100 * v, precision) + "%";
    case "r": return significant(v, precision);
    case "c": return String(v);
    case "s": {
      const power = v ? Math.max(-8, Math.min(8, Math.floor(Math.log10(v) / 3))) : 0;
      return significant(v / 1000 ** power, precision) + prefixes[power + 8].trim();
    }
  }
  return v.toPrecision(precision); // g, n and none
}

/** significant rounds to digits without an exponent. */
function significant(v, digits) {
  const places = digits - 1 - (v ? Math.floor(Math.log10(v)) : 0);
  return places >= 0 ? v.toFixed(Math.min(places, 100)) : String(Number(v.toPrecision(digits)));
}
