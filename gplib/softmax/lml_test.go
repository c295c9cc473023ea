package softmax_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/internal/normal/normaltest"
	"krigo/gplib/laplace"
	"krigo/gplib/lik"
	"krigo/gplib/softmax"
)

// named returns a likelihood of so many classes.
func named(classes int) lik.Func {
	var names []string
	for c := range classes {
		names = append(names, fmt.Sprintf("class %d", c))
	}
	return lik.Categorical(names...)
}

func modelOf(classes int) gplib.Model {
	return gplib.Model{Cov: cov.Scale(2.3, cov.Matern52(0.8, 1.6)), Lik: named(classes)}
}

// drawn returns n rows of two inputs in [0, 4) with labels of waves, one a class.
func drawn(t testing.TB, n, classes int, seed uint64) gplib.Data {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	x, y, f := mat.NewDense(n, 2, nil), make([]float64, n), make([]float64, classes)
	for i := range y {
		a, b := 4*rng.Float64(), 4*rng.Float64()
		x.SetRow(i, []float64{a, b})
		for c := range f {
			f[c] = 2 * math.Sin(1.5*a+0.4*b*float64(c)+2*float64(c))
		}
		y[i] = label(f, rng)
	}
	d, err := gplib.NewData(cov.Points(x), y)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// label draws a label of latent values.
func label(f []float64, rng *rand.Rand) float64 {
	best, at := math.Inf(-1), 0
	for c, v := range f { // the largest value with Gumbel noise
		if v -= math.Log(rng.ExpFloat64()); v > best {
			best, at = v, c
		}
	}
	return float64(at)
}

func value(t testing.TB, m gplib.Model, d gplib.Data, grad []float64) float64 {
	t.Helper()
	v, err := softmax.LML{}.Eval(m, d, grad)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func near(t testing.TB, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*math.Max(1, math.Abs(want))) {
		t.Errorf("%s is %v, not %v", what, got, want)
	}
}

// The gradient is that of differences of the value, which hold that the mode moves with the parameters.
func TestTheGradientIsThatOfDifferences(t *testing.T) {
	for _, classes := range []int{2, 3, 5} {
		d := drawn(t, 40, classes, 2)
		normaltest.Gradient(t, fmt.Sprintf("%d classes", classes), modelOf(classes), func(m gplib.Model, grad []float64) float64 {
			return value(t, m, d, grad)
		})
	}
}

// The difference of the latent values of two classes has twice their covariance function, and the logistic function of
// it is the softmax.
func TestTwoClassesAreLabels(t *testing.T) {
	m, d := modelOf(2), drawn(t, 60, 2, 3)
	twice := gplib.Model{Cov: cov.Scale(2*2.3, cov.Matern52(0.8, 1.6)), Lik: lik.Bernoulli()}
	grad, want := make([]float64, 3), make([]float64, 3)
	got := value(t, m, d, grad)
	binary, err := laplace.LML{}.Eval(twice, d, want)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "the value", got, binary, 1e-10)
	want[0] *= 2
	for i := range want {
		near(t, "the derivative by "+m.Params()[i].Name, grad[i], want[i], 1e-7)
	}
}

// dense finds the mode of nC latent values by Newton's method on the whole matrices, in the order of the classes.
type dense struct {
	k, w *mat.Dense // nC × nC
	f, p *mat.VecDense
}

func newDense(t *testing.T, m gplib.Model, d gplib.Data) (s dense, evidence float64) {
	t.Helper()
	n, classes := d.Len(), len(lik.Classes(m.Lik))
	one := mat.NewDense(n, n, nil)
	m.Cov.Gram(one, d.X, d.X)
	s.k = mat.NewDense(n*classes, n*classes, nil)
	for c := range classes {
		s.k.Slice(c*n, (c+1)*n, c*n, (c+1)*n).(*mat.Dense).Copy(one)
	}
	s.f = mat.NewVecDense(n*classes, nil)
	var system, precision mat.Dense
	if err := precision.Inverse(s.k); err != nil {
		t.Fatal(err)
	}
	for range 50 {
		s.curve(n, classes)
		var right mat.VecDense
		right.MulVec(s.w, s.f)
		for i, y := range d.Y {
			right.SetVec(int(y)*n+i, right.AtVec(int(y)*n+i)+1)
		}
		right.SubVec(&right, s.p)
		system.Add(&precision, s.w)
		if err := s.f.SolveVec(&system, &right); err != nil {
			t.Fatal(err)
		}
	}
	s.curve(n, classes)
	var weights mat.VecDense
	weights.MulVec(&precision, s.f)
	evidence = -mat.Dot(&weights, s.f) / 2
	for i, y := range d.Y {
		evidence += math.Log(s.p.AtVec(int(y)*n + i))
	}
	system.Mul(s.k, s.w)
	for i := range n * classes {
		system.Set(i, i, system.At(i, i)+1)
	}
	log, _ := mat.LogDet(&system)
	return s, evidence - log/2
}

// curve computes probabilities and W.
func (s *dense) curve(n, classes int) {
	s.p, s.w = mat.NewVecDense(n*classes, nil), mat.NewDense(n*classes, n*classes, nil)
	for i := range n {
		sum := 0.0
		for c := range classes {
			sum += math.Exp(s.f.AtVec(c*n + i))
		}
		for c := range classes {
			s.p.SetVec(c*n+i, math.Exp(s.f.AtVec(c*n+i))/sum)
		}
		for a := range classes {
			for b := range classes {
				v := -s.p.AtVec(a*n+i) * s.p.AtVec(b*n+i)
				if a == b {
					v += s.p.AtVec(a*n + i)
				}
				s.w.Set(a*n+i, b*n+i, v)
			}
		}
	}
}

