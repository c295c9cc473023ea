package cov_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/cov/covtest"
)

// brute returns the derivative of f of the given orders by the coordinates of x by central differences of sixth
// order.
func brute(f func(x []float64) float64, x []float64, order []int) float64 {
	const h = 0.005
	k := slices.IndexFunc(order, func(o int) bool { return o > 0 })
	if k < 0 {
		return f(x)
	}
	less := slices.Clone(order)
	less[k]--
	at := func(step float64) float64 {
		moved := slices.Clone(x)
		moved[k] += step
		return brute(f, moved, less)
	}
	return (45*(at(h)-at(-h)) - 9*(at(2*h)-at(-2*h)) + (at(3*h) - at(-3*h))) / (60 * h)
}

// slope is a derivative of f at a point.
type slope struct {
	x     []float64
	order []int
}

func (d slope) functional() cov.Functional { return cov.Derivative(d.x, d.order...) }

func derivativesOf(dim int) []slope {
	if dim == 1 {
		return []slope{{[]float64{0.3}, []int{0}}, {[]float64{1.7}, []int{1}}, {[]float64{2.6}, []int{1}}, {[]float64{2.2}, []int{2}}}
	}
	return []slope{
		{[]float64{0.3, 1.2, 0.9}, []int{0, 0, 0}}, {[]float64{1.9, 0.4, 2.3}, []int{1, 0, 0}},
		{[]float64{0.8, 2.2, 1.4}, []int{0, 0, 1}}, {[]float64{1.1, 1.6, 0.5}, []int{1, 1, 0}},
	}
}

func TestDerivativesOfEveryFunctionAgreeWithDifferencesOfItsFormula(t *testing.T) {
	for _, table := range []map[int][]formula{formulas, smooth} {
		for dim, all := range table {
			for _, c := range all {
				if strings.Contains(fmt.Sprint(c.f), "White") {
					continue
				}
				checkDerivatives(t, c, derivativesOf(dim))
			}
		}
	}
}

func checkDerivatives(t *testing.T, c formula, all []slope) {
	t.Helper()
	var functionals []cov.Functional
	for _, d := range all {
		functionals = append(functionals, d.functional())
	}
	x := cov.Functionals(functionals...)
	got := mat.NewDense(len(all), len(all), nil)
	c.f.Gram(got, x, cov.Functionals(functionals...))
	for i, a := range all {
		for j, b := range all {
			if i == j {
				continue // a kink of some
			}
			want := brute(func(x []float64) float64 {
				return brute(func(y []float64) float64 { return c.at(x, y) }, b.x, b.order)
			}, a.x, a.order)
			if !(math.Abs(got.At(i, j)-want) <= 1e-6*math.Max(1, math.Abs(want))) {
				t.Errorf("%v: (%v) and (%v) have the covariance %v, want %v", c.f, functionals[i], functionals[j], got.At(i, j), want)
			}
		}
	}
}

func TestTheSquaredExponentialHasTheKnownDerivatives(t *testing.T) {
	const l, x, y = 0.7, 0.4, 1.1
	k, u := math.Exp(-(x-y)*(x-y)/(2*l*l)), (x-y)/l
	f, g, h := cov.At(x), cov.Derivative([]float64{y}, 1), cov.Derivative([]float64{x}, 1)
	second := cov.Derivative([]float64{x}, 2)
	erf := func(a, b float64) float64 { // ∫ exp(-v²/(2l²)) dv
		return l * math.Sqrt(math.Pi/2) * (math.Erf(b/(l*math.Sqrt2)) - math.Erf(a/(l*math.Sqrt2)))
	}
	integral := cov.Integral([]float64{0}, 0, 0, 3)
	// ∫∫ exp(-(v-w)²/(2l²)) dv dw over [0, 3]².
	double := 3*2*erf(0, 3) - 2*l*l*(1-math.Exp(-9/(2*l*l)))
	for _, c := range []struct {
		a, b cov.Functional
		want float64
	}{
		{f, g, u / l * k},
		{h, g, (1 - u*u) / (l * l) * k},
		{h, h, 1 / (l * l)},
		{second, second, 3 / math.Pow(l, 4)},
		{second, cov.At(y), (u*u - 1) / (l * l) * k},
		{cov.At(y).Minus(cov.At(x)), cov.At(y).Minus(cov.At(x)), 2 - 2*k},
		{integral, cov.At(y), erf(-y, 3-y)},
		{integral, integral, double},
		{integral, h, math.Exp(-x*x/(2*l*l)) - math.Exp(-(3-x)*(3-x)/(2*l*l))},
		{cov.Integral([]float64{0}, 0, 3, 0), integral, -double},
		{integral.Times(2).Plus(f), cov.At(y), 2*erf(-y, 3-y) + k},
	} {
		got := mat.NewDense(1, 1, nil)
		cov.SE(l).Gram(got, cov.Functionals(c.a), cov.Functionals(c.b))
		if !(math.Abs(got.At(0, 0)-c.want) <= 1e-9*math.Max(1, math.Abs(c.want))) {
			t.Errorf("(%v) and (%v) have the covariance %v, want %v", c.a, c.b, got.At(0, 0), c.want)
		}
	}
}

