// A race that draws nothing.
export class Race {
  constructor(root, content) { this.count = content.learners.length; }
}
