// The page of a notebook: what the room says goes to the notebook, the widgets and the
// page's head.

import { make, byId } from "./dom.js";
import { Connection } from "./socket.js";
import { Notebook } from "./notebook.js";
import { commands, menus, page } from "./commands.js";
import { listen } from "./keys.js";
import { menuBar, tools } from "./menu.js";
import { connectWidgets, setModels, hearComm } from "./widgets.js";
import { listenToFind } from "./find.js";
import { mustChoose } from "./dialogs.js";

/** @type {Connection} */
export let connection;
/** @type {Notebook} */
let notebook;

/**
 * open shows the notebook of a room.
 * @param {import("./socket.js").Way} way
 * @param {object} place what commands.js knows of the place of the notebook: see page there
 */
export function open(way, place) {
  Object.assign(page, place);
  name(page.name);
  connection = new Connection(way, hear, connected);
  notebook = new Notebook(connection, byId("cells"));
  notebook.tell = told;
  connectWidgets((op) => connection.ask(op));
  menuBar(byId("menus"), menus, commands, (c) => c.do(notebook));
  tools(byId("tools"), commands, (c) => c.do(notebook));
  listen(commands, notebook);
  listenToFind();
  byId("add-code").onclick = () => notebook.insert("", notebook.cells.at(-1)?.id || "", "code", true);
  byId("add-text").onclick = () => notebook.insert("", notebook.cells.at(-1)?.id || "", "markdown", true);
  byId("type").onchange = () => { notebook.setType(byId("type").value); notebook.command(); };
  byId("reconnect").onclick = () => connection.locked ? location.reload() : connection.now();
  notebook.onselect = () => {
    byId("type").value = notebook.active?.type || "code";
    byId("type").disabled = !notebook.active;
  };
  return notebook;
}

/** What the room says, by its name. @type {Object<string, (e: any) => void>} */
const events = {
  doc: load,
  cell: (e) => notebook.replaceCell(e.cell),
  edited: (e) => notebook.edited(e),
  insert: (e) => notebook.insertCell(e.after, e.cell),
  delete: (e) => notebook.deleteCells(e.ids),
  move: (e) => notebook.moveCells(e.ids, e.after),
  status: (e) => notebook.setStatus(e),
  out: (e) => outputsOf(e.id, (c) => c.outputs.put(e.i, e.out)),
  text: (e) => outputsOf(e.id, (c) => c.outputs.text(e.i, e.text, e.line)),
  clear: (e) => outputsOf(e.id, (c) => { c.outputs.clear(); c.editor.markErrors([]); }),
  stale: (e) => stale(e.cells, e.notes, e.order),
  kernel: (e) => kernel(e),
  comm: hearComm,
  ask: (e) => asked(e),
  dirty: () => saved({ dirty: true }),
  saved,
  reactive: (e) => reactive(e.on),
  outside: (e) => outside(e.what),
  conflict: (e) => notebook.conflict(e),
  told: (e) => told(e.text, e.level),
};

function hear(event) { events[event.ev]?.(event); }

function outputsOf(id, f) {
  const c = notebook.byId.get(id);
  if (!c) return;
  const before = c.outputs.count;
  f(c);
  if (c.outputs.count !== before) c.showFolds();
}

/** load takes the whole document. */
function load(e) {
  performance.mark("doc");
  page.unsaved = Boolean(e.readonly);
  byId("keep").hidden = !page.unsaved;
  byId("keep").href = page.exported("ipynb");
  if (e.name) name(e.name);
  byId("name").title = e.path || "";
  setModels(e.models);
  notebook.load(e.cells || []);
  stale(e.stale, e.notes, e.order);
  kernel(typeof e.kernel === "string" ? { state: e.kernel } : e.kernel || {});
  reactive(e.reactive);
  saved(e);
  asked(e.ask || { prompt: null });
  outside(e.outside);
  connection.resend();
  document.body.dataset.ready = "1";
  performance.mark("ready");
}

