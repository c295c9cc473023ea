// Find in all cells, folded ones included, which the browser's own search leaves out.

import { byId } from "./dom.js";
import { textRange } from "./editor.js";

/** @typedef {{cell: import("./cell.js").CellView, root: HTMLElement, start: number, end: number}} Hit */

const mostHits = 5000;

export const Find = {
  /** @type {import("./notebook.js").Notebook|null} */
  notebook: null,
  /** @type {Hit[]} */
  hits: [],
  at: -1,

  open(notebook) {
    this.notebook = notebook;
    byId("find").hidden = false;
    const input = byId("find-text"), selected = String(getSelection());
    if (selected && !selected.includes("\n")) input.value = selected;
    input.select();
    input.focus();
    this.search(0);
  },

  close() {
    byId("find").hidden = true;
    this.hits = [];
    this.show();
    (this.notebook?.active?.el || document.body).focus({ preventScroll: true });
  },

  /** search looks for the text, and goes to the first hit from the active cell on. */
  search(step) {
    const text = byId("find-text").value, exact = byId("find-case").checked;
    const known = this.hits[this.at];
    this.hits = text ? this.collect(exact ? text : text.toLowerCase(), exact) : [];
    if (step && known) {
      const same = this.hits.findIndex((h) => h.cell === known.cell && h.root === known.root && h.start >= known.start);
      this.at = same < 0 ? 0 : (same + (this.hits[same].start === known.start || step < 0 ? step : 0) + this.hits.length) % this.hits.length;
    } else {
      const from = this.notebook.cells.indexOf(this.notebook.active);
      this.at = this.hits.length ? Math.max(0, this.hits.findIndex((h) => this.notebook.cells.indexOf(h.cell) >= from)) : -1;
    }
    this.show();
  },

  collect(text, exact) {
    const hits = [];
    for (const cell of this.notebook.cells) {
      for (const root of cell.searched()) {
        const all = exact ? root.textContent : root.textContent.toLowerCase();
        for (let i = all.indexOf(text); i >= 0 && hits.length < mostHits; i = all.indexOf(text, i + text.length)) {
          hits.push({ cell, root, start: i, end: i + text.length });
        }
      }
    }
    return hits;
  },

  /** show paints the hits and leads to the one that is meant. */
  show() {
    const hit = this.hits[this.at], n = this.hits.length;
    byId("find-count").textContent = hit ? `${this.at + 1} of ${n}${n === mostHits ? "+" : ""}` : byId("find-text").value ? "none" : "";
    if (hit) {
      const { cell } = hit, inOutput = hit.root === cell.outputs.el;
      const part = inOutput ? "outputs" : "source";
      if (cell.type === "code" && cell.hidden[part]) this.notebook.fold([cell], { [part]: false });
      this.notebook.select(cell, { focus: false });
    }
    const ranges = this.hits.map((h) => textRange(h.root, h.start, h.end));
    if (window.Highlight) {
      CSS.highlights.set("found", new Highlight(...ranges));
      CSS.highlights.set("found-here", new Highlight(...hit ? [ranges[this.at]] : []));
    }
    if (!hit) return;
    requestAnimationFrame(() => {
      const r = ranges[this.at].getBoundingClientRect();
      if (r.top < 80 || r.bottom > innerHeight - 40) scrollBy({ top: r.top - innerHeight / 3 });
    });
  },
};

export function listenToFind() {
  byId("find-text").oninput = () => Find.search(0);
  byId("find-case").onchange = () => Find.search(0);
  byId("find-next").onclick = () => Find.search(1);
  byId("find-back").onclick = () => Find.search(-1);
  byId("find-close").onclick = () => Find.close();
  byId("find").onkeydown = (e) => {
    if (e.key === "Escape") Find.close();
    else if (e.key === "Enter" && (e.target).id === "find-text" || e.key === "F3") Find.search(e.shiftKey ? -1 : 1);
    else return;
    e.preventDefault();
  };
}
