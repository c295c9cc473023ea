// All commands of the page: the one table, of which keys, menus, palette and help are made.

import { Find } from "./find.js";
import { showHelp, showPalette, confirm } from "./dialogs.js";

/**
 * @typedef {import("./notebook.js").Notebook} Notebook
 * @typedef {object} Command
 * @property {string} name
 * @property {string} title what it does, as menus have it
 * @property {string} menu "" where no menu has it
 * @property {string[]} [keys] in command mode: "d d" is a sequence, "Shift-m" a capital letter
 * @property {string[]} [editKeys] while a cell is edited
 * @property {string} [icon]
 * @property {() => boolean} [on] whether a switch is on
 * @property {() => boolean} [when] whether it is offered; always where there is none
 * @property {(notebook: Notebook) => void} do
 */

export const menus = ["Notebook", "Edit", "Run", "View", "Help"];

const both = (...keys) => ({ keys, editKeys: keys });

/** What the page is to all commands; app.js fills it in. */
export const page = { path: "", name: "", reactive: false, dirty: false, unsaved: false, kernel: "" };

const restart = (n, run) => confirm(run
  ? "Restart the session and run all cells?" : "Restart the session?",
  "All variables are lost. Code and outputs stay.", "Restart", () => n.send({ op: "restart", run }));

/** exportOf is the address of the notebook in a format. */
export const exportOf = (format) => `/export/${page.path}?format=${format}`;
const exported = (format) => () => { location.href = exportOf(format); };

const startOver = (n) => confirm("Start over?", "What you changed and ran is lost.", "Start over", () => {
  n.send({ op: "outside", choose: "reload" });
  n.send({ op: "restart", run: "" });
});

/** folder is the address of the list that the notebook stands in. */
const folder = () => page.path.includes("/") ? "/tree/" + page.path.replace(/\/[^/]*$/, "") : "/";

