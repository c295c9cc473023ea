// Package budget bounds the cost of rendering a text of a notebook, from any source: Markdown,
// formulas, code and HTML.
//
//	html, err := budget.Do(func(m *budget.Meter) (template.HTML, error) { return render(m, source) })
//	if over := (*budget.Over)(nil); errors.As(err, &over) {
//		html = asText(source, over.Reason)
//	}
//
// Three bounds apply, in this order:
//
//   - [Markdown] reads a source once, in linear time, and refuses what parsers of Markdown take
//     quadratic time for: size, nesting, definitions of references, delimiters of emphasis.
//   - A [Meter] counts what a renderer makes: nodes, cells of tables, bytes of output.
//   - The meter also watches the clock. A renderer calls it wherever it is called itself, from the
//     reader, the inline parsers and the writer of goldmark, so that goldmark stops although it has
//     no means of cancellation. No goroutine is left behind.
//
// A meter that is exceeded panics, which [Do] recovers and returns as an error. At most
// as many renderings as there are processors, and two at least, run at once; the others wait.
package budget
