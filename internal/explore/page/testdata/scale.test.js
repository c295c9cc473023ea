import { test } from "node:test";
import assert from "node:assert/strict";
import "./document.js";

const { scale, ticks } = await import("./scale.js");
const { widen } = await import("./figure.js");

const ticksOf = (low, high, log) => ticks(scale(low, high, 0, 100, log), 8).map((t) => t.v + 0); // 0 instead of -0

test("ticks are round numbers between the ends", () => {
  assert.deepEqual(ticksOf(0, 1, false), [0, 0.2, 0.4, 3 * 0.2, 0.8, 1]);
  assert.deepEqual(ticksOf(-3, 11, false), [-2, 0, 2, 4, 6, 8, 10]);
  assert.deepEqual(ticksOf(0.02, 300, true), [0.1, 1, 10, 100]);
});

test("an axis without a range has no ticks, and a very narrow or wide one not many", () => {
  const ends = [0, 1, -1, NaN, Infinity, -Infinity, 5e-324, 1e16, 1e16 + 2, 1e308, -1e308, null, undefined];
  for (const low of ends) {
    for (const high of ends) {
      for (const log of [false, true]) {
        const found = ticksOf(low, high, log);
        assert.ok(found.length <= 200 && (high > low && (!log || low > 0) || found.length === 0), `${low} to ${high}: ${found.length} ticks`);
      }
    }
  }
});

test("a range is widened to a value that it can have", () => {
  const widened = (value, low, high, log) => {
    const p = { value, low, high, log };
    return [widen(p), p.low, p.high];
  };
  assert.deepEqual(widened(0.5, 1, 10, true), [true, 0.1, 10]);
  assert.deepEqual(widened(500, 1, 10, true), [true, 1, 1000]);
  assert.deepEqual(widened(12, 0, 10, false), [true, 0, 14.5]);
  assert.deepEqual(widened(2, 1, 10, true), [false, 1, 10]);
  for (const [value, low, high] of [[0, 1, 10], [-1, 1, 10], [5, 0, 0], [5, -2, -1], [0.5, NaN, 1], [NaN, 1, 10], [Infinity, 1, 10], [-Infinity, 1, 10]]) {
    for (const log of [false, true]) {
      const [, from, to] = widened(value, low, high, log);
      if (log || !isFinite(value)) assert.deepEqual([from, to], [low, high], `${value} in ${low} to ${high}`);
    }
  }
});
