// Makes Go (krigo) a kernel in JupyterLite. Package browser writes krigoLite before: the kernelspec, krigo's version, and
// the places of the module, relative to this script.
//
// A prebuilt extension that is not built, as that of JupyterLab (install/labextension): JupyterLite loads this script,
// lends it modules by init, and gets the plugin by get.

const ownAddress = document.currentScript.src;
let liteModules; // of JupyterLite: for each name, its versions

/** lent returns a module of JupyterLite, in the version that the page uses. */
async function lent(name) {
  const versions = Object.values(liteModules[name]);
  return (await (versions.find((v) => v.loaded) ?? versions[0]).get())();
}

/** The compiled module, which all kernels of the page share. @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

/** compiledModule loads the module at the first kernel, and again after a failure. */
function compiledModule(progress) {
  const files = Object.entries(krigoLite.module.files).map(([format, name]) => [format, new URL(name, ownAddress).href]);
  return compiled ??= loadModule({ ...krigoLite.module, files: Object.fromEntries(files) }, progress).catch((e) => {
    compiled = null;
    throw new Error(`Go (krigo) could not be loaded: ${e.message}`);
  });
}

/** loadWithNote loads the module and shows how much of it has come. */
async function loadWithNote(Notification) {
  let note = "";
  const module = compiledModule((read, all) => {
    const message = `Loading Go (krigo): ${(read / 1e6).toFixed(1)} of ${(all / 1e6).toFixed(1)} MB`;
    if (note) Notification.update({ id: note, message });
    else note = Notification.emit(message, "in-progress", { autoClose: false });
  });
  try {
    return await module;
  } finally {
    if (note) Notification.dismiss(note);
  }
}

/** The session of messages that the extension itself sends. Their answers are for no client. */
const ownSession = "krigo-lite";

/** ownHeader returns the header of a message that the extension sends. */
const ownHeader = (UUID, msg_type, session) => ({ msg_id: UUID.uuid4(), msg_type, session, username: "", date: new Date().toISOString(), version: "5.4" });

/** Where the folders of JupyterLite are among the files of the module. */
const liteHome = "/home/krigo/";

/** LiteKernel is a kernel as JupyterLite wants it: it gets the messages of clients, and gives its own to sendMessage. */
class LiteKernel {
  constructor({ id, name, location, sendMessage }, module, { Signal, UUID, contents, filesAddress, isThere }) {
    Object.assign(this, { id, name, location, sendMessage, UUID, contents, filesAddress, isThere, isDisposed: false });
    this.disposed = new Signal(this);
    /** When files of JupyterLite were changed that the module has. @type {Map<string, string>} */
    this.taken = new Map();
    /** Clients that have sent a message, the latest first. @type {string[]} */
    this.clients = [];
    const folder = (liteHome + location).replace(/\/$/, "");
    const docs = new URL(krigoLite.docs, ownAddress).href;
    const start = { module, docs, args: ["kernel", folder, krigoLite.version], folder, files: new Map([[folder + "/.keep", new Uint8Array(0)]]) };
    this.ready = new Promise((done, fail) => Object.assign(this, { started: done, fail }));
    this.ready.catch(() => {}); // those who wait for it hear of it
    this.workers = new Workers(start, (data) => this.receive(data), (why) => this.ended(why));
  }

  receive({ ready, packet }) {
    if (ready) this.started();
    if (packet) this.pass(packet);
  }

  /** pass gives the kernel's message to its clients. */
  pass({ channel, client, header, parent, metadata, content, buffers }) {
    const [own, request] = [JSON.parse(header), JSON.parse(parent)];
    if (client === ownSession || request.session === ownSession) return;
    const session = channel === "iopub" ? this.present(request.session) : client;
    if (!session) return; // nobody is there
    this.sendMessage({
      channel, header: { ...own, session }, parent_header: request, metadata: JSON.parse(metadata), content: JSON.parse(content),
      buffers: buffers.map((b) => b.buffer),
    });
  }

  /** present returns a client that is there, if possible the one given. JupyterLite broadcasts only in the name of one
   * that is there, and else drops the message for all. */
  present(client) { return [client, ...this.clients].find((c) => c && this.isThere(c)); }

  /** handleMessage passes a client's message on. The kernel itself queues cells, so that all else need not wait for them. */
  async handleMessage(msg) {
    const { session, msg_type } = msg.header;
    this.clients = [session, ...this.clients.filter((c) => c !== session && this.isThere(c))];
    if (msg_type === "execute_request") await this.takeFiles(msg);
    this.send(msg.channel, session, msg);
  }

