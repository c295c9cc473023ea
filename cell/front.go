package cell

// FrontTarget is the target of the comm on which a front end sends its preferences:
// {"redraw": "image/svg+xml"} asks for SVG when a handler redraws a figure, and
// {"redraw": [FigureType]} for a figure of krigo's pages. SVG is faster to draw, and fits
// a front end that shows SVG of the notebook it runs; Jupyter's front ends do so only if
// they trust the notebook. {"explore": true} asks for figures that pages draw
// from numbers ([ExploreType]).
const FrontTarget = "krigo.front"
