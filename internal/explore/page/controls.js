// Sliders with numbers, the chosen point, menus and buttons.

import { html } from "./dom.js";
import { advice, brief, plain, scale, typed } from "./scale.js";

const positions = 1000; // of a slider

/** A slider of a parameter, with an editable number. */
class Slider {
  constructor(figure, i) {
    Object.assign(this, { figure, i });
    const { name, unit } = this.param, label = unit ? `${name} in ${unit}` : name;
    this.input = html("input", { type: "range", min: 0, max: positions, step: 1, "aria-label": label });
    this.number = html("input", { type: "text", inputmode: "decimal", class: "value", "aria-label": label + ", as a number", autocomplete: "off", spellcheck: "false" });
    this.el = html("div", { class: "slider" }, html("span", { class: "name", text: name }), this.input, this.number, html("span", { class: "unit", text: unit, title: unit }));
    this.input.addEventListener("pointerdown", () => this.begin());
    this.input.addEventListener("input", () => this.move());
    this.input.addEventListener("change", () => { this.turn = 0; this.figure.end(); });
    this.number.addEventListener("input", () => { this.isEdited = true; });
    this.number.addEventListener("change", () => this.type());
    this.number.addEventListener("blur", () => this.leave());
  }

  get param() { return this.figure.state.params[this.i]; }
  get scale() { return scale(this.param.low, this.param.high, 0, positions, this.param.log); }

  /** begin begins a drag, whose moves are one change as long as no other comes. */
  begin() { this.turn = this.figure.begin(); }

  move() {
    if (this.turn !== this.figure.turn) this.figure.step("slider " + this.i);
    this.figure.setParams([this.i], [Number(this.scale.from(Number(this.input.value)).toPrecision(4))]);
  }

  /** type takes a number that was written, and widens the slider where it needs that. */
  type() {
    const text = this.number.value, v = typed(text);
    this.isEdited = false;
    if (!isFinite(v) || this.param.log && v <= 0) {
      this.figure.tell(`${this.param.name} needs ${this.param.log ? "a number above 0" : "a number"}.${advice(text)}`);
      return this.show();
    }
    this.figure.begin();
    this.figure.setParams([this.i], [v]);
    this.figure.end();
  }

  /** leave shows the value again where nothing was written in the end. */
  leave() {
    this.isEdited = false;
    this.show();
  }

  show() {
    const { value, name, unit } = this.param;
    this.input.value = String(Math.round(this.scale.to(value)));
    this.input.setAttribute("aria-valuetext", `${name} ${brief(value)} ${unit}`.trim());
    if (!this.isEdited) this.number.value = plain(value);
  }
}

/** Sliders of the free parameters, and a menu for those of the landscape where there are more than two. */
export class Sliders {
  constructor(figure) {
    this.figure = figure;
    this.el = html("div", { class: "sliders", role: "group", "aria-label": "Hyper-parameters" });
    this.built = "";
  }

  /** show moves the sliders, and makes them anew for another model. */
  show() {
    const { params } = this.figure.state, free = params.flatMap((p, i) => p.free ? [i] : []);
    const key = JSON.stringify(free.map((i) => [i, params[i].name]));
    if (key !== this.built) {
      this.built = key;
      this.sliders = free.map((i) => new Slider(this.figure, i));
      this.over = free.length > 2 ? this.chooser(free) : null;
      this.el.replaceChildren(...this.sliders.map((s) => s.el), ...(this.over ? [this.over.el] : []));
    }
    for (const s of this.sliders) s.show();
    this.over?.show();
  }

  chooser(free) {
    const { figure } = this;
    const select = (k) => html("select", {
      "aria-label": k ? "Vertical parameter of the landscape" : "Horizontal parameter of the landscape",
      onchange: (e) => figure.setOver(k, Number(e.target.value)),
    }, ...free.map((i) => html("option", { value: i, text: figure.state.params[i].name })));
    const menus = [select(0), select(1)];
    return {
      el: html("div", { class: "over" }, html("span", { text: "Landscape" }), menus[0], html("span", { text: "×" }), menus[1]),
      show() { menus.forEach((m, k) => { m.value = String(figure.state.over[k]); }); },
    };
  }
}

