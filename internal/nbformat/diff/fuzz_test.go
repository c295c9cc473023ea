package diff_test

import (
	"io"
	"strings"
	"testing"

	"krigo/internal/nbformat"
	"krigo/internal/nbformat/diff"
)

// FuzzNotebooks: two notebooks can be compared, one with itself has no difference, and nothing that is
// written steers a terminal.
func FuzzNotebooks(f *testing.F) {
	one := `{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[{"cell_type":"code","id":"a","metadata":{},"source":"x := 1","execution_count":1,"outputs":[{"output_type":"stream","name":"stdout","text":"1.5\n"}]}]}`
	two := strings.NewReplacer("x := 1", "y := 1\u001b[2J", "1.5", "1.25\\u001b]0;t", `"a"`, `"b"`).Replace(one)
	three := strings.Replace(one, `"text":"1.5\n"`, `"text":"","data":1`, 1)
	f.Add([]byte(one), []byte(two))
	f.Add([]byte(one), []byte(three))
	f.Fuzz(func(t *testing.T, old, new []byte) {
		x, err := nbformat.Parse(old)
		if err != nil {
			return
		}
		y, err := nbformat.Parse(new)
		if err != nil {
			return
		}
		if same := diff.Notebooks(x, x, diff.Options{}); !same.Empty() {
			t.Errorf("%q differs from itself: %+v", old, same)
		}
		var b strings.Builder
		if err := diff.Write(&b, diff.Notebooks(x, y, diff.Options{Tolerance: 1e-6}), diff.Style{}); err != nil {
			t.Fatal(err)
		}
		if text := b.String(); strings.ContainsAny(text, "\x1b\r\a\u009b") {
			t.Errorf("written is %q", text)
		}
		_ = diff.Write(io.Discard, diff.Notebooks(y, x, diff.Options{All: true}), diff.Style{Colour: true})
	})
}
