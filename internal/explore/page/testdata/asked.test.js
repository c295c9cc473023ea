import { test } from "node:test";
import assert from "node:assert/strict";
import "./document.js";

const { Computer } = await import("./computer.js");

test("a kernel is asked for its module where it is slow, or has gone", async () => {
  let asked = 0;
  const served = async () => { throw new Error("asked " + ++asked); }, question = { ask: "posterior" };
  const quick = new Computer(served, async () => "{}");
  for (let i = 0; i < 20; i++) await quick.answer(question);
  assert.equal(asked, 0);
  const slow = new Computer(served, () => new Promise((resolve) => setTimeout(resolve, 60, "{}")));
  for (let i = 0; i < 6; i++) await slow.answer(question);
  assert.equal(asked, 1);
  const left = new Computer(served, async () => { throw Object.assign(new Error("ended"), { gone: true }); });
  await assert.rejects(left.answer(question), /nothing can compute here: asked 2/);
});
