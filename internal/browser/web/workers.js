// A session's Web Workers: the front, which the page starts, and those that run cells, which the front starts.

/** The address of the Web Workers' script, which is in this one. */
let hostAddress = "";

class Workers {
  /**
   * @param {{module: WebAssembly.Module, docs: string | Uint8Array, args: string[], files: Map<string, Uint8Array>, folder: string}} start of the front
   * @param {(data: object) => void} heard gets what the front sends, but for what concerns workers
   * @param {(why: string) => void} ended is called when the front has ended by itself
   */
  constructor(start, heard, ended) {
    hostAddress ||= URL.createObjectURL(new Blob([krigoHost], { type: "text/javascript" }));
    Object.assign(this, { heard, ended });
    /** @type {Map<number, Worker>} */
    this.running = new Map();
    /** What the front has not answered. @type {Map<number, {done: (bytes?: Uint8Array) => void, fail: (e: Error) => void}>} */
    this.asked = new Map();
    this.seq = 0;
    this.front = new Worker(hostAddress);
    this.front.onmessage = ({ data }) => this.receive(data);
    this.front.onerror = (e) => this.ended(e.message || "the browser has ended it");
    this.front.postMessage({ start });
  }

  receive(data) {
    if (data.spawn) this.spawn(data.spawn);
    else if (data.kill) this.kill(data.kill);
    else if (data.answer) this.answered(data.answer);
    else if (data.end) this.ended(data.end.stderr.trim() || `it ended with status ${data.end.code}`);
    else this.heard(data);
  }

  spawn({ id, start }) {
    const worker = new Worker(hostAddress);
    this.running.set(id, worker);
    worker.onerror = (e) => this.front.postMessage({ died: { id, text: e.message || "the browser has ended the worker" } });
    worker.postMessage({ start }, [start.port]);
  }

  kill(id) {
    this.running.get(id)?.terminate();
    this.running.delete(id);
  }

  /** send sends the front a message. */
  send(data, moved = []) { this.front.postMessage(data, moved); }

  /** ask sends the front a request, and returns its answer. @returns {Promise<Uint8Array | undefined>} */
  ask(request) {
    return new Promise((done, fail) => {
      const seq = ++this.seq;
      this.send({ ...request, seq });
      this.asked.set(seq, { done, fail });
    });
  }

  answered({ seq, bytes, error }) {
    const request = this.asked.get(seq); // none after close
    this.asked.delete(seq);
    if (error) request?.fail(new Error(error));
    else request?.done(bytes);
  }

  close() {
    this.front.terminate();
    for (const id of [...this.running.keys()]) this.kill(id);
    for (const { fail } of this.asked.values()) fail(new Error("the session has ended"));
    this.asked.clear();
  }
}
