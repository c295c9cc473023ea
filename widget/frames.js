(() => {
  "use strict";
  // A line of JSON, the horizontal numbers of paths and the vertical ones: framepaths.go.
  const unpack = (bytes) => {
    const end = bytes.indexOf(10) + 1;
    const packed = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
    const reader = (at) => () => {
      let v = 0, scale = 1;
      for (; bytes[at] > 127; scale *= 128) v += (bytes[at++] - 128) * scale;
      v += bytes[at++] * scale;
      return v % 2 ? -(v + 1) / 2 : v / 2;
    };
    const x = reader(end), y = reader(end + packed.across);
    const path = (_, commands) => commands.replace(/([a-z])(\d*)/g, (_, letter, pairs) => {
      const numbers = [];
      for (let i = 0; i < pairs; i++) numbers.push(x(), y());
      return letter + numbers.join(" ");
    });
    packed.lines = packed.lines.map((line) => line.replace(/\x01([^"]*)/g, path));
    return packed;
  };
  const start = async (root) => {
    const [bar, stage, note] = ["sliders", "frame", "note"].map((name) => root.querySelector(".krigo-" + name));
    const packed = Uint8Array.from(atob(root.dataset.frames), (c) => c.charCodeAt(0));
    const opened = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    const { axes, lines, frames } = unpack(new Uint8Array(await new Response(opened).arrayBuffer()));
    const make = (tag, parent, properties) => parent.appendChild(Object.assign(document.createElement(tag), properties));
    bar.replaceChildren();
    // A button that runs through the values, slowly where the reader wants less motion.
    const play = (button, input, label, interval) => {
      const pace = matchMedia("(prefers-reduced-motion: reduce)").matches ? Math.max(interval, 1000) : interval;
      let timer = 0;
      const name = () => {
        button.textContent = timer ? "Pause" : "Play";
        button.setAttribute("aria-label", button.textContent + " " + label);
      };
      const stop = () => {
        clearInterval(timer);
        timer = 0;
        name();
      };
      const step = () => {
        if (!root.isConnected) return stop();
        input.valueAsNumber++;
        const ended = input.value === input.max;
        if (ended) stop();
        show(ended);
      };
      button.addEventListener("click", () => {
        if (timer) {
          stop();
          return show(true);
        }
        if (input.value === input.max) input.value = 0;
        timer = setInterval(step, pace);
        name();
        show();
      });
      input.addEventListener("input", stop); // the user moves it
      name();
    };
    const sliders = axes.map(({ label, tooltip, values, start, interval }) => {
      const row = make("div", bar, { title: tooltip, style: "display:flex;flex-wrap:wrap;gap:.3em .8em;align-items:center;margin:.3em 0" });
      const named = make("label", row, { style: "display:flex;flex:0 1 36em;gap:.8em;align-items:center" });
      make("span", named, { textContent: label, style: "min-width:9em" });
      const input = make("input", named, { type: "range", min: 0, max: values.length - 1, step: 1, value: start, style: "flex:0 1 20em;min-width:6em" });
      const readout = make("span", named, { style: "min-width:5em;white-space:nowrap;font-variant-numeric:tabular-nums" });
      readout.setAttribute("aria-hidden", "true"); // the slider says it
      input.setAttribute("aria-label", label);
      if (interval) play(make("button", row, { type: "button", style: "min-width:5em" }), input, label, interval);
      return { input, readout, values };
    });
    const said = make("div", bar, { style: "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap" });
    said.setAttribute("aria-live", "polite");
    const show = (tell) => {
      let at = 0;
      for (const { input, readout, values } of sliders) {
        at = at * values.length + Number(input.value);
        readout.textContent = values[input.value];
        input.setAttribute("aria-valuetext", values[input.value]);
      }
      stage.innerHTML = frames[at].map((line) => lines[line]).join("");
      root.dataset.shown = at;
      const text = stage.querySelector("desc")?.textContent || stage.querySelector("img")?.alt || stage.textContent;
      if (tell) said.textContent = text.slice(0, 500);
    };
    bar.addEventListener("input", show);
    root.addEventListener("keydown", (event) => event.stopPropagation()); // notebooks move cells by arrows
    note.hidden = true;
    show();
  };
  // Where scripts run apart from their place, the first one to run starts all.
  for (const root of document.querySelectorAll(".krigo-frames")) {
    if (root.krigoStarted) continue;
    root.krigoStarted = true;
    start(root).catch((error) => { root.querySelector(".krigo-note").textContent = "The frames cannot be shown here: " + error.message; });
  }
})();
