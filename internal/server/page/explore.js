// Figures of package widget in the notebook's page, drawn by the scripts that exported pages have. Those of widget.Explore
// are computed by the kernel or in the page, and kept in the notebook; others are drawn from what is recorded in them, and
// have no state.

import { base, make, served } from "./dom.js";

const places = served ? { worker: `${base}/static/explore/module-worker.js`, wasm: `${base}/static/explore/module.wasm.gz` } : undefined;

/** dress loads the style of figures, once, where the page does not have it. */
function dress() {
  if (!served) return;
  const href = `${base}/static/explore/explore.css`;
  if (!document.querySelector(`link[href="${href}"]`)) document.head.append(make("link", { rel: "stylesheet", href }));
}

/** Questions that a kernel has not answered yet. @type {Map<number, (answer: string) => void>} */
const waiting = new Map();
let last = 0;

/** hearAnswer takes the answer of a kernel to a question of this page or of another. */
export function hearAnswer({ id, answer }) { waiting.get(id)?.(answer); }

/** kernelOf returns how the kernel of a model is asked. */
function kernelOf(id, ask) {
  return async (question) => {
    const n = ++last + Math.random(); // other pages count, too
    let answer;
    waiting.set(n, (text) => { answer = text; });
    try {
      await ask({ op: "comm", id, data: { method: "custom", content: { id: n, question } } });
    } finally {
      waiting.delete(n);
    }
    if (answer === undefined) throw Object.assign(new Error("the session of this figure has ended"), { gone: true });
    return answer;
  };
}

/** The modules that draw figures, by kind. */
const load = {
  explore: () => import("./explore/figure.js"),
  race: () => import("./explore/race.js"),
  occam: () => import("./explore/occam.js"),
  search: () => import("./explore/search.js"),
};

/** draws reports whether there are figures of a kind. */
export const draws = (kind) => Object.hasOwn(load, kind);

/**
 * explorable draws the model of a figure. Other pages that show it follow.
 * @param {(op: any) => Promise<any>} ask
 * @param {(state: any) => void} move tells the notebook and the kernel
 */
export function explorable(id, ask, move, kind) {
  dress();
  const el = make("div", { class: "krigo-explore" }, make("p", { class: "note", text: "Loading the figure …" }));
  let figure = null, shown = "", latest = null;
  let isOurs = false; // the last state came from this page, which then sends what it has drawn, too
  const show = (s) => {
    latest = s;
    const now = JSON.stringify(s.state);
    if (!figure || now === shown) return;
    shown = now;
    isOurs = false;
    // A recorded figure has no state.
    figure.replace?.(s.state);
  };
  load[kind]().then((m) => {
    shown = JSON.stringify(latest.state);
    figure = el.figure = new (m.Figure || m.Race || m.Occam || m.Search)(el, latest, {
      served: places, kernel: kernelOf(id, ask),
      changed: (now) => {
        const text = JSON.stringify(now.state), isNew = text !== shown;
        shown = text;
        isOurs ||= isNew;
        if (isNew || isOurs && now.shown) move(now);
      },
    });
  }).catch((error) => el.replaceChildren(make("p", { class: "note", text: "The figure cannot be shown: " + error.message })));
  return { el, update: show };
}