// The blocks give the evidence of Newton's method on matrices of all classes.
func TestTheValueIsThatOfWholeMatrices(t *testing.T) {
	for _, classes := range []int{3, 4} {
		m, d := modelOf(classes), drawn(t, 12, classes, 4)
		_, want := newDense(t, m, d)
		near(t, fmt.Sprintf("the evidence of %d classes", classes), -value(t, m, d, nil), want, 1e-9)
	}
}

// The evidence of few rows, by a mean over draws of the prior, is close to the approximation.
func TestTheValueIsCloseToTheIntegral(t *testing.T) {
	const draws = 200_000
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Lik: named(3)}
	d, err := gplib.NewData(cov.Line([]float64{0, 0.7, 1.5, 3}), []float64{0, 0, 1, 2})
	if err != nil {
		t.Fatal(err)
	}
	n := d.Len()
	k := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range n {
			e := mat.NewDense(1, 1, nil)
			m.Cov.Gram(e, d.X.Subset([]int{i}), d.X.Subset([]int{j}))
			k.SetSym(i, j, e.At(0, 0))
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(k) {
		t.Fatal("no factor")
	}
	root := new(mat.TriDense)
	chol.LTo(root)
	rng, sum := rand.New(rand.NewPCG(1, 1)), 0.0
	f, z := mat.NewDense(n, 3, nil), mat.NewDense(n, 3, nil)
	for range draws {
		for i := range z.RawMatrix().Data {
			z.RawMatrix().Data[i] = rng.NormFloat64()
		}
		f.Mul(root, z)
		product, p := 1.0, make([]float64, 3)
		for i, y := range d.Y {
			lik.Softmax(p, f.RawRowView(i))
			product *= p[int(y)]
		}
		sum += product
	}
	exact := math.Log(sum / draws) // to 0.003
	if got := -value(t, m, d, nil); math.Abs(got-exact) > 0.1 {
		t.Errorf("the log marginal likelihood is %v, by draws %v", got, exact)
	}
}

// An evaluation that begins at the last mode has the value and the gradient of one by itself.
func TestSuccessiveEvaluationsHaveTheSameValues(t *testing.T) {
	m, d := modelOf(3), drawn(t, 50, 3, 5)
	o := softmax.LML{}.Successive()
	grad, want := make([]float64, 3), make([]float64, 3)
	for _, theta := range [][]float64{{2, 1, 1}, {2.2, 1.1, 0.9}, {900, 3, 2}, {2, 1, 1}} {
		got, err := o.EvalWithin(t.Context(), math.Inf(1), m.With(theta), d, grad)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "the value", got, value(t, m.With(theta), d, want), 1e-10)
		for i, g := range want {
			near(t, "a derivative", grad[i], g, 1e-6)
		}
	}
}

// Variances from the smallest to those of separated classes have a mode.
func TestExtremeVariancesHaveAMode(t *testing.T) {
	m, d := modelOf(4), drawn(t, 60, 4, 6)
	for _, v := range []float64{1e-12, 1e-4, 1e4, 1e8} {
		grad := make([]float64, 3)
		if got := value(t, m.With([]float64{v, 0.7, 1.1}), d, grad); v == 1e-12 {
			near(t, "the value without a signal", got, 60*math.Log(4), 1e-9)
		} else if math.IsNaN(got) || got < 0 {
			t.Errorf("variance %v: the value is %v", v, got)
		}
	}
}

func TestWrongModelsAreRefusedByName(t *testing.T) {
	d := drawn(t, 10, 3, 1)
	m := modelOf(3)
	withMean, noise, binary := m, m, m
	withMean.Mean = gplib.ConstantMean(1)
	noise.Lik, noise.Noise = nil, gplib.Gaussian(0.1)
	binary.Lik = lik.Bernoulli()
	outside := gplib.Data{X: d.X, Y: append([]float64{3}, d.Y[1:]...)}
	nan := gplib.Data{X: d.X, Y: append([]float64{math.NaN()}, d.Y[1:]...)}
	half := gplib.Data{X: d.X, Y: append([]float64{0.5}, d.Y[1:]...)}
	for want, of := range map[string]struct {
		m gplib.Model
		d gplib.Data
	}{
		"would be that of all classes":   {withMean, d},
		`lik.Categorical("a", "b", "c")`: {noise, d},
		"laplace.Learner takes it":       {binary, d},
		"y[0] is 3: a categorical likelihood of 3 classes takes the labels 0 to 2": {m, outside},
		"y[0] is NaN": {m, nan},
		"y[0] is 0.5: a categorical likelihood takes whole numbers": {m, half},
		"it needs two or more": {modelOf(1), d},
	} {
		_, err := softmax.LML{}.Eval(of.m, of.d, nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v; it should hold %q", err, want)
		}
	}
	if _, err := (softmax.LML{}).Eval(m, d, make([]float64, 2)); err == nil || !strings.Contains(err.Error(), "grad has length 2") {
		t.Errorf("a short gradient: %v", err)
	}
}
