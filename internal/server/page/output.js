// The outputs of a cell, which change in place: text is appended, a picture takes the
// old one's place when it is decoded, and what is cleared keeps its height for a while.

import { address, make } from "./dom.js";
import { widget } from "./widgets.js";

/**
 * @typedef {{html?: string, widget?: string, text?: string, frame?: string, image?: string, alt?: string,
 *   width?: number, height?: number, note?: string, error?: boolean, stream?: string}} Out
 */

const keepHeight = 400; // ms
const tallestFrame = 20000; // px
const restShare = 4; // times as long as text before took to draw, text waits

export class Outputs {
  /** @param {(el: HTMLElement) => void} found is called with each error that is shown */
  constructor(found) {
    this.el = make("div", { class: "outputs" });
    this.found = found;
    /** @type {{el: HTMLElement, json: string, turn: number, shown: number, text: {html: string, line: string}|null, free: number}[]} */
    this.slots = [];
  }

  /** set makes the outputs what they are to be, and touches only what differs. */
  set(outs) {
    outs.forEach((out, i) => this.put(i, out));
    for (const s of this.slots.splice(outs.length)) s.el.remove();
  }

  put(i, out) {
    const json = JSON.stringify(out);
    let slot = this.slots[i];
    if (!slot) {
      slot = { el: make("div"), json: "", turn: 0, shown: 0, text: null, free: 0 };
      this.slots[i] = slot;
      this.el.append(slot.el);
    }
    if (slot.json === json) return;
    slot.json = json;
    slot.text = null; // a part of what is replaced
    const turn = ++slot.turn, parts = render(out);
    const picture = parts.length === 1 ? soleImage(parts[0]) : null;
    if (picture && slot.shown) {
      const next = () => { if (turn >= slot.shown) this.show(slot, out, parts, turn); };
      picture.decode().then(next, next);
      return;
    }
    this.show(slot, out, parts, turn);
  }

  show(slot, out, parts, turn) {
    slot.shown = turn;
    slot.el.className = "out" + (out.error ? " wrong-out" : "") + (out.stream ? " " + out.stream : "");
    slot.el.replaceChildren(...parts);
    if (out.note) slot.el.append(note(out));
    if (out.error) this.found(slot.el);
    reachable(slot.el);
  }

  /**
   * text appends whole lines to a stream, and makes its last, open line what it is now. The browser lays out all
   * lines each time: the longer that takes, the longer text waits.
   */
  text(i, html, line) {
    const slot = this.slots[i];
    if (!slot?.el.querySelector(".open")) return;
    slot.json = ""; // no longer what came whole
    if (!slot.text) setTimeout(() => this.draw(slot), slot.free - performance.now());
    slot.text = { html: (slot.text?.html || "") + html, line };
  }

  /** draw draws the text that waits. */
  draw(slot) {
    const { el: box, text } = slot, open = box.querySelector(".open"), begin = performance.now();
    slot.text = null;
    if (!text || !open) return;
    const atEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 4;
    open.insertAdjacentHTML("beforebegin", text.html);
    open.innerHTML = text.line;
    const height = box.scrollHeight; // which lays out
    if (atEnd) box.scrollTop = height;
    slot.free = performance.now() + restShare * (performance.now() - begin);
    reachable(box);
  }

  /** drawAll draws all text that waits. */
  drawAll() { for (const slot of this.slots) this.draw(slot); }

  clear() {
    if (!this.slots.length) return;
    this.el.style.minHeight = this.el.offsetHeight + "px";
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { this.el.style.minHeight = ""; }, keepHeight);
    for (const s of this.slots) s.el.remove();
    this.slots = [];
  }

  get count() { return this.slots.length; }
}

/** render makes the nodes of an output. @returns {Node[]} */
function render(out) {
  if (out.widget) return [widget(out.widget, out.text || "")];
  if (out.frame && !out.note) return [frame(address(out.frame))]; // what comes from the file waits for a click
  if (out.image) return [make("img", { src: address(out.image), alt: out.alt || "figure", width: out.width, height: out.height })];
  const template = document.createElement("template");
  template.innerHTML = out.html || "";
  for (const a of template.content.querySelectorAll("a[href]")) {
    if (!a.getAttribute("href").startsWith("#")) Object.assign(a, { target: "_blank", rel: "noopener noreferrer" });
  }
  return [...template.content.childNodes].filter((n) => n.nodeType !== Node.TEXT_NODE || n.data.trim());
}

/** note says what was left out, and offers it where it can be shown apart. */
function note(out) {
  const el = make("p", { class: "note", text: out.note + " " });
  if (out.frame) {
    el.append(make("button", { text: "Show it in a separate frame", onclick: () => el.replaceWith(frame(address(out.frame))) }));
  }
  return el;
}

/** soleImage returns the picture that a node is or holds alone. */
function soleImage(node) {
  if (node.tagName === "IMG") return node;
  const images = node.querySelectorAll?.("img");
  return images?.length === 1 && !node.textContent.trim() ? images[0] : null;
}

/** frame holds HTML with scripts, which sees nothing of the page and reports its height. */
function frame(src) {
  return make("iframe", { src, sandbox: "allow-scripts", title: "Output with scripts, in a separate frame", loading: "lazy", scrolling: "no" });
}

addEventListener("message", (e) => {
  const height = Number(e.data?.height);
  if (!(height > 0)) return;
  for (const f of document.querySelectorAll("iframe")) {
    if (f.contentWindow === e.source) f.style.height = Math.min(Math.ceil(height), tallestFrame) + "px";
  }
});

/** reachable lets the keyboard scroll what scrolls. */
function reachable(box) {
  requestAnimationFrame(() => {
    const scrolls = box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
    if (scrolls) Object.assign(box, { tabIndex: 0, role: "group", ariaLabel: "Output" });
    else box.removeAttribute("tabindex");
  });
}
