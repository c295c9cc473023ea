package mime

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
		{Table([]string{"a"}, [][]any{{1}, {2, 3}}), "row 1 has 2 values, the header 1"},
		{MIME(TypeJSON, make(chan int)), "unsupported type"},
		{MIME("image/x", 5), "want a string or bytes"},
		{MIME(TypePNG, []byte("no")), "no PNG"},
		{MIME(TypeSVG, "no"), "no <svg>"},
		{MIME(TypeLaTeX, `$\frac{1$`), "lacks a }"},
		{MIME(TypeLaTeX, `$$\frac{1}}$$`), "one } too many"},
		{MIME(TypeLaTeX, `$\begin{align} x$`), `1 \begin and 0 \end`},
		{map[string]any{TypePlain: 1}, ""},
		{errors.New("a value like others"), ""},
		{Table([]string{"a", "b"}, [][]any{{1}}), ""},
		{Table(nil, [][]any{{1}}), ""},
		{MIME(TypeLaTeX, `$\{x\}$ for 5\$`), ""},
		{MIME(TypeLaTeX, `\begin{align} a &= \frac{1}{2} \\\\ b \end{align}`), ""},
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
