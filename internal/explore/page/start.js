// The figures of an exported page.

import { Figure } from "./figure.js";

for (const root of document.querySelectorAll(".krigo-explore")) {
  const content = root.querySelector("script[type='application/json']");
  if (content) root.figure = new Figure(root, JSON.parse(content.textContent));
}
