// The page on which a teacher sees the class. The server sends the whole table whenever it has
// changed; rows that are the same stay as they are.

import { make, byId } from "./dom.js";

const root = new URL("..", import.meta.url).href; // of the teacher's pages
const stuck = 3; // as many errors in a row may need help: class.Stuck
let offset = 0; // of the server's clock to this one, in milliseconds
let table = null;
let wait = 0;

connect();
setInterval(showTimes, 10e3);

function connect() {
  const socket = new WebSocket(root.replace(/^http/, "ws") + "live");
  addEventListener("pagehide", () => socket.close(), { once: true });
  socket.onmessage = (m) => {
    const message = JSON.parse(m.data);
    wait = 0;
    offset = Date.parse(message.now) - Date.now();
    table = message.table;
    byId("offline").hidden = true;
    show();
  };
  socket.onclose = () => {
    byId("offline").hidden = false;
    wait = Math.min(2 * wait || 500, 5000);
    setTimeout(connect, wait);
  };
}

function show() {
  summary();
  visitors();
  exercises();
  questions();
  showTimes();
}

/** count writes a number of things. */
const count = (n, one, many = one + "s") => `${n} ${n === 1 ? one : many}`;

/** label returns how a visitor is called in a sentence. */
const label = (v) => v.name ? `${v.name} (${v.number})` : `visitor ${v.number}`;

/** write sets a text where it is another: a status that is set again is read out again. */
function write(id, text) {
  if (byId(id).textContent !== text) byId(id).textContent = text;
}

function summary() {
  const need = table.visitors.filter((v) => v.failures >= stuck && v.state !== "away");
  let text = count(table.visitors.length + table.left.visitors, "visitor") + `, ${table.here} here now.`;
  if (need.length) text += ` ${stuck} or more errors in a row: ${isolated(need.slice(0, 10).map(label))}${need.length > 10 ? " and others" : ""}.`;
  write("summary", text);
}

/** isolated joins names such that none changes the direction of the text around it. */
const isolated = (names) => names.map((n) => `\u2068${n}\u2069`).join(", ");

/** rest says how much is left out. */
function rest(id, n, what) {
  byId(id).hidden = !n;
  write(id, n ? `${count(n, what)} more than the page shows.` : "");
}

/**
 * fill makes the rows of a body those of a list. A row is made again where its value has changed.
 * @param {any} body
 * @param {Array<{key: string, value: any, row: () => any}>} list
 */
function fill(body, list) {
  const had = new Map([...body.children].map((row) => [row.dataset.key, row]));
  const rows = list.map(({ key, value, row }) => {
    const text = JSON.stringify(value), old = had.get(key);
    if (old?.krigoValue === text) return old;
    const made = row();
    made.dataset.key = key;
    made.krigoValue = text;
    return made;
  });
  if (rows.length !== body.children.length || rows.some((row, i) => row !== body.children[i])) body.replaceChildren(...rows);
}

/** who returns the head of a visitor's row. */
function who(v) {
  const number = make("span", { class: v.name ? "soft" : "who", text: "visitor " + v.number });
  return make("th", { scope: "row" }, v.name ? make("bdi", { class: "who line", text: v.name }) : null, number);
}

function visitors() {
  byId("nobody").hidden = table.visitors.length > 0;
  byId("visitors").parentElement.hidden = !table.visitors.length;
  rest("more-visitors", table.left.visitors, "visitor");
  fill(byId("visitors").tBodies[0], table.visitors.map((v) => {
    const value = { ...v, results: null };
    return { key: String(v.number), value, row: () => visitor(v) };
  }));
}

function visitor(v) {
  const where = make("td", {}, make("bdi", { class: "line", text: v.notebook.replace(/\.ipynb$/, "") || "–" }));
  if (v.cells) where.append(make("span", { class: "soft", text: v.cell ? `cell ${v.cell} of ${v.cells}` : "a cell that was deleted" }));
  if (v.section) where.append(make("span", { class: "soft" }, " · ", make("bdi", { text: v.section })));
  const errors = make("td", {}, v.failures >= stuck ? make("span", { class: "stuck", text: v.failures }) : String(v.failures));
  const active = make("td", {}, make("time", { class: "line", datetime: v.active }), v.state === "here" ? null : make("span", { class: "soft", text: v.state }));
  return make("tr", { class: v.state === "away" ? "away" : null }, who(v), where, errors, active);
}

/** showTimes writes how long ago each time was. */
function showTimes() {
  for (const time of document.querySelectorAll("#visitors time")) {
    const text = ago(Date.now() + offset - Date.parse(time.dateTime));
    if (time.textContent !== text) time.textContent = text;
  }
}

