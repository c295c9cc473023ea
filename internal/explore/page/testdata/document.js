// As much of a browser's document as figures use, for tests under node.

class Style { setProperty(name, value) { this[name] = value; } }

export class Element extends EventTarget {
  constructor(tag) {
    super();
    Object.assign(this, { tag, children: [], parent: null, attributes: new Map(), dataset: {}, style: new Style(), clientWidth: 0, isConnected: true, own: "", value: "" });
    const names = () => new Set((this.attributes.get("class") || "").split(" ").filter(Boolean));
    const keep = (set) => this.attributes.set("class", [...set].join(" "));
    this.classList = {
      contains: (name) => names().has(name),
      add: (name) => keep(names().add(name)),
      remove: (name) => { const set = names(); set.delete(name); keep(set); },
      toggle: (name, on) => on ? this.classList.add(name) : this.classList.remove(name),
    };
  }

  setAttribute(name, value) { this.attributes.set(name, String(value)); if (name === "type" || name === "value") this[name] = String(value); }
  getAttribute(name) { return this.attributes.get(name) ?? null; }
  removeAttribute(name) { this.attributes.delete(name); }
  toggleAttribute(name, on) { if (on) this.setAttribute(name, ""); else this.removeAttribute(name); }
  append(...nodes) { for (const n of nodes) { if (n instanceof Element) n.parent = this; this.children.push(n); } }
  replaceChildren(...nodes) { this.children = []; this.append(...nodes); }
  remove() { this.parent.children = this.parent.children.filter((c) => c !== this); }
  get lastChild() { return this.children.at(-1); }
  get options() { return this.children; }
  get selectedOptions() { return this.children.filter((c) => c.value === this.value); }
  get text() { return this.textContent; }
  set text(text) { this.textContent = text; }
  get textContent() { return this.own + this.children.map((c) => c instanceof Element ? c.textContent : c).join(""); }
  set textContent(text) { this.children = []; this.own = text; }
  closest(selector) { return this.classList.contains(selector.slice(1)) ? this : this.parent?.closest(selector) || null; }
  querySelector() { return null; }
  querySelectorAll() { return []; }
  getBoundingClientRect() { return { left: 0, top: 0 }; }
  setPointerCapture() {}
  focus() {
    const before = document.activeElement;
    if (before === this) return;
    document.activeElement = this;
    before?.send("blur");
    this.send("focus");
  }

  /** send dispatches an event with fields. */
  send(type, fields = {}) {
    const e = new Event(type, { cancelable: true });
    for (const [key, value] of Object.entries({ target: this, ...fields })) Object.defineProperty(e, key, { value, configurable: true });
    this.dispatchEvent(e);
  }
}

globalThis.document = {
  activeElement: null,
  createElement: (tag) => new Element(tag),
  createElementNS: (_, tag) => new Element(tag),
  getElementById: () => null,
};
globalThis.matchMedia = () => ({ matches: false });
globalThis.ResizeObserver = class { observe() {} };
