// The completions at the cursor as the user types, and the description of the name there.

import { make, byId, place, points, units } from "./dom.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {{text: string, type?: string, signature?: string, doc?: string}} Match */

const shownAtOnce = 200;
const modifiers = new Set(["Control", "Meta", "Alt", "AltGraph", "Shift"]);
const moves = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"]);

/** The list of completions; one for the page. */
class Completion {
  constructor() {
    this.list = byId("completions");
    /** @type {Editor|null} */
    this.editor = null;
    /** @type {Match[]} */
    this.matches = [];
    this.index = -1;
    this.asked = 0;
    this.list.onmousedown = (e) => {
      e.preventDefault();
      const option = (e.target).closest("[role=option]");
      if (option) this.take([...option.parentElement.children].indexOf(option));
    };
    addEventListener("scroll", () => this.close(), { passive: true });
  }

  get isOpen() { return !byId("completion").hidden; }

  /**
   * open asks for completions. Called reports whether the user has asked; a list that comes
   * unasked has nothing chosen, so that Enter stays a new line.
   * @param {Editor} editor
   * @param {boolean} called
   * @param {(op: any) => Promise<any>} ask
   */
  async open(editor, called, ask) {
    const asked = ++this.asked, source = editor.get(), cursor = editor.cursor;
    const answer = await ask({ op: "complete", source, cursor: points(source.slice(0, cursor)) });
    if (asked !== this.asked || editor.get() !== source || editor.cursor !== cursor || editor.selects || !editor.focused) return;
    this.start = units(source, answer?.start ?? 0);
    this.end = units(source, answer?.end ?? 0);
    const typed = source.slice(this.start, cursor);
    const matches = (answer?.matches || []).slice(0, shownAtOnce);
    if (!matches.length || matches.length === 1 && matches[0].text === typed) return this.close();
    this.editor = editor;
    if (called && matches.length === 1) {
      this.matches = matches;
      return this.take(0);
    }
    this.show(matches, called ? 0 : -1);
  }

  show(matches, index) {
    const same = JSON.stringify(matches) === JSON.stringify(this.matches) && this.isOpen;
    this.matches = matches;
    if (!same) {
      this.list.replaceChildren(...matches.map((m, i) => make("li", { role: "option", id: "completion-" + i, "aria-selected": "false" },
        make("span", { class: "kind kind-" + (m.type || "other"), title: m.type || "", text: letter(m.type) }),
        make("span", { class: "name", text: m.text }),
        m.signature ? make("span", { class: "signature", text: m.signature }) : null)));
    }
    byId("completion").hidden = false;
    this.pick(same && this.index >= 0 ? this.index : index);
    place(byId("completion"), this.editor.rectangle(this.start));
    this.editor.text.setAttribute("aria-controls", "completions");
    this.editor.text.setAttribute("aria-autocomplete", "list");
  }

  pick(index) {
    this.list.children[this.index]?.setAttribute("aria-selected", "false");
    this.index = index;
    const option = this.list.children[index];
    const doc = byId("completion-doc");
    doc.textContent = this.matches[index]?.doc || "";
    doc.hidden = !doc.textContent;
    if (!option) return this.editor.text.removeAttribute("aria-activedescendant");
    option.setAttribute("aria-selected", "true");
    option.scrollIntoView({ block: "nearest" });
    this.editor.text.setAttribute("aria-activedescendant", option.id);
  }

  take(index) {
    const match = this.matches[index], editor = this.editor;
    this.close();
    if (match) editor.insert(match.text, this.start, Math.max(this.end, editor.cursor));
    this.close(); // what the insertion itself has asked for
  }

  /** narrow leaves those that begin with what is typed by now, until the room has answered. */
  narrow() {
    const typed = this.editor.get().slice(this.start, this.editor.cursor).toLowerCase();
    const left = this.matches.filter((m) => m.text.toLowerCase().startsWith(typed));
    if (this.editor.cursor < this.start || !left.length) this.close();
    else this.show(left, this.index < 0 ? -1 : 0);
  }

  close() {
    this.asked++;
    if (!this.isOpen) return;
    byId("completion").hidden = true;
    this.index = -1;
    for (const name of ["aria-activedescendant", "aria-controls", "aria-autocomplete"]) this.editor.text.removeAttribute(name);
  }

  /** key handles a key while the list is open. @returns {boolean} whether it was one for the list */
  key(e) {
    if (!this.isOpen) return false;
    if (e.ctrlKey || e.metaKey || e.altKey || e.shiftKey && moves.has(e.key)) {
      if (!modifiers.has(e.key)) this.close(); // Tab indents what Ctrl-A has selected
      return false;
    }
    const n = this.matches.length, last = n - 1;
    const to = {
      ArrowDown: this.index >= last ? 0 : this.index + 1, ArrowUp: this.index <= 0 ? last : this.index - 1,
      PageDown: Math.min(last, this.index + 8), PageUp: Math.max(0, this.index - 8),
    }[e.key];
    if (to !== undefined) this.pick(to);
    else if (e.key === "Tab" && !e.shiftKey) this.take(Math.max(this.index, 0));
    else if (e.key === "Enter" && !e.shiftKey && this.index >= 0) this.take(this.index);
    else if (e.key === "Escape") this.close();
    else {
      if (["ArrowLeft", "ArrowRight", "Home", "End", "Enter"].includes(e.key)) this.close();
      return false;
    }
    e.preventDefault();
    e.stopPropagation();
    return true;
  }
}

const letters = { function: "ƒ", method: "ƒ", type: "T", struct: "T", interface: "I", package: "P", module: "P", variable: "v",
  instance: "v", field: "•", constant: "c", const: "c", keyword: "k", command: "%", magic: "%", path: "/", file: "/" };

const letter = (type) => letters[type || ""] || "·";

export const completion = new Completion();

/** The documentation of the name at the cursor. */
export const documentation = {
  detail: 0,
  place: "",
  async open(editor, ask) {
    const source = editor.get(), cursor = editor.cursor, here = cursor + source;
    this.detail = this.isOpen && this.place === here ? 1 : 0; // asked again: all of it
    this.place = here;
    const answer = await ask({ op: "inspect", source, cursor: points(source.slice(0, cursor)), detail: this.detail });
    if (editor.get() !== source || !editor.focused) return;
    const box = byId("documentation");
    if (answer?.found) box.innerHTML = answer.html;
    else box.textContent = "Nothing is known about this.";
    box.hidden = false;
    place(box, editor.rectangle(cursor));
    editor.text.setAttribute("aria-details", box.id);
    byId("said").textContent = box.textContent;
  },
  get isOpen() { return !byId("documentation").hidden; },
  close() {
    byId("documentation").hidden = true;
    this.place = "";
  },
};

addEventListener("mousedown", (e) => {
  const target = (e.target);
  if (!target.closest?.("#documentation")) documentation.close();
  if (!target.closest?.("#completion")) completion.close();
});
addEventListener("scroll", () => documentation.close(), { passive: true });