/** @type {Command[]} */
export const commands = [
  { name: "save", title: "Save", menu: "Notebook", keys: ["s", "Ctrl-s"], editKeys: ["Ctrl-s"], do: (n) => page.unsaved ? exported("ipynb")() : n.send({ op: "save" }) },
  { name: "start-over", title: "Start over, as it was given", menu: "Notebook", when: () => page.unsaved, do: startOver },
  { name: "export-html", title: "Download as a page (HTML)", menu: "Notebook", do: exported("html") },
  { name: "export-go", title: "Download as a script (.go)", menu: "Notebook", do: exported("go") },
  { name: "export-ipynb", title: "Download the notebook (.ipynb)", menu: "Notebook", do: exported("ipynb") },
  { name: "print", title: "Print", menu: "Notebook", keys: ["Ctrl-p"], editKeys: ["Ctrl-p"], do: () => print() },
  { name: "folder", title: "All notebooks of the folder", menu: "Notebook", do: () => { location.href = folder(); } },

  { name: "edit", title: "Edit the cell", menu: "", keys: ["Enter"], do: (n) => n.edit() },
  { name: "command", title: "Leave the editor", menu: "", editKeys: ["Escape", "Ctrl-m"], do: (n) => n.command() },
  { name: "undelete", title: "Undo the deletion of cells", menu: "Edit", keys: ["z"], do: (n) => n.send({ op: "undelete" }) },
  { name: "cut", title: "Cut cells", menu: "Edit", keys: ["x"], do: (n) => { n.copy(); n.delete(); } },
  { name: "copy", title: "Copy cells", menu: "Edit", keys: ["c"], do: (n) => n.copy() },
  { name: "paste", title: "Paste cells below", menu: "Edit", keys: ["v"], do: (n) => n.paste(false) },
  { name: "paste-above", title: "Paste cells above", menu: "Edit", keys: ["Shift-v"], do: (n) => n.paste(true) },
  { name: "delete", title: "Delete cells", menu: "Edit", keys: ["d d"], do: (n) => n.delete() },
  { name: "insert-above", title: "Insert a cell above", menu: "Edit", keys: ["a"], do: (n) => n.insert("", n.near(n.active, -1)?.id || "", "code") },
  { name: "insert-below", title: "Insert a cell below", menu: "Edit", keys: ["b"], icon: "add", do: (n) => n.insert("", n.active?.id || "", "code") },
  { name: "split", title: "Split the cell at the cursor", menu: "Edit", editKeys: ["Ctrl-Shift-Minus"], do: (n) => n.split() },
  { name: "merge", title: "Merge cells, or with the one below", menu: "Edit", keys: ["Shift-m"], do: (n) => n.merge() },
  { name: "move-up", title: "Move cells up", menu: "Edit", keys: ["Ctrl-Shift-ArrowUp"], editKeys: ["Ctrl-Shift-ArrowUp"], do: (n) => n.move(-1) },
  { name: "move-down", title: "Move cells down", menu: "Edit", keys: ["Ctrl-Shift-ArrowDown"], editKeys: ["Ctrl-Shift-ArrowDown"], do: (n) => n.move(1) },
  { name: "code", title: "Make it code", menu: "Edit", keys: ["y"], do: (n) => n.setType("code") },
  { name: "markdown", title: "Make it text (Markdown)", menu: "Edit", keys: ["m"], do: (n) => n.setType("markdown") },
  { name: "raw", title: "Make it raw text", menu: "Edit", keys: ["r"], do: (n) => n.setType("raw") },
  ...[1, 2, 3, 4, 5, 6].map((level) => ({
    name: "heading-" + level, title: `Make it a heading of level ${level}`, menu: "", keys: [String(level)], do: (n) => n.heading(level),
  })),
  { name: "comment", title: "Make lines comments, or no longer", menu: "", editKeys: ["Ctrl-/"], do: (n) => n.editing?.editor.comment() },
  { name: "complete", title: "Complete, or indent", menu: "", editKeys: ["Tab"], do: (n) => n.editing && n.complete(n.editing) },
  { name: "document", title: "Documentation of the name at the cursor", menu: "Help", editKeys: ["Shift-Tab"], do: (n) => n.active && n.document(n.active) },

  { name: "run-on", title: "Run, and go on to the next cell", menu: "Run", ...both("Shift-Enter"), icon: "run", do: (n) => n.runOn() },
  { name: "run", title: "Run, and stay", menu: "Run", ...both("Ctrl-Enter"), do: (n) => { n.run(n.selection); n.command(); } },
  { name: "run-insert", title: "Run, and insert a cell below", menu: "Run", ...both("Alt-Enter"), do: (n) => { n.run(n.selection); n.insert("", n.selection.at(-1)?.id || "", "code", true); } },
  { name: "run-all", title: "Run all cells", menu: "Run", do: (n) => n.runWhich("all") },
  { name: "run-above", title: "Run all above", menu: "Run", do: (n) => n.runWhich("above") },
  { name: "run-below", title: "Run this and all below", menu: "Run", do: (n) => n.runWhich("below") },
  { name: "run-stale", title: "Run what is out of date or has not run", menu: "Run", do: (n) => n.runWhich("stale") },
  { name: "reactive", title: "Run what is out of date by itself", menu: "Run", on: () => page.reactive, do: (n) => n.send({ op: "reactive", on: !page.reactive }) },
  { name: "interrupt", title: "Interrupt", menu: "Run", keys: ["i i"], icon: "stop", do: (n) => n.interrupt() },
  { name: "restart", title: "Restart the session", menu: "Run", keys: ["0 0"], icon: "restart", do: (n) => restart(n, "") },
  { name: "restart-all", title: "Restart, and run all cells", menu: "Run", icon: "again", do: (n) => restart(n, "all") },
  { name: "clear", title: "Clear outputs", menu: "Run", do: (n) => n.send({ op: "clear", ids: n.selection.map((c) => c.id) }) },
  { name: "clear-all", title: "Clear all outputs", menu: "Run", do: (n) => n.send({ op: "clear", ids: n.cells.map((c) => c.id) }) },

  { name: "down", title: "Next cell", menu: "", keys: ["j", "ArrowDown"], do: (n) => n.go(1) },
  { name: "up", title: "Previous cell", menu: "", keys: ["k", "ArrowUp"], do: (n) => n.go(-1) },
  { name: "extend-down", title: "Extend the selection down", menu: "", keys: ["Shift-j", "Shift-ArrowDown"], do: (n) => n.go(1, true) },
  { name: "extend-up", title: "Extend the selection up", menu: "", keys: ["Shift-k", "Shift-ArrowUp"], do: (n) => n.go(-1, true) },
  { name: "select-all", title: "Select all cells", menu: "Edit", keys: ["Ctrl-a"], do: (n) => { n.select(n.cells[0]); n.select(n.cells.at(-1), { extend: true }); } },
  { name: "page-down", title: "Scroll down", menu: "", keys: ["Space"], do: () => scrollBy({ top: innerHeight * 0.85 }) },
  { name: "page-up", title: "Scroll up", menu: "", keys: ["Shift-Space"], do: () => scrollBy({ top: -innerHeight * 0.85 }) },

  { name: "find", title: "Find in all cells", menu: "View", keys: ["f"], do: (n) => Find.open(n) },
  { name: "fold-source", title: "Hide or show code", menu: "View", do: (n) => n.toggleFold("source") },
  { name: "fold-sources", title: "Hide or show all code", menu: "View", do: (n) => n.toggleFold("source", n.cells.filter((c) => c.type === "code")) },
  { name: "fold-outputs", title: "Hide or show outputs", menu: "View", keys: ["o"], do: (n) => n.toggleFold("outputs") },
  { name: "scroll-outputs", title: "Scroll long outputs, or show them whole", menu: "View", keys: ["Shift-o"], do: (n) => n.toggleScrolling() },
  { name: "numbers", title: "Line numbers", menu: "View", keys: ["l"], do: (n) => n.toggleNumbers(false) },
  { name: "all-numbers", title: "Line numbers everywhere", menu: "View", keys: ["Shift-l"], do: (n) => n.toggleNumbers(true) },
  ...["auto", "light", "dark"].map((theme) => ({
    name: "theme-" + theme, title: { auto: "Colours as the system has them", light: "Light colours", dark: "Dark colours" }[theme], menu: "View",
    on: () => window.krigoTheme.read() === theme, do: () => window.krigoTheme.set(theme),
  })),

  { name: "palette", title: "All commands", menu: "Help", keys: ["p", "Ctrl-Shift-p"], editKeys: ["Ctrl-Shift-p"], do: (n) => showPalette(n, commands, run) },
  { name: "help", title: "Keys", menu: "Help", keys: ["h"], do: () => showHelp(commands) },
];

/** run obeys a command by the user. */
export function run(command, notebook) { command.do(notebook); }

