"use strict";
// Closer looks at figures: the values under the pointer; the wheel with Ctrl or ⌘, or a dragged box,
// magnifies a panel, and a double click shows all of it. A figure says everything without this script.
// How a panel is written: display/draw/pagepanel.go.
(() => {
  const ns = "http://www.w3.org/2000/svg", near = 14, most = 200; // pixels; magnification
  const make = (tag, attributes, ...inner) => {
    const el = document.createElementNS(ns, tag);
    for (const [k, v] of Object.entries(attributes)) el.setAttribute(k, v);
    el.append(...inner);
    return el;
  };
  const known = new WeakMap(); // panels that were looked at

  /** panelOf reads a panel: its sides, axes, and the points and lines of its data. */
  function panelOf(g) {
    if (known.has(g)) return known.get(g);
    const f = g.dataset.panel.split(" "), n = f.slice(0, 8).map(Number);
    const p = {
      g, svg: g.closest("svg"), marks: g.children[0], data: g.children[2], left: n[0], top: n[1], right: n[2], bottom: n[3],
      x: { low: n[4], high: n[5], kind: f[8], name: g.dataset.x || "x" }, y: { low: n[6], high: n[7], kind: f[9], name: g.dataset.y || "y" },
      dots: [], lines: [],
    };
    Object.assign(p, { width: p.right - p.left, height: p.bottom - p.top, view: null });
    for (const el of p.data.querySelectorAll("path, circle")) read(p, el);
    known.set(g, p);
    return p;
  }

  /** rowsOf returns the rows of dots: "0-9" or "3 5 8". */
  function rowsOf(el) {
    const text = el.dataset.rows, range = /^(\d+)-(\d+)$/.exec(text || "");
    if (range) return Array.from({ length: range[2] - range[1] + 1 }, (_, i) => +range[1] + i);
    return text ? text.split(" ").map(Number) : [];
  }

  function read(p, el) {
    const name = (el.closest("[data-name]") || el).dataset.name || "", rows = rowsOf(el);
    if (el.tagName === "circle") {
      p.dots.push({ x: +el.getAttribute("cx"), y: +el.getAttribute("cy"), name, row: rows[0] });
      return;
    }
    let x = 0, y = 0, parts = [], dots = 0;
    for (const [, letter, text] of el.getAttribute("d").matchAll(/([a-z])([^a-z]*)/g)) {
      const n = (text.match(/-?\d+/g) || []).map(Number);
      if (letter === "h") p.dots.push({ x, y, name, row: rows[dots++] });
      if (letter === "m") parts.push([[x += n[0], y += n[1]]]);
      if (letter === "l") for (let i = 0; i < n.length; i += 2) parts[parts.length - 1].push([x += n[i], y += n[i + 1]]);
      if (letter === "z" && parts.length) {
        const part = parts[parts.length - 1];
        part.push(part[0]);
        [x, y] = part[0];
      }
      if (letter === "q" || letter === "c") return; // a glyph
    }
    if (name && !dots) p.lines.push({ name, parts: parts.filter((part) => part.length > 1) });
  }

  /** format writes a value of an axis, with digits that tell places apart. */
  function format(axis, share) {
    let v = axis.low + (axis.high - axis.low) * share;
    if (axis.kind === "c") return "";
    if (axis.kind === "t") return new Date(1000 * v).toISOString().slice(0, 16).replace("T", " ").replace(" 00:00", "");
    let step = Math.abs(axis.high - axis.low) / 2000;
    if (axis.kind === "l") { v = 10 ** v; step = v / 200; }
    const text = Math.abs(v) >= 1e15 || (v && Math.abs(v) < 1e-4 && step < 1e-5) ? v.toPrecision(4) : v.toFixed(Math.min(12, Math.max(0, Math.ceil(-Math.log10(step)))));
    return text.replace(/-/g, "−");
  }
  const across = (p, x) => (x - p.left) / p.width, up = (p, y) => (p.bottom - y) / p.height;

  /** heights returns where lines cross a vertical line. */
  function heights(line, x) {
    const found = [];
    for (const part of line.parts) {
      for (let i = 1; i < part.length; i++) {
        const [a, b] = [part[i - 1], part[i]];
        if (a[0] !== b[0] && (a[0] - x) * (b[0] - x) <= 0) found.push(a[1] + (b[1] - a[1]) * (x - a[0]) / (b[0] - a[0]));
      }
    }
    return found.sort((a, b) => b - a).filter((y, i, all) => !i || all[i - 1] - y > 1);
  }

  /** say lists what is at a place of a panel. */
  function say(p, x, y, unit) {
    const value = (axis, share) => { const text = format(axis, share); return text && axis.name + " " + text; };
    let best = null, least = near * unit;
    for (const dot of p.dots) {
      const d = Math.hypot(dot.x - x, dot.y - y);
      if (d < least) { least = d; best = dot; }
    }
    if (best) {
      const head = [best.name, best.row === undefined ? "" : "row " + best.row].filter(Boolean).join(", ");
      return { x: best.x, y: best.y, lines: [head, value(p.x, across(p, best.x)), value(p.y, up(p, best.y))] };
    }
    const lines = [value(p.x, across(p, x))], at = new Map();
    for (const line of p.lines) at.set(line.name, (at.get(line.name) || []).concat(heights(line, x)));
    for (const [name, ys] of at) {
      if (ys.length === 1) lines.push(name + " " + format(p.y, up(p, ys[0])));
      if (ys.length === 2) lines.push(name + " " + ys.sort((a, b) => b - a).map((v) => format(p.y, up(p, v))).join(" to "));
    }
    if (lines.length === 1) lines.push(value(p.y, up(p, y)));
    return { x, y, lines };
  }

  const tip = document.createElement("div");
  tip.className = "figure-tip";
  tip.ariaHidden = "true";
  let box = null; // that is dragged

  /** where returns the panel at the pointer, and the place in it in units of the whole figure. */
  function where(e) {
    const svg = e.target.closest?.(".figure svg");
    const root = svg && (svg.ownerSVGElement || svg), matrix = root?.getScreenCTM();
    if (!matrix) return null;
    const at = new DOMPoint(e.clientX, e.clientY).matrixTransform(matrix.inverse()), unit = 1 / matrix.a;
    for (const g of root.querySelectorAll(".panel")) {
      const p = panelOf(g);
      if (at.x < p.left || at.x > p.right || at.y < p.top || at.y > p.bottom) continue;
      const v = p.view || { x: p.left, y: p.top, times: 1 };
      return { p, unit: unit / v.times, x: v.x + (at.x - p.left) / v.times, y: v.y + (at.y - p.top) / v.times };
    }
    return null;
  }

  function hide() { tip.remove(); }

  function hover(e) {
    const at = where(e);
    if (!at || box) return hide();
    const told = say(at.p, at.x, at.y, at.unit);
    tip.replaceChildren(...told.lines.filter(Boolean).map((line) => Object.assign(document.createElement("div"), { textContent: line })));
    if (!tip.childElementCount) return hide();
    document.body.append(tip);
    const left = e.clientX + 14 + tip.offsetWidth > innerWidth ? e.clientX - 14 - tip.offsetWidth : e.clientX + 14;
    Object.assign(tip.style, { left: Math.max(0, left) + "px", top: Math.max(0, e.clientY - tip.offsetHeight - 8) + "px" });
  }

  /** show magnifies a panel so that the view is at its top left; without a view it shows all. */
  function show(p, view) {
    if (view) {
      view.times = Math.min(view.times, most);
      view.x = Math.min(Math.max(view.x, p.left), p.right - p.width / view.times);
      view.y = Math.min(Math.max(view.y, p.top), p.bottom - p.height / view.times);
    }
    p.view = view && view.times > 1.01 ? view : null;
    p.inner?.replaceWith(p.data);
    p.own?.remove();
    p.inner = p.own = null;
    p.marks.style.display = p.view ? "none" : "";
    const unit = p.svg.getScreenCTM()?.a ?? 1; // lines keep their widths, which are then in pixels
    for (const el of p.data.querySelectorAll("path, circle")) {
      const of = (name) => el.closest(`[${name}]`)?.getAttribute(name).split(" ").map((n) => n * unit + "px").join(" ") || "none";
      el.style.cssText = p.view ? `vector-effect:non-scaling-stroke;stroke-width:${of("stroke-width")};stroke-dasharray:${of("stroke-dasharray")}` : "";
    }
    if (!p.view) return;
    const { x, y, times } = p.view;
    p.inner = make("svg", { x: p.left, y: p.top, width: p.width, height: p.height, viewBox: [x, y, p.width / times, p.height / times].join(" ") });
    p.data.replaceWith(p.inner);
    p.inner.append(p.data);
    p.own = axes(p);
    p.g.prepend(p.own);
  }

  /** axes draws a grid and labels for the part that is shown. */
  function axes(p) {
    const g = make("g", {}), { x, y, times } = p.view;
    const text = { fill: "var(--figure-muted)", "font-size": 170 }, line = { stroke: "var(--figure-grid)", "stroke-width": 15 };
    const ticks = (axis, from, to, draw) => {
      if (axis.kind === "c" || axis.kind === "t") return;
      const size = axis.high - axis.low, low = axis.low + size * from, high = axis.low + size * to;
      const log = axis.kind === "l", few = log && high - low < 1.5; // decades
      const [a, b] = [low, high].map((v) => few ? 10 ** v : v).sort((v, w) => v - w);
      const raw = (b - a) / 5, power = 10 ** Math.floor(Math.log10(raw));
      const step = Math.max([1, 2, 5, 10].find((s) => s * power >= raw) * power, log && !few ? 1 : 0);
      for (let k = Math.ceil(a / step); k * step <= b; k++) {
        const v = k * step, at = few ? Math.log10(v) : v;
        const label = log && !few ? (10 ** v).toPrecision(1) : v.toFixed(Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
        draw((at - low) / (high - low), String(log && !few ? +label : label).replace(/-/g, "−"));
      }
    };
    const left = across(p, x), low = up(p, y + p.height / times);
    ticks(p.x, left, left + 1 / times, (share, label) => {
      const at = p.left + share * p.width;
      g.append(make("path", { d: `M${at} ${p.top}V${p.bottom}`, ...line }), make("text", { x: at, y: p.bottom + 290, "text-anchor": "middle", ...text }, label));
    });
    ticks(p.y, low, low + 1 / times, (share, label) => {
      const at = p.bottom - share * p.height;
      g.append(make("path", { d: `M${p.left} ${at}H${p.right}`, ...line }), make("text", { x: p.left - 90, y: at + 60, "text-anchor": "end", ...text }, label));
    });
    return g;
  }

  addEventListener("mousemove", (e) => {
    if (!box) return hover(e);
    const at = where(e);
    if (!at || at.p !== box.p) return;
    box.to = at;
    box.el ??= box.p.g.appendChild(make("rect", { fill: "var(--figure-0)", "fill-opacity": 0.15 }));
    const v = box.p.view || { x: box.p.left, y: box.p.top, times: 1 };
    for (const [k, side] of [["x", "left"], ["y", "top"]]) {
      box.el.setAttribute(k, box.p[side] + (Math.min(at[k], box[k]) - v[k]) * v.times);
      box.el.setAttribute(k === "x" ? "width" : "height", Math.abs(at[k] - box[k]) * v.times);
    }
  });
  addEventListener("mousedown", (e) => {
    const at = !e.button && !e.target.closest?.("text") && where(e);
    if (!at) return;
    e.preventDefault();
    hide();
    box = at;
  });
  addEventListener("mouseup", () => {
    const b = box;
    box = null;
    if (!b?.el) return;
    b.el.remove();
    const width = Math.abs(b.to.x - b.x), height = Math.abs(b.to.y - b.y);
    if (Math.max(width, height) < 6 * b.unit) return;
    const times = Math.min(b.p.width / Math.max(width, 1), b.p.height / Math.max(height, 1));
    show(b.p, { times, x: (b.x + b.to.x - b.p.width / times) / 2, y: (b.y + b.to.y - b.p.height / times) / 2 });
  });
  addEventListener("wheel", (e) => {
    hide();
    const at = (e.ctrlKey || e.metaKey) && where(e);
    if (!at) return;
    e.preventDefault();
    const old = at.p.view?.times || 1, times = Math.max(1, old * Math.exp(-e.deltaY / 300)), v = at.p.view || { x: at.p.left, y: at.p.top };
    show(at.p, { times, x: at.x - (at.x - v.x) * old / times, y: at.y - (at.y - v.y) * old / times });
  }, { passive: false });
  addEventListener("dblclick", (e) => { const at = where(e); if (at) show(at.p, null); });
  addEventListener("beforeprint", () => {
    hide();
    for (const g of document.querySelectorAll(".panel")) if (known.has(g)) show(known.get(g), null);
  });
  document.addEventListener("mouseleave", hide);
})();
