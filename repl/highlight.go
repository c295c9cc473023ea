package repl

import (
	"strings"

	"krigo/highlight"
)

// colours are the terminal's colours of the classes of Go source.
var colours = map[highlight.Class]string{
	highlight.Keyword: "\x1b[35m",
	highlight.String:  "\x1b[32m",
	highlight.Number:  "\x1b[36m",
	highlight.Comment: "\x1b[90m",
	highlight.Call:    "\x1b[34m",
}

// coloured colours Go for a terminal of 16 colours.
func coloured(source string) string {
	var b strings.Builder
	for _, s := range highlight.Go(source) {
		if c := colours[s.Class]; c != "" {
			b.WriteString(c + s.Text + "\x1b[0m")
			continue
		}
		b.WriteString(s.Text)
	}
	return b.String()
}
