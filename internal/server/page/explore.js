// Figures of package widget in the notebook's page, drawn by the scripts that exported pages have. Those of widget.Explore
// are computed by the kernel or in the page, and kept in the notebook; others are drawn from what is recorded in them, and
// have no state.

import { base, make, served } from "./dom.js";
import { Questions, keep } from "./explore/kept.js";

const places = served ? { worker: `${base}/static/explore/module-worker.js`, wasm: `${base}/static/explore/module.wasm.gz` } : undefined;

/** dress loads the style of figures, once, where the page does not have it. */
function dress() {
  if (!served) return;
  const href = `${base}/static/explore/explore.css`;
  if (!document.querySelector(`link[href="${href}"]`)) document.head.append(make("link", { rel: "stylesheet", href }));
}

const questions = new Questions();

/** hearAnswer takes the answer of a kernel to a question of this page or of another. */
export function hearAnswer(content) { questions.hear(content); }

/** kernelOf returns how the kernel of a model is asked. */
const kernelOf = (id, ask) => (question) => questions.ask((content) => ask({ op: "comm", id, data: { method: "custom", content } }), question);

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
  let latest = null, follow = null;
  load[kind]().then((m) => {
    follow = keep(el, m.Figure || m.Race || m.Occam || m.Search, latest, { served: places, kernel: kernelOf(id, ask), move });
  }).catch((error) => el.replaceChildren(make("p", { class: "note", text: "The figure cannot be shown: " + error.message })));
  return { el, update: (s) => {
    latest = s;
    follow?.(s);
  } };
}
