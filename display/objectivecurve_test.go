package display

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"krigo/gplib"
)

func curveOf(most float64) *ObjectiveCurveFigure {
	return ObjectiveCurve(context.Background(), bowl{most}, bowlModel(), gplib.Data{}, "lengthscale")
}

func TestAnObjectiveCurveHoldsTheObjectiveOverTheRange(t *testing.T) {
	f := curveOf(math.Inf(1)).Between(0.01, 10).Resolution(31)
	if err := f.Evaluate(); err != nil {
		t.Fatal(err)
	}
	for i, got := range f.values {
		at := math.Log(0.01) + math.Log(1000)*float64(i)/30
		if math.Abs(got-at*at) > 1e-9 {
			t.Errorf("at %v the curve is %v, want %v", math.Exp(at), got, at*at)
		}
	}
	if alt := f.Alt(); !strings.Contains(alt, "The bowl over lengthscale from 0.01 to 10; the other parameters keep their values. Its minimum is 0, at 1.") {
		t.Errorf("told as %q", alt)
	}
}

func TestAMarkMovesAlongTheCurveWithoutAnotherEvaluation(t *testing.T) {
	n := 0
	f := ObjectiveCurve(context.Background(), counted{bowl{math.Inf(1)}, &n}, bowlModel(), gplib.Data{}, "lengthscale").Resolution(11)
	first := drawn(t, f.Mark("here", 0.5).Figure)
	if same(first, drawn(t, f.Mark("here", 2).Figure)) {
		t.Error("the picture does not change with the mark")
	}
	if alt := f.Alt(); n != 11 || !strings.Contains(alt, "Marked: here at 2.") || strings.Contains(alt, "0.5") {
		t.Errorf("%d evaluations, told as %q", n, alt)
	}
}

// The mark stands on the line that is drawn.
func TestBetweenIsTheLineThroughThePoints(t *testing.T) {
	xs, values := []float64{0, 1, 3}, []float64{5, 7, 1}
	for x, want := range map[float64]float64{0: 5, 0.5: 6, 1: 7, 2: 4, 3: 1} {
		if got := between(xs, values, x); got != want {
			t.Errorf("at %v there is %v, want %v", x, got, want)
		}
	}
}

// A curve that soars is cut so that its better half can be read.
func TestTheHighestValueShown(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   float64
	}{
		{[]float64{1, 2, 3, 4, 1e6}, 5},
		{[]float64{1, math.NaN(), 2, 3}, 3},
		{[]float64{1, 1, 1, 9}, 9},
		{[]float64{2, 2}, 2},
	} {
		if got := highestShown(c.values); got != c.want {
			t.Errorf("of %v it is %v, want %v", c.values, got, c.want)
		}
	}
}

func TestAnObjectiveCurveThatCannotBeDrawnSaysWhy(t *testing.T) {
	done, cancel := context.WithCancel(context.Background())
	cancel()
	m, d := bowlModel(), gplib.Data{}
	ok, none := context.Background(), context.Context(nil)
	for want, f := range map[string]*ObjectiveCurveFigure{
		"canceled":                         ObjectiveCurve(done, bowl{1}, m, d, "noise"),
		"ctx":                              ObjectiveCurve(none, bowl{1}, m, d, "noise"),
		"objective":                        ObjectiveCurve(ok, nil, m, d, "noise"),
		`"period"`:                         ObjectiveCurve(ok, bowl{1}, m, d, "period"),
		"Resolution(1001): want 2 to 1000": curveOf(1).Resolution(1001),
		"from 2 to 1":                      curveOf(1).Between(2, 1),
		`Mark "here": lengthscale = 0 lies outside`: curveOf(1).Mark("here", 0),
		"too large": curveOf(0),
		"the endless is +Inf at lengthscale = 10": ObjectiveCurve(ok, endless{}, m, d, "lengthscale"),
	} {
		_, err := f.Encode("png")
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "display: ObjectiveCurve: ") {
			t.Errorf("error %v, want one of %q", err, want)
		}
		if want == "canceled" && !errors.Is(err, context.Canceled) {
			t.Errorf("%v is not context.Canceled", err)
		}
	}
}

// endless is an objective that is infinite.
type endless struct{}

func (endless) Name() string                                             { return "endless" }
func (endless) Eval(gplib.Model, gplib.Data, []float64) (float64, error) { return math.Inf(1), nil }
