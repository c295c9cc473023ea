package gplib_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/posteriortest"
)

// threeOutputs returns observations of three outputs, each at points of its own, and a model at
// parameters of its own.
func threeOutputs(t *testing.T) (gplib.Model, gplib.Data) {
	t.Helper()
	var rows [][]float64
	var y []float64
	for i := range 30 {
		x, output := 0.2*float64(i)+0.05*math.Sin(float64(9*i)), float64((i*i)%3)
		rows, y = append(rows, []float64{x, output}), append(y, (1+output)*math.Sin(x)+0.1*math.Cos(float64(7*i)))
		if i%5 == 0 {
			rows, y = append(rows, []float64{x, 2}), append(y, 2*math.Sin(x)+1)
		}
	}
	k := cov.Sum(
		cov.Product(cov.On(cov.SE(0.8), 0), cov.On(cov.Tasks(3, 2), 1)),
		cov.Product(cov.On(cov.Matern32(2), 0), cov.On(cov.Tasks(3, 1), 1)))
	m := gplib.Model{Mean: gplib.GroupMean(1, 0.3, -0.2, 1), Cov: k, Noise: gplib.GroupNoise(1, 0.1, 0.3, 0.02)}
	theta := m.Theta()
	for i := range theta {
		theta[i] += 0.1 * math.Sin(float64(5*i)) * math.Abs(theta[i])
	}
	d, err := gplib.NewData(mustRows(t, rows), y)
	if err != nil {
		t.Fatal(err)
	}
	return m.With(theta), d
}

// denseLCM returns the negative log marginal likelihood of that model from matrices: entry by entry of the
// covariance Σ_q k_q(x, x') (W_q W_qᵀ + diag v_q) and by an eigendecomposition, without package cov.
func denseLCM(m gplib.Model, d gplib.Data) float64 {
	at := map[string]float64{}
	for _, p := range m.Params() {
		at[p.Name] = p.Value
	}
	b := func(term string, rank, i, j int) float64 {
		w := func(i, q int) float64 { return at[fmt.Sprintf("%s.w[%d,%d]", term, i, q)] } // 0 above the diagonal
		sum := 0.0
		for q := range rank {
			sum += w(i, q) * w(j, q)
		}
		if i == j {
			sum += at[fmt.Sprintf("%s.v[%d]", term, i)]
		}
		return sum
	}
	n := d.Len()
	c, r := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	x := d.X.(*cov.Matrix)
	for i := range n {
		oi := int(x.At(i, 1))
		r.SetVec(i, d.Y[i]-at[fmt.Sprintf("mean[%d]", oi)])
		for j := range i + 1 {
			oj, t := int(x.At(j, 1)), math.Abs(x.At(i, 0)-x.At(j, 0))
			u, v := t/at["product1.lengthscale"], math.Sqrt(3)*t/at["product2.lengthscale"]
			sum := math.Exp(-u*u/2)*b("product1", 2, oi, oj) + (1+v)*math.Exp(-v)*b("product2", 1, oi, oj)
			if i == j {
				sum += at[fmt.Sprintf("noise.variance[%d]", oi)]
			}
			c.SetSym(i, j, sum)
		}
	}
	var eigen mat.EigenSym
	eigen.Factorize(c, true)
	var q mat.Dense
	eigen.VectorsTo(&q)
	var turned mat.VecDense
	turned.MulVec(q.T(), r)
	value := float64(n) / 2 * math.Log(2*math.Pi)
	for i, l := range eigen.Values(nil) {
		value += math.Log(l)/2 + turned.AtVec(i)*turned.AtVec(i)/(2*l)
	}
	return value
}

func TestTheLikelihoodOfCoregionalisedOutputsIsThatOfTheDenseMatrix(t *testing.T) {
	m, d := threeOutputs(t)
	got, err := gplib.LML{}.Eval(m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "likelihood", got, denseLCM(m, d), 1e-9)
	checkGradient(t, gplib.LML{}, m, d)
}

func TestAFitOfSeveralOutputsDoesNotDependOnUnits(t *testing.T) {
	_, d := threeOutputs(t)
	k := cov.Product(cov.On(cov.SE(1), 0), cov.On(cov.Tasks(3, 1), 1))
	m := gplib.Model{Mean: gplib.GroupMean(1, 0, 0, 0), Cov: k, Noise: gplib.GroupNoise(1, 1, 1, 1)}
	fit := func(unit float64) *gplib.Result {
		y := make([]float64, d.Len())
		for i, v := range d.Y {
			y[i] = unit * v
		}
		r, err := gplib.Fit(context.Background(), m, gplib.Data{X: d.X, Y: y}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	one, large := fit(1), fit(1e6)
	// The densities differ by the unit of each observation, and optima by the tolerance of the learner.
	near(t, "value in another unit", large.Value-float64(d.Len())*math.Log(1e6), one.Value, 1e-4)
}

func TestOutputsAreThePosteriorAtTheirNumbers(t *testing.T) {
	m, d := threeOutputs(t)
	all := &gplib.Result{Model: m, Posterior: condition(t, m, d)}
	each, err := all.Outputs(1)
	if err != nil {
		t.Fatal(err)
	}
	if len(each) != 3 {
		t.Fatalf("there are %d outputs, want 3", len(each))
	}
	rows := 0
	for output, r := range each {
		rows += r.Posterior.Data().Len()
		q, err := r.Predict(cov.Line([]float64{0.3, 4}))
		if err != nil {
			t.Fatal(err)
		}
		want, err := all.Predict(mustRows(t, [][]float64{{0.3, float64(output)}, {4, float64(output)}}))
		if err != nil {
			t.Fatal(err)
		}
		for i := range want.Mean {
			if q.Mean[i] != want.Mean[i] || q.Var[i] != want.Var[i] || q.VarY[i] != want.VarY[i] {
				t.Errorf("output %d is predicted as %v, %v, want %v, %v", output, q.Mean, q.Var, want.Mean, want.Var)
			}
		}
		posteriortest.Check(t, posteriortest.Case{Posterior: r.Posterior, At: cov.Line([]float64{0.37, 2.2, 7})})
	}
	if rows != d.Len() {
		t.Errorf("the outputs have %d observations, want %d", rows, d.Len())
	}
}

func TestOutputsNamesWhatItCannotDo(t *testing.T) {
	m, d := threeOutputs(t)
	all := &gplib.Result{Model: m, Posterior: condition(t, m, d)}
	line := sample(t, 5, 1)
	one := &gplib.Result{Posterior: condition(t, gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(1)}, line)}
	gap := gplib.Data{X: mustRows(t, [][]float64{{0, 0}, {1, 2}}), Y: []float64{1, 2}}
	for want, err := range map[string]error{
		"groups, counted from 0":       outputsError(all, 0),
		"reads dimension 2":            outputsError(all, 2),
		"two dimensions or more":       outputsError(one, 0),
		"has no posterior":             outputsError(&gplib.Result{}, 0),
		"output 1 has no observations": outputsError(&gplib.Result{Posterior: condition(t, m, gap)}, 1),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q in it", err, want)
		}
	}
}

func outputsError(r *gplib.Result, dim int) error {
	_, err := r.Outputs(dim)
	return err
}
