// How figures of an exported page begin.

import { html } from "./dom.js";

/** begin draws the figures of a kind from the content that each has. A picture stays where that fails. */
export function begin(kind, Figure) {
  for (const root of document.querySelectorAll(`.krigo-explore[data-figure="${kind}"]`)) {
    const content = root.querySelector("script[type='application/json']");
    if (!content) continue;
    try {
      root.figure = new Figure(root, JSON.parse(content.textContent));
    } catch (error) {
      root.append(html("p", { class: "notice", text: "The figure cannot be explored: " + error.message }));
    }
  }
}