// TestTheSlopeOfAnOscillator is driven by white noise: it has the variance (2π/period)².
func TestTheSlopeOfAnOscillator(t *testing.T) {
	x, got := cov.Functionals(cov.Derivative([]float64{0.4}, 1)), []float64{0}
	for _, quality := range []float64{0.2, 0.5, 3} {
		cov.SHO(1.7, quality).Diag(got, x)
		if want := math.Pow(2*math.Pi/1.7, 2); !(math.Abs(got[0]/want-1) <= 1e-14) {
			t.Errorf("quality %v: the variance is %v, want %v", quality, got[0], want)
		}
	}
}

func TestIntegralsOfAFunctionWithAKinkAreExact(t *testing.T) {
	const l, b = 0.3, 2.0
	x := cov.Functionals(cov.Integral([]float64{9}, 0, 0, b), cov.At(0.7))
	got := mat.NewDense(2, 2, nil)
	cov.Matern12(l).Gram(got, x, x)
	double := 2 * l * (b - l*(1-math.Exp(-b/l)))                // ∫∫ exp(-|v-w|/l) dv dw
	single := l * (2 - math.Exp(-0.7/l) - math.Exp(-(b-0.7)/l)) // ∫ exp(-|v-0.7|/l) dv
	for j, want := range []float64{double, single} {
		if !(math.Abs(got.At(0, j)-want) <= 1e-9) {
			t.Errorf("the covariance with functional %d is %v, want %v", j, got.At(0, j), want)
		}
	}
	// The mean of Brownian motion over [0, 1] has the variance 1/3.
	mean := cov.Functionals(cov.Integral([]float64{0}, 0, 0, 1))
	one := []float64{0}
	cov.Brownian().Diag(one, mean)
	if !(math.Abs(one[0]-1.0/3) <= 1e-12) {
		t.Errorf("the mean of Brownian motion has the variance %v, want 1/3", one[0])
	}
}

// mixedFunctionals returns functionals of several kinds, with a repeated one.
func mixedFunctionals(dim int, more ...cov.Functional) *cov.FunctionalInputs {
	p := func(v float64) []float64 {
		x := make([]float64, dim)
		for k := range x {
			x[k] = v + 0.3*float64(k)
		}
		return x
	}
	repeated := cov.Derivative(p(0.8), 1)
	return cov.Functionals(append(more, cov.At(p(0.2)...), repeated, cov.Derivative(p(1.9), 1),
		cov.At(p(1.1)...).Minus(cov.At(p(0.2)...)), repeated, cov.At(p(0.8)...))...)
}

func TestFunctionsKeepTheContractOnFunctionals(t *testing.T) {
	for dim, all := range map[int][]cov.Func{
		1: {
			cov.Scale(2, cov.SE(0.7)), cov.Matern32(0.6), cov.Sum(cov.Matern52(1), cov.Constant(0.5)), cov.Periodic(0.8, 3),
			cov.RationalQuadratic(1.3, 0.7), cov.Changepoint(cov.SE(0.7), cov.Linear(1), 1.4, 0.3), cov.ArcCosine(1, 0.5, 1),
			cov.Formula("s*exp(-2*sin(pi*(x-y)/3)^2) + tanh(x)*tanh(y)", cov.Positive("s", 2)),
			cov.Tie(cov.Sum(cov.SE(0.7), cov.Product(cov.Linear(0.7), cov.Matern52(0.7))), "matern52.lengthscale", "linear.lengthscale"),
			cov.Deep(cov.SE(0.8), net(1, 3, 2)), cov.SHO(1.3, 2), cov.SHO(2, 0.5), cov.SHO(2, 0.3),
		},
		2: {
			cov.Product(cov.On(cov.SE(0.7), 0), cov.On(cov.Matern52(1), 1)), cov.Matern52(0.7, 2), cov.ArcCosine(2, 0.5, 1, 2),
			cov.Additive([]float64{0.5, 0.7}, cov.On(cov.SE(0.7), 0), cov.On(cov.SE(1), 1)), cov.Polynomial(3, 0.4, 2),
		},
	} {
		for _, k := range all {
			covtest.Check(t, k, mixedFunctionals(dim))
		}
	}
	covtest.Check(t, cov.Scale(2, cov.Matern32(0.7)), mixedFunctionals(1, cov.Integral([]float64{0}, 0, 0.1, 1.2)))
	covtest.Check(t, cov.SE(0.7, 2), mixedFunctionals(2, cov.Integral([]float64{0, 0.4}, 0, 0.1, 1.2), cov.Integral([]float64{0.3, 0}, 1, 0, 1)))
}

