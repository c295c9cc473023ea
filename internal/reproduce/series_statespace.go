package reproduce

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/statespace"
)

// seriesFunction returns a random covariance function with a state space: a sum of up to three terms.
func seriesFunction(rng *rand.Rand) cov.Func {
	between := func(lo, hi float64) float64 { return lo * math.Pow(hi/lo, rng.Float64()) }
	moving := func() cov.Func {
		return []cov.Func{
			cov.Matern12(between(0.3, 30)), cov.Matern32(between(0.3, 30)), cov.Matern52(between(0.3, 30)), cov.SHO(between(0.5, 10), between(0.2, 20)),
		}[rng.IntN(4)]
	}
	still := func() cov.Func {
		return []cov.Func{cov.Periodic(between(0.7, 3), between(0.5, 5)), cov.Linear(between(3, 30)), cov.Constant(between(0.1, 10))}[rng.IntN(3)]
	}
	var terms []cov.Func
	for range 1 + rng.IntN(3) {
		k := []func() cov.Func{
			moving, still,
			func() cov.Func { return cov.Product(moving(), still()) },
			func() cov.Func { return cov.Product(moving(), moving()) },
		}[rng.IntN(4)]()
		terms = append(terms, cov.Scale(between(0.1, 10), k))
	}
	return cov.Sum(terms...)
}

// seriesErrors are the largest differences from the exact process: of the log likelihood, as a part of it, of its
// derivatives by the logarithms of parameters, as a part of it, and of predictions, as a part of the largest.
type seriesErrors struct{ value, gradient, prediction float64 }

// seriesEquality compares random models with the exact process.
func seriesEquality(ctx context.Context, o Options) ([]Claim, error) {
	models, most := 50, 2000
	if o.Quick {
		models, most = 10, 300
	}
	rng := rand.New(rand.NewPCG(51, 51))
	var worst seriesErrors
	for k := range models {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		n := most * (k + 1) / models
		m := gplib.Model{Mean: gplib.LinearMean(0.3, 0.1), Cov: seriesFunction(rng), Noise: gplib.Gaussian(0.05 + rng.Float64())}
		e, err := compareSeries(m, seriesData(rng, n), rng)
		if err != nil {
			return nil, fmt.Errorf("%v: %w", m, err)
		}
		worst = seriesErrors{math.Max(worst.value, e.value), math.Max(worst.gradient, e.gradient), math.Max(worst.prediction, e.prediction)}
		o.report("equality, model %d of %d, %d rows: %.2g, %.2g, %.2g", k+1, models, n, e.value, e.gradient, e.prediction)
	}
	data := fmt.Sprintf("%d random models, n up to %d", models, most)
	var claims []Claim
	for _, c := range []struct {
		what string
		off  float64
	}{{"log likelihood", worst.value}, {"gradient", worst.gradient}, {"predictions, covariances, leave-one-out", worst.prediction}} {
		claims = append(claims, Claim{
			Claim: "state space next to the exact process, largest relative difference: " + c.what, Data: data,
			Measured: c.off, Paper: "–", Wanted: "<= 1e-8", Holds: c.off <= 1e-8,
		})
	}
	return claims, nil
}

// seriesData returns n observations at irregular times in [0, 20], some of them equal.
func seriesData(rng *rand.Rand, n int) gplib.Data {
	t, y := make([]float64, n), make([]float64, n)
	for i := range t {
		t[i] = 20 * rng.Float64()
		if i > 0 && rng.IntN(10) == 0 {
			t[i] = t[rng.IntN(i)]
		}
		y[i] = math.Sin(t[i]) + 0.1*t[i] + 0.3*rng.NormFloat64()
	}
	return gplib.Data{X: cov.Line(t), Y: y}
}

func compareSeries(m gplib.Model, d gplib.Data, rng *rand.Rand) (e seriesErrors, err error) {
	ps := m.Params()
	wantGrad, grad := make([]float64, len(ps)), make([]float64, len(ps))
	want, err := gplib.LML{}.Eval(m, d, wantGrad)
	if err != nil {
		return e, err
	}
	got, err := statespace.LML{}.Eval(m, d, grad)
	if err != nil {
		return e, err
	}
	unit := math.Max(1, math.Abs(want))
	e.value = math.Abs(got-want) / unit
	for i, p := range ps {
		e.gradient = math.Max(e.gradient, math.Abs((grad[i]-wantGrad[i])*p.Value)/unit)
	}
	at := make([]float64, 50)
	for i := range at {
		at[i] = 30*rng.Float64() - 5
	}
	e.prediction, err = comparePredictions(m, d, cov.Line(at))
	return e, err
}

