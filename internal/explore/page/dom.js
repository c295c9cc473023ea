// Elements of HTML and SVG.

/** set sets attributes; keys that begin with "on" are handlers, "text" is the text. */
function set(el, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) el.addEventListener(key.slice(2), value);
    else if (key === "text") el.textContent = value;
    else if (value === false || value == null) el.removeAttribute(key);
    else el.setAttribute(key, value === true ? "" : value);
  }
  return el;
}

/** html makes an element of HTML. @returns {any} */
export function html(tag, attributes = {}, ...children) {
  const el = set(document.createElement(tag), attributes);
  if (tag === "button") el.type = "button";
  el.append(...children.filter((c) => c != null));
  return el;
}

/** svg makes an element of SVG. @returns {any} */
export function svg(tag, attributes = {}, ...children) {
  const el = set(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes);
  el.append(...children.filter((c) => c != null));
  return el;
}

/** change sets attributes of an element. */
export function change(el, attributes) { return set(el, attributes); }
