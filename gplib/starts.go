package gplib

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib/cov"
	"krigo/gplib/noise"
	"krigo/gplib/param"
	"krigo/internal/words"
)

// StartRecord is a start that a fit considered.
type StartRecord struct {
	// Name says where it is, such as "from the data, lengthscales × 0.3, noise × 0.01".
	Name string
	// From is the objective at the start, and To the lowest value that the descent from there
	// reached, both of Rows of the rows. From is NaN where it was not evaluated on them.
	From, To float64
	Rows     int
	// Chosen marks the start of the result.
	Chosen bool
}

// namedStart is a place to start at.
type namedStart struct {
	name  string
	model Model
}

const (
	ownStart  = "own parameters"
	dataStart = "from the data"
)

// Factors of candidates, which surround the start from the data.
var (
	lengthFactors = []float64{1, 0.3, 0.1, 0.03, 3}
	noiseFactors  = []float64{1, 0.01}
)

// drawnStarts is the number of candidates that are drawn about the model's own parameters
// where the start from the data says little of the model.
const drawnStarts = 4

// candidates lists different places where the fit might start, the model's own parameters
// first.
func (f *Fitting) candidates() []namedStart {
	all := f.candidatesAround(f.Model, noiseFactors)
	if !structured(f.Model) {
		return all
	}
	for _, length := range []float64{0.3, 3} {
		all = addStart(all, ownStart+factors(length, 1), f.scaled(f.Model, length, 1))
	}
	for _, s := range f.periodStarts(f.Model.FromData(f.Data)) {
		all = addStart(all, s.name, s.model)
	}
	if space, err := f.SpaceOf(f.Model); err == nil {
		rng := rand.New(rand.NewPCG(f.seed[0], f.seed[1]))
		for k := range drawnStarts {
			all = addStart(all, fmt.Sprintf("drawn about own parameters, %d", k+1), perturbed(f.Model, space, startSpread, rng))
		}
	}
	return all
}

// candidatesAround lists own, which is the model at its own parameters, and places that surround
// the start from the data.
func (f *Fitting) candidatesAround(own Model, noise []float64) []namedStart {
	all := []namedStart{{ownStart, own}}
	fromData := f.Model.FromData(f.Data)
	for _, length := range lengthFactors {
		for _, factor := range noise {
			all = addStart(all, dataStart+factors(length, factor), f.scaled(fromData, length, factor))
		}
	}
	return all
}

// addStart adds a place that is not there yet.
func addStart(all []namedStart, name string, m Model) []namedStart {
	same := func(s namedStart) bool { return floats.Equal(s.model.Theta(), m.Theta()) }
	if slices.ContainsFunc(all, same) {
		return all
	}
	return append(all, namedStart{name, m})
}

// factors describes the factors of lengthscales and noise.
func factors(length, noise float64) string {
	text := ""
	if length != 1 {
		text += ", lengthscales × " + words.Number(length, 2)
	}
	if noise != 1 {
		text += ", noise × " + words.Number(noise, 2)
	}
	return text
}

// scaled returns m with its lengthscales and its noise multiplied, inside their bounds.
func (f *Fitting) scaled(m Model, length, noise float64) Model {
	bounds, theta := f.Params(m), m.Theta()
	for i, p := range bounds {
		switch {
		case !movable(p):
		case p.Role == param.RoleLengthscale:
			theta[i] *= length
		case p.Role == param.RoleNoise:
			theta[i] *= noise
		case p.Role == param.RoleScale:
			theta[i] *= math.Sqrt(noise)
		}
	}
	return m.With(inside(bounds, theta))
}

// structured reports whether the data do not determine a start of all parameters of the
// covariance function: several lengthscales of one input, or parameters without a scale in the
// data, such as periods.
func structured(m Model) bool {
	var dims []int
	for _, p := range m.Cov.Params() {
		switch {
		case p.Fixed || p.Role == param.RoleVariance:
		case p.Role != param.RoleLengthscale || slices.ContainsFunc(p.Dims, func(k int) bool { return slices.Contains(dims, k) }):
			return true
		}
		if p.Role == param.RoleLengthscale {
			dims = append(dims, p.Dims...)
		}
	}
	return false
}

// records lists the starts that were run, then those that were given up.
func (f *Fitting) records(ran []*Start, best *Start) []StartRecord {
	var all []StartRecord
	for _, s := range ran {
		if s == nil || s.end == nil {
			continue
		}
		from := math.NaN()
		if len(s.steps) > 0 {
			from = s.steps[0].Value
		}
		all = append(all, StartRecord{s.name(), from, s.end.Value, f.Data.Len(), s == best})
	}
	if f.compared == nil {
		return all
	}
	for _, c := range f.compared.all {
		if !slices.ContainsFunc(all, func(r StartRecord) bool { return r.Name == c.record.Name }) {
			all = append(all, c.record)
		}
	}
	return all
}