// comparePredictions returns the largest relative difference of means, variances, covariances and predictions of rows
// from the others.
func comparePredictions(m gplib.Model, d gplib.Data, x cov.Inputs) (worst float64, err error) {
	exact, err := gplib.Condition(m, d)
	if err != nil {
		return 0, err
	}
	own, err := statespace.Condition(m, d)
	if err != nil {
		return 0, err
	}
	type predictor interface {
		gplib.Posterior
		gplib.LeaveOneOuter
	}
	numbers := func(p predictor) (all [][]float64, err error) {
		q, err := p.Predict(x)
		if err != nil {
			return nil, err
		}
		_, joint, err := p.Covariance(x)
		if err != nil {
			return nil, err
		}
		left, err := p.LeaveOneOut()
		return [][]float64{q.Mean, q.Var, q.VarY, mat.DenseCopyOf(joint).RawMatrix().Data, left.Mean, left.VarY}, err
	}
	want, err := numbers(exact)
	if err != nil {
		return 0, err
	}
	got, err := numbers(own)
	if err != nil {
		return 0, err
	}
	for k, w := range want {
		worst = math.Max(worst, floats.Distance(got[k], w, math.Inf(1))/floats.Norm(w, math.Inf(1)))
	}
	return worst, nil
}

// golden is the golden ratio less 1: the fractions of its multiples are spread evenly.
const golden = 0.6180339887498949

// millionRows returns observations at irregular times, by formulas that series_peers.py has, too.
func millionRows(n int) gplib.Data {
	t, y := make([]float64, n), make([]float64, n)
	for i := range t {
		chance := math.Mod(golden*float64(i), 1)
		t[i] = 0.1 * (float64(i) + chance)
		y[i] = math.Sin(t[i]) + 0.5*math.Sin(1000*chance)
	}
	return gplib.Data{X: cov.Line(t), Y: y}
}

//go:embed series_peers.py
var seriesPeersProgram string

// seriesTimes are the seconds of the log likelihood, alone and with its gradient, and its negative value.
type seriesTimes struct{ Value, Gradient, Cost float64 }

// seriesMillion measures the likelihood of a Matérn process of smoothness 3/2 on one processor, next to peers.
func seriesMillion(ctx context.Context, o Options) ([]Claim, error) {
	n := 1_000_000
	if o.Quick {
		n = 50_000
	}
	d := millionRows(n)
	m := gplib.Model{Cov: cov.Scale(1, cov.Matern32(3)), Noise: gplib.Gaussian(0.1)}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	own, bytes, err := timeSeries(ctx, m, d)
	if err != nil {
		return nil, err
	}
	data := fmt.Sprintf("Matérn 3/2, n = %d, one processor", n)
	claims := []Claim{
		{Claim: "seconds of the log likelihood", Data: data, Measured: own.Value, Paper: "–"},
		{Claim: "seconds of the log likelihood and its gradient", Data: data, Measured: own.Gradient, Paper: "–", Wanted: "<= 2", Holds: own.Gradient <= 2},
		{Claim: "gigabytes of memory beside the data", Data: data, Measured: bytes / 1e9, Paper: "–", Wanted: "<= 1", Holds: bytes <= 1e9},
	}
	if o.Python == "" {
		return claims, nil
	}
	peers, err := seriesPeers(ctx, o.Python, n)
	if err != nil {
		return claims, err
	}
	for _, name := range []string{"celerite2", "tinygp"} {
		peer := peers[name]
		value, gradient := own.Value/peer.Value, own.Gradient/peer.Gradient
		claims = append(claims,
			Claim{Claim: "time of the log likelihood over that of " + name, Data: data, Measured: value,
				Paper: fmt.Sprintf("%.3g s", peer.Value), Wanted: "<= 1", Holds: value <= 1},
			Claim{Claim: "time of the log likelihood and its gradient over that of " + name, Data: data, Measured: gradient,
				Paper: fmt.Sprintf("%.3g s", peer.Gradient), Wanted: "<= 1", Holds: gradient <= 1})
	}
	off := math.Abs(own.Cost/peers["tinygp"].Cost - 1)
	return append(claims, Claim{Claim: "log likelihood next to that of tinygp, relative difference", Data: data, Measured: off,
		Paper: "–", Wanted: "<= 1e-9", Holds: off <= 1e-9}), nil
}

