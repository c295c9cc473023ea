// Bars for the log marginal likelihood and its three terms (Rasmussen and Williams 2006, equation 5.8).

import { html } from "./dom.js";
import { nats, nice } from "./scale.js";

const rows = [
  { key: "dataFit", name: "data fit", formula: "−½ (y−m)ᵀC⁻¹(y−m)", laplace: "log p(y|f̂)" },
  { key: "complexity", name: "complexity penalty", formula: "−½ log |C|", laplace: "−½ (f̂−m)ᵀK⁻¹(f̂−m) − ½ log |I+KW|" },
  { key: "constant", name: "constant", formula: "−(n/2) log 2π", laplace: "none" },
  { key: "sum", name: "log marginal likelihood", formula: "their sum", laplace: "their sum, by Laplace’s approximation" },
];

export class Terms {
  constructor() {
    this.rows = rows.map(({ key, name, formula, laplace }) => {
      const symbols = html("span", { class: "symbols", text: formula });
      const bar = html("span", { class: "amount " + key }), value = html("output");
      const el = html("div", { class: "term " + key },
        html("span", { class: "name" }, name, " ", symbols), value, html("span", { class: "track", "aria-hidden": true }, bar));
      return { key, el, bar, value, write: (approximate) => { symbols.textContent = approximate ? laplace : formula; } };
    });
    this.el = html("div", { class: "terms", role: "group", "aria-label": "Terms of the log marginal likelihood" }, ...this.rows.map((r) => r.el));
    this.range = null;
  }

  /** show draws terms. While they move the axis only grows; it fits again when they rest. */
  show(terms, resting) {
    const values = rows.map((r) => terms[r.key]);
    const [low, high] = nice(Math.min(0, ...values), Math.max(0, ...values));
    this.range = resting || !this.range ? [low, high] : [Math.min(low, this.range[0]), Math.max(high, this.range[1])];
    const [a, b] = this.range, at = (v) => 100 * (v - a) / (b - a);
    for (const { key, bar, value, write } of this.rows) {
      write(terms.approximate);
      const v = terms[key];
      bar.style.left = Math.min(at(v), at(0)) + "%";
      bar.style.width = Math.abs(at(v) - at(0)) + "%";
      value.textContent = nats(v);
    }
    this.el.style.setProperty("--zero", at(0) + "%");
  }

  /** clear shows that there are no terms. */
  clear() {
    for (const { bar, value } of this.rows) {
      bar.style.width = "0%";
      value.textContent = "–";
    }
    this.range = null;
  }
}
