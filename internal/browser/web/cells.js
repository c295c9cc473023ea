// Opens the notebook of a page: loads the module, starts the session, and puts the page of krigo notebook in the place
// of the text. It is the entry of this script, which start.js loads at the first press of Run.

window.krigoCells = { open: openCells };

/**
 * @typedef {object} Page what the page knows of its notebook
 * @property {string} path of the notebook among its files
 * @property {string} name
 * @property {string} home the address of the list of notebooks, or ""
 * @property {string} offline the address of offline.js, or ""
 * @property {string} [docs] the address of the documentation of packages, unless the page holds it
 * @property {import("./load.js").Places} module
 */

/**
 * openCells opens the notebook. Cell, if not "", is run, after the cells above it. Mine opens the reader's version also
 * where it belongs to an earlier original.
 * @param {Page} page @param {{cell: string, mine: boolean}} what @param {(text: string) => void} say
 */
async function openCells(page, { cell, mine }, say) {
  const [original, files] = await Promise.all([held("krigo-notebook"), heldFiles()]);
  const kept = await window.krigoKept.get().catch(() => null);
  const shown = mine || kept?.original === page.original ? kept : null;
  const text = own("krigo-cells-module")?.textContent;
  const module = await loadModule(text ? { ...page.module, text } : page.module, (read, all) => {
    say(read < all ? `Loading krigo: ${megabytes(read)} of ${megabytes(all)} MB` : "Starting krigo…");
  });
  say("Starting krigo…");
  const keeper = new Keeper(shown?.original || page.original, await whyNotKept(kept, shown));
  const docs = page.docs ? new URL(page.docs, document.baseURI).href : decoded(own("krigo-cells-docs").textContent);
  const room = new Room({ module, docs }, page.path, files, shown?.bytes || original, keeper);
  await room.opened;
  say("");
  const seen = place(cell);
  replacePage();
  const reset = () => keeper.forget().then(() => location.reload());
  const notebook = krigoApp().begin(room, page, { reset, folder: page.path.replace(/[^/]*$/, "") });
  await notebook.shown;
  if (seen) document.getElementById(seen.id)?.scrollIntoView();
  if (seen) scrollBy(0, -seen.top);
  if (cell) notebook.runTo(cell);
  await keepOffline(page);
}

/** whyNotKept returns why the browser does not keep the changes of this visit, or "". */
async function whyNotKept(kept, shown) {
  if (!await window.krigoKept.lock()) return "these cells are open in another tab, which keeps its changes";
  return kept && !shown ? "it keeps those that you made to an earlier version, which the page offers at its next visit" : "";
}

