"use strict";
// A search over the headings of all pages, which also works on pages that are read from files.
(() => {
  const pages = [/* headings */];
  const root = new URL(".", document.currentScript.src);
  const most = 40;

  const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const words = (text) => text.toLowerCase().split(/\s+/).filter((word) => word);
  const headings = pages.flatMap((page) => page.h.map(([id, text]) => ({
    page, id, text, low: text.toLowerCase(), all: (text + " " + page.t).toLowerCase(),
  })));

  // The lower, the better a heading answers: its own words come before those of its page.
  const rank = (heading, asked) => {
    const first = asked[0], at = heading.low.search(new RegExp("(^|[^\\p{L}\\p{N}])" + literal(first), "u"));
    return heading.low === asked.join(" ") ? 0 : at === 0 ? 1 : at > 0 ? 2 : heading.low.includes(first) ? 3 : 4;
  };

  const find = (query) => {
    const asked = words(query);
    if (!asked.length) return [];
    return headings.filter((h) => asked.every((word) => h.all.includes(word)))
      .map((h) => ({ ...h, rank: rank(h, asked) }))
      .sort((a, b) => a.rank - b.rank);
  };

  const element = (name, attributes, ...children) => {
    const e = Object.assign(document.createElement(name), attributes);
    e.append(...children);
    return e;
  };

  const input = element("input", { type: "search", placeholder: "Search headings", ariaLabel: "Search headings", autocomplete: "off" });
  const list = element("ul", { className: "found" });
  const told = element("p", { className: "told", role: "status" });
  const form = element("form", { role: "search" }, input);
  document.querySelector(".site").append(form, told, list);

  const show = () => {
    const found = find(input.value);
    list.replaceChildren(...found.slice(0, most).map((h) => {
      const link = element("a", { href: new URL(h.page.p, root).href + "#" + encodeURIComponent(h.id) }, h.text);
      if (h.text !== h.page.t) link.append(element("small", {}, h.page.t));
      return element("li", {}, link);
    }));
    told.textContent = !input.value.trim() ? "" : found.length > most ? `${found.length} headings, the first ${most}:` :
      found.length === 1 ? "1 heading:" : found.length ? `${found.length} headings:` : "No heading has all these words.";
  };
  input.addEventListener("input", show);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      input.focus();
    } else if (event.key === "Escape" && event.target === input) {
      input.value = "";
      show();
    }
  });
  show();
})();
