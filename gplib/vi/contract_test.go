package vi_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/learntest"
	"krigo/gplib/lik"
	"krigo/gplib/posteriortest"
	"krigo/gplib/vi"
)

func from(lo, hi int) []int {
	var index []int
	for i := lo; i < hi; i++ {
		index = append(index, i)
	}
	return index
}

func TestTheLearnerKeepsTheContract(t *testing.T) {
	learntest.Check(t, vi.Learner{}, modelOf(lik.Poisson()), drawn(t, 30, lik.Poisson(), 7))
}

func TestPosteriorsKeepTheContract(t *testing.T) {
	at := cov.Points(mat.NewDense(3, 2, []float64{0.3, 0.8, 1.9, 2.6, 4.4, -0.2}))
	for _, l := range likelihoods {
		d := drawn(t, 50, l, 8)
		condition := func(all gplib.Data) (gplib.Posterior, error) { return vi.Condition(modelOf(l), all) }
		p, err := condition(d.Subset(from(0, 40)))
		if err != nil {
			t.Fatal(err)
		}
		posteriortest.Check(t, posteriortest.Case{Posterior: p, At: at, More: d.Subset(from(40, 50)), Anew: condition})
	}
}

// Leaving a row out by the approximation is close to conditioning on the others.
func TestLeavingOutIsCloseToConditioningOnTheOthers(t *testing.T) {
	for _, l := range likelihoods {
		d := drawn(t, 20, l, 9)
		p, err := vi.Condition(modelOf(l), d)
		if err != nil {
			t.Fatal(err)
		}
		left, err := p.LeaveOneOut()
		if err != nil {
			t.Fatal(err)
		}
		got, err := left.LogDensityY(d.Y)
		if err != nil {
			t.Fatal(err)
		}
		worst, total := 0.0, 0.0
		for i := range d.Len() {
			others, err := vi.Condition(modelOf(l), d.Subset(gplib.Rest([]int{i}, d.Len())))
			if err != nil {
				t.Fatal(err)
			}
			q, err := others.Predict(d.X.Subset([]int{i}))
			if err != nil {
				t.Fatal(err)
			}
			want, err := q.LogDensityY(d.Y[i : i+1])
			if err != nil {
				t.Fatal(err)
			}
			worst = math.Max(worst, math.Abs(got[i]-want[0]))
			total += got[i] - want[0]
		}
		if mean := total / float64(d.Len()); math.Abs(mean) > 0.05 || worst > 1 {
			t.Errorf("%v: log densities differ by %.3g on average, and by up to %.3g", l, mean, worst)
		}
	}
}
