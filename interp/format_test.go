package interp_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"krigo/cell"
	"krigo/interp"
	"krigo/interp/internal/cases"
	"krigo/interp/symbols"
)

func TestFormatLeavesWhatIsNoGo(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"x:=1\nx", "x := 1\nx"},
		{"!ls  -l|head", "!ls  -l|head"},
		{" %who", " %who"},
		{"%time f( 1 )\nx:=1", "%time f( 1 )\nx:=1"},
		{"%time\nx:=1\n", "%time\nx := 1\n"},
		{"%%capture  out\n\nx:=1", "%%capture  out\nx := 1"},
		{"%%capture\n%%bash\nls  -l", "%%capture\n%%bash\nls  -l"},
		{"%%capture\n%bench\nf( )", "%%capture\n%bench\nf()"},
		{"%%capture", "%%capture"},
		{"%%bash\nif  true\n\n", "%%bash\nif  true\n\n"},
		{"%%writefile a.go\npackage  a\n\n\n", "%%writefile a.go\npackage  a\n\n\n"},
		{"%nothing\nx:=1", "%nothing\nx:=1"},
		{"x:=1\n  x?", "x := 1\n  x?"},
		{"cov.SE( )?", "cov.SE( )?"},
		{"??", "??"},
		{"", ""},
		{" \n", " \n"},
		{"func f(){}; x:=must( f())", "func f() {}\nx := must(f())"},
	} {
		if got, err := interp.Format(symbols.NewWorld(), cell.Cell{Source: c.source}); err != nil || got != c.want {
			t.Errorf("%q is formatted as %q, want %q (%v)", c.source, got, c.want, err)
		}
	}
}

func TestFormatTellsWhereACellIsNoGo(t *testing.T) {
	for source, want := range map[string]string{
		"x:=1\ny := 2)":          "cell 4:2:7: expected statement, found ')'",
		"%%capture\n\nx:=1\n  }": "cell 4:4:3: unexpected }",
		"x := 'ab'":              "cell 4:1:6: illegal rune literal",
		"x:=(\nx?":               "cell 4:2:2: illegal character",
	} {
		got, err := interp.Format(symbols.NewWorld(), cell.Cell{Label: "cell 4", Source: source})
		if err == nil || !strings.Contains(err.Error(), want) || got != source {
			t.Errorf("%q is formatted as %q, the error is %v, want %q", source, got, err, want)
		}
	}
}

// places are lines and columns, which formatting changes.
var places = regexp.MustCompile(`:\d+(:\d+)?`)

// Cells with spoilt white space do the same after formatting.
func TestFormattedCellsDoWhatTheyDidUnraced(t *testing.T) {
	if raceDetector {
		t.Skip("yaegi grows the frame of globals while goroutines of cells read it")
	}
	if testing.Short() {
		t.Skip("it runs sixty cells twice")
	}
	ran := 0
	for _, c := range cases.ForTest(t, "^redeclaration/") {
		spoilt, formatted, out := start(t, options(t)), start(t, options(t)), newRecord()
		for i, source := range c.Cells {
			ran++
			label := fmt.Sprint("cell ", i+1)
			before := cell.Cell{Label: label, Source: strings.NewReplacer("\n\t", "\n", ", ", ",", " := ", ":=", " = ", "=").Replace(source)}
			text, err := interp.Format(symbols.NewWorld(), before)
			if err != nil {
				t.Fatalf("%s, %s: %v", c.Name, label, err)
			}
			did := places.ReplaceAllString(evalText(t, spoilt, before, out), "")
			does := places.ReplaceAllString(evalText(t, formatted, cell.Cell{Label: label, Source: text}, out), "")
			if did != does {
				t.Errorf("%s, %s: it gave\n%s\nand formatted\n%s", c.Name, label, did, does)
			}
		}
	}
	if ran < 60 {
		t.Errorf("only %d cells ran", ran)
	}
}