/** The chosen point, as numbers. */
export class PointRow {
  constructor(figure) {
    this.figure = figure;
    this.inputs = [this.number(0), this.number(1)];
    this.edited = [-1, -1]; // the points whose coordinates are being written
    this.title = html("span", { class: "name" });
    this.names = [html("span"), html("span")];
    this.remove = html("button", { text: "Remove", onclick: () => this.take() });
    this.add = html("button", { text: "Add a point", onclick: () => figure.addFree() });
    this.row = html("span", { class: "chosen-point" }, this.title, this.names[0], this.inputs[0], this.names[1], this.inputs[1], this.remove);
    this.el = html("div", { class: "point-row", role: "group", "aria-label": "Data" }, this.row, this.add);
  }

  /** number makes the input of a coordinate. */
  number(k) {
    return html("input", {
      type: "text", inputmode: "decimal", class: "value", autocomplete: "off",
      oninput: () => { this.edited[k] = this.figure.chosen; }, onchange: () => this.type(k), onblur: () => this.leave(k),
    });
  }

  leave(k) {
    this.edited[k] = -1;
    this.show();
  }

  /** take removes the chosen point, whose button goes with it. */
  take() {
    this.figure.removePoint(this.figure.chosen);
    if (this.row.hidden) this.add.focus();
  }

  /** type takes a coordinate of the point that was chosen when it was written. */
  type(k) {
    const { figure } = this, { x, y } = figure.state, i = this.edited[k], text = this.inputs[k].value, v = typed(text);
    this.edited[k] = -1;
    if (!isFinite(v) || !(i in x)) {
      if (i in x) figure.tell("A coordinate is a number." + advice(text));
      return this.show();
    }
    figure.begin();
    figure.movePoint(i, k ? x[i] : v, k ? v : y[i]);
    figure.end();
  }

  show() {
    const { chosen: i, state } = this.figure, has = i >= 0 && i < state.x.length;
    this.row.hidden = !has;
    if (!has) return;
    this.title.textContent = `Point ${i + 1} of ${state.x.length}`;
    [state.input, state.target].forEach((name, k) => {
      this.names[k].textContent = name;
      this.inputs[k].setAttribute("aria-label", `${name} of the point`);
      const v = (k ? state.y : state.x)[i];
      if (this.edited[k] < 0) this.inputs[k].value = plain(v, 6);
    });
    this.remove.disabled = state.x.length < 2;
  }
}

/** The menu of covariance functions, and the buttons. */
export class Toolbar {
  constructor(figure, kinds, likelihoods) {
    this.figure = figure;
    this.likelihood = html("select", { "aria-label": "Likelihood", onchange: () => figure.setLikelihood(this.likelihood.value) },
      ...likelihoods.map((l) => html("option", { value: l.name, text: l.title })));
    this.kind = html("select", { "aria-label": "Covariance function", onchange: () => figure.setKind(this.kind.value) },
      html("option", { value: "", text: "as given" }), ...kinds.map((k) => html("option", { value: k.name, text: k.title })));
    const button = (text, title, f) => html("button", { text, title, onclick: f });
    this.run = button("Optimise", "Climb to an optimum, step by step", () => figure.optimise());
    this.one = button("One step", "One step of the optimiser", () => figure.optimise(true));
    this.undo = button("Undo", "Take back the last change (Ctrl-Z)", () => figure.undo());
    this.reset = button("Reset", "Everything as it was at first", () => figure.reset());
    this.samples = html("input", { type: "checkbox", onchange: () => figure.setSamples(this.samples.checked) });
    this.more = button("Draw again", "Other functions from the posterior", () => figure.drawAgain());
    this.el = html("div", { class: "actions", role: "toolbar", "aria-label": "Figure" },
      html("label", { class: "choice" }, html("span", { text: "Covariance" }), this.kind),
      likelihoods.length > 1 ? html("label", { class: "choice" }, html("span", { text: "Likelihood" }), this.likelihood) : null,
      html("span", { class: "buttons" }, this.run, this.one, this.undo, this.reset),
      html("span", { class: "buttons" }, html("label", {}, this.samples, "Samples"), this.more));
  }

  show() {
    const { figure } = this;
    this.kind.value = figure.state.kind;
    this.likelihood.value = figure.likelihood?.name || "";
    this.kind.options[0].text = "as given" + (figure.given ? ": " + figure.given : "");
    this.run.textContent = figure.isRunning ? "Pause" : figure.isPaused ? "Continue" : "Optimise";
    this.undo.disabled = !figure.canUndo;
    this.more.disabled = !figure.samples;
    this.samples.checked = figure.samples > 0;
  }
}
