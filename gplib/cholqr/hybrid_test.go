package cholqr_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cholqr"
	"krigo/gplib/cov"
	"krigo/gplib/inducing"
)

// curve returns n points of a line, sorted, of a wave with noise.
func curve(n int) gplib.Data {
	rng := rand.New(rand.NewPCG(3, 1))
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i] = 6 * rng.Float64()
	}
	slices.Sort(x)
	for i := range x {
		y[i] = math.Sin(3*x[i]) + 0.6*math.Cos(5*x[i]) + 0.25*rng.NormFloat64()
	}
	return gplib.Data{X: cov.Line(x), Y: y}
}

func line() gplib.Model {
	return gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.2)}
}

// cloud returns n points in three dimensions; the last one is irrelevant.
func cloud(n int) gplib.Data {
	rng := rand.New(rand.NewPCG(4, 1))
	x, y := mat.NewDense(n, 3, nil), make([]float64, n)
	for i := range n {
		for k := range 3 {
			x.Set(i, k, rng.NormFloat64())
		}
		y[i] = math.Sin(2*x.At(i, 0)) + x.At(i, 1)*x.At(i, 1) + 0.2*rng.NormFloat64()
	}
	return gplib.Data{X: cov.Points(x), Y: y}
}

// words returns strings whose value is a count of letters, with repetitions.
func words(n int) gplib.Data {
	rng := rand.New(rand.NewPCG(5, 1))
	x, y := make(cov.Strings, n), make([]float64, n)
	for i := range x {
		var b strings.Builder
		for range 4 + rng.IntN(4) {
			b.WriteByte("abcd"[rng.IntN(4)])
		}
		x[i] = b.String()
		y[i] = float64(strings.Count(x[i], "ab")-strings.Count(x[i], "c")) + 0.3*rng.NormFloat64()
	}
	return gplib.Data{X: x, Y: y}
}

type problem struct {
	name  string
	model gplib.Model
	data  gplib.Data
}

func problems() []problem {
	twice := curve(40)
	twice.X = twice.X.Subset(append(floorHalves(40), floorHalves(40)...)[:40])
	growing := line()
	growing.Noise = gplib.PointNoise(0, 0.05)
	away := curve(60)
	x := away.X.(*cov.Matrix).Column(0)
	for i := range x {
		x[i]++
	}
	away.X = cov.Line(x)
	return []problem{
		{"curve", line(), curve(80)},
		{"ARD", gplib.Model{Mean: gplib.ConstantMean(0), Cov: cov.Scale(1, cov.SE(1, 1, 1)), Noise: gplib.Gaussian(0.2)}, cloud(70)},
		{"strings", gplib.Model{Cov: cov.Scale(1, cov.Spectrum(2)), Noise: gplib.Gaussian(0.3)}, words(60)},
		{"repeated points", line(), twice},
		{"noise that grows", growing, away},
	}
}

// floorHalves returns 0, 0, 2, 2, 4 and so on.
func floorHalves(n int) []int {
	index := make([]int, n)
	for i := range index {
		index[i] = i / 2 * 2
	}
	return index
}

