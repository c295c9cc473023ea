package reproduce

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/ep"
	"krigo/gplib/laplace"
	"krigo/gplib/lik"
	"krigo/gplib/linalg"
	"krigo/gplib/mcmc"
	"krigo/gplib/vi"
)

// Lik compares the approximations of packages laplace, ep and vi with draws from the exact posterior, on 20 small
// problems drawn from priors, at the parameters that they were drawn with; each kind of likelihood is a part. The part
// facts has statements of Rasmussen and Williams (2006), chapter 3.
func Lik(ctx context.Context, o Options) ([]Claim, error) { return runParts(ctx, o, likParts()) }

func likParts() []part {
	parts := []part{{"facts", likFacts, withVerdict}}
	for _, k := range likKinds {
		parts = append(parts, part{k.name, k.measure, onlyShown})
	}
	return parts
}

// likKind is a likelihood with the variances of the priors of its problems.
type likKind struct {
	name      string
	lik       lik.Func
	variances []float64
	// bounds are the largest errors of probabilities that the claims allow for: by method.
	bounds map[string]float64
}

var likKinds = []likKind{
	{"logit", lik.Bernoulli(), []float64{1, 4, 16, 64}, map[string]float64{"ep": 0.03, "vi": 0.1, "laplace": 0.1}},
	{"probit", lik.BernoulliProbit(), []float64{1, 4, 16, 64}, map[string]float64{"ep": 0.03, "vi": 0.1, "laplace": 0.1}},
	{"poisson", lik.Poisson(), []float64{0.5, 1, 2, 4}, map[string]float64{"ep": 0.02, "vi": 0.05, "laplace": 0.05}},
	{"ordinal", lik.Ordinal(1, 1), []float64{1, 4, 16}, map[string]float64{"ep": 0.03, "vi": 0.1, "laplace": 0.1}},
	{"negative-binomial", lik.NegativeBinomial(2), []float64{1, 4}, map[string]float64{"ep": 0.02, "vi": 0.05, "laplace": 0.05}},
	{"student-t", lik.StudentT(0.3, 4), []float64{1, 4, 16}, map[string]float64{"ep": 0.05, "vi": 0.1, "laplace": 0.1}},
}

// likMethods are the approximations.
var likMethods = []struct {
	name      string
	condition func(m gplib.Model, d gplib.Data) (gplib.Posterior, error)
}{
	{"laplace", func(m gplib.Model, d gplib.Data) (gplib.Posterior, error) { return laplace.Condition(m, d) }},
	{"ep", func(m gplib.Model, d gplib.Data) (gplib.Posterior, error) { return ep.Condition(m, d) }},
	{"vi", func(m gplib.Model, d gplib.Data) (gplib.Posterior, error) { return vi.Condition(m, d) }},
}

// likRows is the number of rows of a problem.
const likRows = 30

// problem returns the k-th model with data drawn from it.
func (l likKind) problem(k int) (gplib.Model, gplib.Data, error) {
	rng := rand.New(rand.NewPCG(uint64(k), 44))
	x := make([]float64, likRows)
	for i := range x {
		x[i] = 8 * rng.Float64()
	}
	m := gplib.Model{Cov: cov.Scale(l.variances[k], cov.Matern52(1.5)), Lik: l.lik}
	at, gram := cov.Line(x), mat.NewDense(likRows, likRows, nil)
	m.Cov.Gram(gram, at, at)
	root, err := linalg.Factorize(gram)
	if err != nil {
		return m, gplib.Data{}, err
	}
	f, y := make([]float64, likRows), make([]float64, likRows)
	for i := range f {
		f[i] = rng.NormFloat64()
	}
	root.MulHalf(f, f)
	for i := range y {
		y[i] = l.lik.Sample(f[i], rng)
	}
	d, err := gplib.NewData(at, y)
	return m, d, err
}

// likErrors are the errors of an approximation on one problem.
type likErrors struct {
	probability float64 // the largest
	mean        float64 // of f, in standard deviations, root mean square
	narrow      float64 // the mean ratio of the standard deviations of f
}