function stale(cells, notes, order) {
  notebook.setStale(cells || {}, notes || {});
  const lines = order || [];
  byId("order").hidden = !lines.length;
  byId("order-lines").replaceChildren(...lines.map((text) => make("li", { text })));
}

const states = { none: "not started", waiting: "waiting", starting: "starting", idle: "ready", busy: "running", restarting: "restarting", dead: "ended" };

function kernel(e) {
  page.kernel = e.state || "";
  const box = byId("kernel");
  box.dataset.state = page.kernel;
  box.textContent = states[page.kernel] || page.kernel;
  box.title = e.note || "The session is " + box.textContent;
  if (page.kernel === "dead" && e.note) told(e.note, "error");
  byId("note").hidden = !e.note || page.kernel !== "none" && page.kernel !== "waiting";
  byId("note").textContent = e.note || "";
  title();
}

/** connected shows whether there is a connection, and, if not, why. */
function connected(yes) {
  const { refused, locked, unsent } = connection;
  document.body.classList.toggle("disconnected", !yes);
  document.body.classList.toggle("refused", refused !== "");
  byId("offline").hidden = yes;
  byId("offline-why").textContent = refused ? `This notebook cannot be opened: ${refused}`
    : locked ? "krigo was started again and has another token, which “krigo notebook list” prints. What you type is kept."
    : page.lost;
  byId("reconnect").textContent = locked ? "Enter the token" : "Try now";
  if (unsent.size && !yes) saved({ dirty: true });
}

export function saved(e) {
  const box = byId("saved");
  if (page.unsaved) {
    box.className = "badge";
    box.textContent = "Nothing is saved";
    box.title = "You have your own copy as long as this browser is open. Download it to keep it.";
    return title();
  }
  page.dirty = Boolean(e.dirty || e.error);
  box.classList.toggle("failed", Boolean(e.error));
  const time = e.saved ? new Date(e.saved).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }) : "";
  box.textContent = e.error ? "Not saved" : page.dirty ? "Unsaved" : time ? "Saved " + time : "Saved";
  box.title = e.error || "";
  if (e.error) told("Not saved: " + e.error, "error");
  else if (!e.dirty) { // a question about the file is answered, and what was told is over
    document.querySelector("dialog.must")?.close();
    byId("told").querySelectorAll(".error").forEach((el) => { if (el.textContent.startsWith("Not saved")) el.remove(); });
  }
  title();
}

function name(text) {
  page.name = text;
  byId("name").textContent = text.replace(/\.ipynb$/, "");
  title();
}

function title() {
  document.title = `${page.dirty ? "• " : ""}${page.name || "krigo"}${page.kernel === "busy" ? " (running)" : ""}`;
}

function reactive(on) {
  page.reactive = Boolean(on);
  byId("reactive").hidden = !on;
}

function asked(e) {
  for (const c of notebook.cells) c.unask();
  if (e.prompt == null) return;
  const cell = notebook.byId.get(e.id || notebook.queue[0]);
  cell?.ask(e.prompt, Boolean(e.password), (value) => notebook.send({ op: "input", value }));
}

function outside(what) {
  document.querySelector("dialog.must")?.close();
  if (!what) return;
  const answer = (label, c) => [label, () => notebook.send({ op: "outside", choose: c })];
  if (what === "deleted") {
    mustChoose("The file is gone", "It was deleted or renamed by another program. What you see is kept here.",
      [answer("Write it again", "keep"), answer("Keep it under another name", "copy")]);
    return;
  }
  mustChoose("The file was changed by another program", "What you see here has changes that the file lacks.",
    [answer("Keep both, mine under another name", "copy"), answer("Keep mine", "keep"), answer("Load the file's version", "reload")]);
}

/** told shows a message of the room or the page for a while; errors stay. */
export function told(text, level = "note") {
  const box = byId("told");
  for (const old of box.children) if (old.firstChild.textContent === text) old.remove();
  const message = make("div", { class: "toast " + level }, make("span", { text }),
    make("button", { text: "Close", onclick: () => message.remove() }));
  box.append(message);
  if (level !== "error") setTimeout(() => message.remove(), 8000);
}
