package widget

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"krigo/cell"
	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/lik"
	"krigo/gplib/mcmc"
	"krigo/gplib/metric"
)

// raceOf returns a race of two learners on noisy waves of 40 rows.
func raceOf(t *testing.T) *RaceFigure {
	t.Helper()
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(3)), Noise: gplib.Gaussian(1)}
	return Race(m, exploredData(t, lineOf(40), 1), gplib.LBFGS{}, gplib.LBFGS{Objective: gplib.LOO{}}).
		Over("lengthscale", "noise").Settings(gplib.Settings{MaxIter: 12})
}

// contentOf runs a race and returns what pages get.
func contentOf(t *testing.T, f *RaceFigure) *raceContent {
	t.Helper()
	r, err := f.recorded()
	if err != nil {
		t.Fatal(err)
	}
	return r.content
}

// A race records the parameters of the learners' own fits at those steps, and the score
// by the formula of the Gaussian density of the rows that were held out.
func TestARaceRecordsItsLearners(t *testing.T) {
	f := raceOf(t)
	c := contentOf(t, f)
	d := exploredData(t, lineOf(40), 1)
	var held, rest []int
	for i := range 40 {
		if i%5 == 2 {
			held = append(held, i)
		} else {
			rest = append(rest, i)
		}
	}
	train, test := d.Subset(rest), d.Subset(held)
	m, err := f.model.FixAllBut("lengthscale", "noise")
	if err != nil {
		t.Fatal(err)
	}
	if c.Tests != 8 || c.Of != 40 || len(c.Learners) != 2 || c.X.Name != "lengthscale" || c.Y.Name != "noise.variance" || !c.X.Log {
		t.Fatalf("the race has %d of %d rows, %d learners, %v and %v", c.Tests, c.Of, len(c.Learners), c.X, c.Y)
	}
	for k, learner := range f.learners {
		fit, err := learner.Fit(context.Background(), m, train, &gplib.Settings{MaxIter: 12, OwnStart: true, KeepCopies: true})
		if err != nil {
			t.Fatal(err)
		}
		l := c.Learners[k]
		if len(l.Steps) != len(fit.Trace.Steps) || len(l.Frames) != len(l.Steps) {
			t.Fatalf("learner %d has %d steps, %d with predictions; its fit has %d", k, len(l.Steps), len(l.Frames), len(fit.Trace.Steps))
		}
		for i, step := range fit.Trace.Steps {
			if step.Theta[0] != 1 {
				t.Errorf("step %d moves the variance, which was not chosen, to %v", i, step.Theta[0])
			}
			if math.Abs(l.X[i]/step.Theta[1]-1) > 1e-6 || math.Abs(l.Y[i]/step.Theta[2]-1) > 1e-6 || l.Steps[i] != step.Iter {
				t.Errorf("learner %d, step %d is at %v and %v, in its fit %v", k, i, l.X[i], l.Y[i], step.Theta)
			}
			post, err := gplib.Condition(m.With(step.Theta), train)
			if err != nil {
				t.Fatal(err)
			}
			p, err := post.Predict(test.X)
			if err != nil {
				t.Fatal(err)
			}
			nlpd, square := 0.0, 0.0
			for j, y := range test.Y {
				e := y - p.Mean[j]
				nlpd += (math.Log(2*math.Pi*p.VarY[j]) + e*e/p.VarY[j]) / 2 / float64(len(test.Y))
				square += e * e / float64(len(test.Y))
			}
			if math.Abs(l.NLPD[i]-nlpd) > 1e-5 || math.Abs(l.RMSE[i]-math.Sqrt(square)) > 1e-5 {
				t.Errorf("learner %d, step %d has NLPD %v and RMSE %v, want %v and %v", k, i, l.NLPD[i], l.RMSE[i], nlpd, math.Sqrt(square))
			}
		}
	}
}

