// Keys: how they are named, and which command they mean.

import { mac } from "./dom.js";

/** @typedef {import("./commands.js").Command} Command */

const sequencePause = 800; // ms between the keys of a sequence

/** keyName names the keys of an event: "Ctrl-Shift-Minus", "Shift-m", "Enter". */
export function keyName(e) {
  let key = e.key === " " ? "Space" : e.code === "Minus" ? "Minus" : e.key;
  if (/^[a-zA-Z]$/.test(key)) key = key.toLowerCase();
  const shift = e.shiftKey && (key.length > 1 || /[a-z]/.test(key));
  return (e.ctrlKey || e.metaKey ? "Ctrl-" : "") + (e.altKey ? "Alt-" : "") + (shift ? "Shift-" : "") + key;
}

const shown = { ArrowUp: "↑", ArrowDown: "↓", Minus: "−", Escape: "Esc", Ctrl: mac ? "⌘" : "Ctrl", Alt: mac ? "⌥" : "Alt" };

/** keyText returns a key of the table as people know it. */
export function keyText(key) {
  return key.split(" ").map((k) => {
    const parts = k.split(/-(?=.)/);
    if (parts.length === 2 && parts[0] === "Shift" && parts[1].length === 1) return "Shift " + parts[1].toUpperCase();
    return parts.map((p) => shown[p] || (p.length === 1 ? p.toUpperCase() : p)).join(parts.length > 1 ? "+" : "");
  }).join(" ");
}

/** listen runs the commands of keys. The mode depends on the focus. */
export function listen(commands, notebook) {
  const table = { command: new Map(), edit: new Map() };
  for (const c of commands) {
    for (const k of c.keys || []) table.command.set(k, c);
    // What the editor knows itself is in the table for help only.
    for (const k of c.editKeys || []) if (!["Tab", "Shift-Tab", "Ctrl-/"].includes(k)) table.edit.set(k, c);
  }
  const first = new Set([...table.command.keys()].filter((k) => k.includes(" ")).map((k) => k.split(" ")[0]));
  let before = "", timer = 0;
  addEventListener("keydown", (e) => {
    if (e.defaultPrevented || e.isComposing) return;
    const mode = modeOf((e.target));
    const name = keyName(e), sequence = mode === "command" && before ? before + " " + name : "";
    const command = mode && (table[mode].get(sequence) || table[mode].get(name));
    clearTimeout(timer);
    before = "";
    if (command) {
      e.preventDefault();
      command.do(notebook);
    } else if (mode === "command" && first.has(name)) {
      before = name;
      timer = setTimeout(() => { before = ""; }, sequencePause);
    }
  });
}

/** modeOf returns "edit" in an editor, "command" on a cell or nowhere, "" where keys belong to another element. */
function modeOf(target) {
  if (document.querySelector("dialog[open]")) return "";
  if (target.matches(".editor textarea")) return "edit";
  if (target === document.body || target.matches(".cell, main, .out")) return "command";
  return "";
}
