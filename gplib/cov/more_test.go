package cov_test

import (
	"fmt"
	"math"
	"math/cmplx"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/cov/covtest"
)

// unit returns x/3, inside [0, 1).
func unit(x *cov.Matrix) *cov.Matrix {
	var y mat.Dense
	y.Scale(1.0/3, x)
	return cov.Points(&y)
}

func net(inputs, hidden, features int) cov.FeatureMap {
	n, err := cov.Network(inputs, hidden, features, 3)
	if err != nil {
		panic(err)
	}
	return n
}

func dot(x, y []float64, l ...float64) (sum float64) {
	for k := range x {
		sum += x[k] * y[k] / (l[k%len(l)] * l[k%len(l)])
	}
	return sum
}

// oscillator returns the real part of the covariance in complex numbers, in which an overdamped
// oscillator needs no case of its own.
func oscillator(period, quality float64) func(x, y []float64) float64 {
	return func(x, y []float64) float64 {
		a, beta := complex(2*math.Pi*math.Abs(x[0]-y[0])/period, 0), complex(1/(2*quality), 0)
		eta := cmplx.Sqrt(1 - beta*beta)
		return real(cmplx.Exp(-beta*a) * (cmplx.Cos(eta*a) + beta/eta*cmplx.Sin(eta*a)))
	}
}

// smooth are differentiable by their inputs.
var smooth = map[int][]formula{
	1: {
		{cov.Cosine(1.3), func(x, y []float64) float64 { return math.Cos(2 * math.Pi * (x[0] - y[0]) / 1.3) }},
		{cov.Changepoint(cov.SE(0.7), cov.Scale(2, cov.Linear(1)), 1.4, 0.3), func(x, y []float64) float64 {
			s := func(t float64) float64 { return 1 / (1 + math.Exp(-(t-1.4)/0.3)) }
			a, b := s(x[0]), s(y[0])
			return (1-a)*(1-b)*math.Exp(-scaled2(x, y, 0.7)/2) + a*b*2*x[0]*y[0]
		}},
		{cov.SpectralMixture(
			cov.Spectral{Weight: 0.6, Frequency: []float64{0.8}, Bandwidth: []float64{0.2}},
			cov.Spectral{Weight: 1.1, Frequency: []float64{0.1}, Bandwidth: []float64{0.05}},
		), func(x, y []float64) float64 {
			t := x[0] - y[0]
			part := func(w, mu, v float64) float64 {
				return w * math.Exp(-2*math.Pi*math.Pi*t*t*v*v) * math.Cos(2*math.Pi*t*mu)
			}
			return part(0.6, 0.8, 0.2) + part(1.1, 0.1, 0.05)
		}},
		{cov.LocallyPeriodic(0.8, 1.3), formulas[1][0].at},
		{cov.SHO(1.3, 4), oscillator(1.3, 4)},
		{cov.SHO(1.3, 0.5001), oscillator(1.3, 0.5001)},
		{cov.SHO(2, 0.5), func(x, y []float64) float64 {
			a := math.Pi * math.Abs(x[0]-y[0])
			return (1 + a) * math.Exp(-a)
		}},
		{cov.SHO(3, 0.2), oscillator(3, 0.2)},
	},
	3: {
		{cov.GammaExponential(1.4, 0.7, 1, 3), func(x, y []float64) float64 {
			return math.Exp(-math.Pow(scaled2(x, y, 0.7, 1, 3), 0.7))
		}},
		{cov.Cauchy(1.4, 0.6, 0.7, 1, 3), func(x, y []float64) float64 {
			return math.Pow(1+math.Pow(scaled2(x, y, 0.7, 1, 3), 0.7), -0.6/1.4)
		}},
		{cov.PeriodicARD([]float64{0.8, 1, 2}, []float64{1.3, 2, 5}), func(x, y []float64) float64 {
			sum, l, p := 0.0, []float64{0.8, 1, 2}, []float64{1.3, 2, 5}
			for k := range x {
				s := math.Sin(math.Pi*(x[k]-y[k])/p[k]) / l[k]
				sum += s * s
			}
			return math.Exp(-2 * sum)
		}},
		{cov.Cosine(1.3, 4, 9), func(x, y []float64) float64 {
			return math.Cos(2 * math.Pi * ((x[0]-y[0])/1.3 + (x[1]-y[1])/4 + (x[2]-y[2])/9))
		}},
		{cov.Polynomial(3, 0.4, 2), func(x, y []float64) float64 { return math.Pow(0.4+dot(x, y, 2), 3) }},
		{cov.PolynomialBasis(2, 0.7), func(x, y []float64) float64 {
			sum := 1.0
			for k := range x {
				sum += x[k]*y[k] + x[k]*x[k]*y[k]*y[k]
			}
			return 0.7 * sum
		}},
		{cov.Power(cov.SE(0.7), 2), func(x, y []float64) float64 { return math.Exp(-scaled2(x, y, 0.7)) }},
		{cov.ArcCosine(1, 0.3, 0.7, 1, 3), func(x, y []float64) float64 {
			u, v := math.Sqrt(0.3+dot(x, x, 0.7, 1, 3)), math.Sqrt(0.3+dot(y, y, 0.7, 1, 3))
			c := math.Min(1, (0.3+dot(x, y, 0.7, 1, 3))/(u*v))
			return u * v * (math.Sqrt(1-c*c) + (math.Pi-math.Acos(c))*c) / math.Pi
		}},
		{cov.ArcCosine(2, 0.3, 1.2), func(x, y []float64) float64 {
			u, v := math.Sqrt(0.3+dot(x, x, 1.2)), math.Sqrt(0.3+dot(y, y, 1.2))
			c := math.Min(1, (0.3+dot(x, y, 1.2))/(u*v))
			return u * u * v * v * (3*math.Sqrt(1-c*c)*c + (math.Pi-math.Acos(c))*(1+2*c*c)) / math.Pi
		}},
		{cov.On(cov.Sum(cov.SE(0.7), cov.Linear(2)), 2, 0), func(x, y []float64) float64 {
			x, y = []float64{x[2], x[0]}, []float64{y[2], y[0]}
			return math.Exp(-scaled2(x, y, 0.7)/2) + dot(x, y, 2)
		}},
		{cov.Additive([]float64{0.5, 0.7, 0.2}, cov.On(cov.SE(0.7), 0), cov.On(cov.SE(1), 1), cov.On(cov.SE(2), 2)),
			func(x, y []float64) float64 {
				z := func(k int, l float64) float64 { return math.Exp(-scaled2(x[k:k+1], y[k:k+1], l) / 2) }
				a, b, c := z(0, 0.7), z(1, 1), z(2, 2)
				return 0.5*(a+b+c) + 0.7*(a*b+a*c+b*c) + 0.2*a*b*c
			}},
		{cov.SpectralMixture(cov.Spectral{Weight: 0.6, Frequency: []float64{0.3, 0.1, 0.2}, Bandwidth: []float64{0.2, 0.1, 0.3}}),
			func(x, y []float64) float64 {
				k, mu, v := 0.6, []float64{0.3, 0.1, 0.2}, []float64{0.2, 0.1, 0.3}
				for d := range x {
					t := x[d] - y[d]
					k *= math.Exp(-2*math.Pi*math.Pi*t*t*v[d]*v[d]) * math.Cos(2*math.Pi*t*mu[d])
				}
				return k
			}},
		{cov.Tanimoto(), func(x, y []float64) float64 {
			return dot(x, y, 1) / (dot(x, x, 1) + dot(y, y, 1) - dot(x, y, 1))
		}},
		{cov.Periodic(0.8, 1.3), formulas[3][6].at},
		{cov.Matern52(0.7), formulas[3][4].at},
		{cov.Scale(2, cov.Product(cov.SE(0.7, 1, 3), cov.Linear(1, 2, 4))), func(x, y []float64) float64 {
			return 2 * math.Exp(-scaled2(x, y, 0.7, 1, 3)/2) * dot(x, y, 1, 2, 4)
		}},
	},
}

