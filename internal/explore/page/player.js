// A slider over moments, which can run through them by itself.

import { html } from "./dom.js";

const whole = 9000; // ms of all moments, if none is faster or slower than these
const fastest = 40, slowest = 450;

export class Player {
  /**
   * @param {string} name of what the slider sets
   * @param {{moved: (i: number) => void, text: (i: number) => string, rested?: () => void}} on
   *   moved is called with each moment, rested when no further one comes by itself
   */
  constructor(name, on) {
    Object.assign(this, { on, count: 1, timer: 0 });
    this.run = html("button", { class: "player-run", onclick: () => this.toggle() });
    this.slider = html("input", { type: "range", min: 0, step: 1, "aria-label": name, oninput: () => this.seek() });
    this.value = html("output", { class: "budget" });
    this.el = html("div", { class: "player", role: "group", "aria-label": name }, this.run, this.slider, this.value);
  }

  get at() { return Number(this.slider.value); }
  get isRunning() { return Boolean(this.timer); }
  get isAtEnd() { return this.at >= this.count - 1; }

  /** set sets the number of moments, and the one that is shown. */
  set(count, at) {
    this.pause();
    this.count = count;
    this.slider.max = String(count - 1);
    this.go(at);
    this.on.rested?.();
  }

  /** go shows a moment. */
  go(i) {
    this.slider.value = String(Math.min(i, this.count - 1));
    const text = this.on.text(this.at);
    this.slider.setAttribute("aria-valuetext", text);
    this.value.textContent = text;
    this.on.moved(this.at);
    this.show();
  }

  /** seek shows the moment that a reader has chosen. */
  seek() {
    this.pause();
    this.go(this.at);
    this.on.rested?.();
  }

  toggle() {
    if (this.isRunning) {
      this.pause();
      this.on.rested?.();
      return;
    }
    if (this.isAtEnd) this.go(0);
    this.timer = setInterval(() => this.advance(), Math.min(slowest, Math.max(fastest, whole / this.count)));
    this.show();
  }

  advance() {
    if (!this.el.isConnected) return this.pause();
    if (!this.isAtEnd) this.go(this.at + 1);
    if (!this.isAtEnd) return;
    this.pause();
    this.on.rested?.();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.show();
  }

  show() { this.run.textContent = this.isRunning ? "Pause" : this.isAtEnd && this.count > 1 ? "Play again" : "Play"; }
}