func TestADerivativeThatDoesNotExistIsNamed(t *testing.T) {
	first, bend := cov.Derivative([]float64{0.3}, 1), cov.Derivative([]float64{0.3}, 2)
	for _, c := range []struct {
		k cov.Func
		l cov.Functional
	}{
		{cov.Matern12(1), first}, {cov.Matern32(1), bend}, {cov.Matern52(1), cov.Derivative([]float64{0.3}, 3)},
		{cov.Brownian(), first}, {cov.Sum(cov.SE(1), cov.White(0.1)), first}, {cov.GammaExponential(1.5, 1), first},
		{cov.ArcCosine(0, 0.5, 1), first}, {cov.ArcCosine(1, 0.5, 1), bend}, {cov.Formula("exp(-r)"), first}, {cov.Formula("exp(-abs(x-y))"), first},
		{cov.Cauchy(1.5, 1, 1), first}, {cov.SHO(1.3, 2), bend}, {cov.Tasks(2, 1), first.Minus(first)},
	} {
		err := c.k.Check(cov.Functionals(c.l))
		if want := "does not exist"; err == nil || !strings.Contains(err.Error(), want) && c.k.Params()[0].Name != "w[0,0]" {
			t.Errorf("%v: the error of %v is %v, want %q in it", c.k, c.l, err, want)
		}
	}
	for _, c := range []struct {
		k cov.Func
		l cov.Functional
	}{
		{cov.Matern32(1), first}, {cov.SHO(1.3, 2), first}, {cov.Matern52(1), bend}, {cov.SE(1), cov.Derivative([]float64{0.3}, 6)},
		{cov.ArcCosine(1, 0.5, 1), first}, {cov.ArcCosine(2, 0.5, 1), bend}, {cov.GammaExponential(2, 1), cov.At(1)},
		{cov.Matern12(1), cov.Integral([]float64{0}, 0, 0, 5)}, {cov.Cosine(1), cov.Integral([]float64{0}, 0, 0, 1)}, {cov.Formula("exp(-r)"), cov.At(3).Minus(cov.At(2))},
	} {
		if err := c.k.Check(cov.Functionals(c.l)); err != nil {
			t.Errorf("%v, %v: %v", c.k, c.l, err)
		}
	}
}

// TestAParameterWithoutADerivativeIsNamed: f of GammaExponential has a derivative if gamma is 2, and the variance of
// that is infinite below, so that it has no derivative by gamma.
func TestAParameterWithoutADerivativeIsNamed(t *testing.T) {
	for want, k := range map[string]cov.Func{
		`no derivative by the parameter "gamma" at 2`:           cov.GammaExponential(2, 1),
		`no derivative by the parameter "cauchy.gamma" at 2`:    cov.Sum(cov.Cauchy(2, 1, 1), cov.SE(1)),
		`are not so often differentiable`:                       cov.GammaExponential(1.9, 1),
		`cov.SE and cov.RationalQuadratic are smooth functions`: cov.Scale(2, cov.Cauchy(2, 1, 1)),
	} {
		err := k.Check(cov.Functionals(cov.Derivative([]float64{0.3}, 1)))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: the error is %v, want %q in it", k, err, want)
		}
	}
}

