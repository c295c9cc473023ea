package interp_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"krigo/cell"
)

func TestQuestions(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	emitted(t, s, "// Point is a place.\ntype Point struct {\n\tX float64 // in metres\n}\np := Point{2}\n"+
		"// half halves.\nfunc half(x float64) float64 { return x / 2 }\nsettings := gplib.Settings{MaxIter: 7}")
	for _, c := range []struct {
		source string
		want   []string
		not    string
	}{
		{"cov.Matern52?", []string{"page: Matern52 returns the Matérn covariance", "func Matern52("}, ""},
		{"?cov.Matern52", []string{"page: Matern52 returns the Matérn covariance"}, ""},
		{"p?", []string{"page: var p Point", "value: {2}", "Point is a place.", "// in metres"}, ""},
		{"p.X?", []string{"page: in metres", "field X float64"}, ""},
		{"half?", []string{"page: half halves.", "func half("}, "x / 2"},
		{"half??", []string{"page: half halves.", "return x / 2"}, ""},
		{"%doc half", []string{"page: half halves.", "return x / 2"}, ""},
		{"%doc dataset.Table.Encode", []string{"page: Encode returns the encoder", "func (*Table) Encode("}, ""},
		{"%doc Table.Encode", []string{"page: Encode returns the encoder"}, ""},
		{"dataset.CSV.Separator?", []string{"field Separator rune"}, ""},
		{"settings?", []string{"value: gplib.Settings{MaxIter: 7}", "Settings are the options"}, ""},
		{"%save?", []string{"page:   %save FILE"}, "%who"},
		{"%%bash?", []string{"page:   %%bash"}, "%who"},
		{"q := half(6)\nq\nq?", []string{"page: var q float64", "value: 3", "\n3"}, ""},
		{"?", []string{"page: A cell holds Go", "%who", "question mark"}, ""},
		{"help", []string{"page: A cell holds Go"}, ""},
		{"help()", []string{"page: A cell holds Go"}, ""},
		{"range?", []string{"range is a keyword of Go"}, ""},
		{"exit", []string{"stdout: The session goes on"}, ""},
		{"quit()", []string{"stdout: The session goes on"}, ""},
	} {
		got := emitted(t, s, c.source)
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s shows\n%s\nwithout %q", c.source, got, want)
			}
		}
		if c.not != "" && strings.Contains(got, c.not) {
			t.Errorf("%s shows\n%s", c.source, got)
		}
		if got := s.IsComplete(c.source); !strings.HasPrefix(c.source, "help") && got.Status != "complete" {
			t.Errorf("%s is %+v", c.source, got)
		}
	}
	for source, want := range map[string]string{
		"cov.Nothing?": "CommandError: nothing is named cov.Nothing", "%sav?": "did you mean %save?", "%doc a b": "%doc takes one name",
		"x := )\ncov.SE?": "CompileError", "q := 1 / 0\nq?": "CompileError",
	} {
		_, err := s.Eval(t.Context(), cell.Cell{Label: "cell 9", Source: source}, newRecord())
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s fails with %v, want %q", source, err, want)
		}
	}
	if c := s.Complete("?strings.Repe", 13); len(c.Matches) != 1 || c.Matches[0].Text != "Repeat" || c.Start != 9 {
		t.Errorf("a question completes to %+v", c)
	}
	if b, ok := s.Inspect("??strings.Repeat", 16, 0); !ok || !strings.Contains(plainText(&b), "func Repeat(") {
		t.Errorf("what is asked about is described as %q", plainText(&b))
	}
}

// A declared name is Go, whatever it is in other languages.
func TestDeclaredNamesAreNoPlainWords(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	want(t, s, "exit := 3\nexit", "3")
	want(t, s, "exit", "3")
	want(t, s, "func help() int { return 4 }\n1", "1")
	want(t, s, "help()", "4")
}

func TestExitLeavesWhereItMay(t *testing.T) {
	t.Parallel()
	o := options(t)
	o.Leaves = true
	s := start(t, o)
	for _, source := range []string{"exit", "quit", "exit()", " quit();\n"} {
		if _, err := s.Eval(t.Context(), cell.Cell{Label: "cell 1", Source: source}, newRecord()); !errors.Is(err, cell.ErrLeave) {
			t.Errorf("%q gives %v", source, err)
		}
	}
	o.Leaves, o.Program = false, true
	s = start(t, o)
	_, err := s.Eval(t.Context(), cell.Cell{Label: "cell 1", Source: "exit"}, newRecord())
	if failure := (*cell.Error)(nil); !errors.As(err, &failure) || !slices.ContainsFunc(failure.Diagnostics, func(d cell.Diagnostic) bool { return strings.Contains(d.Hint, "os.Exit") }) {
		t.Errorf("in a program exit gives %v", err)
	}
}
