package reproduce

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

const (
	startRestarts = 9
	startRows     = 1000
	startTrials   = 100 // made sets
	startGap      = 0.5 // nats
)

// startSets are the UCI sets on which starts are compared.
var startSets = []string{
	"autos", "servo", "yacht", "housing", "energy", "concrete", "concreteslump", "fertility", "autompg", "stock", "solar", "wine",
}

// baseline fits a set from several starts and returns the negative log marginal likelihood.
type baseline struct {
	name string
	fit  func(ctx context.Context, d gplib.Data) (value float64, took time.Duration, err error)
}

// startPeer is scikit-learn by the interpreter of the options, else krigo with restarts.
func (o Options) startPeer() baseline {
	if o.Python == "" {
		return baseline{fmt.Sprintf("its own with %d restarts", startRestarts), func(ctx context.Context, d gplib.Data) (float64, time.Duration, error) {
			return timedFit(ctx, d, &gplib.Settings{Restarts: startRestarts})
		}}
	}
	return baseline{fmt.Sprintf("scikit-learn's with %d restarts", startRestarts), o.scikitLearn}
}

func timedFit(ctx context.Context, d gplib.Data, s *gplib.Settings) (float64, time.Duration, error) {
	fit, err := gplib.Fit(ctx, standardModel(dimension(d)), d, s)
	if err != nil {
		return 0, 0, err
	}
	return fit.Value, fit.Elapsed, nil
}

//go:embed robust_starts.py
var scikitLearnProgram string

// scikitLearn fits by the GaussianProcessRegressor with the same kernel, from the same start.
func (o Options) scikitLearn(ctx context.Context, d gplib.Data) (float64, time.Duration, error) {
	x := d.X.(*cov.Matrix)
	rows := make([][]float64, x.Len())
	for i := range rows {
		rows[i] = x.Row(i)
	}
	sent, err := json.Marshal(map[string]any{"x": rows, "y": d.Y, "restarts": startRestarts})
	if err != nil {
		return 0, 0, err
	}
	var got struct{ Value, Seconds float64 }
	err = runPython(ctx, o.Python, scikitLearnProgram, sent, &got)
	return got.Value, time.Duration(got.Seconds * float64(time.Second)), err
}

// startRow is the comparison on one set.
type startRow struct {
	name        string
	gap         float64 // of the values
	took, peers time.Duration
}

func (o Options) compareStarts(ctx context.Context, p baseline, name string, d gplib.Data) (startRow, error) {
	value, took, err := timedFit(ctx, d, nil)
	if err != nil {
		return startRow{}, err
	}
	theirs, peers, err := p.fit(ctx, d)
	if err = errors.Join(err, ctx.Err()); err != nil {
		return startRow{}, err
	}
	o.report("%s: %.3f in %v; %s %.3f in %v", name, value, took.Round(time.Millisecond), p.name, theirs, peers.Round(time.Millisecond))
	return startRow{name, value - theirs, took, peers}, nil
}

// startClaims are about the values and the times of made sets.
func startClaims(p baseline, rows []startRow) []Claim {
	if len(rows) == 0 {
		return nil
	}
	var worse []startRow
	worst, longest := rows[0], 0.0
	for _, r := range rows {
		if r.gap > worst.gap {
			worst = r
		}
		if r.gap > startGap {
			worse = append(worse, r)
		}
		longest = max(longest, r.took.Seconds()/r.peers.Seconds())
	}
	data := fmt.Sprintf("%d made sets", len(rows))
	claims := []Claim{
		none(fmt.Sprintf("default fits more than %g nats above %s", startGap, p.name), data, len(worse)),
		told("default fit: value above "+p.name+", nats, at most", worst.name, worst.gap),
		below("default fit: time over that of "+p.name+", at most", data, longest, 1),
	}
	for _, r := range worse {
		claims = append(claims, told("default fit: value above "+p.name+", nats", r.name, r.gap))
	}
	return claims
}

