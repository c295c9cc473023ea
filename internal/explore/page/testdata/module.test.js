import { test } from "node:test";
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import "./document.js";

const { run } = await import("./module.js");
const blobs = [];
URL.createObjectURL = (blob) => (blobs.push(blob), "blob:" + blobs.length);
globalThis.Worker = class extends EventTarget {
  constructor(address) { super(); this.address = address; }

  postMessage({ wasm }) {
    this.wasm = new Uint8Array(wasm);
    queueMicrotask(() => this.onmessage({ data: {} }));
  }
};

test("a module that a kernel passes on is run; where it has none, the next touch asks again", async () => {
  await assert.rejects(run(async () => { throw new Error("no kernel runs"); }), /no kernel runs/);
  const wasm = gzipSync(Uint8Array.of(1, 2, 3)).toString("base64");
  const worker = await run(async () => ({ worker: "the worker", wasm }));
  assert.deepEqual([...worker.wasm], [1, 2, 3]);
  assert.equal(worker.address, "blob:1");
  assert.equal(await blobs[0].text(), "the worker");
});
