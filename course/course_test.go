package course

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// define defines an exercise for one test.
func define(t *testing.T, e Exercise) {
	t.Helper()
	if err := Define(e); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		registry.Lock()
		delete(registry.byID, e.ID)
		registry.Unlock()
	})
}

// check checks an answer that an exercise must be able to judge.
func check(t *testing.T, id string, answer any) *Verdict {
	t.Helper()
	v, err := Check(id, answer)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func isTwo() (float64, error) { return 2, nil }

func TestHintsComeOneByOne(t *testing.T) {
	define(t, Exercise{ID: "x-1", Answer: Number(0.01, isTwo), Hints: []string{"one", "two", "three"}, Right: "so it is"})
	for i, step := range []struct {
		answer any
		want   string // hint, or "" for a right answer or none
	}{{Todo, ""}, {5, "one"}, {5, "one"}, {6, "two"}, {5, "two"}, {nil, ""}, {"no number", "three"}, {7, "three"}, {2, ""}, {8, "three"}} {
		if v := check(t, "x-1", step.answer); v.Hint != step.want || v.Right != (step.answer == 2) {
			t.Errorf("step %d, the answer %v: the verdict is %v, want the hint %q", i, step.answer, v, step.want)
		}
	}
}

func TestVerdictsSayWhatIsWrong(t *testing.T) {
	se := cov.SE(1)
	bell := func(x, y float64) float64 { return math.Exp(-(x - y) * (x - y) / 2) }
	times := func(c float64) func(x, y float64) float64 {
		return func(x, y float64) float64 { return c * bell(x, y) }
	}
	line := Func(1e-6, -1, 1, func(x float64) float64 { return 3 * x })
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.1)}
	d := gplib.Data{X: cov.Line([]float64{0, 0.5, 1, 2, 3, 4}), Y: []float64{0.1, 0.5, 0.8, 0.9, 0.2, -0.7}}
	fit, err := gplib.Fit(t.Context(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, test := range []struct {
		a      Answer
		answer any
		want   string // of the fault; "" is right
	}{
		{Number(0.01, isTwo), 2.01, ""},
		{Number(0.01, isTwo), float32(2), ""},
		{Number(0.01, isTwo), 2.05, "close"},
		{Number(0.01, isTwo), -2, "sign"},
		{Number(0.01, isTwo), 200, "order of magnitude"},
		{Number(0.01, isTwo), 3, "not it"},
		{Number(0.01, isTwo), math.NaN(), "finite"},
		{Number(0.01, isTwo), []float64{2}, "want a number"},
		{Number(0.01, func() (float64, error) { return 0, errors.New("oh") }), 2, "could not be computed: oh"},
		{Word(Seal("s", "Gram matrix")), " gram  MATRIX ", ""},
		{Word(Seal("s", "a"), Seal("t", "b")), "b", ""},
		{Word(Seal("s", "a")), "b", "not it"},
		{Numbers(0.01, func() ([]float64, error) { return []float64{1, 2}, nil }), []float64{1.001, 2}, ""},
		{Numbers(0.01, func() ([]float64, error) { return []float64{1, 2}, nil }), []float64{1, 3}, "number 2"},
		{Numbers(0.01, func() ([]float64, error) { return []float64{1, 2}, nil }), []float64{1}, "1 numbers, want 2"},
		{line, func(x float64) float64 { return 3 * x }, ""},
		{line, func(x float64) float64 { return -3 * x }, "wrong sign"},
		{line, func(x float64) float64 { return 6 * x }, "2 times"},
		{line, func(float64) float64 { return 0 }, "0 everywhere"},
		{line, func(x float64) float64 { return 3*x + 1 }, "not those wanted"},
		{line, func(x float64) float64 { return x / 0 * math.Inf(1) }, "finite"},
		{line, func(float64) float64 { panic("no") }, "panics: no"},
		{line, func(x, y float64) float64 { return 3 * x }, "want a func(float64) float64"},
		{line, nil, "want a func"},
		{Covariance(1e-6, 1, se), bell, ""},
		{Covariance(1e-6, 1, se), se, ""},
		{Covariance(1e-6, 2, cov.SE(1, 1)), cov.SE(1, 1), ""},
		{Covariance(1e-6, 1, se), times(2), "2 times"},
		{Covariance(1e-6, 1, se), times(-1), "positive semi-definite"},
		{Covariance(1e-6, 1, se), func(x, y float64) float64 { return math.Exp(x - 2*y) }, "symmetric"},
		{Covariance(1e-6, 1, se), cov.SE(2), "not those wanted"},
		{Covariance(1e-6, 1, se), 3, "want a func"},
		{Fitted(0.1, m, d), fit, ""},
		{Fitted(0.1, m, d), fit.Model, ""},
		{Fitted(0.1, m, d), gplib.LBFGS{}, ""},
		{Fitted(0.1, m, d), m.With([]float64{100, 100, 100}), "a better fit is there"},
		{Fitted(0.1, m, d), "L-BFGS", "want a *gplib.Result"},
	} {
		got := ""
		raw, err := observe(test.a, test.answer, 7)
		if err == nil {
			err = judge(test.a, raw, 7)
		}
		if err != nil {
			got = err.Error()
		}
		if test.want == "" && got != "" || !strings.Contains(got, test.want) {
			t.Errorf("test %d, the answer %v: the fault is %q, want %q", i, test.answer, got, test.want)
		}
	}
}

func TestProbesMoveThePointsOfFunctions(t *testing.T) {
	var seen []float64
	f := func(x float64) float64 { seen = append(seen, x); return 3 * x }
	for _, probe := range []uint64{1, 1, 2} {
		if _, err := Func(1e-6, -1, 1, f).Observe(f, probe); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(seen[:probes], seen[probes:2*probes]) || slices.Contains(seen[2*probes:], seen[0]) {
		t.Errorf("the points are %v; want those of a probe the same each time, and others for another one", seen)
	}
}

func TestWhatIsForgedIsWrong(t *testing.T) {
	for _, a := range []Answer{
		Number(0.1, isTwo), Word(Seal("s", "a")), Numbers(0.1, func() ([]float64, error) { return []float64{1, 2}, nil }),
		Func(0.1, 0, 1, math.Cos), Covariance(0.1, 1, cov.SE(1)),
		Judged("anything", func(any, *rand.Rand) ([]int, error) { return nil, nil }, func(x []int, _ *rand.Rand) error { _ = x[3]; return nil }),
	} {
		for _, raw := range []string{"", "null", "{}", "[]", `"x"`, "[1]", `{"K": [1, 2]}`, "1e999", strings.Repeat("[", 1000)} {
			if err := judge(a, json.RawMessage(raw), 1); err == nil {
				t.Errorf("%T takes %.20q for right", a, raw)
			}
		}
	}
}

func TestObservationsAreOfWhatWasChecked(t *testing.T) {
	define(t, Exercise{ID: "x-2", Answer: Number(0.01, isTwo), Hints: []string{"one"}})
	Observations(0) // what other tests have left
	check(t, "x-2", 3)
	check(t, "x-2", 4)
	if _, err := Check("x-none", 1); err == nil {
		t.Error("an exercise that nobody has defined is checked")
	}
	got := Observations(1).Observations
	if len(got) != 2 || got[0].ID != "x-2" || string(got[0].Observed) != "4" || got[1].ID != "x-none" || got[1].Fault == "" {
		t.Errorf("the observations are %+v, want 4 for x-2 and a fault for x-none", got)
	}
	if again := Observations(1); len(again.Observations) > 0 {
		t.Errorf("a second time there are %v", again)
	}
	if err := Judge("", "x-2", got[0].Observed, 1); err == nil {
		t.Error("4 is judged right")
	}
}

func TestDefineRefuses(t *testing.T) {
	hints := []string{"h"}
	for want, e := range map[string]Exercise{
		"no ID":           {Answer: Word(), Hints: hints},
		"no Answer":       {ID: "x", Hints: hints},
		"no Hints":        {ID: "x", Answer: Word()},
		"-1 Points":       {ID: "x", Answer: Word(), Hints: hints, Points: -1},
		"Func takes":      {ID: "x", Answer: Func(1, 0, 1, func(int) int { return 1 }), Hints: hints},
		"Covariance take": {ID: "x", Answer: Covariance(1, 0, cov.SE(1)), Hints: hints},
	} {
		if err := Define(e); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %q", err, want)
		}
	}
}

func TestTablesShowExercisesAndProgress(t *testing.T) {
	define(t, Exercise{ID: "x-3", Question: "How many?", Points: 2, Answer: Number(0.01, isTwo), Hints: []string{"one"}})
	check(t, "x-3", 3)
	check(t, "x-3", 2)
	if text := Exercises().String(); !strings.Contains(text, "How many?") {
		t.Errorf("the exercises are\n%s", text)
	}
	for line := range strings.Lines(Progress().String()) {
		if f := strings.Fields(line); f[0] == "x-3" && strings.Join(f, " ") != "x-3 right 1 2 2" {
			t.Errorf("the progress is %q, want right, 1 hint, 2 points of 2", line)
		}
	}
}

func TestGuessesAreCompared(t *testing.T) {
	for _, test := range []struct{ guess, truth, want any }{
		{3, 3, "right"}, {9, 3, "3 times too large"}, {1, 3.0, "3 times too small"}, {2, 4, "off by 50 %"},
		{"up", "down", "guessed up, it is down"}, {3, nil, "q: guessed 3"},
	} {
		if got := fmt.Sprint(Guess("q", test.guess).Reveal(test.truth)); !strings.Contains(got, test.want.(string)) {
			t.Errorf("the guess %v of %v: %q, want %q", test.guess, test.truth, got, test.want)
		}
	}
}

func TestNothingIsRevealedWithoutAGuess(t *testing.T) {
	for _, test := range []struct{ guess, truth, want any }{
		{Todo, 1234, `no guess yet. Write your guess into course.Guess("q", …) above instead of course.Todo`},
		{nil, 1234, "no guess yet"}, {Todo, "secret 1234", "no guess yet"}, {Todo, nil, "q: no guess yet"},
		{"many", 1234, `"many" is not a number, and a number is asked for. Write your guess into course.Guess("q", …) above instead of "many"`},
	} {
		g := Guess("q", test.guess).Reveal(test.truth)
		if got := g.String() + g.HTML(); strings.Contains(got, "1234") || !strings.Contains(got, test.want.(string)) {
			t.Errorf("the guess %v of %v: %q, want %q and not the truth", test.guess, test.truth, got, test.want)
		}
	}
}

func TestRequireIsATestOfTheLastAnswer(t *testing.T) {
	const id = "require-1"
	if err := Define(Exercise{ID: id, Question: "one", Answer: Number(0, func() (float64, error) { return 1, nil }), Hints: []string{"count"}}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		answer any
		want   string
	}{
		{Todo, "has no answer"}, {2, "is not right"}, {1, ""}, {Todo, ""}, {"one", "is not right"}, {1.0, ""},
	} {
		if _, err := Check(id, c.answer); err != nil {
			t.Fatal(err)
		}
		if err := Require(id); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("after the answer %v: %v, want %q", c.answer, err, c.want)
		}
	}
	if err := Require("none"); err == nil || !strings.Contains(err.Error(), "no exercise") {
		t.Errorf("an unknown exercise: %v", err)
	}
}
