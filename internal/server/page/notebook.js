// The notebook that the page shows: its cells by id, the selection, and what is asked
// of the room. The room's events change it; commands ask the room and wait for those.

import { make, byId, points, store } from "./dom.js";
import { CellView } from "./cell.js";
import { completion, documentation } from "./completion.js";

/** @typedef {import("./cell.js").Cell} Cell */

export class Notebook {
  /** @param {import("./socket.js").Connection} connection @param {HTMLElement} el */
  constructor(connection, el) {
    this.connection = connection;
    this.el = el;
    /** @type {CellView[]} */
    this.cells = [];
    /** @type {Map<string, CellView>} */
    this.byId = new Map();
    /** Cells that run or wait, in order. @type {string[]} */
    this.queue = [];
    /** @type {CellView|null} */
    this.active = null;
    /** The other end of the selection. @type {CellView|null} */
    this.anchor = null;
    this.numbers = store.get("numbers") === "1";
    /** Cells that this page has inserted and the room has not confirmed. @type {Map<string, number>} */
    this.inserted = new Map();
    /** Called when the selection or the list has changed. */
    this.onselect = () => {};
    el.addEventListener("mousedown", (e) => this.pressed((e)));
    setInterval(() => this.tick(), 100);
  }

  // What the room says.

  /** load takes the whole notebook, and keeps what is the same. */
  load(all) {
    const place = this.active ? Math.max(0, this.cells.indexOf(this.active)) : 0;
    const ids = new Set(all.map((c) => c.id));
    for (const c of this.cells) if (!ids.has(c.id)) this.drop(c);
    this.queue = all.filter((c) => c.status === "running").concat(all.filter((c) => c.status === "queued")).map((c) => c.id);
    this.cells = all.map((data) => {
      const known = this.byId.get(data.id), view = known || new CellView(this, data);
      this.byId.set(data.id, view);
      if (known) known.update(data);
      return view;
    });
    this.arrange();
    this.lostEdits(ids);
    if (!this.active) this.select(this.cells[Math.min(place, this.cells.length - 1)], { focus: false });
  }

  /** arrange puts the elements into the order of the cells, and moves as few as that needs. */
  arrange() {
    let at = this.el.firstElementChild;
    for (const c of this.cells) {
      if (at === c.el) at = at.nextElementSibling;
      else this.el.insertBefore(c.el, at);
    }
    this.renumber();
  }

  renumber() {
    for (const c of this.cells) c.name();
    byId("empty").hidden = this.cells.length > 0;
    this.onselect();
  }

  /** insertCell takes an inserted cell. One of this page's is there already, and is put where the room has it. */
  insertCell(after, data) {
    if (this.inserted.has(data.id)) {
      clearTimeout(this.inserted.get(data.id));
      this.inserted.delete(data.id);
    }
    const known = this.byId.get(data.id);
    if (known) {
      known.update(data);
      return this.moveCells([data.id], after);
    }
    const view = new CellView(this, data), at = after ? this.cells.indexOf(this.byId.get(after)) + 1 : 0;
    this.byId.set(data.id, view);
    this.cells.splice(at, 0, view);
    this.el.insertBefore(view.el, this.cells[at + 1]?.el || null);
    this.renumber();
    this.connection.restored(data.id);
    if (!this.active) this.select(view, { focus: false });
    return view;
  }

  deleteCells(ids) {
    const gone = ids.map((id) => this.byId.get(id)).filter(Boolean);
    if (!gone.length) return;
    const at = this.cells.indexOf(gone[0]), had = gone.includes(this.active);
    const focused = gone.some((c) => c.el.contains(document.activeElement));
    for (const c of gone) {
      this.drop(c);
      this.connection.deleted(c.id);
    }
    this.cells = this.cells.filter((c) => !gone.includes(c));
    this.renumber();
    if (had || !this.active) this.select(this.cells[Math.min(at, this.cells.length - 1)], { focus: focused });
  }

