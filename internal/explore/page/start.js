// The figures of an exported page.

import { html } from "./dom.js";
import { Figure } from "./figure.js";

for (const root of document.querySelectorAll(".krigo-explore")) {
  const content = root.querySelector("script[type='application/json']");
  if (!content) continue;
  try {
    root.figure = new Figure(root, JSON.parse(content.textContent));
  } catch (error) {
    root.append(html("p", { class: "notice", text: "The figure cannot be explored: " + error.message }));
  }
}
