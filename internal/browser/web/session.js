// A notebook's session in the page: the front in one Web Worker, and the workers that it starts in others.

/** The address of the Web Workers' script, which is in this one. */
let hostAddress = "";

class Session {
  /**
   * @param {{module: WebAssembly.Module, docs: string | Uint8Array}} program docs are of packages, packed, or their address
   * @param {string} path of the notebook, among files
   * @param {Map<string, Uint8Array>} files
   * @param {{event: (text: string, visit: number) => void, cut: (visit: number) => void, end: (why: string) => void}} heard
   */
  constructor(program, path, files, heard) {
    hostAddress ||= URL.createObjectURL(new Blob([krigoHost], { type: "text/javascript" }));
    /** @type {Map<number, Worker>} */
    this.workers = new Map();
    /** @type {Map<number, {done: (bytes: Uint8Array) => void, fail: (e: Error) => void}>} */
    this.saves = new Map();
    this.seq = 0;
    /** The number of the page's visit to the room. Its events have it; those of earlier visits are out of date. */
    this.visit = 1;
    this.heard = heard;
    this.front = new Worker(hostAddress);
    this.front.onmessage = ({ data }) => this.receive(data);
    this.front.onerror = (e) => this.ended(e.message || "the browser has ended it");
    this.front.postMessage({ start: { ...program, args: ["front", path], files, folder: path.replace(/\/[^/]*$/, "") } });
  }

  receive(data) {
    if (data.event !== undefined) this.heard.event(data.event, data.visit);
    else if (data.cut) this.heard.cut(data.cut);
    else if (data.spawn) this.spawn(data.spawn);
    else if (data.kill) this.kill(data.kill);
    else if (data.end) this.ended(data.end.stderr.trim() || `it ended with status ${data.end.code}`);
    else if (data.saved) {
      const { done, fail } = this.saves.get(data.saved.seq);
      this.saves.delete(data.saved.seq);
      if (data.saved.error) fail(new Error(data.saved.error));
      else done(data.saved.bytes);
    }
  }

  spawn({ id, start }) {
    const worker = new Worker(hostAddress);
    this.workers.set(id, worker);
    worker.onerror = (e) => this.front.postMessage({ died: { id, text: e.message || "the browser has ended the worker" } });
    worker.postMessage({ start }, [start.port]);
  }

  kill(id) {
    this.workers.get(id)?.terminate();
    this.workers.delete(id);
  }

  /** enter begins another visit, whose first event is the whole notebook. */
  enter() {
    this.visit++;
    this.front.postMessage({ enter: true });
  }

  send(operation) { this.front.postMessage({ operation }); }

  /** put gives the notebook a file. */
  put(path, data) { this.front.postMessage({ put: { path, data } }); }

  /** save returns the notebook as a file. @returns {Promise<Uint8Array>} */
  save() {
    return new Promise((done, fail) => {
      const seq = ++this.seq;
      this.saves.set(seq, { done, fail });
      this.front.postMessage({ save: seq });
    });
  }

  ended(why) {
    this.close();
    this.heard.end(why);
  }

  close() {
    this.front.terminate();
    for (const id of [...this.workers.keys()]) this.kill(id);
    for (const { fail } of this.saves.values()) fail(new Error("the session has ended"));
    this.saves.clear();
  }
}
