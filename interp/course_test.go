package interp_test

import (
	"strings"
	"testing"

	"krigo/cell"
)

// Cells define exercises of all kinds, and others check answers to them.
func TestCellsDefineAndCheckExercises(t *testing.T) {
	s := start(t, options(t))
	define := `import "encoding/json"
type even struct{}
func (even) Observe(answer any, probe uint64) (any, error) { return answer, nil }
func (even) Judge(observed json.RawMessage, probe uint64) error {
	if !strings.HasSuffix(string(observed), "2") {
		return fmt.Errorf("%s does not end in 2", observed)
	}
	return nil
}
hints := []string{"Look again."}
want := func() (float64, error) { return 2, nil }
err := course.Define(
	course.Exercise{ID: "own-1", Answer: even{}, Hints: hints},
	course.Exercise{ID: "own-2", Answer: course.Number(0.01, want), Hints: hints},
	course.Exercise{ID: "own-3", Answer: course.Word(course.Seal("salt", "yes")), Hints: hints},
	course.Exercise{ID: "own-4", Answer: course.Func(1e-6, 0, 1, func(x float64) float64 { return 2 * x }), Hints: hints},
	course.Exercise{ID: "own-5", Answer: course.Covariance(1e-6, 1, cov.SE(1)), Hints: hints},
)
err`
	for _, step := range []struct{ source, want string }{
		{define, ""},
		{`course.Check("own-1", 12)`, "right"}, {`course.Check("own-1", 13)`, "13 does not end in 2"},
		{`course.Check("own-2", 2)`, "right"}, {`course.Check("own-3", "Yes")`, "right"},
		{"func double(x float64) float64 { return x + x }\ncourse.Check(\"own-4\", double)", "right"},
		{`course.Check("own-4", func(x float64) float64 { return -2 * x })`, "wrong sign"},
		{`course.Check("own-4", func(x float64) float64 { var m map[string]int; m["a"] = 1; return x })`, "panics"},
		{`course.Check("own-5", func(x, y float64) float64 { return math.Exp(-(x-y)*(x-y)/2) })`, "right"},
		{`course.Progress()`, "own-5"}, {`course.Exercises()`, "own-5"}, {`course.Check("own-9", 1)`, "Error: "},
	} {
		b, err := s.Eval(t.Context(), cell.Cell{Label: "cell", Source: step.source}, newRecord())
		got := plainText(b)
		if err != nil {
			got = err.Error()
		}
		if step.want == "" && got != "" || !strings.Contains(got, step.want) {
			t.Errorf("%s\ngives %q, want %q", step.source, got, step.want)
		}
	}
}
