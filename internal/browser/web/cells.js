// Opens the notebook of a page: loads the module, starts the session, and puts the page of krigo notebook in the place
// of the text. It is the entry of this script, which start.js loads at the first press of Run.

window.krigoCells = { open: openCells };

/**
 * @typedef {object} Page what the page knows of its notebook
 * @property {string} path of the notebook among its files
 * @property {string} name
 * @property {string} home the address of the list of notebooks, or ""
 * @property {string} offline the address of offline.js, or ""
 * @property {import("./load.js").Places} module
 */

/**
 * openCells opens the notebook. Cell, if not "", is run, after the cells above it.
 * @param {Page} page @param {string} cell @param {(text: string) => void} say
 */
async function openCells(page, cell, say) {
  const [original, files] = await Promise.all([held("krigo-notebook"), heldFiles()]);
  const kept = await window.krigoKept.get().catch(() => null);
  const text = document.getElementById("krigo-module")?.textContent;
  const module = await loadModule(text ? { ...page.module, text } : page.module, (read, all) => {
    say(read < all ? `Loading krigo: ${megabytes(read)} of ${megabytes(all)} MB` : "Starting krigo…");
  });
  say("Starting krigo…");
  const room = new Room(module, page.path, files, kept?.bytes || original);
  await room.opened;
  say("");
  const seen = place(cell);
  replacePage();
  const notebook = krigoApp().begin(room, page, { reset, folder: page.path.replace(/[^/]*$/, "") });
  await notebook.shown;
  if (seen) document.getElementById(seen.id)?.scrollIntoView();
  if (seen) scrollBy(0, -seen.top);
  if (cell) notebook.runTo(cell);
  await keepOffline(page);
}

/** keepOffline lets the page open without a network next time, where its server and the browser allow that. */
async function keepOffline({ offline }) {
  if (!offline || !navigator.serviceWorker || !location.protocol.startsWith("http")) return;
  try {
    const loaded = performance.getEntriesByType("resource").map((e) => e.name);
    const own = loaded.filter((name) => name.startsWith(location.origin) && !/\.wasm\./.test(name));
    const cache = await caches.open("krigo-pages");
    for (const name of new Set([location.href.replace(/#.*/, ""), ...own])) {
      const answer = await fetch(name);
      if (answer.ok) await cache.put(name, answer); // browsers ask for symbols that are not there
    }
    await navigator.serviceWorker.register(offline);
  } catch (e) {
    console.warn("the page is not kept for visits without a network:", e);
  }
}

const megabytes = (n) => (n / 1e6).toFixed(1);

/** held returns what the page holds in an element, as gzip in base64. */
async function held(id) {
  const text = document.getElementById(id).textContent;
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

/** reset throws away what the browser keeps, and shows the page as it was published. */
async function reset() {
  await window.krigoKept.remove();
  location.reload();
}

/** Room is the session of a notebook as the page's connection wants it: like a WebSocket that is open. */
class Room {
  constructor(module, path, files, notebook) {
    Object.assign(this, { module, path, files, notebook });
    /** Events that came before someone listens. @type {string[]} */
    this.early = [];
    this.socket = null;
    this.opened = new Promise((done, fail) => Object.assign(this, { done, fail }));
    this.start();
  }

  start() {
    const files = new Map(this.files);
    files.set(this.path, this.notebook);
    this.session = new Session(this.module, this.path, files, {
      event: (text) => this.heard(text),
      end: (why) => this.ended(why),
    });
  }

  heard(text) {
    this.done();
    if (this.socket) this.deliver(text);
    else this.early.push(text);
    if (text.startsWith('{"ev":"saved"')) this.keep();
  }

  deliver(text) {
    this.socket.onmessage({ data: text });
    this.ondelivered?.();
  }

  ended(why) {
    this.session = null;
    console.error("the session of the page ended:", why);
    this.fail(new Error(why));
    if (!this.socket) return;
    const { socket } = this;
    Object.assign(socket, { readyState: WebSocket.CLOSED });
    this.socket = null;
    socket.onclose({ code: 1006 });
  }

  /** open returns the socket; after the end of a session it starts another one with the notebook that was kept last. */
  open() {
    if (!this.session) {
      this.early = [];
      this.start();
    }
    const socket = { readyState: WebSocket.OPEN, onmessage() {}, onopen() {}, onclose() {},
      send: (text) => this.session?.send(text),
      close: () => {
        this.session?.close();
        this.ended("the page closed it");
      } };
    setTimeout(() => {
      this.socket = socket;
      socket.onopen();
      for (const text of this.early.splice(0)) this.deliver(text);
    });
    return socket;
  }

  /** keep keeps the notebook in the browser, each time that the room has saved it. */
  async keep() {
    try {
      this.notebook = await this.session.save();
      await window.krigoKept.put(this.notebook);
    } catch (e) {
      this.onlost?.(e);
    }
  }

  /** put gives the session a file, and those that follow it. */
  put(path, data) {
    this.files.set(path, data);
    this.session?.put(path, data);
  }
}
