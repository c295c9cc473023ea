// Scales of axes, their ticks, and numbers as they are read.

/**
 * scale maps values between low and high to pixels between from and to.
 * @returns {{low: number, high: number, log: boolean, to: (v: number) => number, from: (p: number) => number}}
 */
export function scale(low, high, from, to, log = false) {
  const f = log ? Math.log : (v) => v, g = log ? Math.exp : (v) => v;
  const a = f(low), b = f(high) === a ? a + 1 : f(high);
  return {
    low, high, log,
    to: (v) => from + (to - from) * (f(v) - a) / (b - a),
    from: (p) => g(a + (b - a) * (p - from) / (to - from)),
  };
}

/** step returns 1, 2 or 5 times a power of ten: the smallest at or above v. */
function step(v) {
  const unit = 10 ** Math.floor(Math.log10(v));
  return unit * ([1, 2, 5].find((m) => m * unit >= v * (1 - 1e-9)) || 10);
}

const mostTicks = 200;

/** ticks returns about so many ticks of a scale, with their labels; none of a scale that has no range. */
export function ticks(s, count) {
  if (!isFinite(s.low) || !isFinite(s.high) || !(s.high > s.low) || s.log && !(s.low > 0)) return [];
  if (s.log) return decades(s, count);
  const by = step((s.high - s.low) / count), places = Math.max(0, -Math.floor(Math.log10(by) + 1e-9));
  const found = [];
  for (let i = Math.ceil(s.low / by - 1e-9); i * by <= s.high + 1e-9 * by && found.length < mostTicks; i++) {
    const v = i * by;
    found.push({ v, text: places > 6 || Math.abs(v) >= 1e6 ? brief(v) : minus(v.toFixed(places)) });
  }
  return found;
}

/** decades returns ticks at powers of ten, with 2 and 5 times these where there is room. */
function decades(s, count) {
  const from = Math.floor(Math.log10(s.low)), to = Math.ceil(Math.log10(s.high)), wide = Math.log10(s.high) - Math.log10(s.low), found = [];
  const every = Math.max(1, Math.ceil(wide / count)), parts = wide * 3 <= count + 1 ? [1, 2, 5] : [1];
  for (let d = from; d <= to; d++) {
    if (every > 1 && d % every) continue;
    for (const m of parts) {
      const v = m * 10 ** d;
      if (v >= s.low * (1 - 1e-9) && v <= s.high * (1 + 1e-9)) found.push({ v, text: brief(v) });
    }
  }
  return found;
}

/** nice returns a range of round numbers that has both ends. */
export function nice(low, high) {
  if (!(high > low)) [low, high] = [low - 1, low + 1];
  const by = step((high - low) / 8);
  return [Math.floor(low / by) * by, Math.ceil(high / by) * by];
}

/** tidy rounds a number to what a hand can mean on an axis: some thousandths of its range. */
export function tidy(v, [low, high]) {
  const places = Math.ceil(-Math.log10((high - low) / 5000));
  return Number(v.toFixed(Math.min(100, Math.max(0, places))));
}

/** minus writes a number with the sign of minus. */
const minus = (text) => text.replace(/-/g, "−");

const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** brief writes a number in few digits. */
export function brief(v, digits = 3) {
  if (!isFinite(v)) return "–";
  if (v === 0) return "0";
  const size = Math.abs(v);
  if (size >= 1e-3 && size < 1e5) return minus(String(Number(v.toPrecision(digits))));
  const [mantissa, exponent] = v.toExponential(digits - 1).split("e");
  const power = "10" + exponent.replace("+", "").replace("-", "⁻").replace(/\d/g, (d) => raised[d]);
  const m = String(Number(mantissa));
  return m === "1" ? power : m === "-1" ? "−" + power : minus(m) + "·" + power;
}

/** plain writes a number as an input takes it. */
export const plain = (v, digits = 4) => String(Number(v.toPrecision(digits)));

/**
 * typed reads a number that was written with a point or a comma before its decimals. It returns NaN for other texts, and
 * for those such as 1,500, which can mean two numbers.
 */
export function typed(text) {
  const t = text.trim().replace("−", "-");
  return t === "" || isGrouped(t) ? NaN : Number(t.replace(",", "."));
}

/** advice returns how a text that [typed] refuses is written. */
export const advice = (text) => isGrouped(text.trim()) ? " Write 1500 or 1.5, not 1,500." : "";

const isGrouped = (text) => /^[-+−]?[1-9]\d{0,2},\d{3}(?!\d)/.test(text);

/** numbers reads a text of numbers; "-" is one that is not finite. */
export const numbers = (text) => text ? text.split(" ").map((v) => v === "-" ? NaN : Number(v)) : [];

/** nats writes a log likelihood, with two places after the point, as far as they matter. */
export function nats(v) {
  if (!isFinite(v)) return "–";
  return minus(Math.abs(v) >= 1e5 ? brief(v, 4) : v.toFixed(Math.abs(v) >= 1000 ? 1 : 2));
}
