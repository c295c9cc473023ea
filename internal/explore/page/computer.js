// Who answers questions: the module of the page, or the kernel of a notebook, whichever is faster.

import { run } from "./module.js";

/** A way to have questions answered, and how long it takes, in ms. */
class Way {
  constructor(ask) {
    this.ask = ask;
    this.time = NaN;
  }

  async answer(question) {
    const start = performance.now();
    const answer = JSON.parse(await this.ask(JSON.stringify(question)));
    if (answer.error) throw new Error(answer.error.replace(/^(explore|gplib|cov): /, ""));
    if (question.ask === "posterior") {
      const took = performance.now() - start;
      this.time = isNaN(this.time) ? took : 0.8 * this.time + 0.2 * took;
    }
    return answer;
  }
}

let questions = 0; // of all figures: they share the module's worker, which answers by these numbers

/** worked returns the way by the page's module. */
function worked(worker) {
  const waiting = new Map();
  const finish = (error) => {
    for (const w of waiting.values()) w.reject(new Error(error));
    waiting.clear();
  };
  worker.addEventListener("message", ({ data }) => {
    if (data.error) return finish(data.error);
    waiting.get(data.id)?.resolve(data.answer);
    waiting.delete(data.id);
  });
  worker.addEventListener("error", (e) => finish(e.message));
  return new Way((question) => new Promise((resolve, reject) => {
    waiting.set(++questions, { resolve, reject });
    worker.postMessage({ id: questions, question });
  }));
}

const pause = 5000; // ms between attempts to get the module
const again = 40; // questions after which the slower way is tried again

export class Computer {
  /**
   * @param {{worker: string, wasm: string} | (() => Promise<{worker: string, wasm: string}>)} [served] where the module is served
   * @param {(question: string) => Promise<string>} [kernel] asks a kernel; it throws where there is none
   */
  constructor(served, kernel) {
    this.served = served;
    this.module = null;
    this.kernel = kernel ? new Way(kernel) : null;
    this.count = 0;
  }

  /** start gets the module; a page without one computes by its kernel alone, and tries again from time to time. */
  start() {
    if (performance.now() < this.later) return this.starting;
    this.starting ??= run(this.served).then((worker) => { this.module = worked(worker); }, (error) => {
      this.starting = null;
      this.fault = error;
      this.later = performance.now() + pause;
    });
    return this.starting;
  }

  async answer(question) {
    this.start();
    if (!this.kernel) await this.starting;
    const way = this.choose();
    if (!way) throw new Error("nothing can compute here: " + (this.fault?.message || "run the cell again"));
    try {
      return await way.answer(question);
    } catch (error) {
      if (way !== this.kernel || !error.gone) throw error;
      this.kernel = null; // it has ended: from here on the module answers
      return this.answer(question);
    }
  }

  choose() {
    const { kernel, module } = this;
    if (!kernel || !module) return kernel || module;
    const [fast, slow] = kernel.time <= module.time ? [kernel, module] : [module, kernel];
    if (isNaN(fast.time)) return fast;
    if (isNaN(slow.time)) return slow;
    return ++this.count % again ? fast : slow;
  }
}