// The landscape is the log marginal likelihood on the grid, and reaches all that was visited.
func TestARaceHasTheLandscape(t *testing.T) {
	f := raceOf(t)
	c := contentOf(t, f)
	if len(c.Landscape) != c.Side*c.Side {
		t.Fatalf("%d values for %d points", len(c.Landscape), c.Side)
	}
	on := func(a raceAxis, i int) float64 {
		return a.Low * math.Pow(a.High/a.Low, float64(i)/float64(c.Side-1))
	}
	for _, at := range [][2]int{{0, 0}, {16, 16}, {5, 30}} {
		m := f.model.With([]float64{1, on(c.X, at[0]), on(c.Y, at[1])})
		want, err := gplib.LML{}.Eval(m, f.ran.train, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Landscape[at[1]*c.Side+at[0]]; math.Abs(got+want) > 1e-5*math.Abs(want) {
			t.Errorf("at %v the landscape is %v, want %v", at, got, -want)
		}
	}
	for _, l := range c.Learners {
		for i := range l.X {
			if l.X[i] < c.X.Low || l.X[i] > c.X.High || l.Y[i] < c.Y.Low || l.Y[i] > c.Y.High {
				t.Errorf("%s leaves the landscape at %v, %v", l.Name, l.X[i], l.Y[i])
			}
		}
	}
}

// Pages get the numbers, with a picture for others; others get the picture with the ranking.
func TestARaceIsDrawnByPages(t *testing.T) {
	f := startPage(t)
	race := raceOf(t).Names("ML", "LOO")
	data := mime.Of(race).Data
	view, ok := data[cell.ExploreType].(map[string]any)
	if !ok || data["image/png"] == nil {
		t.Fatalf("the output has %v", data)
	}
	var state map[string]any
	for _, m := range f.comms {
		if m.Kind == "open" && m.ID == view["model_id"] {
			state = m.Data["state"].(map[string]any)
		}
	}
	if state["_krigo"] != "race" || len(state["learners"].([]any)) != 2 {
		t.Errorf("the model has %v", state["_krigo"])
	}
	text := data[mime.TypePlain].(string)
	first, second := race.ran.content.Learners[0].last(), race.ran.content.Learners[1].last()
	want := []string{"1. ML: NLPD", "2. LOO: NLPD"}
	if second < first {
		want = []string{"1. LOO: NLPD", "2. ML: NLPD"}
	}
	for _, w := range append(want, "2 learners over lengthscale and noise.variance", "8 of 40 rows, which no learner had") {
		if !strings.Contains(text, w) {
			t.Errorf("%q is not in the text\n%s", w, text)
		}
	}
	f.deliver(t, cell.CommMessage{Kind: "open", ID: "other", Target: cell.FrontTarget, Data: map[string]any{}})
	if data := mime.Of(raceOf(t)).Data; data[cell.ExploreType] != nil || data["image/png"] == nil {
		t.Errorf("another front end gets %v", data)
	}
}

// Test data of one's own leave all rows to the learners, and predictions of several inputs are drawn
// against what was observed.
func TestARaceWithTestDataOfItsOwn(t *testing.T) {
	d := exploredData(t, lineOf(40), 1)
	f := raceOf(t).Test(d.Subset([]int{0, 1, 2}))
	if c := contentOf(t, f); c.Tests != 3 || c.Of != 0 || len(c.Data.X) != 40 || len(c.Data.At) != raceInputs || f.ran.train.Len() != 40 {
		t.Errorf("the race has %d of %d rows, %d observations", c.Tests, c.Of, len(c.Data.X))
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var rows [][]float64
	var ys []float64
	for range 30 {
		rows, ys = append(rows, []float64{rng.Float64(), rng.Float64()}), append(ys, rng.NormFloat64())
	}
	places, err := cov.Rows(rows)
	if err != nil {
		t.Fatal(err)
	}
	plane, err := gplib.NewData(places, ys)
	if err != nil {
		t.Fatal(err)
	}
	m := gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(1)}
	c := contentOf(t, Race(m, plane, gplib.LBFGS{}))
	if len(c.Data.At) != 0 || len(c.Data.Observed) != 6 || len(c.Learners[0].Mean[0]) != 6 {
		t.Errorf("%d inputs of a curve, %d observed values, %d predictions", len(c.Data.At), len(c.Data.Observed), len(c.Learners[0].Mean[0]))
	}
	if _, err := json.Marshal(c); err != nil {
		t.Error(err)
	}
}

// failing is a learner that fails.
type failing struct{}

func (failing) Fit(context.Context, gplib.Model, gplib.Data, *gplib.Settings) (*gplib.Result, error) {
	return nil, errors.New("no way up")
}

func TestWhatRaceRefuses(t *testing.T) {
	m, d := gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}, exploredData(t, lineOf(20), 1)
	three := gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.1)}
	fixed, err := m.Fix("noise")
	if err != nil {
		t.Fatal(err)
	}
	one := gplib.LBFGS{}
	for want, f := range map[string]*RaceFigure{
		"there are no learners: pass one to six":                              Race(m, d),
		"there are 7 learners: pass at most 6":                                Race(m, d, one, one, one, one, one, one, one),
		"learner 2 is nil":                                                    Race(m, d, one, nil),
		"data: gplib: x is nil":                                               Race(m, gplib.Data{}, one),
		"the data have 600 rows, and a race has at most 500":                  Race(m, exploredData(t, lineOf(600), 1), one),
		"the data have 4 rows, too few to hold one in 5 out":                  Race(m, exploredData(t, lineOf(4), 1), one),
		"the model has 3 free parameters (variance, lengthscale, noise.varia": Race(three, d, one),
		"the model has 1 free parameter (lengthscale), and a landscape has t": Race(fixed, d, one),
		`Over: gplib: no parameter "period"`:                                  Race(m, d, one).Over("period", "noise"),
		"Over: both parameters are lengthscale":                               Race(three, d, one).Over("lengthscale", "lengthscale"),
		"Over: noise.variance is fixed":                                       Race(fixed, d, one).Over("lengthscale", "noise"),
		"Names has 1 name for 2 learners":                                     Race(m, d, one, one).Names("a"),
		"Test: the data have no rows":                                         Race(m, d, one).Test(d.Subset(nil)),
		"Settings: a race has one start":                                      Race(m, d, one).Settings(gplib.Settings{Restarts: 3}),
		"Settings.MaxIter is -1":                                              Race(m, d, one).Settings(gplib.Settings{MaxIter: -1}),
		"learner 2 (widget.failing): no way up":                               Race(m, d, one, failing{}),
		"learner 2 (gplib.standardised): it learns on the standard scale":     Race(m, d, one, gplib.Standardised(one)),
		"Test: the data have 2001 rows, and a race has at most 2000":          Race(m, d, one).Test(exploredData(t, lineOf(2001), 1)),
		"likelihood": Race(gplib.Model{Cov: cov.SE(1), Lik: lik.Bernoulli()}, d, one),
	} {
		_, err := mime.Check(f)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "widget: Race: ") {
			t.Errorf("the error is %v, not %s", err, want)
		}
	}
}

