package display

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/cholqr"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/inducing"
)

func TestResidualsAreLeaveOneOutWhereThePosteriorCan(t *testing.T) {
	d := sineData(12)
	f := Residuals(conditioned("A", sineModel(), d))
	r, err := f.of(f.results[0])
	if err != nil {
		t.Fatal(err)
	}
	for i, z := range r.z {
		others, err := gplib.Condition(sineModel(), d.Subset(gplib.Rest([]int{i}, 12)))
		if err != nil {
			t.Fatal(err)
		}
		p, err := others.Predict(d.X.Subset([]int{i}))
		if err != nil {
			t.Fatal(err)
		}
		if want := (d.Y[i] - p.Mean[0]) / math.Sqrt(p.VarY[0]); math.Abs(z-want) > 1e-8 {
			t.Errorf("residual %d is %v, want %v", i, z, want)
		}
	}
	if r.kind != "leave-one-out" {
		t.Errorf("called %q", r.kind)
	}
}

func TestResidualsOfOtherPosteriorsSayThatTheyWereFitted(t *testing.T) {
	panels, err := Residuals(fitOf("A", posterior{data: sineData(9), l: 1, s: 0.1})).draw()
	if err != nil {
		t.Fatal(err)
	}
	if !hasKey(panels[0], "of fitted observations") {
		t.Errorf("the legend is %v", panels[0].Keys)
	}
}

// The figures are numpy's: sums of products of deviations from the mean.
func TestAutocorrelationIsThatOfDeviations(t *testing.T) {
	got := autocorrelation([]float64{1, 3, 2, 5, 4, 4}, 2)
	for lag, want := range []float64{1, 0.05897435897435897, 0.25641025641025644} {
		if math.Abs(got[lag]-want) > 1e-12 {
			t.Errorf("at lag %d it is %v, want %v", lag, got[lag], want)
		}
	}
}

func TestExchangesTellEachSet(t *testing.T) {
	sets, came := exchanges([]int{4, 7, 9}, []cholqr.Swap{
		{Out: 7, In: 2, Accepted: true}, {Out: 4, In: 1}, {Out: 2, In: 5, Accepted: true},
	})
	want := [][]int{{4, 7, 9}, {4, 2, 9}, {4, 5, 9}}
	if !slices.EqualFunc(sets, want, slices.Equal) || !slices.Equal(came, []int{-1, 2, 5}) {
		t.Errorf("sets %v, which came by %v", sets, came)
	}
}

func TestTheLastExchangeIsWhereTheFitEnded(t *testing.T) {
	p := swapped().Posterior.(*cholqr.Posterior)
	sets, _ := exchanges(p.First(), p.Swaps())
	last, index := slices.Sorted(slices.Values(sets[len(sets)-1])), slices.Sorted(slices.Values(p.Index()))
	if !slices.Equal(last, index) {
		t.Errorf("the last set is %v, the inducing points are %v", last, index)
	}
}

// numpy: mean 0.5 and standard error 0.1528 of 0.3, 0.4 and 0.8.
func TestScoresOfABudgetAreJoined(t *testing.T) {
	f := Budgets().Method("A", Spent{20, []float64{1}}, Spent{10, []float64{0.3, 0.4}}, Spent{10, []float64{0.8}})
	means, err := f.meansOf(f.methods[0])
	if err != nil {
		t.Fatal(err)
	}
	if m := means[0]; len(means) != 2 || m.budget != 10 || math.Abs(m.mean-0.5) > 1e-12 || math.Abs(m.stdErr-0.15275252316519464) > 1e-12 {
		t.Errorf("means %v", means)
	}
	if m := means[1]; m.budget != 20 || m.several || m.mean != 1 {
		t.Errorf("the second is %v", m)
	}
}

func TestFewWholeBudgetsAreMarkedThemselves(t *testing.T) {
	marks := func(budgets ...float64) plot.Ticker {
		var points []Spent
		for _, b := range budgets {
			points = append(points, Spent{b, []float64{1}})
		}
		panels, err := Budgets().Method("A", points...).draw()
		if err != nil {
			t.Fatal(err)
		}
		return panels[0].X.Tick.Marker
	}
	given, ok := marks(40, 5, 10, 20, 5).(draw.GivenTicks)
	if !ok || len(given) != 4 || given[3].Label != "40" || given[3].Value != math.Log10(40) {
		t.Errorf("the marks are %v", given)
	}
	for _, others := range [][]float64{{5, 10}, {0.5, 1, 2}, {1, 2, 3, 4, 5, 6, 7, 8, 9}} {
		if given, ok := marks(others...).(draw.GivenTicks); ok {
			t.Errorf("of the budgets %v the marks are %v", others, given)
		}
	}
}