  drop(c) {
    c.el.remove();
    this.byId.delete(c.id);
    if (this.active === c) this.active = null;
    if (this.anchor === c) this.anchor = null;
  }

  moveCells(ids, after) {
    const moved = ids.map((id) => this.byId.get(id)).filter(Boolean), focus = document.activeElement;
    const rest = this.cells.filter((c) => !moved.includes(c));
    rest.splice(after ? rest.indexOf(this.byId.get(after)) + 1 : 0, 0, ...moved);
    if (rest.every((c, i) => c === this.cells[i])) return;
    this.cells = rest;
    this.arrange();
    focus?.focus({ preventScroll: true }); // which moving takes away
    this.active?.el.scrollIntoView({ block: "nearest" });
  }

  setStatus(e) {
    const c = this.byId.get(e.id);
    if (!c) return;
    this.queue = this.queue.filter((id) => id !== e.id);
    if (e.status === "running") this.queue.unshift(e.id);
    else if (e.status === "queued") this.queue.push(e.id);
    c.setStatus(e);
    for (const id of this.queue) this.byId.get(id)?.show();
  }

  /** setStale takes why cells are out of date, and what is not known of them, by their ids. */
  setStale(stale, notes) {
    for (const c of this.cells) {
      const why = stale[c.id], unknown = notes[c.id];
      if (c.stale === why && c.unknown === unknown) continue;
      Object.assign(c, { stale: why, unknown });
      c.show();
    }
  }

  /** replaced takes a cell that another page, or the room, has changed. */
  replaceCell(data) {
    this.byId.get(data.id)?.update(data);
  }

  edited(e) {
    const c = this.byId.get(e.id);
    if (!c) return;
    c.rev = e.rev;
    const unsent = this.connection.unsent.get(e.id); // typed since
    if (unsent) unsent.base = e.rev;
    else c.clean = c.source;
    c.show();
  }

  conflict(e) {
    const c = this.byId.get(e.id);
    if (!c) return this.offer(e.source);
    const mine = e.by === "another page", it = mine ? "mine" : "it";
    c.say(mine ? "Another page changed this cell at the same time, and its text came last. Yours was:"
      : `Your text came after that of ${e.by}, which you had not seen. It was:`, [
      [`Show ${it} below`, () => this.insert(e.source, c.id, c.type)],
      [`Put ${it} back`, () => { c.editor.set(e.source); this.changed(c); }],
    ]);
    c.messages.firstElementChild.firstElementChild.after(make("pre", { text: e.source }));
  }

  /** lostEdits offers texts of cells that are there no longer. */
  lostEdits(ids) {
    for (const [id, edit] of this.connection.unsent) {
      if (ids.has(id)) continue;
      this.connection.forget(id);
      this.offer(edit.source);
    }
  }

  /** offer puts text that has lost its cell into one of its own. */
  offer(source) {
    if (!source.trim()) return;
    this.insert(source, this.cells.at(-1)?.id || "", "code");
    this.tell("A cell that you edited was deleted elsewhere: your text is in a new cell at the end.", "warning");
  }

  /** tell says something to the user; app.js sets it. @type {(text: string, level?: string) => void} */
  tell = () => {};

  tick() {
    for (const id of this.queue) {
      const c = this.byId.get(id);
      if (c?.status === "running") c.showMarks();
    }
  }

  // The selection.

  /** select makes a cell the active one. @param {{extend?: boolean, focus?: boolean}} [o] */
  select(c, o = {}) {
    if (!c) return this.onselect();
    if (this.active && this.active !== c) this.active.el.tabIndex = -1;
    this.active = c;
    if (!o.extend || !this.anchor) this.anchor = c;
    c.el.tabIndex = 0;
    if (o.focus !== false) {
      c.el.focus({ preventScroll: true });
      if (c.el.offsetHeight < innerHeight) c.el.scrollIntoView({ block: "nearest" });
      else {
        const top = c.el.getBoundingClientRect().top;
        if (top > innerHeight - 80 || top < 0) c.el.scrollIntoView({ block: "start" });
      }
    }
    this.showSelection();
  }