// timeSeries returns the median times of five evaluations, and the bytes that one with the gradient allocates.
func timeSeries(ctx context.Context, m gplib.Model, d gplib.Data) (t seriesTimes, bytes float64, err error) {
	grad := make([]float64, len(m.Params()))
	for _, c := range []struct {
		seconds *float64
		grad    []float64
	}{{&t.Value, nil}, {&t.Gradient, grad}} {
		var seconds []float64
		for range 5 {
			if ctx.Err() != nil {
				return t, 0, ctx.Err()
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			began := time.Now()
			if t.Cost, err = (statespace.LML{}).Eval(m, d, c.grad); err != nil {
				return t, 0, err
			}
			seconds = append(seconds, time.Since(began).Seconds())
			runtime.ReadMemStats(&after)
			bytes = float64(after.TotalAlloc - before.TotalAlloc)
		}
		slices.Sort(seconds)
		*c.seconds = seconds[2]
	}
	return t, bytes, nil
}

// seriesPeers measures celerite2 and tinygp.
func seriesPeers(ctx context.Context, python string, n int) (peers map[string]seriesTimes, err error) {
	err = runPython(ctx, python, seriesPeersProgram, nil, &peers, fmt.Sprint(n))
	return peers, err
}

// fourMarkovParts returns the model of [fourParts] with the nearest functions that have a state space: Matérn
// functions in place of the squared exponential and rational quadratic ones, which have none.
func fourMarkovParts() gplib.Model {
	season := cov.Product(cov.Matern32(90), cov.Fix(cov.Periodic(1.3, 1), "period"))
	k := cov.Sum(
		cov.Scale(66*66, cov.Matern52(67)),
		cov.Scale(2.4*2.4, season),
		cov.Scale(0.66*0.66, cov.Matern32(1.2)),
		cov.Scale(0.18*0.18, cov.Matern12(1.6/12)),
	)
	return gplib.Model{Cov: k, Noise: gplib.Gaussian(0.19 * 0.19)}
}

// seriesCarbon fits the model to the monthly CO₂ of Mauna Loa before 2009, by state space and exactly, and measures
// an evaluation on as many rows as weeks. It is skipped where the series is missing.
func seriesCarbon(ctx context.Context, o Options) ([]Claim, error) {
	years, values, err := readMonths(o)
	if errors.Is(err, fs.ErrNotExist) {
		o.report("CO₂: skipped, %v", err)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	train, _, err := plainUnits.split(years, values)
	if err != nil {
		return nil, err
	}
	m, settings := fourMarkovParts(), &gplib.Settings{}
	if o.Quick {
		settings.MaxIter = 10
	}
	var fits []*gplib.Result
	var seconds []float64
	for _, l := range []gplib.Learner{statespace.Learner{}, gplib.LBFGS{}} {
		began := time.Now()
		fit, err := l.Fit(ctx, m, train, settings)
		if err = errors.Join(err, ctx.Err()); err != nil {
			return nil, err
		}
		fits, seconds = append(fits, fit), append(seconds, time.Since(began).Seconds())
		o.report("CO₂, %s: %.9g after %.3g s, %.4g", fit.Method, fit.Value, seconds[len(seconds)-1], fit.Model.Theta())
	}
	data := fmt.Sprintf("Mauna Loa, %d months", train.Len())
	off := math.Abs(fits[0].Value - fits[1].Value)
	claims := []Claim{
		{Claim: "four Markov parts: difference of the optimum from the exact fit's, nats", Data: data, Measured: off, Paper: "–",
			Wanted: "<= 0.001", Holds: off <= 0.001},
		{Claim: "four Markov parts: time of the exact fit over that by state space", Data: data, Measured: seconds[1] / seconds[0], Paper: "–",
			Wanted: ">= 20", Holds: seconds[1]/seconds[0] >= 20},
	}
	ratio, rows, err := evaluationRatio(fits[0].Model, train, o.Quick)
	return append(claims, Claim{
		Claim: "four Markov parts: time of an exact evaluation over that by state space", Data: fmt.Sprintf("%d weeks, interpolated", rows),
		Measured: ratio, Paper: "–", Wanted: ">= 20", Holds: ratio >= 20,
	}), err
}

// evaluationRatio returns how much longer an evaluation with its gradient takes exactly, on weekly values.
func evaluationRatio(m gplib.Model, months gplib.Data, quick bool) (ratio float64, rows int, err error) {
	times := months.X.(*cov.Matrix).Column(0)
	every := 7 / 365.25
	if quick {
		every *= 4
	}
	var t, y []float64
	for at, i := times[0], 0; at < times[len(times)-1]; at += every {
		for times[i+1] <= at {
			i++
		}
		part := (at - times[i]) / (times[i+1] - times[i])
		t, y = append(t, at), append(y, (1-part)*months.Y[i]+part*months.Y[i+1])
	}
	d, grad := gplib.Data{X: cov.Line(t), Y: y}, make([]float64, len(m.Params()))
	seconds := func(o gplib.Objective) float64 {
		began := time.Now()
		_, failed := o.Eval(m, d, grad)
		err = errors.Join(err, failed)
		return time.Since(began).Seconds()
	}
	own := math.Min(seconds(statespace.LML{}), seconds(statespace.LML{}))
	return math.Min(seconds(gplib.LML{}), seconds(gplib.LML{})) / own, len(t), err
}
