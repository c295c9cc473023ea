// The page of krigo notebook over a session in the page: it begins app.js, as server.js does where krigo serves notebooks.

import { make } from "./dom.js";
import { open, told } from "./app.js";

/**
 * begin shows the notebook of a room. Its result's shown is settled when the cells are there, and runTo runs the cells up
 * to one.
 */
export function begin(room, page, { reset, folder }) {
  const shown = new Promise((done) => { room.ondelivered = done; });
  const address = location.pathname + page.path;
  const way = { key: address, address, locked: async () => false, open: () => room.open() };
  const notebook = open(way, {
    name: page.name, formats: ["ipynb"], reset, leave: () => location.reload(),
    list: page.home ? () => { location.href = page.home; } : null,
    download: () => download(room, page.name),
    addFile: () => choose((file) => add(room, folder, file)),
    lost: "The session is busy, or has ended and starts again. What you type is kept.",
  });
  room.onlost = (why) => told(`This browser does not keep your changes: ${why}. Download the notebook to keep them.`, "error");
  keepBeforeLeaving(room, notebook.connection);
  if (room.keeper.why) room.onlost(room.keeper.why);
  acceptFiles((file) => add(room, folder, file));
  return {
    shown,
    runTo(id) {
      const cell = notebook.byId.get(id);
      if (!cell) return;
      notebook.select(cell, { focus: false });
      notebook.send({ op: "run", which: "above", id });
      notebook.run([cell]);
    },
  };
}

/** keepBeforeLeaving asks before the page is left with changes that are lost then, and saves when it is hidden. */
function keepBeforeLeaving(room, connection) {
  addEventListener("beforeunload", (e) => { if (connection.unsent.size || room.unkept) e.preventDefault(); });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && (connection.unsent.size || room.unkept)) connection.send({ op: "save" });
  });
}

async function download(room, name) {
  const bytes = await room.session.save();
  const address = URL.createObjectURL(new Blob([bytes], { type: "application/x-ipynb+json" }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60e3);
}

/** choose lets the user choose files. */
function choose(take) {
  const input = make("input", { type: "file", multiple: true, onchange: () => [...input.files].forEach(take) });
  input.click();
}

/** acceptFiles takes files that are dropped on the page. */
function acceptFiles(take) {
  const holds = (e) => e.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (e) => { if (holds(e)) e.preventDefault(); });
  addEventListener("drop", (e) => {
    if (!holds(e)) return;
    e.preventDefault();
    [...e.dataTransfer.files].forEach(take);
  });
}

async function add(room, folder, file) {
  try {
    await room.put(folder + file.name, new Uint8Array(await file.arrayBuffer()));
    told(`Cells can read the file by the name "${file.name}".`);
  } catch (e) {
    told(`Cells cannot read the file "${file.name}": ${e.message}.`, "error");
  }
}
