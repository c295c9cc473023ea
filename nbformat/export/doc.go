// Package export writes a notebook as one HTML page that stands by itself: no
// network, no script, no file beside it.
//
//	page, err := export.HTML(nb, export.Options{Title: "A first fit", Dir: filepath.Dir(path)})
//
// Formulas become MathML, Go is highlighted by classes, tracebacks keep their
// colours, and of an output's representations the richest is shown, by the
// order that Jupyter has. HTML of cells is passed through as it is: read pages
// of notebooks that you trust.
package export
