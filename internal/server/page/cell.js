// A cell as the page shows it.

import { make, icon, duration } from "./dom.js";
import { Editor } from "./editor.js";
import { Outputs } from "./output.js";

/**
 * @typedef {{id: string, type: string, source: string, rev: number, ran: number|null, status: string,
 *   count: number, ms: number, html?: string, outputs?: any[],
 *   folded?: {source: boolean, outputs: boolean}}} Cell
 * @typedef {import("./notebook.js").Notebook} Notebook
 */

const languages = { code: "go", markdown: "markdown", raw: "" };
const names = { code: "Code", markdown: "Text", raw: "Raw" };

export class CellView {
  /** @param {Notebook} notebook @param {Cell} data */
  constructor(notebook, data) {
    this.notebook = notebook;
    this.id = data.id;
    this.count = make("span", { class: "count" });
    this.marks = make("div", { class: "marks" });
    this.html = make("div", { class: "text", ondblclick: () => notebook.edit(this) });
    this.outputs = new Outputs((el) => notebook.linkErrors(this, el));
    this.asked = make("div", { class: "asked" });
    this.messages = make("div", { class: "messages" });
    this.folded = make("button", { class: "unfold", hidden: true, onclick: () => notebook.fold([this], { source: false }) });
    this.unfolded = make("button", { class: "unfold", hidden: true, onclick: () => notebook.fold([this], { outputs: false }) });
    this.runButton = make("button", { class: "run", tabindex: -1, onclick: () => this.pressed() });
    this.body = make("div", { class: "body" });
    this.el = make("section", { id: "cell-" + data.id, tabindex: -1, role: "group" },
      make("div", { class: "margin" }, this.runButton, this.count), this.body);
    this.type = "";
    this.update(data);
  }

  /** update makes the view what the room says. Text that the room has not got stays. */
  update(data) {
    const unsent = this.notebook.connection.unsent.get(this.id);
    Object.assign(this, { rev: data.rev, ran: data.ran, status: data.status || "", ms: data.ms || 0, number: data.count || 0 });
    this.hidden = { source: false, outputs: false, ...data.folded };
    if (this.type !== data.type) this.build(data.type);
    this.clean = data.source;
    this.editor.set(unsent ? unsent.source : data.source);
    if (this.type === "markdown") this.showText(data.html || "");
    if (this.type === "code") this.outputs.set(data.outputs || []);
    if (this.type === "raw") this.el.classList.add("plain");
    if (this.status === "running") this.started = performance.now() - this.ms;
    this.show();
  }

  /** build makes what a type of cell has. */
  build(type) {
    const { editor } = this, editing = editor?.focused, at = editor?.cursor;
    this.type = type;
    this.editor = new Editor({
      language: languages[type] ?? "", label: names[type] + " of the cell", numbers: this.notebook.numbers && type === "code",
    });
    this.editor.onchange = () => this.notebook.changed(this);
    this.editor.onkey = (e) => this.notebook.editorKey(this, e);
    this.editor.text.addEventListener("focus", () => this.notebook.entered(this));
    this.editor.text.addEventListener("blur", () => this.notebook.left(this));
    this.el.classList.remove("editing", "plain", ...Object.keys(languages)); // it may be selected, and stays so
    this.el.classList.add("cell", type);
    this.body.replaceChildren(...(type === "code"
      ? [this.messages, this.marks, this.folded, this.editor.el, this.unfolded, this.outputs.el, this.asked]
      : [this.messages, this.editor.el, this.html]));
    this.html.hidden = type !== "markdown";
    if (!editing) return;
    this.editor.set(editor.get());
    this.el.classList.add("editing"); // without which text has no editor to be seen
    this.editor.focus();
    this.editor.cursor = at;
  }

  get source() { return this.editor.get(); }

  /** pressed returns the button in the margin. */
  pressed() {
    if (this.status === "running" || this.status === "queued") this.notebook.interrupt();
    else this.notebook.run([this]);
  }

  showText(html) {
    if (this.text !== html) this.html.innerHTML = html || "<p class=\"note\">Empty text. Press Enter or double-click to edit it.</p>";
    this.text = html;
    for (const a of this.html.querySelectorAll("a[href]")) {
      if (!a.getAttribute("href").startsWith("#")) Object.assign(a, { target: "_blank", rel: "noopener noreferrer" });
    }
  }

  /** setStatus takes the event of that name. */
  setStatus(e) {
    this.outputs.drawAll();
    this.status = e.status;
    if (e.count !== undefined) this.number = e.count || 0;
    if (e.ran !== undefined) this.ran = e.ran;
    this.ms = e.ms || 0;
    if (e.status === "running") {
      this.started = performance.now() - this.ms;
      this.editor.markErrors([]);
    }
    this.show();
  }

  /** Whether the code differs from what ran. */
  get edited() {
    return this.type === "code" && this.ran != null && (this.ran !== this.rev || this.notebook.connection.unsent.has(this.id) && this.source !== this.clean);
  }