// measure is a part of [Lik].
func (l likKind) measure(ctx context.Context, o Options) ([]Claim, error) {
	problems := len(l.variances)
	if o.Quick {
		problems = 1
	}
	errs, failures := map[string][]likErrors{}, map[string]float64{}
	var noise []float64
	for k := range problems {
		m, d, err := l.problem(k)
		if err != nil {
			return nil, err
		}
		truth, other, err := likReference(ctx, o, m, d)
		if err != nil {
			return nil, err
		}
		noise = append(noise, floats.Distance(truth.probability, other.probability, math.Inf(1)))
		for _, method := range likMethods {
			p, err := method.condition(m, d)
			if errors.Is(err, ep.ErrNotConverged) || errors.Is(err, vi.ErrNotConverged) {
				failures[method.name]++
				continue
			}
			if err != nil {
				return nil, err
			}
			q, err := p.Predict(d.X)
			if err != nil {
				return nil, err
			}
			errs[method.name] = append(errs[method.name], truth.errors(q, threshold(d.Y)))
		}
		o.report("%s, variance %g", l.name, l.variances[k])
	}
	return l.claims(problems, noise, errs, failures), nil
}

// likTruth has the moments of f at the data, and the probabilities that an observation is at most a
// threshold.
type likTruth struct{ mean, sd, probability []float64 }

// threshold is the observation up to which probabilities are computed: the lower median, 0 for labels.
func threshold(y []float64) float64 {
	if floats.Max(y) == 1 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(y))
	return stat.Quantile(0.5, stat.Empirical, sorted, nil)
}

// likReference returns the moments by all draws, and by half of them, which tells their error.
func likReference(ctx context.Context, o Options, m gplib.Model, d gplib.Data) (all, half likTruth, err error) {
	draws := 8000
	if o.Quick {
		draws = 1000
	}
	f, err := mcmc.Latent{Draws: draws, Thin: 8, Src: rand.NewPCG(7, 8)}.Sample(ctx, m, d)
	if err != nil {
		return all, half, err
	}
	y := threshold(d.Y)
	return truthOf(f, draws, m.Lik, y), truthOf(f, draws/2, m.Lik, y), nil
}

func truthOf(f *mat.Dense, draws int, l lik.Func, y float64) likTruth {
	_, n := f.Dims()
	t := likTruth{make([]float64, n), make([]float64, n), make([]float64, n)}
	for i := range n {
		column := mat.Col(nil, i, f)[:draws]
		t.mean[i], t.sd[i] = stat.MeanStdDev(column, nil)
		for _, v := range column {
			t.probability[i] += l.CDF(y, v) / float64(draws)
		}
	}
	return t
}

// errors returns those of a prediction.
func (t likTruth) errors(q gplib.Prediction, y float64) likErrors {
	var e likErrors
	n := float64(len(t.mean))
	for i, p := range t.probability {
		o := lik.Observed{Lik: q.Lik, Mean: q.Mean[i], Var: q.Var[i]}
		e.probability = math.Max(e.probability, math.Abs(o.CDF(y)-p))
		away := (q.Mean[i] - t.mean[i]) / t.sd[i]
		e.mean += away * away / n
		e.narrow += math.Sqrt(q.Var[i]) / t.sd[i] / n
	}
	e.mean = math.Sqrt(e.mean)
	return e
}

func (l likKind) claims(problems int, noise []float64, errs map[string][]likErrors, failures map[string]float64) []Claim {
	data := fmt.Sprintf("%s, %d problems of %d rows", l.name, problems, likRows)
	of := func(claim string, values []float64, wanted string, holds func(v []float64) bool) Claim {
		c := Claim{Claim: claim, Data: data, Paper: "–", Wanted: wanted, Measured: math.NaN()}
		if len(values) > 0 {
			c.Measured, c.SD = meanSD(values)
		}
		c.Holds = wanted != "" && holds(values)
		return c
	}
	claims := []Claim{of("MCMC: change of a probability by half of the draws", noise, "", nil)}
	for _, method := range likMethods {
		e, bound := errs[method.name], l.bounds[method.name]
		column := func(of func(likErrors) float64) []float64 {
			v := make([]float64, len(e))
			for i, x := range e {
				v[i] = of(x)
			}
			return v
		}
		claims = append(claims,
			of(method.name+": largest error of a probability", column(func(e likErrors) float64 { return e.probability }),
				fmt.Sprintf("each < %g", bound), func(v []float64) bool { return len(v) > 0 && floats.Max(v) < bound }),
			of(method.name+": error of the mean of f, in standard deviations", column(func(e likErrors) float64 { return e.mean }), "", nil),
			of(method.name+": standard deviation of f next to the exact one", column(func(e likErrors) float64 { return e.narrow }), "", nil))
		if n := failures[method.name]; n > 0 {
			claims = append(claims, of(method.name+": problems without a posterior", []float64{n}, "0", func([]float64) bool { return false }))
		}
	}
	return claims
}
