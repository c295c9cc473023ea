(() => {
  "use strict";
  const start = async (root) => {
    const [bar, stage, note] = ["sliders", "frame", "note"].map((name) => root.querySelector(".krigo-" + name));
    const packed = Uint8Array.from(atob(root.dataset.frames), (c) => c.charCodeAt(0));
    const opened = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    const { axes, lines, frames } = await new Response(opened).json();
    const make = (tag, parent, properties) => parent.appendChild(Object.assign(document.createElement(tag), properties));
    bar.replaceChildren();
    const sliders = axes.map(({ label, tooltip, values, start }) => {
      const row = make("label", bar, { title: tooltip, style: "display:flex;gap:.8em;align-items:center;margin:.3em 0" });
      make("span", row, { textContent: label, style: "min-width:9em" });
      const input = make("input", row, { type: "range", min: 0, max: values.length - 1, step: 1, value: start, style: "flex:0 1 20em;min-width:6em" });
      const readout = make("span", row, { style: "min-width:5em;font-variant-numeric:tabular-nums" });
      readout.setAttribute("aria-hidden", "true"); // the slider says it
      input.setAttribute("aria-label", label);
      return { input, readout, values };
    });
    const said = make("div", bar, { style: "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap" });
    said.setAttribute("aria-live", "polite");
    const show = (event) => {
      let at = 0;
      for (const { input, readout, values } of sliders) {
        at = at * values.length + Number(input.value);
        readout.textContent = values[input.value];
        input.setAttribute("aria-valuetext", values[input.value]);
      }
      stage.innerHTML = frames[at].map((line) => lines[line]).join("");
      root.dataset.shown = at;
      const text = stage.querySelector("desc")?.textContent || stage.querySelector("img")?.alt || stage.textContent;
      if (event) said.textContent = text.slice(0, 500);
    };
    bar.addEventListener("input", show);
    root.addEventListener("keydown", (event) => event.stopPropagation()); // notebooks move cells by arrows
    note.hidden = true;
    show();
  };
  // Where scripts run apart from their place, the first that runs starts all.
  for (const root of document.querySelectorAll(".krigo-frames")) {
    if (root.krigoStarted) continue;
    root.krigoStarted = true;
    start(root).catch((error) => { root.querySelector(".krigo-note").textContent = "The frames cannot be shown here: " + error.message; });
  }
})();