  send(channel, client, { header, parent_header, metadata, content, buffers }) {
    const text = (part) => JSON.stringify(part ?? {});
    const packet = { channel, client, header: text(header), parent: text(parent_header), metadata: text(metadata), content: text(content) };
    packet.buffers = (buffers ?? []).map((b) => new Uint8Array(b.buffer ? b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength) : b));
    this.workers.send({ packet });
  }

  /** interrupt interrupts the cell that runs, as soon as the kernel hears messages. */
  interrupt() {
    const header = ownHeader(this.UUID, "interrupt_request", ownSession);
    this.ready.then(() => this.send("control", ownSession, { header }), () => {});
  }

  /** takeFiles gives the module files of JupyterLite that texts in a cell name. A file that it has is taken again if it
   * was changed in JupyterLite since. */
  async takeFiles({ header, content }) {
    for (const [, quoted, raw] of content.code.matchAll(/"([^"\n]+)"|`([^`\n]+)`/g)) {
      const path = litePath(this.location, quoted ?? raw);
      if (path) await this.takeFile(path, header);
    }
  }

  /** takeFile gives the module a file. If that fails, standard error of the cell has the reason. */
  async takeFile(path, request) {
    const failed = (e) => {
      this.taken.delete(path);
      this.warn(request, `krigo: the cell does not get JupyterLite's ${path}: ${e.message}`);
    };
    let found;
    try {
      found = await this.contents.get(path, { content: false });
    } catch (e) {
      if (this.taken.has(path)) failed(e);
      return; // it is no file's name, or that of a file that a cell will write
    }
    if (found.type === "directory" || this.taken.get(path) === found.last_modified) return;
    try {
      const data = await liteBytes(await this.contents.get(path, { content: true }), this.filesAddress + encodeURI(path));
      this.workers.ask({ put: { path: liteHome + path, data } }).catch(failed);
      this.taken.set(path, found.last_modified);
    } catch (e) {
      failed(e);
    }
  }

  /** warn writes a line to standard error of the cell of a request. */
  warn(request, text) {
    const session = this.present(request.session);
    if (session) this.broadcast(session, "stream", request, { name: "stderr", text: text + "\n" });
  }

  /** broadcast sends all clients a message of the extension itself. */
  broadcast(session, type, parent_header, content) {
    const header = ownHeader(this.UUID, type, session);
    this.sendMessage({ channel: "iopub", header, parent_header, metadata: {}, content, buffers: [] });
  }

  /** ended reports that the kernel died. */
  ended(why) {
    console.error("the kernel Go (krigo) ended:", why);
    this.fail(new Error(`the kernel ended: ${why}`));
    const session = this.present();
    if (session) this.broadcast(session, "status", {}, { execution_state: "dead" });
    this.dispose();
  }

  dispose() {
    if (this.isDisposed) return;
    this.isDisposed = true;
    this.workers.close();
    this.disposed.emit();
  }
}

/** litePath returns the path in JupyterLite of a file that a text may name relative to a folder, or "". As in other pages:
 * no absolute path, no hidden part, an ending. JupyterLite would decode a percent sign. */
function litePath(folder, text) {
  if (text.length > 255 || text.includes("%") || text.startsWith("/") || !/\.[^./\\]+$/.test(text)) return "";
  const parts = folder.split("/").filter(Boolean);
  for (const part of text.split("/")) {
    if (part === ".." && !parts.pop()) return "";
    if (part.startsWith(".") && part !== "." && part !== "..") return "";
    if (part && part !== "." && part !== "..") parts.push(part);
  }
  return parts.join("/");
}

/** liteBytes returns the content of a file of JupyterLite, which has decoded texts and JSON: if the file at the address, in
 * the site, decodes to the same, its bytes. The user may have changed the file, so that it is in the browser only. */
async function liteBytes({ format, content }, address) {
  if (content == null) throw new Error("it has no content");
  if (format === "base64") return decoded(content);
  const answer = await fetch(address).catch(() => null);
  if (answer?.ok) {
    const bytes = new Uint8Array(await answer.arrayBuffer()), text = new TextDecoder().decode(bytes);
    if (format === "json" ? sameJSON(text, content) : text === content) return bytes;
  }
  return new TextEncoder().encode(typeof content === "string" ? content : JSON.stringify(content, null, 1));
}

/** sameJSON reports whether a text is a value as JSON. */
function sameJSON(text, value) {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value);
  } catch {
    return false;
  }
}

/** isThere reports whether a client is connected. Only a private field of JupyterLite has that: without it, all are. */
const isThere = (client, session) => client._clients?.has?.(session) ?? true;

/** hearInterrupts lets kernels hear interrupts, for which JupyterLite only drops what waits. */
function hearInterrupts(client, kernels) {
  const interrupt = client.interrupt.bind(client);
  client.interrupt = async (id) => {
    kernels.get(id)?.interrupt();
    await interrupt(id);
  };
}

async function liteExtension() {
  if (!liteModules["@jupyterlite/services"]) {
    if (liteModules["@jupyterlite/kernel"]) console.error("Go (krigo) needs JupyterLite 0.7 or later");
    return () => ({ __esModule: true, default: [] }); // JupyterLab has its kernels elsewhere
  }
  const [{ IKernelSpecs, IKernelClient }, { Notification }, { Signal }, { UUID }, { PageConfig }] = await Promise.all(
    ["@jupyterlite/services", "@jupyterlab/apputils", "@lumino/signaling", "@lumino/coreutils", "@jupyterlab/coreutils"].map(lent),
  );
  const plugin = {
    id: "krigo-lite:kernel",
    description: "The kernel Go (krigo), which runs in the page.",
    autoStart: true,
    requires: [IKernelSpecs, IKernelClient],
    activate(app, specs, client) {
      /** @type {Map<string, LiteKernel>} */
      const kernels = new Map();
      hearInterrupts(client, kernels);
      specs.register({
        spec: krigoLite.spec,
        async create(options) {
          const module = await loadWithNote(Notification);
          const filesAddress = PageConfig.getBaseUrl() + "files/";
          const { contents } = app.serviceManager;
          const kernel = new LiteKernel(options, module, { Signal, UUID, contents, filesAddress, isThere: (session) => isThere(client, session) });
          kernels.set(options.id, kernel);
          kernel.disposed.connect(() => { if (kernels.get(options.id) === kernel) kernels.delete(options.id); });
          return kernel;
        },
      });
    },
  };
  return () => ({ __esModule: true, default: plugin });
}

globalThis._JUPYTERLAB ??= {};
globalThis._JUPYTERLAB["krigo-lite"] = {
  init: (scope) => { liteModules = scope; },
  get: liteExtension, // of its only module
};
