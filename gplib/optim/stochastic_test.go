package optim_test

import (
	"math"
	"slices"
	"testing"

	"krigo/gplib/optim"
)

// noisyQuadratic is the gradient of Σ_j c_j (x_j - j)²/2 with a deterministic
// disturbance of mean 0.
func noisyQuadratic(grad, x []float64, t int) {
	for j := range x {
		grad[j] = math.Pow(10, float64(j))*(x[j]-float64(j)) + 0.1*math.Sin(float64(7*t+j))
	}
}

func TestSteppersFindTheMinimumOfANoisyIllScaledQuadratic(t *testing.T) {
	adam, err := optim.Adam{Rate: optim.CosineDecay(0.1, 0, 2000)}.Start(3)
	if err != nil {
		t.Fatal(err)
	}
	delta, err := optim.AdaDelta{Epsilon: 1e-4, Rate: optim.InverseDecay(1, 2000)}.Start(3)
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]optim.Stepper{"Adam": adam, "AdaDelta": delta} {
		x, grad := []float64{5, -5, 5}, make([]float64, 3)
		for i := range 3000 {
			noisyQuadratic(grad, x, i)
			s.Step(x, grad)
		}
		for j, v := range x {
			if math.Abs(v-float64(j)) > 0.1 {
				t.Errorf("%s ends at %v", name, x)
			}
		}
	}
}

func TestFirstStepsAreThoseOfThePapers(t *testing.T) {
	adam, _ := optim.Adam{}.Start(2)
	x := []float64{1, 1}
	adam.Step(x, []float64{3, -0.5})
	if math.Abs(x[0]-0.999) > 1e-9 || math.Abs(x[1]-1.001) > 1e-9 {
		t.Errorf("Adam's first step is %v: it is the rate, against the sign", x)
	}
	delta, _ := optim.AdaDelta{}.Start(1)
	y := []float64{1}
	delta.Step(y, []float64{2})
	want := 1 - math.Sqrt(1e-6)/math.Sqrt(0.05*4+1e-6)*2
	if math.Abs(y[0]-want) > 1e-15 {
		t.Errorf("AdaDelta's first step leads to %v, want %v", y[0], want)
	}
	if _, err := (optim.Adam{Beta1: 1}).Start(1); err == nil {
		t.Error("Adam took a decay of 1")
	}
	if _, err := (optim.AdaDelta{Rho: -1}).Start(1); err == nil {
		t.Error("AdaDelta took a decay of -1")
	}
}

func TestSchedules(t *testing.T) {
	for name, c := range map[string]struct {
		s    optim.Schedule
		t    int
		want float64
	}{
		"constant":       {optim.ConstantRate(2), 9, 2},
		"inverse":        {optim.InverseDecay(4, 5), 5, 2},
		"cosine, middle": {optim.CosineDecay(3, 1, 10), 5, 2},
		"cosine, after":  {optim.CosineDecay(3, 1, 10), 50, 1},
		"power":          {optim.PowerDecay(6, 0.5), 8, 2},
	} {
		if got := c.s(c.t); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: %v at step %d, want %v", name, got, c.t, c.want)
		}
	}
}

func TestBatchesDealEveryPositionOnceAnEpoch(t *testing.T) {
	b, err := optim.NewBatches(10, 4, nil)
	if err != nil {
		t.Fatal(err)
	}
	var orders [2][]int
	for epoch := range orders {
		for _, size := range []int{4, 4, 2} {
			batch := b.Next()
			if len(batch) != size || b.Epoch() != epoch {
				t.Errorf("%d positions in epoch %d, want %d in %d", len(batch), b.Epoch(), size, epoch)
			}
			orders[epoch] = append(orders[epoch], batch...)
		}
	}
	if slices.Equal(orders[0], orders[1]) {
		t.Error("two epochs have one order")
	}
	slices.Sort(orders[1])
	for i, v := range orders[1] {
		if v != i {
			t.Fatalf("an epoch holds %v", orders[1])
		}
	}
	if _, err := optim.NewBatches(3, 0, nil); err == nil {
		t.Error("minibatches of 0 are no error")
	}
}

func TestARestoredStepperGoesOnAsBefore(t *testing.T) {
	for name, start := range map[string]func(int) (optim.Stepper, error){"Adam": optim.Adam{}.Start, "AdaDelta": optim.AdaDelta{}.Start} {
		whole, _ := start(2)
		second, _ := start(2)
		x, y, grad := []float64{5, -5}, []float64{0, 0}, make([]float64, 2)
		for i := range 20 {
			if i == 10 {
				copy(y, x)
				if err := second.(optim.Keeper).Restore(whole.(optim.Keeper).Memory()); err != nil {
					t.Fatal(err)
				}
			}
			noisyQuadratic(grad, x, i)
			whole.Step(x, grad)
			if i >= 10 {
				noisyQuadratic(grad, y, i)
				second.Step(y, grad)
			}
		}
		if !slices.Equal(x, y) {
			t.Errorf("%s: %v after a restart, %v without", name, y, x)
		}
		if err := second.(optim.Keeper).Restore([]float64{1}); err == nil {
			t.Errorf("%s took a memory of length 1", name)
		}
	}
}