func fit(t testing.TB, h cholqr.Hybrid, m gplib.Model, d gplib.Data, s *gplib.Settings) *gplib.Result {
	t.Helper()
	r, err := h.Fit(context.Background(), m, d, s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestTheObjectiveNeverRises(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, p := range problems() {
		for _, o := range []cholqr.Objective{cholqr.VAR, cholqr.MLE} {
			h := cholqr.Hybrid{M: 8, Z: 4, Objective: o, Rules: inducing.Rules{Phase: 3, Patience: 200}}
			r := fit(t, h, p.model, p.data, nil)
			last := math.Inf(1)
			for _, s := range r.Trace.Steps {
				if s.Value > last+1e-9*(1+math.Abs(last)) {
					t.Errorf("%s, %v: %v at step %d, %v before", p.name, o, s.Value, s.Iter, last)
				}
				last = s.Value
			}
			if epochs := monitor(r, "epoch"); epochs < 199 && r.Status != gplib.IterationLimit {
				t.Errorf("%s, %v: %v epochs, %v", p.name, o, epochs, r.Status)
			}
			swaps, accepted := r.Posterior.(*cholqr.Posterior).Swaps(), 0
			for _, s := range swaps {
				if s.Accepted {
					accepted++
				}
			}
			if monitor(r, "swaps") != float64(len(swaps)) || monitor(r, "swaps accepted") != float64(accepted) {
				t.Errorf("%s, %v: %d of %d swaps, monitors %+v", p.name, o, accepted, len(swaps), r.Trace.Steps[len(r.Trace.Steps)-1].Monitors)
			}
		}
	}
}

// monitor returns the last value of a monitor.
func monitor(r *gplib.Result, name string) float64 {
	for _, m := range r.Trace.Steps[len(r.Trace.Steps)-1].Monitors {
		if m.Name == name {
			return m.Value
		}
	}
	return math.NaN()
}

func TestTheResultIsTheSparsePosteriorAtItsPoints(t *testing.T) {
	for _, p := range problems() {
		r := fit(t, cholqr.Hybrid{M: 10}, p.model, p.data, nil)
		q := r.Posterior.(*cholqr.Posterior)
		index := q.Index()
		if len(index) != 10 || len(slices.Compact(slices.Sorted(slices.Values(index)))) != 10 {
			t.Fatalf("%s: points %v", p.name, index)
		}
		s := inducing.Sparse{Points: p.data.X.Subset(index), Jitter: q.Sparse().Jitter}
		want, err := s.Eval(r.Model, p.data, nil)
		if err != nil || math.Abs(r.Value-want) > 1e-8*(1+math.Abs(want)) {
			t.Errorf("%s: value %v, want %v (%v)", p.name, r.Value, want, err)
		}
		exact, err := gplib.LML{}.Eval(r.Model, p.data, nil)
		if err != nil {
			t.Fatal(err)
		}
		c := q.Certificate()
		if math.Abs(-c.Lower-r.Value) > 1e-8*(1+math.Abs(r.Value)) || -exact < c.Lower-1e-9 || -exact > c.Upper+1e-9 {
			t.Errorf("%s: %v, exact %v, value %v", p.name, c, -exact, r.Value)
		}
		start := inducing.Subset{Size: 10, Selector: inducing.Given(q.First())}
		rival, err := start.Fit(context.Background(), p.model, p.data, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Value > rival.Value+1e-3*(1+math.Abs(rival.Value)) {
			t.Errorf("%s: %v with exchanges, %v with the first points held", p.name, r.Value, rival.Value)
		}
	}
}

// From the clumped start of the paper's Figure 4 the points must spread.
func TestAClumpSpreads(t *testing.T) {
	d := curve(200)
	clump := make(inducing.Given, 20)
	for i := range clump {
		clump[i] = 90 + i
	}
	exact, err := gplib.Fit(context.Background(), line(), d, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, pivots := range []cholqr.Pivots{cholqr.Random, cholqr.MaxResidual, cholqr.OI, cholqr.AA} {
		r := fit(t, cholqr.Hybrid{M: 20, Pivots: pivots, Start: clump}, line(), d, nil)
		if first := r.Trace.Steps[0].Value; !(r.Value < exact.Value+3) || first < exact.Value+100 {
			t.Errorf("%v: from %v to %v, exact %v", pivots, first, r.Value, exact.Value)
		}
		if !strings.Contains(r.Method, "CholQR") || r.Status != gplib.Converged {
			t.Errorf("%s, %v", r.Method, r.Status)
		}
	}
}

// With hyper-parameters held and few points, exchanges mostly find the best of
// all subsets, seen by trying all.
func TestExchangesFindGoodSubsets(t *testing.T) {
	d := curve(14)
	m, err := line().Fix()
	if err != nil {
		t.Fatal(err)
	}
	var all []float64
	for a := range 14 {
		for b := range a {
			for c := range b {
				v, err := inducing.Sparse{Points: d.X.Subset([]int{a, b, c}), Jitter: 1e-6}.Eval(m, d, nil)
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, v)
			}
		}
	}
	best := floats.Min(all)
	r := fit(t, cholqr.Hybrid{M: 3, Z: 11, Jitter: 1e-6}, m, d, &gplib.Settings{Restarts: 5})
	if !(math.Abs(r.Value-best) < 1e-8) {
		t.Errorf("%v, the best of %d subsets is %v", r.Value, len(all), best)
	}
	if r.Model.Theta()[0] != 1 {
		t.Errorf("a fixed parameter moved: %v", r.Model.Theta())
	}
}

func TestAllPointsInducingAreExactRegression(t *testing.T) {
	d := curve(25)
	m := gplib.Model{Cov: cov.Scale(1, cov.Matern12(1)), Noise: gplib.Gaussian(0.2)}
	exact, err := gplib.Fit(context.Background(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := fit(t, cholqr.Hybrid{M: 25, Jitter: 1e-12}, m, d, nil)
	if math.Abs(r.Value-exact.Value) > 1e-4 {
		t.Errorf("%v, exact %v", r.Value, exact.Value)
	}
	if gap := r.Posterior.(*cholqr.Posterior).Certificate().Gap(); gap > 1e-6 {
		t.Errorf("a gap of %v nats", gap)
	}
}

// Exact reductions against the objective with and without each point; the
// estimates must agree with them by rank, and wholly with all pivots.
func TestReductionsAreDifferencesOfTheObjective(t *testing.T) {
	d := curve(60)
	index := []int{5, 20, 33, 50}
	value := func(points []int) float64 {
		v, err := inducing.Sparse{Points: d.X.Subset(points), Jitter: 1e-6}.Eval(line(), d, nil)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, z := range []int{8, 56} {
		h := cholqr.Hybrid{Z: z, Jitter: 1e-6}
		all, err := h.Reductions(context.Background(), line(), d, index, nil)
		if err != nil || len(all) < 40 {
			t.Fatalf("%d reductions, %v", len(all), err)
		}
		var estimates, exact []float64
		for _, r := range all {
			want := value(index) - value(append(slices.Clone(index), r.Point))
			if math.Abs(r.Exact-want) > 1e-7*(1+math.Abs(want)) {
				t.Errorf("point %d: %v, want %v", r.Point, r.Exact, want)
			}
			estimates, exact = append(estimates, r.Estimate), append(exact, r.Exact)
		}
		if tau := stat.Kendall(estimates, exact, nil); tau < 0.5 || z == 56 && tau < 0.99 {
			t.Errorf("z = %d: Kendall's correlation is %v", z, tau)
		}
	}
	none, err := cholqr.Hybrid{}.Reductions(context.Background(), line(), d, nil, nil)
	if err != nil || len(none) != 60 {
		t.Errorf("from no points: %d reductions, %v", len(none), err)
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (cholqr.Hybrid{}).Reductions(cancelled, line(), d, index, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := (cholqr.Hybrid{}).Reductions(context.Background(), line(), d, []int{3, 3}, nil); err == nil {
		t.Error("no error for a repeated point")
	}
}

func TestPriorsArePartOfTheObjective(t *testing.T) {
	m, err := line().WithPrior("lengthscale", cov.LogNormalPrior(math.Log(0.3), 0.05))
	if err != nil {
		t.Fatal(err)
	}
	d := curve(60)
	with, without := fit(t, cholqr.Hybrid{M: 12}, m, d, nil), fit(t, cholqr.Hybrid{M: 12}, line(), d, nil)
	l, err := with.Param("lengthscale")
	if err != nil {
		t.Fatal(err)
	}
	prior, _ := with.Model.LogPrior()
	q := with.Posterior.(*cholqr.Posterior)
	if want := -q.Certificate().Lower - prior; math.Abs(with.Value-want) > 1e-8*(1+math.Abs(want)) {
		t.Errorf("value %v, want %v", with.Value, want)
	}
	if free, _ := without.Param("lengthscale"); math.Abs(l.Value-0.3) > math.Abs(free.Value-0.3) {
		t.Errorf("lengthscale %v with a prior at 0.3, %v without", l.Value, free.Value)
	}
}

func TestTheSameSeedGivesTheSameResult(t *testing.T) {
	run := func(seed uint64) *gplib.Result {
		return fit(t, cholqr.Hybrid{M: 10}, line(), curve(70), &gplib.Settings{Src: rand.NewPCG(seed, 1), Restarts: 1})
	}
	a, b, c := run(1), run(1), run(2)
	index := func(r *gplib.Result) []int { return r.Posterior.(*cholqr.Posterior).First() }
	if a.Value != b.Value || !slices.Equal(index(a), index(b)) || slices.Equal(index(a), index(c)) {
		t.Errorf("%v and %v, first %v and %v", a.Value, b.Value, index(a), index(c))
	}
}

func TestFitEndsWhenItMust(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	h, d := cholqr.Hybrid{M: 10, Rules: inducing.Rules{Patience: 1000}}, curve(80)
	r, err := h.Fit(cancelled, line(), d, nil)
	if err != nil || r.Status != gplib.Cancelled || r.Posterior == nil {
		t.Errorf("cancelled before: %v, %v", r, err)
	}
	h.Start = inducing.GreedyVariance{}
	if r, err := h.Fit(cancelled, line(), d, nil); err != nil || r.Status != gplib.Cancelled {
		t.Errorf("cancelled before the choice: %v, %v", r, err)
	}
	enough := errors.New("enough")
	r, err = h.Fit(context.Background(), line(), d, &gplib.Settings{Observe: func(s gplib.Step) error {
		if s.Iter == 30 {
			return enough
		}
		return nil
	}})
	if !errors.Is(err, enough) || r == nil || r.Status != gplib.Cancelled || len(r.Trace.Steps) != 31 {
		t.Errorf("observer: %v, %v", r, err)
	}
	r = fit(t, h, line(), d, &gplib.Settings{Runtime: 20 * time.Millisecond})
	if r.Status != gplib.RuntimeLimit {
		t.Errorf("runtime: %v", r.Status)
	}
	if r = fit(t, h, line(), d, &gplib.Settings{MaxIter: 7}); r.Status != gplib.IterationLimit {
		t.Errorf("iterations: %v", r.Status)
	}
}

func TestNearlyEqualFirstPointsAreWarnedOf(t *testing.T) {
	x := make([]float64, 30)
	y := make([]float64, 30)
	for i := range x {
		y[i] = math.Sin(float64(i))
		if i >= 10 {
			x[i] = float64(i)
		}
	}
	h := cholqr.Hybrid{M: 10, Start: inducing.Given{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, Jitter: 1e-18}
	r := fit(t, h, line(), gplib.Data{X: cov.Line(x), Y: y}, &gplib.Settings{MaxIter: 1})
	found := strings.Contains(r.Warnings.String(), "jitter")
	if !found && r.Posterior.(*cholqr.Posterior).Sparse().Jitter <= 1e-18 {
		t.Errorf("warnings %v, jitter %v", r.Warnings, r.Posterior.(*cholqr.Posterior).Sparse().Jitter)
	}
}

func TestHybridNamesBadArguments(t *testing.T) {
	d := curve(20)
	for wants, c := range map[string]struct {
		h cholqr.Hybrid
		m gplib.Model
		d gplib.Data
		s *gplib.Settings
	}{
		"Hybrid.M is 21":          {h: cholqr.Hybrid{M: 21}},
		"Hybrid.M is -1":          {h: cholqr.Hybrid{M: -1}},
		"Hybrid.Z is -1":          {h: cholqr.Hybrid{Z: -1}},
		"Hybrid.Candidates is -1": {h: cholqr.Hybrid{Candidates: -1}},
		"Hybrid.Swaps is -2":      {h: cholqr.Hybrid{Swaps: -2}},
		"Objective(5)":            {h: cholqr.Hybrid{Objective: 5}},
		"Pivots(-1)":              {h: cholqr.Hybrid{Pivots: -1}},
		"Hybrid.Jitter is NaN":    {h: cholqr.Hybrid{Jitter: math.NaN()}},
		"Hybrid.Rules":            {h: cholqr.Hybrid{Rules: inducing.Rules{Phase: -1}}},
		"Settings.MaxIter is -1":  {s: &gplib.Settings{MaxIter: -1}},
		"Cov is nil":              {m: gplib.Model{Noise: gplib.Gaussian(1)}},
		"x is nil":                {d: gplib.Data{Y: []float64{1}}},
		"y[0] is NaN":             {d: gplib.Data{X: cov.Line([]float64{1}), Y: []float64{math.NaN()}}},
		"no positive variance": {
			h: cholqr.Hybrid{M: 1}, m: gplib.Model{Cov: cov.SE(1), Noise: gplib.PointNoise(0, 1)},
			d: gplib.Data{X: cov.Line([]float64{0, 1}), Y: []float64{1, 2}},
		},
		"Given has 1 points, want": {h: cholqr.Hybrid{M: 3, Start: inducing.Given{1}}},
	} {
		if c.m.Noise == nil {
			c.m = line()
		}
		if c.d.Y == nil {
			c.d = d
		}
		if _, err := c.h.Fit(context.Background(), c.m, c.d, c.s); err == nil || !strings.Contains(err.Error(), wants) {
			t.Errorf("%s: %v", wants, err)
		}
	}
	var none context.Context
	if _, err := (cholqr.Hybrid{}).Fit(none, line(), d, nil); err == nil {
		t.Error("no error for a nil context")
	}
	if r := fit(t, cholqr.Hybrid{}, line(), gplib.Data{X: cov.Line([]float64{1}), Y: []float64{2}}, nil); r.Posterior == nil {
		t.Error("no posterior of one point")
	}
}

// By default rounds of attempts follow each other as long as more than one in
// twenty succeeds, until half the points were tried; a number of swaps that is given is
// kept to.
func TestRoundsGoOnAsLongAsTheySucceed(t *testing.T) {
	const m, round = 130, 60
	clump := make(inducing.Given, m)
	for i := range clump {
		clump[i] = i
	}
	attempts := func(swaps int) map[int][]bool {
		r := fit(t, cholqr.Hybrid{M: m, Swaps: swaps, Start: clump}, line(), curve(300), nil)
		epochs := map[int][]bool{}
		for _, s := range r.Posterior.(*cholqr.Posterior).Swaps() {
			epochs[s.Epoch] = append(epochs[s.Epoch], s.Accepted)
		}
		return epochs
	}
	for e, accepted := range attempts(7) {
		if len(accepted) != 7 {
			t.Errorf("epoch %d has %d attempts, want 7", e, len(accepted))
		}
	}
	longest := 0
	for e, accepted := range attempts(0) {
		rounds := slices.Collect(slices.Chunk(accepted, round))
		for i, attempted := range rounds {
			successes := 0
			for _, success := range attempted {
				if success {
					successes++
				}
			}
			succeeds := 20*successes > len(attempted)
			last, full := i == len(rounds)-1, 2*len(accepted) >= m
			if !last && !succeeds || last && succeeds && !full {
				t.Errorf("epoch %d, round %d of %d: success is %v", e, i, len(rounds), succeeds)
			}
		}
		if longest = max(longest, len(rounds)); len(rounds) > 2 {
			t.Errorf("epoch %d has %d rounds", e, len(rounds))
		}
	}
	if longest < 2 {
		t.Error("no round followed another")
	}
}
