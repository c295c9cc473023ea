package softmax

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/lik"
)

// randomly returns latent moments of so many classes, whose standard deviations are about sd.
func randomly(classes int, sd float64, rng *rand.Rand) (mean []float64, covariance *mat.SymDense) {
	mean, covariance = make([]float64, classes), mat.NewSymDense(classes, nil)
	root := mat.NewDense(classes, classes, nil)
	for c := range classes {
		mean[c] = rng.NormFloat64()
		for b := range classes {
			root.Set(c, b, sd*rng.NormFloat64()/math.Sqrt(float64(classes)))
		}
	}
	covariance.SymOuterK(1, root)
	return mean, covariance
}

// byHermite is the mean of the softmax by Gauss and Hermite's rule in each of the C dimensions.
func byHermite(mean []float64, covariance *mat.SymDense, points int) []float64 {
	var chol mat.Cholesky
	chol.Factorize(covariance)
	root := new(mat.TriDense)
	chol.LTo(root)
	x, w := make([]float64, points), make([]float64, points)
	quad.Hermite{}.FixedLocations(x, w, math.Inf(-1), math.Inf(1))
	classes := len(mean)
	p, sum, f, at := make([]float64, classes), make([]float64, classes), make([]float64, classes), make([]int, classes)
	for {
		weight := 1.0
		copy(f, mean)
		for k, i := range at {
			weight *= w[i] / math.Sqrt(math.Pi)
			for c := k; c < classes; c++ {
				f[c] += math.Sqrt2 * x[i] * root.At(c, k)
			}
		}
		lik.Softmax(p, f)
		floats.AddScaled(sum, weight, p)
		k := 0
		for ; k < classes; k++ {
			if at[k]++; at[k] < points {
				break
			}
			at[k] = 0
		}
		if k == classes {
			return sum
		}
	}
}

// Probabilities are those of another rule, up to the error that is stated, and this is small.
func TestProbabilitiesAreIntegrals(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		classes, points int
		own, most       float64 // the error of the other rule, the largest stated error
	}{{2, 100, 1e-8, 1e-6}, {3, 40, 1e-6, 1e-5}, {4, 18, 2e-5, 1e-4}, {5, 10, 1e-4, 1e-4}} {
		for range 2 {
			mean, covariance := randomly(c.classes, 1, rng)
			want, got := byHermite(mean, covariance, c.points), make([]float64, c.classes)
			failure := probabilities(got, mean, covariance)
			if off := floats.Distance(got, want, math.Inf(1)); !(off <= failure+c.own) || !(failure <= c.most) {
				t.Errorf("%d classes: the probabilities are %v, not %v; the error is said to be %v", c.classes, got, want, failure)
			}
			if sum := floats.Sum(got); math.Abs(sum-1) > 1e-12 {
				t.Errorf("%d classes: the probabilities sum to %v", c.classes, sum)
			}
		}
	}
}

// Two classes are a label whose log odds are the difference, also where this scatters a lot.
func TestProbabilitiesOfTwoClassesAreThoseOfALabel(t *testing.T) {
	for _, sd := range []float64{0.1, 1, 5, 40, 300} {
		covariance := mat.NewSymDense(2, []float64{sd * sd, 0.3 * sd * sd, 0.3 * sd * sd, sd * sd})
		p := make([]float64, 2)
		failure := probabilities(p, []float64{0.4, 1.1}, covariance)
		want, _ := lik.Observed{Lik: lik.Bernoulli(), Mean: 0.7, Var: 1.4 * sd * sd}.Moments()
		if !(math.Abs(p[1]-want) <= failure+1e-8) || !(failure <= 2e-7) {
			t.Errorf("standard deviation %v: the probability is %v, not %v; the error is said to be %v", sd, p[1], want, failure)
		}
	}
}

// Where latent values scatter widely the softmax is nearly the largest of them: of three independent ones with the same
// mean each is so with probability 1/3, and with a correlation of two of them the third is the more often.
func TestProbabilitiesOfWideLatentValues(t *testing.T) {
	for _, sd := range []float64{10, 30, 200} {
		for _, correlation := range []float64{0, 0.8} {
			v := sd * sd
			covariance := mat.NewSymDense(3, []float64{v, correlation * v, 0, correlation * v, v, 0, 0, 0, v})
			p := make([]float64, 3)
			failure := probabilities(p, []float64{2, 2, 2}, covariance)
			want := 1 - 2*orthant(correlation)
			if !(math.Abs(p[2]-want) <= failure+1/sd/sd) {
				t.Errorf("standard deviation %v, correlation %v: the probability is %v, not %v; the error is said to be %v", sd, correlation, p[2], want, failure)
			}
		}
	}
}

// orthant returns the probability that the first of three values of variance 1 is the largest, where the first two
// have a correlation: f_0 - f_1 and f_0 - f_2 are both positive.
func orthant(correlation float64) float64 {
	r := (1 - correlation) / math.Sqrt((2-2*correlation)*2)
	return 0.25 + math.Asin(r)/(2*math.Pi)
}

// What all latent values have in common does not matter, nor a contrast that does not scatter.
func TestSingularCovariancesAreTaken(t *testing.T) {
	common := mat.NewSymDense(3, []float64{4, 4, 4, 4, 4, 4, 4, 4, 4})
	p, want := make([]float64, 3), make([]float64, 3)
	if failure := probabilities(p, []float64{1, 2, 3}, common); failure > 1e-6 {
		t.Errorf("the error is said to be %v", failure)
	}
	lik.Softmax(want, []float64{1, 2, 3})
	if !floats.EqualApprox(p, want, 1e-9) {
		t.Errorf("the probabilities are %v, not %v", p, want)
	}
	one := mat.NewSymDense(4, nil)
	one.SetSym(2, 2, 2.5)
	p = make([]float64, 4)
	probabilities(p, []float64{0, 0, 0.5, 0}, one)
	o, _ := lik.Observed{Lik: lik.Bernoulli(), Mean: 0.5 - math.Log(3), Var: 2.5}.Moments()
	if math.Abs(p[2]-o) > 1e-6 || math.Abs(p[0]-(1-o)/3) > 1e-6 {
		t.Errorf("the probabilities are %v, that of class 2 is %v", p, o)
	}
}

func BenchmarkProbabilities(b *testing.B) {
	for _, classes := range []int{2, 3, 4, 6, 10} {
		for _, sd := range []float64{1, 5, 30} {
			b.Run(fmt.Sprintf("%d/%v", classes, sd), func(b *testing.B) {
				mean, covariance := randomly(classes, sd, rand.New(rand.NewPCG(1, 1)))
				p := make([]float64, classes)
				failure := 0.0
				for b.Loop() {
					failure = probabilities(p, mean, covariance)
				}
				b.ReportMetric(failure, "error")
			})
		}
	}
}
