package statespace_test

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/statespace"
)

// Two posteriors that extend the same one share its memory, and each has its own rows.
func TestBranchesOfAPosteriorAreIndependent(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 8))
	m := gplib.Model{Cov: cov.Sum(cov.Scale(2, cov.Matern32(4)), cov.Scale(1, cov.Periodic(1, 3))), Noise: gplib.Gaussian(0.2)}
	trunk := drawnData(rng, 80)
	root, err := statespace.Condition(m, trunk)
	if err != nil {
		t.Fatal(err)
	}
	type branch struct {
		p gplib.Extendable
		d gplib.Data
	}
	branches := []branch{{root, trunk}, {root, trunk}, {root, trunk}}
	for k := range 30 {
		b := &branches[k%3]
		more := gplib.Data{X: cov.Line([]float64{20 + 0.3*float64(k)}), Y: []float64{rng.NormFloat64()}}
		p, err := b.p.Extend(more)
		if err != nil {
			t.Fatal(err)
		}
		b.p = p.(gplib.Extendable)
		if b.d, err = b.d.Join(more); err != nil {
			t.Fatal(err)
		}
	}
	at := cov.Line([]float64{-1, 3.3, 19.9, 21.05, 25, 40})
	for k, b := range branches {
		want, err := gplib.Condition(m, b.d)
		if err != nil {
			t.Fatal(err)
		}
		w, err := want.Predict(at)
		if err != nil {
			t.Fatal(err)
		}
		got, err := b.p.Predict(at)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "means", got.Mean, w.Mean, 1e-8)
		near(t, "variances", got.Var, w.Var, 1e-8)
		if d := b.p.Data(); !slices.Equal(d.Y, b.d.Y) || !slices.Equal(d.X.(*cov.Matrix).Column(0), b.d.X.(*cov.Matrix).Column(0)) {
			t.Errorf("branch %d has other data", k)
		}
	}
}

// Data between the observations are conditioned on with all of them.
func TestDataInBetweenExtendToo(t *testing.T) {
	d := drawnData(rand.New(rand.NewPCG(51, 9)), 60)
	x, err := d.X.(*cov.Matrix).Named("year")
	if err != nil {
		t.Fatal(err)
	}
	d.X = x
	m := gplib.Model{Cov: cov.Matern32(4), Noise: gplib.Gaussian(0.2)}
	p, err := statespace.Condition(m, d.Subset(from(0, 50)))
	if err != nil {
		t.Fatal(err)
	}
	q, err := p.Extend(d.Subset(from(50, 60)))
	if err != nil {
		t.Fatal(err)
	}
	if q.Data().Len() != 60 || q.(*statespace.Posterior).Model().Inputs[0] != "year" {
		t.Errorf("%d rows of %q", q.Data().Len(), q.(*statespace.Posterior).Model().Inputs)
	}
}

// The time and the memory of an extension do not grow with the observations.
func TestAnExtensionByALastRowAllocatesLittle(t *testing.T) {
	m := gplib.Model{Cov: cov.Matern32(4), Noise: gplib.Gaussian(0.2)}
	allocated := func(n int) float64 {
		d := drawnData(rand.New(rand.NewPCG(51, 10)), n)
		p, err := statespace.Condition(m, d)
		if err != nil {
			t.Fatal(err)
		}
		last := 20.0
		var q gplib.Posterior = p
		extend := func() {
			last++
			if q, err = q.(gplib.Extendable).Extend(gplib.Data{X: cov.Line([]float64{last}), Y: []float64{1}}); err != nil {
				t.Fatal(err)
			}
			if _, err := q.Predict(cov.Line([]float64{last + 0.5})); err != nil {
				t.Fatal(err)
			}
		}
		extend() // the first takes memory of its own
		const times = 200
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range times {
			extend()
		}
		runtime.ReadMemStats(&after)
		return float64(after.TotalAlloc-before.TotalAlloc) / times
	}
	if few, many := allocated(100), allocated(20000); many > 2*few {
		t.Errorf("an extension of 100 rows takes %v bytes, one of 20000 rows %v", few, many)
	}
}
