// A figure that draws nothing.
export class Figure {
  constructor(root, content, options) {
    Object.assign(this, { options, count: content.state.y.length });
    Figure.last = this;
  }

  replace(state) { this.replaced = state; }
}
