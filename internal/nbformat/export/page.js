"use strict";
// What the page gains by a script. Without it, a picture that is shown twice is only at the first place.
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];

  // The list of contents is open if there is room for it next to the text.
  const contents = document.querySelector(".contents");
  const wide = matchMedia("(min-width: 80rem)");
  const unfold = () => { if (contents) contents.open = wide.matches; };
  wide.addEventListener("change", unfold);
  unfold();

  const fold = document.getElementById("fold");
  const cells = all("details.in");
  if (fold) {
    const label = () => { fold.textContent = cells.some((c) => c.open) ? "Hide all code" : "Show all code"; };
    fold.hidden = false;
    fold.addEventListener("click", () => {
      const open = !cells.some((c) => c.open);
      for (const c of cells) c.open = open;
    });
    for (const c of cells) c.addEventListener("toggle", label);
    label();
  }

  // Pages read from a file or over plain HTTP may have no clipboard: there the code is selected and copied.
  const copy = async (code) => {
    if (navigator.clipboard) return navigator.clipboard.writeText(code.textContent);
    getSelection().selectAllChildren(code);
    if (!document.execCommand("copy")) throw new Error("no clipboard");
  };
  for (const code of all("pre > code")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", () => copy(code).then(() => "Copied", () => "Not copied").then((text) => {
      button.textContent = text;
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    }));
    const box = document.createElement("div");
    box.className = "code";
    code.parentElement.replaceWith(box);
    box.append(button, code.parentElement);
  }

  // A picture is in the page once.
  for (const img of all("img[data-picture]")) img.src = document.getElementById(img.dataset.picture).src;

  // What scrolls can be reached by keyboard.
  for (const box of all(".out, .scroll, pre")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  }
})();
