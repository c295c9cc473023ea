// All commands of the page in one table: keys, menus, palette and help are made of it.

import { Find } from "./find.js";
import { showHelp, showPalette, confirm } from "./dialogs.js";

/**
 * @typedef {import("./notebook.js").Notebook} Notebook
 * @typedef {object} Command
 * @property {string} title what it does, as menus have it
 * @property {string} [menu]
 * @property {string[]} [keys] in command mode: "d d" is a sequence, "Shift-m" a capital letter
 * @property {string[]} [editKeys] while a cell is edited
 * @property {string} [icon]
 * @property {() => boolean} [on] whether a switch is on
 * @property {() => boolean} [when] whether it is offered; always if absent
 * @property {(notebook: Notebook) => void} do
 */

export const menus = ["Notebook", "Edit", "Run", "View", "Help"];

const both = (...keys) => ({ keys, editKeys: keys });

/**
 * What the page is to all commands; app.js fills it in. Of the place of the notebook: formats are those that it can be
 * downloaded in, exported returns the address of a download, download, where there is one, downloads without an address,
 * list leads to the list of notebooks, reset throws away all changes, leave leads back to the text without an editor,
 * addFile lets the user choose a file for the cells, and lost says that the room is gone.
 */
export const page = {
  name: "", reactive: false, dirty: false, unsaved: false, kernel: "",
  formats: [],
  exported: () => "",
  download: null,
  list: null,
  reset: null,
  leave: null,
  addFile: null,
  lost: "Not connected to krigo: trying again. If krigo has ended, start it again. What you type is kept.",
};

const restart = (n, run) => confirm(run
  ? "Restart the session and run all cells?" : "Restart the session?",
  "All variables are lost. Code and outputs stay.", "Restart", () => n.send({ op: "restart", run }));

const download = (format) => () => {
  if (page.download) page.download(format);
  else location.href = page.exported(format);
};
const offers = (format) => () => page.formats.includes(format);

const startOver = (n) => confirm("Start over?", "Your changes and results are lost.", "Start over", () => {
  if (page.reset) return page.reset();
  n.send({ op: "outside", choose: "reload" });
  n.send({ op: "restart", run: "" });
});

