// Go source cut into spans to be coloured, as package highlight does it, and the
// commands of krigo, which begin with %.

/** @typedef {{kind: string, start: number, end: number}} Span */

const keywords = new Set(("break case chan const continue default defer else fallthrough for func go goto if import " +
  "interface map package range return select struct switch type var").split(" "));

const token = new RegExp([
  /(?<comment>\/\/[^\n]*|\/\*[^]*?(?:\*\/|$))/,
  /(?<string>"(?:\\.|[^"\\\n])*"?|\x60[^\x60]*\x60?|'(?:\\.|[^'\\\n])*'?)/,
  /(?<number>0[xX][\da-fA-F_]*(?:\.[\da-fA-F_]*)?(?:[pP][+-]?[\d_]+)?i?|0[bBoO][\d_]+i?|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?[\d_]+)?i?)/,
  /(?<name>[\p{L}_][\p{L}\p{Nd}_]*)/,
].map((r) => r.source).join("|"), "gu");

/** goSpans returns the spans of source that have a colour, in order. */
export function goSpans(source) {
  /** @type {Span[]} */
  const spans = [];
  let at = 0;
  for (const line of source.split("\n")) { // commands are before all Go
    if (!/^\s*(%.*)?$/.test(line)) break;
    if (line.trim()) spans.push({ kind: "magic", start: at, end: at + line.length });
    at = Math.min(at + line.length + 1, source.length);
  }
  token.lastIndex = at;
  for (let m; (m = token.exec(source));) {
    const end = m.index + m[0].length, g = m.groups;
    let kind = g.comment ? "comment" : g.string ? "string" : g.number ? "number" : "";
    if (g.name && keywords.has(g.name)) kind = "keyword";
    else if (g.name && /^[ \t]*\(/.test(source.slice(end, end + 20))) kind = "call";
    if (kind) spans.push({ kind, start: m.index, end });
  }
  return spans;
}

const marks = /(?<keyword>^#{1,6} .*)|(?<string>^\x60{3}[^]*?(?:^\x60{3}|$(?![^]))|\x60[^\x60\n]+\x60)|(?<number>\$\$[^]*?\$\$|\$[^$\n]+\$)|(?<call>!?\[[^\]\n]*\]\([^)\n]*\))/gm;

/** markdownSpans colours headings, code, formulas and links. */
export function markdownSpans(source) {
  /** @type {Span[]} */
  const spans = [];
  for (const m of source.matchAll(marks)) {
    const kind = Object.keys(m.groups).find((k) => m.groups[k]);
    spans.push({ kind, start: m.index, end: m.index + m[0].length });
  }
  return spans;
}

/** kindAt returns the kind of the span that holds a place, "" in plain code. */
export function kindAt(spans, at) {
  return spans.find((s) => s.start < at && (at < s.end || at === s.end && s.kind === "comment"))?.kind || "";
}

const partners = { "(": ")", "[": "]", "{": "}", ")": "(", "]": "[", "}": "{" };

/**
 * bracketPair returns the places of the bracket next to the cursor and of its partner.
 * @returns {[number, number]|null}
 */
export function bracketPair(source, spans, cursor) {
  const text = masked(source, spans);
  const at = partners[text[cursor - 1]] ? cursor - 1 : partners[text[cursor]] ? cursor : -1;
  if (at < 0) return null;
  const open = text[at], close = partners[open], step = "([{".includes(open) ? 1 : -1;
  for (let i = at, depth = 0; i >= 0 && i < text.length; i += step) {
    if (text[i] === open) depth++;
    else if (text[i] === close && --depth === 0) return [at, i];
  }
  return null;
}

/** masked is source with strings and comments blank. */
function masked(source, spans) {
  let out = "", at = 0;
  for (const s of spans) {
    if (s.kind !== "string" && s.kind !== "comment") continue;
    out += source.slice(at, s.start) + " ".repeat(s.end - s.start);
    at = s.end;
  }
  return out + source.slice(at);
}