/** keepOffline lets the page open without a network next time, where its server and the browser allow that. */
async function keepOffline({ offline, script, docs }) {
  if (!offline || !navigator.serviceWorker || !location.protocol.startsWith("http")) return;
  try {
    const loaded = performance.getEntriesByType("resource").map((e) => e.name);
    const own = loaded.filter((name) => name.startsWith(location.origin) && !/\.wasm\./.test(name));
    const cache = await caches.open("krigo-pages");
    const hashed = [script, docs].map((name) => new URL(name, document.baseURI).href);
    await dropOld(cache, hashed);
    for (const name of new Set([location.href.replace(/#.*/, ""), ...own, ...hashed])) {
      const answer = await fetch(name);
      if (answer.ok) await cache.put(name, answer); // browsers ask for symbols that are not there
    }
    await navigator.serviceWorker.register(offline);
  } catch (e) {
    console.warn("the page is not kept for visits without a network:", e);
  }
}

/** dropOld drops the scripts and the documentation of earlier modules in the folder of the current ones. */
async function dropOld(cache, current) {
  const folder = new URL(".", current[0]).href;
  for (const { url } of await cache.keys()) {
    if (!current.includes(url) && url.startsWith(folder) && /^krigo-[0-9a-f]{16}\.(js|docs\.gz)$/.test(url.slice(folder.length))) await cache.delete(url);
  }
}

/** own returns a script element of the page. Text of the notebook may have the same id. */
const own = (id) => document.querySelector("script#" + id);

const megabytes = (n) => (n / 1e6).toFixed(1);

/** held returns what the page holds in an element, as gzip in base64. */
async function held(id) {
  const text = own(id).textContent;
  return new Uint8Array(await new Response(unpacked(new Blob([decoded(text)]).stream(), "gzip")).arrayBuffer());
}

/** heldFiles returns the files that the page holds for its cells. */
async function heldFiles() {
  const files = new Map();
  for (const el of document.querySelectorAll("script.krigo-file")) files.set(el.dataset.path, await held(el.id));
  return files;
}

/** place returns a cell that the reader sees, and how far its top is from that of the window. */
function place(cell) {
  const at = (el) => ({ id: el.id, top: el.getBoundingClientRect().top });
  const all = [...document.querySelectorAll("main .cell")];
  const el = document.getElementById("cell-" + cell) || all.find((c) => c.getBoundingClientRect().bottom > 0);
  return el && at(el);
}

/** replacePage puts the page of krigo notebook in the place of the text, with its styles. */
function replacePage() {
  for (const el of document.querySelectorAll("head style, head link[rel=stylesheet]")) el.remove();
  const style = document.createElement("style");
  style.textContent = krigoStyle;
  document.head.append(style);
  document.body.className = "";
  document.body.innerHTML = krigoBody;
}

/** Keeper keeps the notebook in the browser. Why, if not "", says why it does not. */
class Keeper {
  constructor(original, why) {
    Object.assign(this, { original, why });
    /** Writes that have not ended. */
    this.writing = 0;
    this.last = Promise.resolve();
  }

  /** keep keeps what read returns, after what was kept before. */
  async keep(read) {
    this.writing++;
    try {
      await (this.last = this.last.catch(() => {}).then(async () => {
        const bytes = await read();
        if (!this.forgotten && !this.why) await window.krigoKept.put(bytes, this.original);
      }));
    } finally {
      this.writing--;
    }
  }

  /** forget throws away what is kept, and keeps nothing more. */
  async forget() {
    this.forgotten = true;
    await this.last.catch(() => {});
    if (!this.why) await window.krigoKept.remove();
  }
}

/** Room is the session of a notebook as the page's connection wants it: like a WebSocket that is open. */
class Room {
  constructor(program, path, files, notebook, keeper) {
    Object.assign(this, { program, path, files, notebook, keeper });
    /** Whether the room has changes that it has not saved, or whose saving failed here. */
    this.dirty = false;
    /** Events that came before someone listens. @type {string[]} */
    this.early = [];
    this.socket = null;
    /** Whether the session's current visit has been shown. */
    this.entered = false;
    this.opened = new Promise((done, fail) => Object.assign(this, { done, fail }));
    this.start();
  }

  start() {
    const files = new Map(this.files);
    files.set(this.path, this.notebook);
    this.session = new Session(this.program, this.path, files, {
      event: (text, visit) => this.heard(text, visit),
      cut: (visit) => { if (visit === this.session.visit) this.detach(); },
      end: (why) => this.ended(why),
    });
  }

  heard(text, visit) {
    this.done();
    if (text.startsWith('{"ev":"dirty"')) this.dirty = true;
    if (text.startsWith('{"ev":"saved"')) this.keep();
    if (text.startsWith('{"ev":"doc"') && visit > 1) this.caughtUp(JSON.parse(text));
    if (visit !== this.session.visit) return;
    if (this.socket) this.deliver(text);
    else this.early.push(text);
  }

  /** caughtUp takes the notebook after a visit that may have missed events. */
  caughtUp(doc) {
    if (doc.dirty) this.dirty = true;
    else this.keep();
  }

  deliver(text) {
    this.socket.onmessage({ data: text });
    this.ondelivered?.();
  }

  ended(why) {
    this.session = null;
    console.error("the session of the page ended:", why);
    this.fail(new Error(why));
    this.detach();
  }

  /** detach takes the page off the session, which goes on. The page opens the room again then. */
  detach() {
    if (!this.socket) return;
    const { socket } = this;
    Object.assign(socket, { readyState: WebSocket.CLOSED });
    this.socket = null;
    socket.onclose({ code: 1006 });
  }

  /**
   * open returns the socket, which begins with the whole notebook. After the end of a session it starts another one with
   * the notebook that was kept last.
   */
  open() {
    if (!this.session || this.entered) this.early = [];
    if (!this.session) this.start();
    else if (this.entered) this.session.enter();
    this.entered = true;
    const socket = { readyState: WebSocket.OPEN, onmessage() {}, onopen() {}, onclose() {},
      send: (text) => this.session?.send(text),
      close: () => { if (socket === this.socket) this.detach(); } };
    setTimeout(() => {
      this.socket = socket;
      socket.onopen();
      for (const text of this.early.splice(0)) this.deliver(text);
    });
    return socket;
  }

  /** Whether changes are lost if the page is left now. */
  get unkept() { return !this.keeper.forgotten && (this.dirty || this.keeper.writing > 0); }

  /** keep keeps the notebook in the browser, each time that the room has saved it. */
  async keep() {
    this.dirty = Boolean(this.keeper.why);
    try {
      await this.keeper.keep(async () => {
        if (!this.session) throw new Error("the session has ended");
        return this.notebook = await this.session.save();
      });
    } catch (e) {
      this.dirty = true;
      this.onlost?.(e.message);
    }
  }

  /** put gives the session a file, and those that follow it. */
  async put(path, data) {
    await this.session?.put(path, data);
    this.files.set(path, data);
  }
}