  showSelection() {
    const chosen = new Set(this.selection);
    for (const c of this.cells) {
      c.el.classList.toggle("selected", chosen.has(c));
      c.el.classList.toggle("active", c === this.active);
    }
    this.onselect();
  }

  /** The cells between the active one and the other end, in order. @returns {CellView[]} */
  get selection() {
    if (!this.active) return [];
    const a = this.cells.indexOf(this.active), b = this.cells.indexOf(this.anchor || this.active);
    return this.cells.slice(Math.min(a, b), Math.max(a, b) + 1);
  }

  /** near returns the cell that is by places after c. */
  near(c, by) { return this.cells[this.cells.indexOf(c) + by]; }

  go(by, extend = false) {
    const c = this.active ? this.near(this.active, by) : this.cells[0];
    if (c) this.select(c, { extend });
  }

  /** pressed selects the cell that the mouse is pressed on; a click leaves its editor, unless it selected text. */
  pressed(e) {
    const c = this.byId.get(e.target.closest(".cell")?.id.slice(5));
    if (!c || e.button) return;
    const inside = e.target.closest("textarea, input, select, button, a, summary, iframe, [tabindex='0']:not(.cell)");
    if (e.type === "click") {
      if (!inside && getSelection().isCollapsed) c.el.focus({ preventScroll: true });
      return;
    }
    if (e.shiftKey && !inside) e.preventDefault();
    this.select(c, { extend: e.shiftKey, focus: false });
  }

  get editing() { return this.cells.find((c) => c.editor.focused) || null; }

  edit(c = this.active) {
    if (!c) return;
    if (c.hidden.source) this.fold([c], { source: false });
    c.el.classList.add("editing");
    this.select(c, { focus: false });
    c.editor.focus();
  }

  /** command leaves the editor. */
  command() {
    const c = this.editing || this.active;
    c?.el.focus({ preventScroll: true });
  }

  entered(c) {
    if (this.active !== c) this.select(c, { focus: false });
    c.el.classList.add("editing");
  }

  left(c) {
    completion.close();
    documentation.close();
    this.connection.flush();
    if (document.hasFocus()) c.el.classList.remove("editing");
  }

  // What is asked of the room.

  /** send sends an operation, or reports why not. */
  send(op) {
    if (!this.connection.send(op)) this.tell("Not connected: nothing was done. What you type is kept.", "warning");
    else return true;
    return false;
  }

  /** changed sends a cell's text when typing pauses. */
  changed(c) {
    this.connection.edit(c.id, c.source, this.connection.unsent.get(c.id)?.base ?? c.rev);
    c.show();
    if (c.type === "code" && c.editor.focused) this.suggest(c);
  }

