// A notebook's session in the page.

class Session {
  /**
   * @param {{module: WebAssembly.Module, docs: string | Uint8Array}} program docs are of packages, packed, or their address
   * @param {string} path of the notebook, among files
   * @param {Map<string, Uint8Array>} files
   * @param {{event: (text: string, visit: number) => void, cut: (visit: number) => void, end: (why: string) => void}} heard
   */
  constructor(program, path, files, heard) {
    /** The number of the page's visit to the room. Its events have it; those of earlier visits are out of date. */
    this.visit = 1;
    this.heard = heard;
    const start = { ...program, args: ["front", path], files, folder: path.replace(/\/[^/]*$/, "") };
    this.workers = new Workers(start, (data) => this.receive(data), (why) => this.ended(why));
  }

  receive(data) {
    if (data.event !== undefined) this.heard.event(data.event, data.visit);
    else if (data.cut) this.heard.cut(data.cut);
  }

  /** enter begins another visit, whose first event is the whole notebook. */
  enter() {
    this.visit++;
    this.workers.send({ enter: true });
  }

  send(operation) { this.workers.send({ operation }); }

  /** put gives the notebook a file. @returns {Promise<void>} */
  put(path, data) { return this.workers.ask({ put: { path, data } }); }

  /** save returns the notebook as a file. @returns {Promise<Uint8Array>} */
  save() { return this.workers.ask({ save: true }); }

  ended(why) {
    this.close();
    this.heard.end(why);
  }

  close() { this.workers.close(); }
}
