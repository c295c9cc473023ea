// The connection to the room: it is made again when it is cut, and edits that the
// room has not acknowledged are kept.

/**
 * @typedef {{[key: string]: any}} Message
 * @typedef {{source: string, base: number}} Edit
 * The way to a room: key names the notebook in the browser's store, address among all notebooks, open returns a WebSocket,
 * or an object like one, and locked reports whether the room's server wants another token than this page has.
 * @typedef {{key: string, address: string, open: () => any, locked: () => Promise<boolean>}} Way
 */

const firstWait = 200, longestWait = 5000;
const refused = 1008; // the server has given the reason, and trying again is no use

export class Connection {
  /**
   * @param {Way} way
   * @param {(event: Message) => void} hear
   * @param {(connected: boolean) => void} tell
   */
  constructor(way, hear, tell) {
    this.way = way;
    this.address = way.address;
    this.key = "krigo:unsent:" + way.key;
    this.hear = hear;
    this.tell = tell;
    this.wait = firstWait;
    /** Why the room was not opened. */
    this.refused = "";
    /** Whether the server has another token than this page. */
    this.locked = false;
    this.seq = 0;
    /** @type {Map<number, (answer: Message|null) => void>} */
    this.questions = new Map();
    /** Edits that the room has not acknowledged. @type {Map<string, Edit>} */
    this.unsent = this.restore();
    /** Edits among them that wait for a pause in typing. @type {Set<string>} */
    this.waiting = new Set();
    /** How many edits of a cell are on their way. @type {Map<string, number>} */
    this.sent = new Map();
    this.pause = 0;
    addEventListener("online", () => this.now());
    addEventListener("beforeunload", (e) => {
      this.flush();
      if (this.unsent.size && !this.open && !(this.locked && this.kept)) e.preventDefault();
    });
    addEventListener("pagehide", () => this.flush());
    this.connect();
  }

  get open() { return this.socket?.readyState === WebSocket.OPEN; }

  connect() {
    clearTimeout(this.retry);
    this.refused = "";
    const socket = this.socket = this.way.open();
    socket.onmessage = (m) => { if (socket === this.socket) this.receive(JSON.parse(m.data)); };
    socket.onopen = () => { this.locked = false; };
    socket.onclose = (e) => { if (socket === this.socket) this.lost(e.code === refused); };
  }

  /** now tries to connect at once. */
  now() {
    if (this.socket?.readyState === WebSocket.OPEN || this.socket?.readyState === WebSocket.CONNECTING) return;
    this.connect();
  }

  /** again reconnects, which brings the whole notebook. */
  again() {
    if (!this.open) return;
    this.wait = 0;
    this.socket.close();
  }

  lost(forGood) {
    for (const done of this.questions.values()) done(null);
    this.questions.clear();
    this.sent.clear();
    this.tell(false);
    if (forGood) return;
    this.retry = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(2 * this.wait || firstWait, longestWait);
    this.lookForLock();
  }

  /** lookForLock finds out whether a server is there that wants another token. */
  async lookForLock() {
    this.locked = await this.way.locked();
    if (this.locked && !this.open) this.tell(false);
  }

  receive(event) {
    if (event.ev === "answer") {
      this.questions.get(event.seq)?.(event);
      this.questions.delete(event.seq);
      return;
    }
    if (event.ev === "refused") this.refused = event.text;
    if (event.ev === "edited") this.acknowledged(event.id);
    if (event.ev === "doc") {
      this.wait = firstWait;
      this.tell(true);
    }
    this.hear(event);
  }

  /** send sends an operation, behind all edits. It reports whether there is a connection. */
  send(op) {
    if (!this.open) return false;
    this.flush();
    this.socket.send(JSON.stringify(op));
    return true;
  }

  /** ask sends an operation that is answered; the answer is null where the connection is cut. */
  ask(op) {
    return new Promise((done) => {
      const seq = ++this.seq;
      if (this.send({ ...op, seq })) this.questions.set(seq, done);
      else done(null);
    });
  }

  /** edit keeps a cell's text, and sends it when typing pauses. */
  edit(id, source, base) {
    this.unsent.set(id, { source, base });
    this.waiting.add(id);
    this.keep();
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.flush(), 250);
    if (!this.open) this.tell(false);
  }

  /** flush sends the edits that wait. */
  flush() {
    clearTimeout(this.pause);
    if (!this.open) return;
    for (const id of this.waiting) {
      const edit = this.unsent.get(id);
      if (!edit) continue;
      this.sent.set(id, (this.sent.get(id) || 0) + 1);
      this.socket.send(JSON.stringify({ op: "edit", id, source: edit.source, base: edit.base }));
    }
    this.waiting.clear();
  }

  /** resend sends all that the room has not acknowledged, after the connection was cut. */
  resend() {
    for (const id of this.unsent.keys()) this.waiting.add(id);
    this.flush();
  }

  /** acknowledged takes that the room has an edit. It is the last one where nothing was typed since. */
  acknowledged(id) {
    const left = (this.sent.get(id) || 0) - 1;
    if (left > 0) this.sent.set(id, left);
    else this.sent.delete(id);
    if (left <= 0 && !this.waiting.has(id)) this.forget(id);
  }

  /** deleted drops a cell: the room acknowledges no more edits of it until it is back and they are sent again. */
  deleted(id) { this.sent.delete(id); }

  /** restored sends what was typed into a cell that had been deleted. */
  restored(id) {
    if (!this.unsent.has(id)) return;
    this.waiting.add(id);
    this.flush();
  }

  /** forget drops an edit that need not be sent. */
  forget(id) {
    this.waiting.delete(id);
    if (this.unsent.delete(id)) this.keep();
  }

  /** keep keeps the edits for the page that comes after this one, where the browser lets it. */
  keep() {
    this.kept = true;
    try {
      if (this.unsent.size) sessionStorage.setItem(this.key, JSON.stringify([...this.unsent]));
      else sessionStorage.removeItem(this.key);
    } catch {
      this.kept = false;
    }
  }

  restore() {
    try {
      return new Map(JSON.parse(sessionStorage.getItem(this.key) || "[]"));
    } catch {
      return new Map();
    }
  }
}
