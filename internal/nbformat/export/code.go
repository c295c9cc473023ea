package export

import (
	"html/template"
	"strings"

	"krigo/internal/highlight"
	"krigo/internal/nbformat/budget"
)

// goCode returns Go source as HTML, coloured by classes of page.css unless it is over the budget.
func goCode(source string) template.HTML {
	if budget.Code(source) != nil {
		return template.HTML(`<pre class="go"><code>` + template.HTMLEscapeString(source) + "</code></pre>")
	}
	var b strings.Builder
	b.WriteString(`<pre class="go"><code>`)
	for _, s := range highlight.Go(source) {
		text := template.HTMLEscapeString(s.Text)
		if s.Class != highlight.Plain {
			text = `<span class="` + string(s.Class) + `">` + text + "</span>"
		}
		b.WriteString(text)
	}
	b.WriteString("</code></pre>")
	return template.HTML(b.String())
}
