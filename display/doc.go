// Package display shows values in a notebook: figures, tables, progress and
// any value that knows how to draw itself.
//
// Every value becomes a [Bundle], the same thing in several MIME types, by
// [Of]. A figure or a table that is a cell's last expression shows itself;
// [Show] shows a value earlier:
//
//	fit, err := gplib.Fit(ctx, model, data, &gplib.Settings{Observe: display.Live()})
//	display.Show(display.Fit(fit).Title("CO₂ at Mauna Loa").Labels("year", "ppm"))
//	display.Params(fit)
//
// The figures, whose options chain in any order, are [Observations], [Pairs] and
// [Histogram] of data; [Prior] and [Gram] of models; [Fit], [Contour], [Inducing],
// [Step], [Trace], [Relevance], [Landscape], [ObjectiveCurve] and [Residuals] of fits;
// [Calibration], [QQ] and [PIT] of predictions; [ChainTrace], [ChainRanks],
// [ChainDensity] and [ChainAutocorrelation] of Markov chains; and [Budgets] of methods.
// [Grid] draws several side by side, and notebooks/gallery.ipynb shows all of them. Every
// figure tells in words what it shows, made of the same numbers (Alt; Describe says it
// better), which pages and readers of screens use.
//
// [Claims] tabulates published claims beside what was measured, with verdicts.
//
// A type shows itself when it has one or more of these methods; it need not
// import this package:
//
//	MIMEBundle() map[string]any    MIMEMetadata() map[string]any
//	HTML() string                  Markdown() string    LaTeX() string
//	SVG() []byte                   PNG() []byte
//	TextIn(columns int) string
//
// The last one gives text that is no wider than a terminal, where there is one.
//
// A fit that [Live] observes and a loop over [Progress] show how far they are, and in
// the end what they came to.
//
// What is shown goes to the cell in a notebook. Elsewhere the text/plain form
// goes to standard output, so programs that use this package run anywhere.
//
// Package krigo/display/mime has the protocol and the views of plain values, and
// krigo/display/draw the drawing kit, for figures of your own. This package passes on
// what users need of both.
package display