// Learners of the same name get names of their own, and a race that is asked for its results twice runs once.
func TestARaceNamesItsLearnersApart(t *testing.T) {
	f := Race(gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}, exploredData(t, lineOf(20), 1), gplib.LBFGS{}, gplib.LBFGS{})
	if got := f.String(); got != "a race of 2 learners" {
		t.Errorf("before it is run it is %q", got)
	}
	first, err := f.Results()
	if err != nil {
		t.Fatal(err)
	}
	second, err := f.Results()
	if err != nil || len(second) != 2 || first[1] != second[1] {
		t.Errorf("asked again it has %v: %v", second, err)
	}
	contentOf(t, f)
	if names := f.ran.names; names[1] != names[0]+" (2)" {
		t.Errorf("the names are %q", names)
	}
}

// A model without names of inputs has those of the data, as a fit gives them to it.
func TestARaceOfNamedInputs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	rows, ys := make([][]float64, 30), make([]float64, 30)
	for i := range rows {
		rows[i], ys[i] = []float64{rng.Float64(), rng.Float64()}, rng.NormFloat64()
	}
	x, err := cov.Rows(rows)
	if err != nil {
		t.Fatal(err)
	}
	if x, err = x.Named("area", "age"); err != nil {
		t.Fatal(err)
	}
	d, err := gplib.NewData(x, ys)
	if err != nil {
		t.Fatal(err)
	}
	short := gplib.Settings{MaxIter: 3}
	plane := gplib.Model{Cov: cov.SE(1, 2), Noise: gplib.Gaussian(1)}
	c := contentOf(t, Race(plane, d, gplib.LBFGS{}).Over("lengthscale[area]", "lengthscale[age]").Settings(short))
	if c.X.Name != "lengthscale[area]" || c.Y.Name != "lengthscale[age]" || c.Learners[0].X[0] != 1 || c.Learners[0].Y[0] != 2 {
		t.Errorf("the landscape is over %v and %v, from %v and %v", c.X, c.Y, c.Learners[0].X[0], c.Learners[0].Y[0])
	}
	of := gplib.Model{Cov: cov.On(cov.SE(1), 1), Noise: gplib.Gaussian(1)}
	if c := contentOf(t, Race(of, d, gplib.LBFGS{}).Settings(short)); c.X.Name != "lengthscale[age]" {
		t.Errorf("the landscape is over %v and %v", c.X, c.Y)
	}
}

