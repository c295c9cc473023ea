package reproduce

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// Relevance compares sensitivities of fits with the Sobol indices of ten functions, which
// are its parts, and the order of inputs by them with that by lengthscales.
func Relevance(ctx context.Context, o Options) ([]Claim, error) {
	return runParts(ctx, o, relevanceParts())
}

func relevanceParts() []part {
	var parts []part
	for _, k := range knownFunctions() {
		parts = append(parts, part{k.name, k.measure, onlyShown})
	}
	return parts
}

const (
	relevanceRows  = 150
	relevanceNoise = 0.1 // its standard deviation in that of f
	// farShares is the least difference of total indices whose order counts.
	farShares = 0.15
	// idleShare is the upper bound of the total index by which an input is left out, and
	// clearShare the least index of one that must not be.
	idleShare, clearShare = 0.01, 0.02
	// shareRounding is the error of a share below which an interval contains it.
	shareRounding = 0.005
)

// relevanceTrial is the measurement of one data set.
type relevanceTrial struct {
	firstError, totalError float64 // the greatest of all inputs
	covered                float64 // part of the total indices in their interval
	// byLengthscale, byFirst and byTotal are pairs of inputs in the wrong order.
	byLengthscale, byFirst, byTotal float64
	leftOut                         float64 // inputs that matter but whose interval is next to 0
}

// measure fits data of several seeds.
func (k knownFunction) measure(ctx context.Context, o Options) ([]Claim, error) {
	trials := cmp.Or(o.Trials, 5)
	if o.Quick {
		trials = 1
	}
	var all []relevanceTrial
	for seed := range trials {
		trial, err := k.trial(ctx, uint64(seed))
		if err != nil {
			return nil, err
		}
		all = append(all, trial)
		o.report("%s, seed %d: %+v", k.name, seed, trial)
	}
	return k.claims(all), nil
}

func (k knownFunction) claims(all []relevanceTrial) []Claim {
	data := fmt.Sprintf("%s, %d rows, %d seeds", k.name, relevanceRows, len(all))
	of := func(claim string, value func(relevanceTrial) float64, wanted string, holds func(mean float64) bool) Claim {
		values := make([]float64, len(all))
		for i, t := range all {
			values[i] = value(t)
		}
		c := Claim{Claim: claim, Data: data, Paper: "–", Wanted: wanted, Measured: stat.Mean(values, nil)}
		if len(values) > 1 {
			c.SD = stat.StdDev(values, nil)
		}
		c.Holds = wanted != "" && holds(c.Measured)
		return c
	}
	small := func(mean float64) bool { return mean <= 0.1 }
	zero := func(mean float64) bool { return mean == 0 }
	return []Claim{
		of("greatest error of a total index", func(t relevanceTrial) float64 { return t.totalError }, "<= 0.1", small),
		of("greatest error of a first-order index", func(t relevanceTrial) float64 { return t.firstError }, "<= 0.1", small),
		of("total indices in their 95 % interval", func(t relevanceTrial) float64 { return t.covered }, ">= 0.8", func(mean float64) bool { return mean >= 0.8 }),
		of("pairs in the wrong order by the total index", func(t relevanceTrial) float64 { return t.byTotal }, "0", zero),
		of("pairs in the wrong order by the first-order index", func(t relevanceTrial) float64 { return t.byFirst }, "", nil),
		of("pairs in the wrong order by std/lengthscale", func(t relevanceTrial) float64 { return t.byLengthscale }, "", nil),
		of("inputs with a share of 0.02 that an interval below 0.01 leaves out", func(t relevanceTrial) float64 { return t.leftOut }, "0", zero),
	}
}

// trial fits one data set.
func (k knownFunction) trial(ctx context.Context, seed uint64) (relevanceTrial, error) {
	d, err := k.data(relevanceRows, rand.New(rand.NewPCG(seed, 77)))
	if err != nil {
		return relevanceTrial{}, err
	}
	m, err := gplib.Auto(d)
	if err != nil {
		return relevanceTrial{}, err
	}
	fit, err := gplib.Fit(ctx, m, d, nil)
	if err != nil {
		return relevanceTrial{}, err
	}
	found, err := gplib.Sensitivities(fit.Posterior, nil, nil)
	if err != nil {
		return relevanceTrial{}, err
	}
	bends, err := bendings(fit.Model, d)
	if err != nil {
		return relevanceTrial{}, err
	}
	return k.judge(found, bends), nil
}

func (k knownFunction) data(n int, rng *rand.Rand) (gplib.Data, error) {
	x, f := mat.NewDense(n, k.inputs, nil), make([]float64, n)
	for i := range f {
		k.draw(x.RawRowView(i), rng)
		f[i] = k.f(x.RawRowView(i))
	}
	noise := relevanceNoise * stat.StdDev(f, nil)
	for i := range f {
		f[i] += noise * rng.NormFloat64()
	}
	return gplib.NewData(cov.Points(x), f)
}

// bendings returns the standard deviation of each input over its lengthscale.
func bendings(m gplib.Model, d gplib.Data) ([]float64, error) {
	x := d.X.(*cov.Matrix)
	bends := make([]float64, x.Dim())
	for j := range bends {
		p, err := m.Param(fmt.Sprintf("lengthscale[%d]", j))
		if err != nil {
			return nil, err
		}
		bends[j] = stat.StdDev(x.Column(j), nil) / p.Value
	}
	return bends, nil
}

func (k knownFunction) judge(found []gplib.Sensitivity, bends []float64) relevanceTrial {
	var t relevanceTrial
	first, total := make([]float64, k.inputs), make([]float64, k.inputs)
	for j, s := range found {
		first[j], total[j] = s.First.Value, s.Total.Value
		t.firstError = max(t.firstError, math.Abs(first[j]-k.first[j]))
		t.totalError = max(t.totalError, math.Abs(total[j]-k.total[j]))
		if s.Total.Lower-shareRounding <= k.total[j] && k.total[j] <= s.Total.Upper+shareRounding {
			t.covered += 1 / float64(k.inputs)
		}
		if s.Total.Upper < idleShare && k.total[j] >= clearShare {
			t.leftOut++
		}
	}
	t.byLengthscale, t.byFirst, t.byTotal = k.disordered(bends), k.disordered(first), k.disordered(total)
	return t
}

// disordered counts the pairs of inputs with clearly different total indices that a
// measure has in the other order.
func (k knownFunction) disordered(measure []float64) float64 {
	count := 0.0
	for a := range measure {
		for b := range measure {
			if k.total[a] > k.total[b]+farShares && !(measure[a] > measure[b]) {
				count++
			}
		}
	}
	return count
}