  /** show draws what is said about the cell: numbers, marks, folds and names. */
  show() {
    const { status, number } = this, active = status === "running" || status === "queued";
    const text = number ? `[${number}]` : this.type === "code" ? "[ ]" : "";
    this.count.textContent = status === "running" ? "[*]" : status === "queued" ? "[…]" : text;
    this.runButton.hidden = this.type !== "code";
    this.runButton.replaceChildren(icon(active ? "stop" : "run"));
    this.runButton.title = this.runButton.ariaLabel = active ? "Interrupt" : "Run this cell (Ctrl-Enter)";
    this.el.classList.remove("s-queued", "s-running", "s-ok", "s-error", "s-aborted");
    if (status) this.el.classList.add("s-" + status);
    this.el.classList.toggle("is-edited", this.edited);
    this.el.classList.toggle("is-stale", this.stale !== undefined);
    this.el.classList.toggle("source-hidden", this.hidden.source);
    this.el.classList.toggle("outputs-hidden", this.hidden.outputs);
    this.showFolds();
    this.showMarks();
    this.name();
  }

  showFolds() {
    const lines = this.source.split("\n").length;
    this.folded.hidden = !this.hidden.source;
    this.folded.textContent = `${lines} ${lines === 1 ? "line" : "lines"} of code, hidden`;
    this.unfolded.hidden = !this.hidden.outputs || !this.outputs.count;
    const n = this.outputs.count;
    this.unfolded.textContent = n === 1 ? "The output is hidden" : `${n} outputs, hidden`;
  }

  /** what is said in words about the cell. @returns {[string, string, string?][]} class, text and why */
  facts() {
    const facts = [], active = this.status === "running" || this.status === "queued";
    if (this.ms && !active) facts.push(["time", duration(this.ms)]);
    const place = this.notebook.queue.indexOf(this.id);
    if (this.status === "running") facts.push(["running", "running " + duration(performance.now() - this.started)]);
    else if (this.status === "queued") facts.push(["queued", place > 0 ? `waits, ${ordinal(place)} in the queue` : "waits"]);
    else if (this.status === "error") facts.push(["error", "failed"]);
    else if (this.status === "aborted") facts.push(["aborted", "did not run", "A cell before it failed"]);
    if (this.edited && !active) facts.push(["edited", "changed since it ran", "The output below belongs to the code that ran, not to this text"]);
    else if (this.stale !== undefined && !active) facts.push(["stale", "out of date: " + this.stale]);
    if (this.unknown !== undefined && !active) facts.push(["unknown", "may change more", this.unknown]);
    return facts;
  }

  showMarks() {
    const facts = this.facts(), json = JSON.stringify(facts);
    if (json === this.shownFacts) return;
    this.shownFacts = json;
    this.marks.replaceChildren(...facts.map(([kind, text, why]) => make("span", { class: "mark m-" + kind, text, title: why || text })));
  }

  /** name returns the name of the cell for screen readers. */
  name() {
    const at = this.notebook.cells.indexOf(this) + 1;
    const facts = this.facts().filter(([kind]) => kind !== "time" && kind !== "running").map(([, text, why]) => why ? `${text}: ${why}` : text);
    if (this.status === "running") facts.unshift("running");
    const label = [`${names[this.type]} cell ${at} of ${this.notebook.cells.length}`, this.number ? `ran as ${this.number}` : "", ...facts];
    this.el.setAttribute("aria-label", label.filter(Boolean).join(", "));
  }

  /** say puts a message above the cell. */
  say(text, actions = []) {
    const message = make("div", { class: "message", role: "alert" }, make("span", { text }));
    for (const [label, action] of [...actions, ["Close", () => {}]]) {
      message.append(make("button", { text: label, onclick: () => { message.remove(); action(); } }));
    }
    this.messages.replaceChildren(message);
  }

  /** ask shows the field of an input() that waits, which has the focus until it is answered; Escape leaves it. */
  ask(prompt, password, answer) {
    const label = prompt.trim() || "The program waits for a line";
    const field = make("input", { type: password ? "password" : "text", autocomplete: "off", spellcheck: "false" });
    const form = make("form", { class: "ask" }, make("label", {}, make("span", { text: label }), field), make("button", { type: "submit", text: "Enter" }));
    form.onsubmit = (e) => {
      e.preventDefault();
      answer(field.value);
    };
    field.onkeydown = (e) => { if (e.key === "Escape") this.notebook.command(); };
    this.beforeAsked = document.activeElement;
    this.asked.replaceChildren(form);
    field.focus();
    form.scrollIntoView({ block: "nearest" });
  }

  unask() {
    const had = this.asked.contains(document.activeElement);
    this.asked.replaceChildren();
    if (!had) return;
    if (this.beforeAsked.matches(".editor textarea")) this.beforeAsked.focus({ preventScroll: true });
    else this.notebook.command();
  }

  /** searched returns the parts whose text the find bar looks through. @returns {HTMLElement[]} */
  searched() {
    if (this.type === "markdown" && !this.el.classList.contains("editing")) return [this.html];
    return this.type === "code" ? [this.editor.code, this.outputs.el] : [this.editor.code];
  }
}

function ordinal(n) {
  const ten = n % 100 >= 11 && n % 100 <= 13;
  return n + (ten ? "th" : { 1: "st", 2: "nd", 3: "rd" }[n % 10] || "th");
}

