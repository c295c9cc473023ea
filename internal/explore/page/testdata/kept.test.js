import { test } from "node:test";
import assert from "node:assert/strict";
import { Questions } from "./kept.js";

const never = () => new Promise(() => {});

test("questions get their own answers, in any order", async () => {
  const q = new Questions(), sent = [];
  const answers = ["a", "b"].map((text) => q.ask((content) => (sent.push(content), never()), text));
  for (const { id, question } of sent.toReversed()) q.hear({ id, answer: question.toUpperCase() });
  q.hear({ id: 7, answer: "of another page" });
  assert.deepEqual(await Promise.all(answers), ["A", "B"]);
  assert.equal(q.waiting.size, 0);
});

test("a question that was handled without an answer, or whose kernel ends, says that the session has ended", async () => {
  const q = new Questions(), ended = (error) => error.gone === true && /session .* has ended/.test(error.message);
  await assert.rejects(q.ask(async () => {}, "a"), ended);
  const waits = q.ask(never, "b");
  q.end();
  await assert.rejects(waits, ended);
  await assert.rejects(q.ask(async () => { throw new Error("no line"); }, "c"), /no line/);
  assert.equal(q.waiting.size, 0);
});

test("an answer that comes before its message is handled counts", async () => {
  const q = new Questions();
  assert.equal(await q.ask(async ({ id }) => q.hear({ id, answer: "early" }), "a"), "early");
});
