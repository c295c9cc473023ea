// Questions, the list of keys, and the palette of commands.

import { make } from "./dom.js";
import { keyText } from "./keys.js";

/** @typedef {import("./commands.js").Command} Command */

/** offered reports whether a command is offered now. @param {Command} c */
export const offered = (c) => !c.when || c.when();

/** open shows a dialog, which goes with Escape; the focus goes back to where it was. */
function open(label, kind, ...content) {
  const before = (document.activeElement);
  const dialog = make("dialog", { class: kind, "aria-label": label }, ...content);
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (document.activeElement === document.body) before?.focus?.({ preventScroll: true });
  });
  const must = dialog.classList.contains("must");
  dialog.addEventListener("click", (e) => { if (e.target === dialog && !must) dialog.close(); });
  dialog.addEventListener("cancel", (e) => { if (must) e.preventDefault(); });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** choose asks a question with answers; the first is the one that Enter gives. */
export function choose(title, text, answers, kind = "question") {
  const buttons = answers.map(([label, f], i) => make("button", { class: i ? "" : "first", autofocus: i === 0, text: label, onclick: () => {
    dialog.close();
    f();
  } }));
  const dialog = open(title, kind, make("h2", { text: title }), make("p", { text }), make("div", { class: "answers" }, ...buttons));
}

/** mustChoose is choose without a way around an answer. */
export function mustChoose(title, text, answers) {
  choose(title, text, answers, "question must");
}

export function confirm(title, text, yes, f) {
  choose(title, text, [[yes, f], ["Cancel", () => {}]]);
}

const parts = [
  ["Anywhere in a cell", (c) => c.keys && c.editKeys && c.keys.some((k) => c.editKeys.includes(k))],
  ["On a cell (Esc leads there)", (c) => c.keys?.some((k) => !c.editKeys?.includes(k))],
  ["In the editor (Enter leads there)", (c) => c.editKeys?.some((k) => !c.keys?.includes(k))],
];

/** showHelp lists all keys. */
export function showHelp(commands) {
  const tables = parts.map(([title, belongs], i) => {
    const keysOf = (c) => i === 2 ? c.editKeys.filter((k) => !c.keys?.includes(k))
      : i === 1 ? c.keys.filter((k) => !c.editKeys?.includes(k)) : c.keys.filter((k) => c.editKeys.includes(k));
    const rows = commands.filter(belongs).map((c) => make("tr", {}, make("th", { scope: "row" }, ...kbd(keysOf(c))), make("td", { text: c.title })));
    return make("table", {}, make("caption", { text: title }), make("tbody", {}, ...rows));
  });
  const more = make("p", { class: "note", text: "In the editor Tab completes after a name and indents elsewhere; Ctrl-] and Ctrl-[ indent lines; Esc leaves. Commands without keys are in the menus and in the palette (P)." });
  const close = make("button", { autofocus: true, text: "Close", onclick: () => dialog.close() });
  const dialog = open("Keys", "help", make("header", {}, make("h2", { text: "Keys" }), close), make("div", { class: "tables" }, ...tables), more);
}

/** kbd writes keys. @returns {Node[]} */
export function kbd(keys) {
  return keys.flatMap((k, i) => [...i ? [document.createTextNode(" ")] : [], make("kbd", { text: keyText(k) })]);
}

/** showPalette finds a command by its words. */
export function showPalette(notebook, all, run) {
  const commands = all.filter(offered);
  const input = make("input", { type: "text", role: "combobox", "aria-expanded": "true", "aria-controls": "palette-list", "aria-autocomplete": "list",
    "aria-label": "Command", placeholder: "Command", autocomplete: "off", spellcheck: "false", autofocus: true });
  const list = make("ul", { id: "palette-list", role: "listbox", "aria-label": "Commands" });
  const dialog = open("All commands", "palette", input, list);
  let found = commands, index = 0;
  const take = () => {
    const command = found[index];
    dialog.close();
    if (command) run(command, notebook);
  };
  const pick = (i) => {
    list.children[index]?.setAttribute("aria-selected", "false");
    index = (i + found.length) % (found.length || 1);
    const option = list.children[index];
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) input.setAttribute("aria-activedescendant", option.id);
    else input.removeAttribute("aria-activedescendant");
  };
  const show = () => {
    const words = input.value.toLowerCase().split(/\s+/);
    found = commands.filter((c) => words.every((w) => c.title.toLowerCase().includes(w)));
    list.replaceChildren(...found.map((c, i) => make("li", { role: "option", id: "palette-" + i, "aria-selected": "false", onclick: () => { index = i; take(); } },
      make("span", { text: c.title + (c.on?.() ? " ✓" : "") }), make("span", { class: "keys" }, ...kbd(c.keys || c.editKeys || [])))));
    pick(0);
  };
  input.oninput = show;
  input.onkeydown = (e) => {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[e.key];
    if (by) pick(Math.abs(by) === 1 ? index + by : Math.max(0, Math.min(found.length - 1, index + by)));
    else if (e.key === "Enter") take();
    else return;
    e.preventDefault();
  };
  show();
}

