package cell

// FrontTarget is the target of the comm that a front end opens to say how it
// likes to be served: {"redraw": "image/svg+xml"} asks for SVG where a figure is
// redrawn in a handler. That is faster to draw, and right for a front end that
// shows SVG of the notebook it runs; Jupyter's front ends do so only where they
// trust the notebook.
const FrontTarget = "krigo.front"
