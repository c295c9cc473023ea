// Package display shows values in a notebook: figures, tables, progress and
// any value that knows how to draw itself.
//
// [Of] converts every value to a [Bundle]: the value in several MIME types. A figure or a
// table that is a cell's last expression shows itself; [Show] shows a value earlier:
//
//	fit, err := gplib.Fit(ctx, model, data, &gplib.Settings{Observe: display.Live()})
//	display.Show(display.Fit(fit).Title("CO₂ at Mauna Loa").Labels("year", "ppm"))
//	display.Params(fit)
//
// The figures, whose options chain in any order, are [Observations], [Pairs] and
// [Histogram] of data; [Prior] and [Gram] of models; [Fit], [Contour], [Inducing],
// [Step], [Trace], [Parts], [Effects], [Slice], [Relevance], [Lengthscales], [Landscape],
// [ObjectiveCurve], [Terms] and [Residuals] of fits;
// [Calibration], [QQ] and [PIT] of predictions; [Boundary], [Latent], [Newton], [Reliability],
// [ROC] and [PrecisionRecall] of labels and counts; [Regions] and [ClassReliability] of several classes;
// [ChainTrace], [ChainRanks], [ChainDensity] and [ChainAutocorrelation] of Markov chains; [Acquisition],
// [Regret] and [ParallelCoordinates] of Bayesian optimisation; and [Budgets] and [Paired] of methods.
// [Plot] draws a plot of gonum in the same theme, and [Grid] several figures side by side;
// notebooks/gallery.ipynb shows all of them. Every figure has a description in words, made
// of the same numbers (Alt; Describe replaces it), for pages and screen readers.
//
// [Claims] tabulates published claims and measurements, with verdicts.
//
// A type shows itself when it has one or more of these methods; it need not
// import this package:
//
//	MIMEBundle() map[string]any    MIMEMetadata() map[string]any
//	HTML() string                  Markdown() string    LaTeX() string
//	SVG() []byte                   PNG() []byte
//	TextIn(columns int) string
//
// The last one returns text that fits the width of a terminal, if there is one.
//
// A fit that [Live] observes and a loop over [Progress] show their progress, and in the
// end their outcome.
//
// Output goes to the cell in a notebook. Elsewhere the text/plain form goes to standard
// output, so programs that use this package run anywhere.
//
// Package krigo/display/mime has the protocol and the views of plain values, and
// krigo/display/draw the drawing kit, for figures of your own. This package re-exports
// the parts of both that users need.
package display
