// The editor of a cell: a textarea over coloured text. Cells know it by what is
// public here: get, set, focus, cursor, line, insert, the marks, and onchange.

import { make } from "./dom.js";
import { goSpans, markdownSpans, kindAt, bracketPair } from "./golang.js";

const closing = { "(": ")", "[": "]", "{": "}", '"': '"', "`": "`", "'": "'" };

export class Editor {
  /** @param {{language: string, label: string, numbers: boolean}} o language is go, markdown or "" */
  constructor(o) {
    this.language = o.language;
    /** Called when the user has changed the text. */
    this.onchange = () => {};
    /** Called before keys are handled here; true where they are dealt with. @type {(e: KeyboardEvent) => boolean} */
    this.onkey = () => false;
    this.spans = [];
    this.errors = [];
    this.text = make("textarea", {
      "aria-label": o.label, "aria-describedby": "leave", spellcheck: o.language === "markdown", autocapitalize: "off",
      autocomplete: "off", autocorrect: "off", wrap: o.language === "go" ? "off" : "soft", tabindex: -1, rows: 1,
      oninput: () => { this.draw(); this.onchange(); },
      onkeydown: (e) => this.key(e),
    });
    this.code = make("pre", { class: "colours", "aria-hidden": "true" });
    this.under = make("div", { class: "under", "aria-hidden": "true" });
    this.numbers = make("div", { class: "numbers", "aria-hidden": "true" });
    this.stack = make("div", { class: "stack" }, this.under, this.code, this.text);
    this.el = make("div", { class: "editor " + (o.language || "plain") }, this.numbers, this.stack);
    this.showNumbers(o.numbers);
    this.text.addEventListener("blur", () => this.markBrackets());
  }

  get() { return this.text.value; }

  /** set replaces the text and keeps the cursor where the text around it is the same. */
  set(source) {
    const old = this.text.value;
    if (old === source && this.code.firstChild) return;
    const { selectionStart, selectionEnd } = this.text;
    let head = 0;
    while (head < Math.min(old.length, source.length) && old[head] === source[head]) head++;
    const moved = (at) => at <= head ? at : Math.max(head, at + source.length - old.length);
    this.text.value = source;
    if (this.focused) this.text.setSelectionRange(moved(selectionStart), moved(selectionEnd));
    this.draw();
  }

  focus() { this.text.focus(); }

  get focused() { return document.activeElement === this.text; }

  get cursor() { return this.text.selectionStart; }

  get selects() { return this.text.selectionStart !== this.text.selectionEnd; }

  set cursor(at) { this.text.setSelectionRange(at, at); }

  get selected() { return this.text.selectionStart !== this.text.selectionEnd; }

  /** before returns the text of the cursor's line, up to the cursor. */
  get before() { return this.get().slice(this.lineStart(this.cursor), this.cursor); }

  get onFirstLine() { return !this.get().slice(0, this.cursor).includes("\n"); }

  get onLastLine() { return !this.get().slice(this.text.selectionEnd).includes("\n"); }

  /** kind returns the class of the text at the cursor: "comment", "string" and so on. */
  get kind() { return kindAt(this.spans, this.cursor); }

  /** insert puts text in place of a part, as typing would, which can be undone. */
  insert(text, start = this.text.selectionStart, end = this.text.selectionEnd) {
    this.text.setSelectionRange(start, end);
    if (!text && start === end) return;
    document.execCommand(text ? "insertText" : "delete", false, text);
  }

  /** rectangle returns the rectangle of a place of the text, in the window. */
  rectangle(at) {
    const range = this.range(at, at);
    const r = range.getBoundingClientRect();
    if (r.height) return r;
    const box = this.code.getBoundingClientRect(), line = this.get().slice(0, at).split("\n").length - 1;
    const style = getComputedStyle(this.code), height = parseFloat(style.lineHeight);
    return new DOMRect(box.x + parseFloat(style.paddingLeft), box.y + parseFloat(style.paddingTop) + line * height, 1, height);
  }

  /** range returns a part of the coloured text. */
  range(start, end) {
    return textRange(this.code, start, end);
  }

  showNumbers(on) {
    this.numbers.hidden = !on;
    this.draw();
  }

  /** markErrors marks lines, counted from 1, with what is wrong there. */
  markErrors(errors) {
    this.errors = errors;
    this.drawErrors();
  }

  draw() {
    const source = this.get();
    this.spans = this.language === "go" ? goSpans(source) : this.language === "markdown" ? markdownSpans(source) : [];
    const parts = [];
    let at = 0;
    for (const s of this.spans) {
      if (s.start > at) parts.push(source.slice(at, s.start));
      parts.push(make("span", { class: s.kind, text: source.slice(s.start, s.end) }));
      at = s.end;
    }
    this.code.replaceChildren(...parts, source.slice(at) + "\n");
    if (!this.numbers.hidden) {
      const lines = source.split("\n").length;
      this.numbers.textContent = Array.from({ length: lines }, (_, i) => i + 1).join("\n");
    }
    if (this.errors.length) this.drawErrors();
    if (this.focused) this.markBrackets();
  }

  drawErrors() {
    this.under.querySelectorAll(".wrong").forEach((el) => el.remove());
    for (const { line, text } of this.errors) {
      const el = make("div", { class: "wrong", title: text });
      el.style.setProperty("--line", String(line - 1));
      this.under.append(el);
    }
  }

  /** markBrackets shows the partner of the bracket at the cursor. */
  markBrackets() {
    this.under.querySelectorAll(".bracket").forEach((el) => el.remove());
    if (this.language !== "go" || !this.focused || this.selected) return;
    const box = this.code.getBoundingClientRect();
    for (const at of bracketPair(this.get(), this.spans, this.cursor) || []) {
      const r = this.range(at, at + 1).getBoundingClientRect();
      const el = make("div", { class: "bracket" });
      el.style.left = r.x - box.x + "px";
      el.style.top = r.y - box.y + "px";
      el.style.width = r.width + "px";
      el.style.height = r.height + "px";
      this.under.append(el);
    }
  }