// rough have no derivatives by their inputs, or none everywhere.
var rough = map[int][]formula{
	1: {
		{cov.Brownian(), func(x, y []float64) float64 { return math.Min(x[0], y[0]) }},
	},
	3: {
		{cov.ArcCosine(0, 0.3, 1.2), func(x, y []float64) float64 {
			u, v := math.Sqrt(0.3+dot(x, x, 1.2)), math.Sqrt(0.3+dot(y, y, 1.2))
			if equal(x, y) == 1 {
				return 1
			}
			return 1 - math.Acos((0.3+dot(x, y, 1.2))/(u*v))/math.Pi
		}},
		{cov.HistogramIntersection(), func(x, y []float64) float64 {
			return math.Min(x[0], y[0]) + math.Min(x[1], y[1]) + math.Min(x[2], y[2])
		}},
	},
}

func TestGramsOfTheFurtherFunctionsAreTheirFormulas(t *testing.T) {
	for _, table := range []map[int][]formula{smooth, rough} {
		for d, all := range table {
			x := points(60, d)
			k := mat.NewDense(x.Len(), x.Len(), nil)
			for _, c := range all {
				c.f.Gram(k, x, x)
				checkEntries(t, fmt.Sprint(c.f), k, x, c.at)
				covtest.Check(t, c.f, points(30, d))
			}
		}
	}
}