// counting is a learner that counts its fits.
type counting struct{ fits *int }

func (c counting) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	*c.fits++
	return gplib.LBFGS{}.Fit(ctx, m, d, s)
}

// Other names need no other race.
func TestOtherNamesNeedNoOtherRace(t *testing.T) {
	fits := 0
	f := Race(gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}, exploredData(t, lineOf(20), 1), counting{&fits})
	for _, name := range []string{"first", "second"} {
		c := contentOf(t, f.Names(name))
		if c.Learners[0].Name != name || fits != 1 || !strings.Contains(f.String(), "1. "+name+": NLPD") {
			t.Errorf("after %d fits %q has the name %q: %v", fits, name, c.Learners[0].Name, f)
		}
	}
	if _, err := f.Names("one", "two").Results(); err == nil || !strings.Contains(err.Error(), "Names has 2 names for 1 learner") {
		t.Errorf("the error is %v", err)
	}
	if f.Test(exploredData(t, lineOf(3), 1)).Names(); fits != 1 {
		t.Errorf("%d fits", fits)
	}
	if c := contentOf(t, f); c.Tests != 3 || fits != 2 {
		t.Errorf("other test data: %d rows, %d fits", c.Tests, fits)
	}
}

// blind is a posterior that does not predict.
type blind struct{ gplib.Posterior }

func (blind) Predict(cov.Inputs) (gplib.Prediction, error) {
	return gplib.Prediction{}, errors.New("no factor")
}

// blinded is a learner whose result does not predict.
type blinded struct{}

func (blinded) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	fit, err := gplib.LBFGS{}.Fit(ctx, m, d, s)
	if err == nil {
		fit.Posterior = blind{fit.Posterior}
	}
	return fit, err
}

