// Figures of a notebook whose models a kernel has, and other pages: they follow, and tell what is new.

/** gone is the error of a question that nobody answers any more. */
const gone = () => Object.assign(new Error("the session of this figure has ended"), { gone: true });

/** Questions that a kernel has not answered yet. */
export class Questions {
  constructor() {
    this.waiting = new Map();
    this.last = 0;
  }

  /**
   * ask returns the answer to a question. It throws where there is none when it has been sent and handled.
   * @param {(content: {id: number, question: string}) => Promise<any>} send
   */
  ask(send, question) {
    const id = ++this.last + Math.random(); // other pages count, too
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      send({ id, question }).then(() => reject(gone()), reject);
    }).finally(() => this.waiting.delete(id));
  }

  /** hear takes the answer of a kernel to a question of this page or of another. */
  hear({ id, answer }) { this.waiting.get(id)?.resolve(answer); }

  /** end reports that the kernel has gone. */
  end() {
    for (const w of this.waiting.values()) w.reject(gone());
  }
}

/**
 * keep draws a figure of a model. It returns a function that takes the model's state when that has changed.
 * @param {any} Figure the class that draws it: one of recorded numbers has no state
 * @param {{served?: {worker: string, wasm: string} | (() => Promise<{worker: string, wasm: string}>), kernel?: (question: string) => Promise<string>, move: (state: any) => void}} options
 *   move gets what is new on screen
 */
export function keep(root, Figure, model, { served, kernel, move }) {
  let shown = JSON.stringify(model.state);
  let isOurs = false; // the last state came from this page, which then sends what it has drawn, too
  root.figure = new Figure(root, model, {
    served, kernel,
    changed: (now) => {
      const text = JSON.stringify(now.state), isNew = text !== shown;
      shown = text;
      isOurs ||= isNew;
      if (isNew || isOurs && now.shown) move(now);
    },
  });
  return (model) => {
    const now = JSON.stringify(model.state);
    if (now === shown) return;
    shown = now;
    isOurs = false;
    root.figure.replace?.(model.state);
  };
}