func TestFitsAreBudgetsOfTheirTime(t *testing.T) {
	fit := func(ms int, value float64) *gplib.Result {
		return &gplib.Result{Elapsed: time.Duration(ms) * time.Millisecond, Value: value}
	}
	f := Budgets().Fits("A", nil, func(r *gplib.Result) (float64, error) { return r.Value, nil }, fit(500, 3), fit(250, 4))
	panels, err := f.draw()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(f.Alt(), "A reaches 3 with 0.5") || panels[0].X.Min > math.Log10(0.25) {
		t.Errorf("it says %q", f.Alt())
	}
}

func TestAContourIsThatOfThePosteriorWithOthersAtTheirMedians(t *testing.T) {
	h := houses(15)
	r := conditioned("A", housesModel(), h)
	f := Contour(r).Over("age (years)", "area (m²)")
	g, err := f.grid()
	if err != nil {
		t.Fatal(err)
	}
	x := h.X.(*cov.Matrix)
	point := g.points.Row(contourSide + 2) // the third of the second row
	want := []float64{g.y[1], median(x.Column(1)), g.x[2], median(x.Column(3))}
	if !slices.Equal(point, want) {
		t.Errorf("the point is %v, want %v", point, want)
	}
	lo, hi := mat.Min(mat.NewVecDense(15, x.Column(2))), mat.Max(mat.NewVecDense(15, x.Column(2)))
	if g.x[0] != lo || g.x[len(g.x)-1] != hi || g.rest() != "the other 2 inputs at their medians" {
		t.Errorf("from %v to %v, %s", g.x[0], g.x[len(g.x)-1], g.rest())
	}
}

func TestGramOrdersPointsAndTellsWhatItLeavesOut(t *testing.T) {
	x := cov.Line([]float64{3, 1, 2})
	f := Gram(cov.SE(1), x).Sorted()
	order, err := f.order()
	if err != nil || !slices.Equal(order, []int{1, 2, 0}) {
		t.Errorf("order %v, error %v", order, err)
	}
	rows := gramRows(cov.SE(1), x.Subset(order))
	if want := math.Exp(-2); math.Abs(rows[0][2]-want) > 1e-15 || rows[1][1] != 1 {
		t.Errorf("rows %v, want %v for 1 and 3", rows, want)
	}
	panels, err := Gram(gplib.Model{Cov: cov.SE(1)}, cov.Grid(0, 1, 500)).draw()
	if err != nil || !hasKey(panels[0], "60 of 500 points") {
		t.Errorf("keys %v, error %v", panels[0].Keys, err)
	}
}

func TestTraceDrawsThePathsOfParameters(t *testing.T) {
	panels, err := Trace(traceOf(5, 1)).Monitors().Params("lengthscale").draw()
	if err != nil {
		t.Fatal(err)
	}
	last := panels[len(panels)-1]
	// From 2, on a logarithmic axis, which SetLog widens by a twentieth.
	if len(panels) != 2 || last.Y.Label.Text != "se.lengthscale" || math.Abs(last.Y.Max-math.Log10(2)) > 0.02 {
		t.Errorf("%d panels, the last one of %s to %v", len(panels), last.Y.Label.Text, last.Y.Max)
	}
	if said := Trace(traceOf(5, 1)).Params("variance").Alt(); !strings.Contains(said, "variance goes from 2 to 2 (negative log marginal likelihood).") {
		t.Errorf("it says %q", said)
	}
}

// What was fitted on standardised inputs is drawn between them, in their units.
func TestFiguresDrawBetweenStandardisedInputs(t *testing.T) {
	scaled, _, err := dataset.Standardise(houses(20))
	if err != nil {
		t.Fatal(err)
	}
	line, _, err := dataset.Standardise(sineData(20))
	if err != nil {
		t.Fatal(err)
	}
	plain := gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}
	sparse, err := inducing.Subset{Size: 4}.Fit(t.Context(), plain, line, &gplib.Settings{MaxIter: 2})
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]draw.Drawable{
		"contour": Contour(conditioned("A", plain, scaled)).Test(scaled), "prior": Prior(plain).Data(scaled),
		"residuals": Residuals(conditioned("A", plain, scaled)), "inducing": Inducing(sparse),
	} {
		if _, err := f.AsFigure().Encode("svg"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