// A step without predictions is a gap; a result without them keeps the figure from being drawn, but not
// the results of the race.
func TestAStepWithoutPredictionsDoesNotLoseTheRace(t *testing.T) {
	m, d := gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}, exploredData(t, lineOf(20), 1)
	f := Race(m, d, gplib.LBFGS{}, blinded{})
	if _, err := mime.Check(f); err == nil || !strings.Contains(err.Error(), "widget: Race: learner 2 (") || !strings.Contains(err.Error(), "no factor") {
		t.Errorf("the error is %v", err)
	}
	if fits, err := f.Results(); err != nil || len(fits) != 2 {
		t.Errorf("the results are %v: %v", fits, err)
	}
	r := &race{test: d.Subset([]int{1, 2}), names: []string{"a"}}
	fit, err := gplib.LBFGS{}.Fit(context.Background(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	none := r.frameAt(fit, len(fit.Trace.Steps)+5, nil)
	if !math.IsNaN(none.nlpd) || !math.IsNaN(none.rmse) || len(none.mean) != 2 || !math.IsNaN(none.sd[1]) {
		t.Errorf("a step that does not exist has the predictions %v", none)
	}
	if none = r.frameAt(fit, len(fit.Trace.Steps)+5, lineOf(7)); len(none.mean) != 7 {
		t.Errorf("a step that does not exist has %d values of a curve", len(none.mean))
	}
}

// An interrupt ends the landscape and the recording; the race itself is kept, and recorded when it is asked for again.
func TestAnInterruptEndsTheRecordingOfARace(t *testing.T) {
	f := raceOf(t)
	fits, err := f.Results()
	if err != nil {
		t.Fatal(err)
	}
	interrupt := func(what string, do func() error) {
		t.Helper()
		old := mime.SetOutput(&interrupted{left: -1})
		defer mime.SetOutput(old)
		if err := do(); !errors.Is(err, errInterrupted) {
			t.Errorf("%s: the error is %v", what, err)
		}
	}
	interrupt("the landscape", func() error { _, err := f.recorded(); return err })
	f.ran.names = []string{"a", "b"}
	if err := f.ran.evaluate(); err != nil {
		t.Fatal(err)
	}
	interrupt("the recording", func() error { _, err := f.ran.contents(); return err })
	if again, err := f.Results(); err != nil || again[0] != fits[0] {
		t.Errorf("after an interrupt the results are %v: %v", again, err)
	}
	if c := contentOf(t, f); len(c.Learners) != 2 || c.Learners[0].Name == "a" {
		t.Errorf("after an interrupt the race has %d learners", len(c.Learners))
	}
}

// At its end a learner that averages has the predictions of its result, not those of its last draw.
func TestARaceEndsWithTheResults(t *testing.T) {
	m := gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}
	f := Race(m, exploredData(t, lineOf(20), 1), mcmc.Learner{Chains: 2, Warmup: 50, Draws: 60})
	c := contentOf(t, f)
	fits, err := f.Results()
	if err != nil {
		t.Fatal(err)
	}
	p, err := fits[0].Predict(f.ran.test.X)
	if err != nil {
		t.Fatal(err)
	}
	want, err := metric.NLPD(f.ran.test.Y, p.Mean, p.VarY)
	if err != nil {
		t.Fatal(err)
	}
	l, last := c.Learners[0], len(c.Learners[0].Steps)-1
	length, err := fits[0].Param("lengthscale")
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(l.last()/want-1) > 1e-5 || l.Frames[len(l.Frames)-1] != last || math.Abs(l.X[last]/length.Value-1) > 1e-6 {
		t.Errorf("it ends with NLPD %v at %v, its result has %v at %v", l.last(), l.X[last], want, length.Value)
	}
	if len(l.Frames) > mostRaceFrames+1 || len(l.Steps) > mostRaceSteps+mostRaceFrames || len(l.Mean) != len(l.Frames) {
		t.Errorf("it has %d steps, %d with predictions", len(l.Steps), len(l.Frames))
	}
}

func TestThinnedPositionsHaveBothEnds(t *testing.T) {
	for _, n := range []int{1, 2, 40, 41, 100, 5000} {
		got := thinned(n, 40)
		if got[0] != 0 || got[len(got)-1] != n-1 || len(got) > 40 || n <= 40 && len(got) != n {
			t.Errorf("of %d there are %v", n, got)
		}
		for k := 1; k < len(got); k++ {
			if got[k] <= got[k-1] || k > 1 && got[k]-got[k-1] < got[k-1]-got[k-2]-1 {
				t.Errorf("of %d there are %v", n, got)
			}
		}
	}
}
