package display

import (
	"errors"
	"image"
	"strings"
	"testing"
)

// What cannot be shown is an error, and its text says so.
func TestCheckTellsWhatCannotBeShown(t *testing.T) {
	for _, test := range []struct {
		value any
		want  string
	}{
		{Fit(nil), "has no posterior"},
		{Plot(nil), "p is nil"},
		{&Figure{}, "the figure is empty"},
		{Fit(nil).SVG(), "has no posterior"},
		{Table([]string{"a"}, [][]any{{1}, {2, 3}}), "row 1 has 2 values, the header 1"},
		{MIME(mimeJSON, make(chan int)), "unsupported type"},
		{MIME("image/x", 5), "want a string or bytes"},
		{MIME(mimePNG, []byte("no")), "no PNG"},
		{MIME(mimeSVG, "no"), "no <svg>"},
		{MIME(mimeLaTeX, `$\frac{1$`), "lacks a }"},
		{MIME(mimeLaTeX, `$$\frac{1}}$$`), "a } too many"},
		{MIME(mimeLaTeX, `$\begin{align} x$`), `1 \begin and 0 \end`},
		{map[string]any{mimePlain: 1}, ""},
		{errors.New("a value like others"), ""},
		{Table([]string{"a", "b"}, [][]any{{1}}), ""},
		{Table(nil, [][]any{{1}}), ""},
		{MIME(mimeLaTeX, `$\{x\}$ for 5\$`), ""},
		{MIME(mimeLaTeX, `\begin{align} a &= \frac{1}{2} \\\\ b \end{align}`), ""},
		{image.NewGray(image.Rect(0, 0, 2, 2)), ""},
	} {
		b, err := Check(test.value)
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%v: %v", test.value, err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(b.Plain(), test.want)):
			t.Errorf("%v: error %v, text %q; want %q", test.value, err, b.Plain(), test.want)
		}
	}
}