/** @type {Command[]} */
export const commands = [
  { title: "Save", menu: "Notebook", keys: ["s", "Ctrl-s"], editKeys: ["Ctrl-s"], do: (n) => page.unsaved ? download("ipynb")() : n.send({ op: "save" }) },
  { title: "Start over from the original", menu: "Notebook", when: () => page.unsaved || Boolean(page.reset), do: startOver },
  { title: "Download as a page (HTML)", menu: "Notebook", when: offers("html"), do: download("html") },
  { title: "Download as a script (.go)", menu: "Notebook", when: offers("go"), do: download("go") },
  { title: "Download the notebook (.ipynb)", menu: "Notebook", when: offers("ipynb"), do: download("ipynb") },
  { title: "Add a file that cells can read", menu: "Notebook", when: () => Boolean(page.addFile), do: () => page.addFile() },
  { title: "Print", menu: "Notebook", ...both("Ctrl-p"), do: () => print() },
  { title: "All notebooks of the folder", menu: "Notebook", when: () => Boolean(page.list), do: () => page.list() },
  { title: "Back to the text", menu: "Notebook", when: () => Boolean(page.leave), do: () => page.leave() },

  { title: "Edit the cell", keys: ["Enter"], do: (n) => n.edit() },
  { title: "Leave the editor", editKeys: ["Escape", "Ctrl-m"], do: (n) => n.command() },
  { title: "Undo the deletion of cells", menu: "Edit", keys: ["z"], do: (n) => n.send({ op: "undelete" }) },
  { title: "Cut cells", menu: "Edit", keys: ["x"], do: (n) => { n.copy(); n.delete(); } },
  { title: "Copy cells", menu: "Edit", keys: ["c"], do: (n) => n.copy() },
  { title: "Paste cells below", menu: "Edit", keys: ["v"], do: (n) => n.paste(false) },
  { title: "Paste cells above", menu: "Edit", keys: ["Shift-v"], do: (n) => n.paste(true) },
  { title: "Delete cells", menu: "Edit", keys: ["d d"], do: (n) => n.delete() },
  { title: "Insert a cell above", menu: "Edit", keys: ["a"], do: (n) => n.insert("", n.near(n.active, -1)?.id || "", "code") },
  { title: "Insert a cell below", menu: "Edit", keys: ["b"], icon: "add", do: (n) => n.insert("", n.active?.id || "", "code") },
  { title: "Split the cell at the cursor", menu: "Edit", editKeys: ["Ctrl-Shift-Minus"], do: (n) => n.split() },
  { title: "Merge cells, or with the one below", menu: "Edit", keys: ["Shift-m"], do: (n) => n.merge() },
  { title: "Move cells up", menu: "Edit", ...both("Ctrl-Shift-ArrowUp"), do: (n) => n.move(-1) },
  { title: "Move cells down", menu: "Edit", ...both("Ctrl-Shift-ArrowDown"), do: (n) => n.move(1) },
  { title: "Make it code", menu: "Edit", keys: ["y"], do: (n) => n.setType("code") },
  { title: "Make it text (Markdown)", menu: "Edit", keys: ["m"], do: (n) => n.setType("markdown") },
  { title: "Make it raw text", menu: "Edit", keys: ["r"], do: (n) => n.setType("raw") },
  ...[1, 2, 3, 4, 5, 6].map((level) => ({
    title: `Make it a heading of level ${level}`, keys: [String(level)], do: (n) => n.heading(level),
  })),
  { title: "Make lines comments, or no longer", editKeys: ["Ctrl-/"], do: (n) => n.editing?.editor.comment() },
  { title: "Complete, or indent", editKeys: ["Tab"], do: (n) => n.editing && n.complete(n.editing) },
  { title: "Documentation of the name at the cursor", menu: "Help", editKeys: ["Shift-Tab"], do: (n) => n.active && n.document(n.active) },

  { title: "Run, and go to the next cell", menu: "Run", ...both("Shift-Enter"), icon: "run", do: (n) => n.runOn() },
  { title: "Run, and stay", menu: "Run", ...both("Ctrl-Enter"), do: (n) => { n.run(n.selection); n.command(); } },
  { title: "Run, and insert a cell below", menu: "Run", ...both("Alt-Enter"), do: (n) => { n.run(n.selection); n.insert("", n.selection.at(-1)?.id || "", "code", true); } },
  { title: "Run all cells", menu: "Run", do: (n) => n.runWhich("all") },
  { title: "Run all above", menu: "Run", do: (n) => n.runWhich("above") },
  { title: "Run this and all below", menu: "Run", do: (n) => n.runWhich("below") },
  { title: "Run cells that are out of date or have not run", menu: "Run", do: (n) => n.runWhich("stale") },
  { title: "Run out-of-date cells automatically", menu: "Run", on: () => page.reactive, do: (n) => n.send({ op: "reactive", on: !page.reactive }) },
  { title: "Interrupt", menu: "Run", keys: ["i i"], icon: "stop", do: (n) => n.interrupt() },
  { title: "Restart the session", menu: "Run", keys: ["0 0"], icon: "restart", do: (n) => restart(n, "") },
  { title: "Restart, and run all cells", menu: "Run", icon: "again", do: (n) => restart(n, "all") },
  { title: "Clear outputs", menu: "Run", do: (n) => n.send({ op: "clear", ids: n.selection.map((c) => c.id) }) },
  { title: "Clear all outputs", menu: "Run", do: (n) => n.send({ op: "clear", ids: n.cells.map((c) => c.id) }) },

  { title: "Next cell", keys: ["j", "ArrowDown"], do: (n) => n.go(1) },
  { title: "Previous cell", keys: ["k", "ArrowUp"], do: (n) => n.go(-1) },
  { title: "Extend the selection down", keys: ["Shift-j", "Shift-ArrowDown"], do: (n) => n.go(1, true) },
  { title: "Extend the selection up", keys: ["Shift-k", "Shift-ArrowUp"], do: (n) => n.go(-1, true) },
  { title: "Select all cells", menu: "Edit", keys: ["Ctrl-a"], do: (n) => { n.select(n.cells[0]); n.select(n.cells.at(-1), { extend: true }); } },
  { title: "Scroll down", keys: ["Space"], do: () => scrollBy({ top: innerHeight * 0.85 }) },
  { title: "Scroll up", keys: ["Shift-Space"], do: () => scrollBy({ top: -innerHeight * 0.85 }) },

  { title: "Find in all cells", menu: "View", keys: ["f"], do: (n) => Find.open(n) },
  { title: "Hide or show code", menu: "View", do: (n) => n.toggleFold("source") },
  { title: "Hide or show all code", menu: "View", do: (n) => n.toggleFold("source", n.cells.filter((c) => c.type === "code")) },
  { title: "Hide or show outputs", menu: "View", keys: ["o"], do: (n) => n.toggleFold("outputs") },
  { title: "Scroll long outputs, or show them in full", menu: "View", keys: ["Shift-o"], do: (n) => n.toggleScrolling() },
  { title: "Line numbers", menu: "View", keys: ["l"], do: (n) => n.toggleNumbers(false) },
  { title: "Line numbers everywhere", menu: "View", keys: ["Shift-l"], do: (n) => n.toggleNumbers(true) },
  ...["auto", "light", "dark"].map((theme) => ({
    title: { auto: "System colours", light: "Light colours", dark: "Dark colours" }[theme], menu: "View",
    on: () => window.krigoTheme.read() === theme, do: () => window.krigoTheme.set(theme),
  })),

  { title: "All commands", menu: "Help", keys: ["p", "Ctrl-Shift-p"], editKeys: ["Ctrl-Shift-p"], do: (n) => showPalette(n, commands, run) },
  { title: "Keys", menu: "Help", keys: ["h"], do: () => showHelp(commands) },
];

/** run applies a command by the user. */
export function run(command, notebook) { command.do(notebook); }