  /** suggest shows completions while a name is typed. */
  suggest(c) {
    const before = c.editor.before, kind = c.editor.kind;
    documentation.close();
    if (completion.isOpen) completion.narrow();
    const open = /(^|[^\p{L}\p{Nd}_.])[\p{L}_][\p{L}\p{Nd}_]*$|[\p{L}\p{Nd}_)\]]\.[\p{L}\p{Nd}_]*$|^\s*%\w*$/u.test(before);
    if (!open || kind === "comment" || kind === "string" || kind === "number") return completion.close();
    completion.open(c.editor, false, (op) => this.connection.ask(op));
  }

  complete(c) { completion.open(c.editor, true, (op) => this.connection.ask(op)); }

  document(c) {
    completion.close();
    documentation.open(c.editor, (op) => this.connection.ask(op));
  }

  /** editorKey handles keys that concern more than the text. */
  editorKey(c, e) {
    const done = (f) => { e.preventDefault(); f(); return true; };
    if (completion.key(e)) return true;
    if (e.key === "Escape" && documentation.isOpen) {
      e.stopPropagation();
      return done(() => documentation.close());
    }
    const plain = !e.ctrlKey && !e.metaKey && !e.altKey, text = c.editor;
    if (e.key === "Tab" && plain && c.type === "code" && !text.selected && /[^\s]$/.test(text.before)) {
      return done(() => e.shiftKey ? this.document(c) : this.complete(c));
    }
    if (plain && !e.shiftKey && e.key === "ArrowUp" && text.onFirstLine && !text.selected) return this.step(c, -1, e);
    if (plain && !e.shiftKey && e.key === "ArrowDown" && text.onLastLine && !text.selected) return this.step(c, 1, e);
    if (e.key !== "Shift") documentation.close();
    return false;
  }

  /** step goes on to the next editor, or text, as the arrows do at the ends of a cell. */
  step(c, by, e) {
    const next = this.near(c, by);
    if (!next) return false;
    e.preventDefault();
    if (next.type === "markdown" || next.hidden.source) this.select(next);
    else {
      this.edit(next);
      next.editor.cursor = by > 0 ? 0 : next.source.length;
      next.editor.text.scrollIntoView({ block: "nearest" });
    }
    return true;
  }

  newId() { return crypto.randomUUID().slice(0, 8) + crypto.randomUUID().slice(0, 4); }

  /** insert inserts a cell, which may be a copy: like another that is, or was, in the notebook. */
  insert(source, after, type, edit = false, like = "") {
    const id = this.newId();
    if (!this.send({ op: "insert", id, after, type, source, like })) return "";
    const view = this.expected(source, after, type, id);
    this.select(view);
    if (edit) this.edit(view);
    return id;
  }

  /** expected shows a cell that the room was asked for at once, since keys that follow are meant for it. */
  expected(source, after, type, id) {
    const view = this.insertCell(after, { id, type, source, rev: 0, ran: null, status: "", count: 0, ms: 0, html: "" });
    this.expect(id);
    return view;
  }

  /** expect has the whole notebook sent again where the room does not confirm a cell. */
  expect(id) {
    this.inserted.set(id, setTimeout(() => {
      if (this.inserted.delete(id)) this.connection.again();
    }, 3000));
  }

  /** run runs code cells, and shows the text of the others. */
  run(cells) {
    for (const c of cells) if (c.type === "markdown") c.el.classList.remove("editing");
    const ids = cells.filter((c) => c.type === "code").map((c) => c.id);
    if (ids.length) this.send({ op: "run", ids });
    else this.connection.flush();
  }

  runWhich(which) { this.send({ op: "run", which, id: this.active?.id || "" }); }

  /** runOn runs the selection and goes on to the next cell, which it makes if needed. */
  runOn() {
    const cells = this.selection, last = cells.at(-1);
    this.run(cells);
    const next = last && this.near(last, 1);
    if (next) this.select(next);
    else this.insert("", last?.id || "", "code", true);
  }

  interrupt() { this.send({ op: "interrupt" }); }

  delete(cells = this.selection) {
    if (cells.length) this.send({ op: "delete", ids: cells.map((c) => c.id) });
  }

  move(by) {
    const cells = this.selection, first = this.cells.indexOf(cells[0]);
    if (!cells.length || by < 0 && first === 0 || by > 0 && !this.near(cells.at(-1), 1)) return;
    const after = by > 0 ? this.near(cells.at(-1), 1).id : this.cells[first - 2]?.id || "";
    this.send({ op: "move", ids: cells.map((c) => c.id), after });
  }

  split() {
    const c = this.active;
    if (!c) return;
    const id = this.newId(), first = c.source.slice(0, c.editor.cursor), second = c.source.slice(first.length);
    if (c.source !== c.clean) this.changed(c); // also where the room counts line ends that no editor has
    if (!this.send({ op: "split", id: c.id, at: points(first), new: id })) return;
    c.editor.set(first.replace(/\n$/, ""));
    this.edit(this.expected(second.replace(/^\n/, ""), c.id, c.type, id));
    this.active.editor.cursor = 0;
  }

  /** merge shows the whole text at once, since keys that follow are meant for that. */
  merge() {
    const cells = this.selection.length > 1 ? this.selection : [this.active, this.near(this.active, 1)].filter(Boolean);
    if (cells.length < 2 || !this.send({ op: "merge", ids: cells.map((c) => c.id) })) return;
    cells[0].editor.set(cells.map((c) => c.source).join("\n\n"));
    this.select(cells[0]);
  }

  setType(type) {
    for (const c of this.selection) if (c.type !== type) this.send({ op: "type", id: c.id, type });
  }

  /** heading makes text cells of a level of heading. */
  heading(level) {
    for (const c of this.selection) {
      this.send({ op: "type", id: c.id, type: "markdown" });
      c.editor.set("#".repeat(level) + " " + c.source.replace(/^#*\s*/, ""));
      this.changed(c);
    }
    this.connection.flush();
  }

  fold(cells, what) {
    for (const c of cells) this.send({ op: "fold", id: c.id, ...c.hidden, ...what });
  }

  toggleFold(part, cells = this.selection.filter((c) => c.type === "code")) {
    const hide = cells.some((c) => !c.hidden[part]);
    this.fold(cells.filter((c) => c.hidden[part] !== hide), { [part]: hide });
  }

  toggleScrolling() { for (const c of this.selection) c.el.classList.toggle("scrolled"); }

  toggleNumbers(all) {
    const cells = all ? this.cells : this.selection;
    const on = all ? !this.numbers : this.active?.editor.numbers.hidden;
    if (all) {
      this.numbers = on;
      store.set("numbers", on ? "1" : "0");
    }
    for (const c of cells) if (c.type === "code") c.editor.showNumbers(on);
  }

  // Cells that were copied, of this page or another.

  copy() {
    const from = this.connection.address;
    store.set("copied", JSON.stringify(this.selection.map((c) => ({ type: c.type, source: c.source, id: c.id, from }))));
  }

  paste(above) {
    const copied = JSON.parse(store.get("copied") || "[]");
    let after = above ? this.near(this.selection[0], -1)?.id || "" : this.selection.at(-1)?.id || "";
    for (const { type, source, id, from } of copied) {
      after = this.insert(source, after, type, false, from === this.connection.address ? id : "");
      if (!after) return;
    }
  }

  // Errors.

  /** linkErrors marks the lines that an error names, and leads there. */
  linkErrors(c, el) {
    const place = /\bcell (\d+):(\d+)(?::\d+)?/g, walk = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node; (node = walk.nextNode());) for (const m of node.data.matchAll(place)) found.push([node, m]);
    const said = el.textContent.trim().split("\n")[0];
    /** @type {Map<CellView, {line: number, text: string}[]>} */
    const marks = new Map();
    for (const [node, m] of found.reverse()) {
      const target = this.cells.find((x) => x.type === "code" && x.number === Number(m[1])) || (found.length === 1 ? c : null);
      if (!target) continue;
      marks.set(target, [...marks.get(target) || [], { line: Number(m[2]), text: said }]);
      const range = document.createRange();
      range.setStart(node, m.index);
      range.setEnd(node, m.index + m[0].length);
      range.surroundContents(make("a", { href: "#cell-" + target.id, onclick: (e) => {
        e.preventDefault();
        this.goToLine(target, Number(m[2]));
      } }));
    }
    for (const [target, errors] of marks) if (!target.edited) target.editor.markErrors(errors);
  }

  goToLine(c, line) {
    this.edit(c);
    c.editor.cursor = c.source.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    c.editor.el.scrollIntoView({ block: "nearest" });
  }
}
