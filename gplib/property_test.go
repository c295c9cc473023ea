package gplib_test

import (
	"flag"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"krigo/gplib"
	"krigo/gplib/cov"
)

func init() {
	if err := flag.Set("rapid.seed", "1"); err != nil {
		panic(err)
	}
	if err := flag.Set("rapid.checks", "60"); err != nil {
		panic(err)
	}
}

// anyCase draws a model and data in one or two dimensions.
func anyCase(t *rapid.T) (gplib.Model, gplib.Data) {
	size := func(name string) float64 { return rapid.Float64Range(0.2, 3).Draw(t, name) }
	base := []func(...float64) cov.Func{cov.SE, cov.Matern12, cov.Matern32, cov.Matern52}
	k := cov.Scale(size("variance"), rapid.SampledFrom(base).Draw(t, "kernel")(size("lengthscale")))
	if rapid.Bool().Draw(t, "linear too") {
		k = cov.Sum(k, cov.Scale(size("slope"), cov.Linear()))
	}
	m := gplib.Model{Cov: k, Noise: gplib.Gaussian(rapid.Float64Range(0.01, 1).Draw(t, "noise"))}
	n, d := rapid.IntRange(2, 15).Draw(t, "n"), rapid.IntRange(1, 2).Draw(t, "d")
	rows, y := make([][]float64, n), make([]float64, n)
	number := rapid.Float64Range(-3, 3)
	for i := range rows {
		rows[i] = rapid.SliceOfN(number, d, d).Draw(t, fmt.Sprintf("x[%d]", i))
		y[i] = math.Round(1e6*number.Draw(t, fmt.Sprintf("y[%d]", i))) / 1e6 // or 0: tiny ones are refused
	}
	x, err := cov.Rows(rows)
	if err != nil {
		t.Fatal(err)
	}
	return m, gplib.Data{X: x, Y: y}
}

func mustEval(t *rapid.T, o gplib.Objective, m gplib.Model, d gplib.Data) float64 {
	v, err := o.Eval(m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func mustPredict(t *rapid.T, m gplib.Model, d gplib.Data, x cov.Inputs) gplib.Prediction {
	e, err := gplib.Condition(m, d)
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.Predict(x)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func close9(a, b float64) bool { return math.Abs(a-b) <= 1e-9*(1+math.Abs(a)+math.Abs(b)) }

// part returns the observations at the given positions.
func part(d gplib.Data, index []int) gplib.Data {
	y := make([]float64, len(index))
	for j, i := range index {
		y[j] = d.Y[i]
	}
	return gplib.Data{X: d.X.Subset(index), Y: y}
}

func positions(n int) []int {
	index := make([]int, n)
	for i := range index {
		index[i] = i
	}
	return index
}

func TestTheOrderOfObservationsDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, d := anyCase(t)
		other := part(d, rapid.Permutation(positions(d.Len())).Draw(t, "order"))
		for _, o := range []gplib.Objective{gplib.LML{}, gplib.LOO{}, gplib.LOO{Loss: gplib.SquaredError}} {
			if a, b := mustEval(t, o, m, d), mustEval(t, o, m, other); !close9(a, b) {
				t.Errorf("%s is %v and %v", o.Name(), a, b)
			}
		}
	})
}

func TestMoreDataNeverRaiseTheVarianceOfF(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, d := anyCase(t)
		fewer := part(d, positions(d.Len()-1))
		all, some := mustPredict(t, m, d, d.X), mustPredict(t, m, fewer, d.X)
		prior := make([]float64, d.Len())
		m.Cov.Diag(prior, d.X)
		for i := range prior {
			slack := 1e-9 * (1 + prior[i])
			if all.Var[i] > some.Var[i]+slack || some.Var[i] > prior[i]+slack || all.Var[i] < 0 {
				t.Errorf("point %d has the variances %v, %v and %v a priori", i, all.Var[i], some.Var[i], prior[i])
			}
		}
	})
}

// The likelihood of the whole is the product of that of a part and that of the rest
// given the part: the chain rule of probability.
func TestTheLikelihoodIsAProductOfPredictions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, d := anyCase(t)
		last := d.Len() - 1
		before := part(d, positions(last))
		p := mustPredict(t, m, before, d.X.Subset([]int{last}))
		e := d.Y[last] - p.Mean[0]
		step := (e*e/p.VarY[0] + math.Log(2*math.Pi*p.VarY[0])) / 2
		if whole, sum := mustEval(t, gplib.LML{}, m, d), mustEval(t, gplib.LML{}, m, before)+step; math.Abs(whole-sum) > 1e-7*(1+math.Abs(whole)) {
			t.Errorf("the whole is %v, the parts %v", whole, sum)
		}
	})
}

// In another unit of y the density changes by the unit's power.
func TestTheUnitOfYShiftsTheLikelihood(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, d := anyCase(t)
		c := rapid.Float64Range(0.01, 100).Draw(t, "unit")
		scaled := gplib.Model{Cov: cov.Scale(c*c, m.Cov), Noise: gplib.Gaussian(c * c * m.Noise.Params()[0].Value)}
		y := slices.Clone(d.Y)
		for i := range y {
			y[i] *= c
		}
		shift := float64(d.Len()) * math.Log(c)
		a, b := mustEval(t, gplib.LML{}, m, d)+shift, mustEval(t, gplib.LML{}, scaled, gplib.Data{X: d.X, Y: y})
		if math.Abs(a-b) > 1e-8*(1+math.Abs(a)+math.Abs(shift)) {
			t.Errorf("-log p is %v, want %v", b, a)
		}
	})
}