func TestFunctionalsNameWhatIsWrong(t *testing.T) {
	two := cov.At(1, 2)
	one := cov.At(1)
	for want, x := range map[string]*cov.FunctionalInputs{
		"2 orders for a point of dimension 1":            cov.Functionals(cov.Derivative([]float64{1}, 1, 1)),
		"order by coordinate 0 is 21; it must be from 0": cov.Functionals(cov.Derivative([]float64{1}, 21)),
		"the orders [11 11] are too high":                cov.Functionals(cov.Derivative([]float64{1, 2}, 11, 11)),
		"order by coordinate 0 is -1":                    cov.Functionals(cov.Derivative([]float64{1}, -1)),
		"point of no dimension":                          cov.Functionals(cov.At()),
		"coordinate 1 of the point of a functional":      cov.Functionals(cov.At(1, math.NaN())),
		"Integral along coordinate 1":                    cov.Functionals(cov.Integral([]float64{1}, 1, 0, 1)),
		"Integral from 0 to +Inf":                        cov.Functionals(cov.Integral([]float64{1}, 0, 0, math.Inf(1))),
		"functions of 1 inputs cannot be added to one":   cov.Functionals(one.Plus(two)),
		"the weight of a functional is NaN":              cov.Functionals(one.Times(math.NaN())),
		"functional 1 is of functions of 2 inputs":       cov.Functionals(one, two),
		"functional 0 is the zero value":                 cov.Functionals(cov.Functional{}),
	} {
		if err := cov.SE(1).Check(x); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q in it", err, want)
		}
	}
	for want, k := range map[string]cov.Func{
		"are not available with": cov.Custom(cov.Definition{Name: "own", At: func(x, y, _ []float64) float64 { return x[0] * y[0] }}),
		"SE has 2 lengthscales":  cov.SE(1, 2),
		"f varies too fast":      cov.SE(1e-4),
		"Spectrum takes":         cov.Spectrum(2),
	} {
		if err := k.Check(cov.Functionals(cov.Integral([]float64{0}, 0, 0, 3))); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q in it", err, want)
		}
	}
}

// TestAnIntegralThatIsNotAccurateIsAnError: nodes of quadrature see a fast function only at distances of its
// lengthscale.
func TestAnIntegralThatIsNotAccurateIsAnError(t *testing.T) {
	for _, length := range []float64{1e-4, 2e-5, 1e-5, 1e-6, 1e-9} {
		for _, k := range []cov.Func{
			cov.SE(length), cov.Matern12(length), cov.Scale(2, cov.Sum(cov.SE(1), cov.SE(length))),
			cov.Formula("exp(-r2/2) + 0.01*exp(-r2/(2*l^2))", cov.Positive("l", length)),
			cov.SpectralMixture(cov.Spectral{Weight: 1, Frequency: []float64{0.1}, Bandwidth: []float64{0.1}},
				cov.Spectral{Weight: 1, Frequency: []float64{0.1}, Bandwidth: []float64{0.1 / length}}),
		} {
			err := k.Check(cov.Functionals(cov.Integral([]float64{0}, 0, 3, 0)))
			if want := "f varies too fast"; err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v at %v: the error is %v, want %q in it", k, length, err, want)
			}
		}
	}
	white := cov.Sum(cov.SE(1), cov.White(0.1)).Check(cov.Functionals(cov.Integral([]float64{0}, 0, 0, 3)))
	if want := "f varies too fast"; white == nil || !strings.Contains(white.Error(), want) {
		t.Errorf("the integral of white noise has the error %v, want %q in it", white, want)
	}
}

// TestIntegralsOfSlowFunctionsAreNotRefused, also where they or their variances vanish somewhere.
func TestIntegralsOfSlowFunctionsAreNotRefused(t *testing.T) {
	for _, k := range []cov.Func{
		cov.Cosine(1), cov.Cosine(0.3), cov.SE(0.1), cov.Matern12(0.1), cov.Matern32(0.2), cov.Matern52(0.1), cov.SHO(1, 3),
		cov.Brownian(), cov.Polynomial(3, 0.1, 1), cov.ArcCosine(1, 0.5, 1), cov.Periodic(0.8, 1), cov.GammaExponential(1.7, 1),
		cov.Changepoint(cov.SE(1), cov.Scale(100, cov.Linear(1)), 1.5, 0.3), cov.Formula("(x-1.5)*(y-1.5)"), cov.Formula("v", cov.Positive("v", 3)),
		cov.Formula("exp(-200*(x-1.2)^2)*exp(-200*(y-1.2)^2)"),
	} {
		if err := k.Check(cov.Functionals(cov.Integral([]float64{0}, 0, 0, 3))); err != nil {
			t.Errorf("%v: %v", k, err)
		}
	}
}