  lineStart(at) { return this.get().lastIndexOf("\n", at - 1) + 1; }

  key(e) {
    if (e.isComposing || e.keyCode === 229) return;
    if (this.onkey(e)) return;
    const mod = e.ctrlKey || e.metaKey;
    if (mod && !e.altKey && !e.shiftKey) {
      const action = { "/": () => this.comment(), "]": () => this.indent(1), "[": () => this.indent(-1) }[e.key];
      if (action) this.done(e, action);
      return;
    }
    if (mod || e.altKey) return;
    if (e.key === "Tab") this.done(e, () => this.tab(e.shiftKey));
    else if (this.language === "markdown" || e.shiftKey && e.key === "Enter") return;
    else if (e.key === "Enter") this.done(e, () => this.newline());
    else if (e.key === "Backspace") this.backspace(e);
    else if (e.key.length === 1) this.typed(e);
  }

  done(e, action) {
    e.preventDefault();
    action();
  }

  tab(back) {
    if (back || this.get().slice(this.text.selectionStart, this.text.selectionEnd).includes("\n")) this.indent(back ? -1 : 1);
    else this.insert("\t");
  }

  newline() {
    const source = this.get(), at = this.cursor, before = this.before;
    const indent = before.match(/^[ \t]*/)[0];
    const opens = /[{(\[]\s*$/.test(before), label = /^\s*(case\b.*|default):\s*$/.test(before);
    if (opens && /^[ \t]*[})\]]/.test(source.slice(this.text.selectionEnd))) {
      this.insert("\n" + indent + "\t\n" + indent);
      this.cursor = at + indent.length + 2;
      return;
    }
    this.insert("\n" + indent + (opens || label ? "\t" : ""));
  }

  backspace(e) {
    const source = this.get(), at = this.cursor;
    if (this.selected || !source[at - 1] || closing[source[at - 1]] !== source[at]) return;
    if (source[at - 1] === "'" && this.kind !== "string") return;
    this.done(e, () => this.insert("", at - 1, at + 1));
  }

  /** typed closes brackets and quotes, types over those that are there, and moves } to its place. */
  typed(e) {
    const source = this.get(), at = this.cursor, next = source[at] || "", key = e.key;
    if (this.selected) {
      if (closing[key]) this.done(e, () => this.wrap(key, closing[key]));
      return;
    }
    const kind = this.kind, quote = "\"'\x60".includes(key);
    if (kind === "comment" || kind === "magic") return;
    if (key === next && (")]}".includes(key) && kind !== "string" || quote && kind === "string" && source[at - 1] !== "\\")) {
      this.done(e, () => { this.cursor = at + 1; });
    } else if ("})]".includes(key) && /^[ \t]+$/.test(this.before) && this.before.endsWith("\t")) {
      this.done(e, () => this.insert(key, at - 1, at));
    } else if (closing[key] && kind !== "string" && /^[\s)\]},;:]?$/.test(next) && !(quote && /[\p{L}\p{Nd}_"'\x60]/u.test(source[at - 1] || ""))) {
      this.done(e, () => { this.insert(key + closing[key]); this.cursor = at + 1; });
    }
  }

  wrap(open, close) {
    const { selectionStart: start, selectionEnd: end } = this.text;
    this.insert(open + this.get().slice(start, end) + close);
    this.text.setSelectionRange(start + 1, end + 1);
  }

  /** indent moves the lines of the selection in or out. */
  indent(by) {
    this.lines((line) => by > 0 ? (line ? "\t" + line : line) : line.replace(/^(\t| {1,4})/, ""));
  }

  /** comment makes the lines of the selection comments, or no longer. */
  comment() {
    if (this.language !== "go") return;
    const { selectionStart: start, selectionEnd: end } = this.text;
    const block = this.get().slice(this.lineStart(start), this.lineEnd(end)).split("\n").filter((l) => l.trim());
    const off = block.length > 0 && block.every((l) => /^\s*\/\//.test(l));
    const indent = Math.min(...block.map((l) => l.match(/^[ \t]*/)[0].length));
    this.lines((line) => off ? line.replace(/^([ \t]*)\/\/ ?/, "$1")
      : line.trim() ? line.slice(0, indent) + "// " + line.slice(indent) : block.length ? line : line + "// ");
  }

  lineEnd(at) {
    const end = this.get().indexOf("\n", at);
    return end < 0 ? this.get().length : end;
  }

  /** lines changes each line that the selection touches. */
  lines(change) {
    const { selectionStart: from, selectionEnd: to } = this.text;
    const start = this.lineStart(from);
    const end = this.lineEnd(to > from && this.get()[to - 1] === "\n" ? to - 1 : to);
    const old = this.get().slice(start, end), changed = old.split("\n").map(change).join("\n");
    if (changed === old) return;
    this.insert(changed, start, end);
    if (from === to) this.cursor = Math.max(start, from + changed.length - old.length);
    else this.text.setSelectionRange(start, start + changed.length);
  }
}

/** textRange returns a part of an element's text. */
export function textRange(root, start, end) {
  const range = document.createRange(), walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  range.selectNodeContents(root);
  let at = 0, from = false;
  for (let node; (node = walk.nextNode());) {
    const length = node.data.length;
    if (!from && start <= at + length) {
      range.setStart(node, start - at);
      from = true;
    }
    if (from && end <= at + length) {
      range.setEnd(node, end - at);
      break;
    }
    at += length;
  }
  return range;
}