// startParts are parts of [Robust]: a UCI set each, and made sets together.
func startParts() []part {
	parts := []part{{"starts-made", robustStartsMade, skipped}}
	for _, name := range startSets {
		parts = append(parts, part{"starts-" + name, func(ctx context.Context, o Options) ([]Claim, error) {
			return o.startsOf(ctx, name)
		}, skipped})
	}
	return parts
}

// startsOf compares starts on a UCI set.
func (o Options) startsOf(ctx context.Context, name string) ([]Claim, error) {
	set, err := o.uciOrNone(name)
	if set == nil || err != nil {
		return nil, err
	}
	d := set.Data
	if d.Len() > startRows {
		d = d.Subset(rand.New(rand.NewPCG(3, 3)).Perm(d.Len())[:startRows])
	}
	if d, _, err = dataset.Standardise(d); err != nil {
		return nil, err
	}
	p := o.startPeer()
	row, err := o.compareStarts(ctx, p, fmt.Sprintf("%s, %d × %d", name, d.Len(), dimension(d)), d)
	if err != nil {
		return nil, err
	}
	return []Claim{
		below("default fit: value above "+p.name+", nats", row.name, row.gap, startGap),
		below("default fit: time over that of "+p.name, row.name, row.took.Seconds()/row.peers.Seconds(), 1),
	}, nil
}

// robustStartsMade is a part of [Robust].
func robustStartsMade(ctx context.Context, o Options) ([]Claim, error) {
	p := o.startPeer()
	trials := startTrials
	if o.Trials > 0 {
		trials = o.Trials
	}
	var rows []startRow
	for k := range trials {
		name, d, err := madeSet(uint64(k))
		if err != nil {
			return startClaims(p, rows), err
		}
		row, err := o.compareStarts(ctx, p, name, d)
		if err != nil {
			return startClaims(p, rows), err
		}
		rows = append(rows, row)
	}
	return startClaims(p, rows), nil
}

// madeSet returns a standardised set of 100 to 1000 rows of 4 to 10 inputs: a sum of a few waves,
// products and squares of some of the inputs, with noise.
func madeSet(number uint64) (string, gplib.Data, error) {
	rng := rand.New(rand.NewPCG(number, 9))
	n, dims := int(100*math.Pow(10, rng.Float64())), 4+rng.IntN(7)
	sd := []float64{0.01, 0.05, 0.1, 0.3}[rng.IntN(4)]
	var terms []func(x []float64) float64
	for range 2 + rng.IntN(4) {
		terms = append(terms, madeTerm(rng, dims))
	}
	rows, y := make([][]float64, n), make([]float64, n)
	for i := range rows {
		rows[i] = make([]float64, dims)
		for k := range rows[i] {
			rows[i][k] = rng.Float64()
		}
		for _, term := range terms {
			y[i] += term(rows[i])
		}
		y[i] += sd * rng.NormFloat64()
	}
	x, err := cov.Rows(rows)
	if err != nil {
		return "", gplib.Data{}, err
	}
	d, _, err := dataset.Standardise(gplib.Data{X: x, Y: y})
	return fmt.Sprintf("made set %d, %d × %d, noise %g", number, n, dims, sd), d, err
}

func madeTerm(rng *rand.Rand, dims int) func(x []float64) float64 {
	a, b, frequency, size := rng.IntN(dims), rng.IntN(dims), 1+12*rng.Float64(), 0.3+rng.Float64()
	switch rng.IntN(4) {
	case 0:
		return func(x []float64) float64 { return size * math.Sin(frequency*x[a]) }
	case 1:
		return func(x []float64) float64 { return 2 * size * x[a] * x[b] }
	case 2:
		return func(x []float64) float64 { return 2 * size * (x[a] - 0.5) * (x[a] - 0.5) }
	}
	return func(x []float64) float64 { return size * math.Cos(frequency*x[a]*x[b]) }
}
