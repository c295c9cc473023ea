// Package export writes a notebook as one self-contained HTML page (no network,
// no other files), or as Markdown with its figures in files.
//
//	page, err := export.HTML(nb, export.Options{Title: "A first fit", Files: os.DirFS(filepath.Dir(path))})
//
// What a text may cost is bounded ([krigo/internal/nbformat/budget]): one beyond that is shown as it
// is written, with the reason. A picture of the notebook's folder is in the page once, where page.js
// copies it to its other places.
//
// Formulas become MathML, Go is highlighted by classes, tracebacks keep their
// colours, and an output's richest representation is shown, in Jupyter's order.
// HTML of cells is passed through as it is: read pages
// of notebooks that you trust.
//
// A page is light or dark as its reader's system is, has a list of contents,
// and nothing on it is wider than the text: what is too wide scrolls in a box of
// its own on screens, and wraps on paper. A formula breaks there before relations
// and operators; what cannot break shrinks, with any fonts (formula.css). Code folds. A few lines of script
// (page.js) copy code and fold all of it, others (figure.js) show figures more closely. Links
// to headings are Jupyter's. The notebook's language is its metadata's "lang",
// and English without one; cells whose source is hidden in Jupyter
// ("jupyter": {"source_hidden": true}) have their code folded.
//
// A page of slides ([Options].Slides) fills the screen with each, and is printed on landscape pages.
//
// Pages that belong together, such as those of scripts/site, have a [Frame], links
// and ids of headings of their own.
package export