function ago(ms) {
  const minutes = Math.floor(ms / 60e3);
  if (minutes < 1) return "just now";
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`;
}

/** lessonOf returns the lesson that an exercise's ID begins with. */
const lessonOf = (id) => id.replace(/-[^-]*$/, "");

function exercises() {
  const some = table.exercises.length > 0;
  byId("no-exercises").hidden = some;
  byId("legend").hidden = byId("results").parentElement.hidden = !some;
  rest("more-exercises", table.left.exercises, "exercise");
  if (!some) return;
  const of = lesson();
  const chosen = table.exercises.filter((e) => !of || lessonOf(e.id) === of);
  const ids = chosen.map((e) => e.id);
  fill(byId("results").tHead, [{ key: "head", value: ids, row: () => head(ids) }]);
  fill(byId("results").tBodies[0], table.visitors.filter((v) => ids.some((id) => v.results[id])).map((v) => {
    const results = ids.map((id) => v.results[id] || null);
    return { key: String(v.number), value: [v.name, results, ids], row: () => make("tr", {}, brief(v), ...results.map(result)) };
  }));
  fill(byId("results").tFoot, [{ key: "total", value: chosen, row: () => make("tr", {}, make("th", { scope: "row", text: "all" }), ...chosen.map(total)) }]);
}

/** lesson returns the lesson that is chosen, "" for all, and offers those that are there. */
function lesson() {
  const select = byId("lesson"), lessons = [...new Set(table.exercises.map((e) => lessonOf(e.id)))];
  const chosen = lessons.includes(select.value) ? select.value : "";
  const options = [...select.options].map((o) => o.value);
  if (options.join("\n") !== ["", ...lessons].join("\n")) {
    select.replaceChildren(make("option", { value: "", text: "all lessons" }), ...lessons.map((l) => make("option", { value: l, text: l })));
    select.value = chosen;
  }
  return chosen;
}
byId("lesson").onchange = exercises;

function head(ids) {
  return make("tr", {}, make("th", { scope: "col", text: "Visitor" }), ...ids.map((id) => make("th", { scope: "col" }, make("bdi", { text: id }))));
}

/** told makes a cell with a short text for who sees it, and a long one for who hears it. */
function told(kind, short, long) {
  return make("td", { class: kind, title: long }, make("span", { "aria-hidden": "true", text: short }), make("span", { class: "hidden", text: long }));
}

const most = 50; // tries that are counted: class.mostAnswers
const tries = (n) => n < most ? String(n) : n + "+";

function result(r) {
  if (!r) return make("td", {});
  if (!r.tries) return told("soft", "·", "no answer yet");
  const hints = r.hints ? ` (${r.hints})` : "";
  return told(r.accepted ? "accepted" : "attempted", `${r.accepted ? "✓" : "×"} ${tries(r.tries)}${hints}`,
    `${r.accepted ? "accepted" : "not yet"}, ${tries(r.tries)} ${r.tries === 1 ? "try" : "tries"}, ${count(r.hints, "hint")}`);
}

/** brief is who in one line. */
function brief(v) {
  if (!v.name) return make("th", { scope: "row", text: "visitor " + v.number });
  return make("th", { scope: "row", title: v.name }, make("bdi", { text: v.name }), " ", make("span", { class: "soft", text: `(${v.number})` }));
}

function total(e) {
  const mean = e.attempted ? (e.tries / e.attempted).toFixed(1) : "0";
  return told(null, `${e.accepted} / ${e.attempted}`,
    `${e.accepted} of ${e.attempted} who tried, of ${e.reached} who came to it; ${mean} tries on average, ${count(e.hints, "hint")} in all`);
}

function questions() {
  const some = table.questions.length > 0;
  byId("no-guesses").hidden = some;
  byId("anonymous").hidden = !some;
  rest("more-questions", table.left.questions, "question");
  fill(byId("questions"), table.questions.map((q) => ({ key: q.notebook + "\n" + q.text, value: q, row: () => question(q) })));
}

function question(q) {
  const top = Math.max(...q.bars.map((b) => b.count));
  const bars = q.bars.map((b) => {
    const bar = make("i", { "aria-hidden": "true", hidden: !b.count });
    bar.style.width = `${75 * b.count / top}%`;
    return make("tr", { class: b.true ? "true" : null }, make("th", { scope: "row" }, make("bdi", { text: b.label })),
      make("td", {}, make("div", { class: "bar" }, bar, make("span", { text: b.true ? b.count + " ◂" : b.count }), b.true ? make("span", { class: "hidden", text: "measured" }) : null)));
  });
  const measured = q.same ? "measured: " : "measured (not all the same): ";
  return make("section", { class: "question" },
    make("h3", {}, make("bdi", { text: q.text })),
    make("span", { class: "soft" }, make("bdi", { text: q.notebook.replace(/\.ipynb$/, "") }), ` · ${count(q.guesses, "guess", "guesses")} · ${measured}`, make("bdi", { text: q.truth })),
    make("table", {}, make("thead", { class: "hidden" }, make("tr", {}, make("th", { scope: "col", text: "guess" }), make("th", { scope: "col", text: "visitors" }))), make("tbody", {}, ...bars)));
}