func TestFunctionalsAreNotJoinedWithStandardisedPoints(t *testing.T) {
	x, err := cov.Line([]float64{1, 2}).Standardised([]float64{1.5}, []float64{0.5})
	if err != nil {
		t.Fatal(err)
	}
	l, want := cov.Functionals(cov.At(1)), "standardised by the means [1.5]"
	_, after := l.Join(x)
	_, before := x.Join(l)
	for _, err := range []error{after, before} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %q in it", err, want)
		}
	}
	defer func() {
		if text := fmt.Sprint(recover()); !strings.Contains(text, want) {
			t.Errorf("the panic of Gram is %q, want %q in it", text, want)
		}
	}()
	cov.SE(1).Gram(mat.NewDense(1, 2, nil), l, x)
}

func TestNumbersOfOutputsAreNotIntegrated(t *testing.T) {
	icm := cov.Product(cov.On(cov.SE(1), 0), cov.On(cov.Tasks(4, 1), 1))
	if err := icm.Check(cov.Functionals(cov.Integral([]float64{0, 1}, 0, 0, 1))); err != nil {
		t.Error(err)
	}
	// The ends and the middle of the interval are numbers of outputs.
	for _, c := range []struct {
		k cov.Func
		l cov.Functional
	}{
		{cov.Tasks(4, 1), cov.Integral([]float64{0}, 0, 1, 3)}, {icm, cov.Integral([]float64{0.5, 0}, 1, 3, 1)},
	} {
		err := c.k.Check(cov.Functionals(c.l))
		if want := "not the number of one of the 4 outputs"; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, %v: the error is %v, want %q in it", c.k, c.l, err, want)
		}
	}
}

// TestGradientsThatDoNotExistAreErrors: the derivative of k(x, l) by x.
func TestGradientsThatDoNotExistAreErrors(t *testing.T) {
	x, l := cov.Line([]float64{0.2, 0.5}), cov.Functionals(cov.At(0.5))
	for _, k := range []cov.Func{cov.Formula("exp(-abs(x-y))"), cov.Formula("min(x, y)"), cov.Formula("1 + max(x, y)")} {
		err := cov.InputGrad(mat.NewDense(2, 1, nil), k, x, l, []float64{1})
		if want := "no derivative by its inputs at x[1]"; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: the error is %v, want %q in it", k, err, want)
		}
	}
	got := mat.NewDense(2, 1, nil)
	if err := cov.InputGrad(got, cov.Matern32(1), x, l, []float64{1}); err != nil {
		t.Fatal(err)
	}
	for i, v := range []float64{0.3, 0} { // 3 r exp(-√3 r)
		if want := 3 * v * math.Exp(-math.Sqrt(3)*v); !(math.Abs(got.At(i, 0)-want) <= 1e-15) {
			t.Errorf("the derivative at point %d is %v, want %v", i, got.At(i, 0), want)
		}
	}
}

// TestAChangepointHasDerivativesFarFromItsLocation, where one of its functions is left.
func TestAChangepointHasDerivativesFarFromItsLocation(t *testing.T) {
	k, got, want := cov.Changepoint(cov.SE(0.7), cov.SE(2), 0, 0.01), mat.NewDense(2, 2, nil), mat.NewDense(2, 2, nil)
	for sign, only := range map[float64]cov.Func{-1: cov.SE(0.7), 1: cov.SE(2)} {
		x := cov.Functionals(cov.Derivative([]float64{sign * 9}, 1), cov.Derivative([]float64{sign * 8}, 2))
		if err := k.Check(x); err != nil {
			t.Fatal(err)
		}
		k.Gram(got, x, x)
		only.Gram(want, x, x)
		if !mat.EqualApprox(got, want, 1e-14) {
			t.Errorf("at %v: the covariances are %v, want %v", sign*8, mat.Formatted(got), mat.Formatted(want))
		}
	}
}

func ExampleFunctionals() {
	x := cov.Functionals(cov.At(0), cov.Derivative([]float64{0}, 1), cov.Integral([]float64{0}, 0, 0, 2))
	gram := mat.NewDense(3, 3, nil)
	cov.SE(1).Gram(gram, x, x)
	for i := range 3 {
		fmt.Println(x.Functional(i))
	}
	fmt.Printf("%.4f\n", mat.Formatted(gram))
	// Output:
	// f(0)
	// ∂/∂x[0] f(0)
	// ∫f(x[0]) dx[0] from 0 to 2
	// ⎡1.0000  0.0000  1.1963⎤
	// ⎢0.0000  1.0000  0.8647⎥
	// ⎣1.1963  0.8647  3.0558⎦
}
