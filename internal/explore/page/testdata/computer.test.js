import { test } from "node:test";
import assert from "node:assert/strict";
import "./document.js";

/** Workers keep their questions until a test answers them. */
const workers = [];
globalThis.Worker = class extends EventTarget {
  constructor() {
    super();
    this.questions = [];
    workers.push(this);
  }

  postMessage(message) {
    if (message.wasm) queueMicrotask(() => this.onmessage({ data: {} }));
    else this.questions.push(message);
  }

  reply({ id }, answer) { this.dispatchEvent(Object.assign(new Event("message"), { data: { id, answer: JSON.stringify(answer) } })); }
};
const gzip = (await import("node:zlib")).gzipSync(new Uint8Array(8));
globalThis.fetch = async () => new Response(gzip);

const { Computer } = await import("./computer.js");

test("two figures of a page get the answers to their own questions", async () => {
  const served = { worker: "worker.js", wasm: "module.wasm.gz" };
  const figures = [new Computer(served), new Computer(served)];
  const answers = figures.map((c, k) => c.answer({ ask: "posterior", of: k }));
  const until = performance.now() + 5000;
  while (workers[0]?.questions.length !== 2) {
    assert.ok(performance.now() < until, "the module is not asked");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.equal(workers.length, 1);
  for (const q of workers[0].questions.toReversed()) workers[0].reply(q, { of: JSON.parse(q.question).of });
  assert.deepEqual((await Promise.all(answers)).map((a) => a.of), [0, 1]);
});
