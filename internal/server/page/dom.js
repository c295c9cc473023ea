// Small words for the document.

/**
 * make makes an element. Keys that begin with "on" are handlers, class and text are
 * set class and text, true and false set and leave out an attribute. A button submits no form.
 * @param {string} tag
 * @param {Object<string, any>} [props]
 * @param {...(Node|string|null)} children
 * @returns {any}
 */
export function make(tag, props = {}, ...children) {
  const el = document.createElement(tag);
  if (tag === "button") el.type = "button";
  for (const [key, value] of Object.entries(props)) {
    if (key.startsWith("on")) el[key] = value;
    else if (key === "text") el.textContent = value;
    else if (key === "value") el.value = value;
    else if (value === true) el.setAttribute(key, "");
    else if (value !== false && value != null) el.setAttribute(key, String(value));
  }
  el.append(...children.filter((c) => c != null));
  return el;
}

/** The path below which the server's pages are: empty at the top of its host. */
export const base = new URL("..", import.meta.url).pathname.slice(0, -1);

/** Whether a server is there: pages of package browser have none. */
export const served = !import.meta.url.startsWith("page:");

/** address returns the address of a part of an output, which the part itself may be. */
export const address = (part) => part.startsWith("data:") ? part : base + part;

/** @type {(id: string) => any} */
export const byId = (id) => document.getElementById(id);

/** icon draws a symbol of the page's sprite. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", "#i-" + name);
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return svg;
}

/** duration writes a time as people read it. */
export function duration(ms) {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60e3) return `${(ms / 1000).toFixed(1)} s`;
  const s = Math.floor(ms / 1000);
  const two = (n) => String(n).padStart(2, "0");
  return s < 3600 ? `${Math.floor(s / 60)}:${two(s % 60)} min` : `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)} h`;
}

/** points returns the length of a text in code points, which the protocol counts. */
export const points = (text) => [...text].length;

/** units returns the UTF-16 length of the first n code points of a text. */
export function units(text, n) {
  let at = 0;
  while (n-- > 0 && at < text.length) at += text.codePointAt(at) > 0xffff ? 2 : 1;
  return at;
}

/** Whether the machine's command key is ⌘. */
export const mac = /Mac|iP(hone|ad)/.test(navigator.platform);

/** store keeps small things over visits; a browser that forbids it forgets them. */
export const store = {
  get(key) {
    try { return localStorage.getItem("krigo:" + key); } catch { return null; }
  },
  set(key, value) {
    try { localStorage.setItem("krigo:" + key, value); } catch { /* not kept */ }
  },
};

/** place puts a floating box below a rectangle of the window, or above where there is more room. */
export function place(box, at) {
  box.style.maxHeight = "";
  const below = innerHeight - at.bottom - 8, above = at.top - 8;
  const up = below < Math.min(box.offsetHeight, 240) && above > below;
  const height = Math.min(box.offsetHeight, Math.max(up ? above : below, 80));
  box.style.maxHeight = height + "px";
  box.style.top = (up ? at.top - height - 2 : at.bottom + 2) + "px";
  box.style.left = Math.max(4, Math.min(at.left, innerWidth - box.offsetWidth - 4)) + "px";
}
