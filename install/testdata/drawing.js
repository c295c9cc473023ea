// What figures.test.js has drawn: figures that record what they are asked.
export { Questions } from "./kept.js";

export class Drawn {
  constructor(root, model) {
    if (model.state === "malformed") throw new Error("malformed");
    Object.assign(this, { root, model, states: [] });
  }
}

/** keep draws, and notes the options. */
export function keep(root, Figure, model, options) {
  const figure = root.figure = Object.assign(new Figure(root, model), { options });
  keep.last = figure;
  return (state) => figure.states.push(state.state);
}

export const kinds = { explore: Drawn };
