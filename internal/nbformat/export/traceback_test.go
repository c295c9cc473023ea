package export

import (
	"strings"
	"testing"

	words "krigo/cell"
)

// The styles of errors are a page's, too: the name and the hint in
// colour, the place and the caret in bold.
func TestTracebacksKeepTheirStyles(t *testing.T) {
	e := &words.Error{Name: "CompileError", Diagnostics: []words.Diagnostic{{
		Cell: "cell 3", Line: 2, Column: 4, Message: "undefined: y", Source: "x + y", Hint: "did you mean x?",
	}}}
	got := ansiToHTML(strings.Join(e.Traceback(true), "\n"))
	if strings.Contains(got, "\x1b") || strings.Count(got, "font-weight:bold") != 4 || strings.Count(got, `"color:`) != 2 {
		t.Errorf("the error becomes %q", got)
	}
	if !strings.Contains(got, `<span style="font-weight:bold">cell 3:2:4</span>: undefined: y`) || !strings.Contains(got, "</span> did you mean x?") {
		t.Errorf("the message has no plain text: %q", got)
	}
}