// name names the place of a start.
func (s *Start) name() string {
	switch {
	case s.Number < len(s.starts):
		return s.starts[s.Number].name
	case s.Number == 0:
		return ownStart
	}
	return fmt.Sprintf("drawn, %d", s.Number)
}

// Start says in a few words where the fit started, of how many places; "" if there was no choice.
func (r *Result) Start() string {
	for _, s := range r.Starts {
		if s.Chosen && len(r.Starts) > 1 {
			return fmt.Sprintf("%s, the best of %d", s.Name, len(r.Starts))
		}
	}
	return ""
}

// undecided reports another start that ends at nearly the same likelihood and predicts
// something else between the observations.
func (f *Fitting) undecided(ran []*Start, best *Start) Findings {
	if f.compared == nil || !f.compared.nats {
		return nil
	}
	type end struct {
		name  string
		model Model
		above float64
	}
	var others []end
	for _, s := range ran {
		if s != nil && s != best && s.end != nil {
			others = append(others, end{s.name(), s.end.Model, s.end.Value - best.end.Value})
		}
	}
	for _, c := range f.compared.finalists {
		if c.record.Name != best.name() && !slices.ContainsFunc(others, func(e end) bool { return e.name == c.record.Name }) {
			others = append(others, end{c.record.Name, c.at, c.behind})
		}
	}
	for _, e := range others {
		if !(math.Abs(e.above) <= closeValues) {
			continue
		}
		if gap := f.disagreement(best.end.Model, e.model); gap > muchApart {
			return Findings{{
				Code: "starts-disagree",
				Found: fmt.Sprintf("the start %q ends only %.2g nats higher, and its predictions between the observations differ by %.2g standard deviations",
					e.name, e.above, gap),
				Means: "the data do not decide between them",
				Do:    "set a prior (Model.WithPrior), or average over both with package mcmc",
			}}
		}
	}
	return nil
}

const (
	// closeValues are nats that separate starts of about the same likelihood.
	closeValues = 2
	// muchApart is the difference of predictions, in predictive standard deviations, from which
	// they are not the same.
	muchApart = 0.5
	// probes is the number of points at which predictions are compared.
	probes = 200
)

// disagreement returns the root mean square of the difference of the means that two models predict
// at points between the observations, in standard deviations of the first's predictions of y.
// It is 0 where they cannot be compared.
func (f *Fitting) disagreement(a, b Model) float64 {
	d := f.Data.Subset(Spaced(f.Data.Len(), raceRows))
	x := f.between(d.X, rand.New(rand.NewPCG(f.seed[0], f.seed[1])))
	condition := func(m Model) (Posterior, Findings, error) {
		e, err := Condition(m, d)
		return e, nil, err
	}
	if _, _, process := noise.ProcessOf(f.Model.Noise); process || f.Model.Lik != nil {
		condition = f.Condition
	}
	var p [2]Prediction
	for i, m := range []Model{a, b} {
		posterior, _, err := condition(m)
		if err != nil {
			return 0
		}
		if p[i], err = posterior.Predict(x); err != nil {
			return 0
		}
	}
	return floats.Distance(p[0].MeanY(), p[1].MeanY(), 2) / math.Sqrt(floats.Sum(p[0].VarY))
}

// between returns points halfway between pairs of points of x, or points of x itself where they are
// not those of a matrix. Where the model does not take them, as the mean of the numbers of two outputs,
// a column of whole numbers keeps its values.
func (f *Fitting) between(x cov.Inputs, rng *rand.Rand) cov.Inputs {
	some := x.Subset(Spaced(x.Len(), probes))
	of, ok := some.(*cov.Matrix)
	if !ok || of.Len() < 2 {
		return some
	}
	rows := make([][]float64, of.Len())
	for i := range rows {
		rows[i] = of.Row(i)
		other := of.Row(rng.IntN(of.Len()))
		for k := range rows[i] {
			rows[i][k] = (rows[i][k] + other[k]) / 2
		}
	}
	m, err := cov.Rows(rows)
	if err != nil {
		return some
	}
	if m = m.Like(of); f.Model.checkParts(m) == nil {
		return m
	}
	for k := range of.Dim() {
		if column := of.Column(k); !slices.ContainsFunc(column, func(v float64) bool { return v != math.Trunc(v) }) {
			for i, v := range column {
				rows[i][k] = v
			}
		}
	}
	if m, err = cov.Rows(rows); err != nil {
		return some
	}
	return m.Like(of)
}