func TestDeepFunctionsKeepTheContract(t *testing.T) {
	x := points(20, 3)
	covtest.Check(t, cov.Warp(cov.SE(0.3, 0.5, 1), []float64{1.3, 0.7, 1}, []float64{0.8, 1.5, 1}), unit(x))
	covtest.Check(t, cov.Warp(cov.Matern52(0.3), []float64{1.3}, []float64{0.8}), unit(x))
	covtest.Check(t, cov.Scale(2, cov.Deep(cov.SE(0.8), net(3, 4, 2))), x)
	covtest.Check(t, cov.Deep(cov.Sum(cov.ArcCosine(1, 0.5, 1), cov.Periodic(1, 2)), net(3, 3, 1)), x)
	two := cov.Sum(cov.Scale(2, cov.Deep(cov.SE(0.8), net(3, 2, 1))), cov.Product(cov.SE(1), cov.Deep(cov.SE(0.5), net(3, 2, 2))))
	covtest.Check(t, two, x)
	names := []string{two.Params()[0].Name, two.Params()[1].Name, two.Params()[2].Name}
	covtest.Check(t, cov.Power(cov.Tie(two, names...), 2), points(70, 3)) // several blocks of rows
}

func TestUnwarpedIsUnchanged(t *testing.T) {
	x := unit(points(20, 2))
	one := []float64{1, 1}
	a, b := mat.NewDense(20, 20, nil), mat.NewDense(20, 20, nil)
	cov.Warp(cov.SE(0.4), one, one).Gram(a, x, x)
	cov.SE(0.4).Gram(b, x, x)
	if !mat.EqualApprox(a, b, 1e-13) {
		t.Error("Warp with a = b = 1 changes the Gram matrix")
	}
}

func TestFunctionsOfLabelsAndStrings(t *testing.T) {
	table := cov.Categories{{"red", "S"}, {"blue", "S"}, {"red", "L"}, {"S", "red"}, {"red", "S"}}
	k := mat.NewDense(5, 5, nil)
	cov.Hamming(0.5, 2).Gram(k, table, table)
	for _, c := range []struct {
		i, j int
		want float64
	}{{0, 1, math.Exp(-2)}, {0, 2, math.Exp(-0.5)}, {0, 3, math.Exp(-2.5)}, {0, 4, 1}} {
		if got := k.At(c.i, c.j); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("Hamming[%d, %d] = %v, want %v", c.i, c.j, got, c.want)
		}
	}
	texts := cov.Strings{"abab", "abc", "xyz", "b", "abab", "cab"}
	s := mat.NewDense(6, 6, nil)
	cov.Spectrum(2).Gram(s, texts, texts)
	// abab holds ab twice and ba, abc holds ab and bc: 2/√(5·2).
	if got := s.At(0, 1); math.Abs(got-2/math.Sqrt(10)) > 1e-15 || s.At(0, 2) != 0 || s.At(3, 3) != 0 {
		t.Errorf("spectrum %v", mat.Formatted(s))
	}
	covtest.Check(t, cov.Hamming(0.5, 2), table)
	covtest.Check(t, cov.Hamming(0.7), texts, points(20, 2))
	covtest.Check(t, cov.Scale(2, cov.Spectrum(2)), texts)
}

func TestInputGradAgreesWithDifferences(t *testing.T) {
	for d, all := range smooth {
		b := points(25, d)
		rows := make([][]float64, 4)
		for i := range rows {
			rows[i] = b.Row(i)
			for k := range rows[i] {
				rows[i][k] += 0.037 * float64(k+1)
			}
		}
		a, _ := cov.Rows(rows)
		v := make([]float64, b.Len())
		for j := range v {
			v[j] = math.Cos(float64(5 * j))
		}
		for _, c := range all {
			got := mat.NewDense(4, d, nil)
			if err := cov.InputGrad(got, c.f, a, b, v); err != nil {
				t.Fatal(err)
			}
			for i := range 4 {
				for k := range d {
					h := 1e-4
					at := func(step float64) (sum float64) {
						x := a.Row(i)
						x[k] += step
						for j := range v {
							sum += v[j] * c.at(x, b.Row(j))
						}
						return sum
					}
					want := (8*(at(h/2)-at(-h/2)) - (at(h) - at(-h))) / (6 * h)
					if !(math.Abs(got.At(i, k)-want) <= 1e-6*math.Max(1, math.Abs(want))) {
						t.Errorf("%v: ∂/∂x[%d, %d] = %v, want %v", c.f, i, k, got.At(i, k), want)
					}
				}
			}
		}
	}
	err := cov.InputGrad(mat.NewDense(5, 1, nil), cov.Sum(cov.SE(1), cov.White(1)), points(5, 1), points(5, 1), make([]float64, 5))
	if err == nil || !strings.Contains(err.Error(), "not differentiable") {
		t.Errorf("White: error %v", err)
	}
}
