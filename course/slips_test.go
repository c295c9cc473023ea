package course

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// judgedAs returns the verdict of a on an answer.
func judgedAs(t *testing.T, a Answer, answer any) error {
	t.Helper()
	observed, err := a.Observe(answer, 7)
	if err != nil {
		return err
	}
	raw, err := json.Marshal(observed)
	if err != nil {
		t.Fatal(err)
	}
	return a.Judge(raw, 7)
}

func TestASlipIsTold(t *testing.T) {
	number := numberOr(0.01, func() (float64, error) { return 3, nil }, numberSlip{square, "a square"})
	sum := like("a function", ofTwo, func(x, y float64) float64 { return x + y },
		slip[two]{func(x, y float64) float64 { return x - y }, "a difference"})
	for _, c := range []struct {
		answer Answer
		given  any
		want   string
	}{
		{number, 3.01, ""},
		{number, 9.05, "a square"},
		{number, 7, "7 is not it"},
		{sum, func(x, y float64) float64 { return y + x }, ""},
		{sum, func(x, y float64) float64 { return x - y }, "a difference"},
		{sum, func(x, y float64) float64 { return x }, "random points"},
		{sum, func(x, y float64) float64 { return math.NaN() }, "finite"},
		{sum, 3, "want a function"},
	} {
		if err := judgedAs(t, c.answer, c.given); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v is judged %v, want %q", c.given, err, c.want)
		}
	}
}

// The posterior given two observations, by the inverse on paper.
func TestTheAnswerOf01IsThatOnPaper(t *testing.T) {
	onPaper := solve01(func(d float64) float64 { return math.Exp(-d * d / 2) }, 0.1)
	for _, x := range []float64{-1, 0.3, 2} {
		m1, v1 := right01(x, 0.7, -1.2)
		m2, v2 := onPaper(x, 0.7, -1.2)
		if !agree([]float64{m1, v1}, []float64{m2, v2}) {
			t.Errorf("at %v gplib has %v, %v, on paper it is %v, %v", x, m1, v1, m2, v2)
		}
	}
}

// The explanation of the right answer to 02-5.
func TestALineIsAConstantAndALinearFunction(t *testing.T) {
	k := cov.Sum(cov.Constant(1), cov.Linear(0.5))
	rng := rand.New(rand.NewPCG(1, 1))
	for range 5 {
		x, y := rng.NormFloat64(), rng.NormFloat64()
		if got, want := valueAt(k, x, y), 1+4*x*y; math.Abs(got-want) > 1e-9 {
			t.Errorf("k(%v, %v) is %v, want %v", x, y, got, want)
		}
	}
}

// The log marginal likelihood of 03-2, by gplib.
func TestTheAnswerOf03IsThatOfGplib(t *testing.T) {
	d, err := gplib.NewData(cov.Line([]float64{0, 1.5}), []float64{0.7, -1.2})
	if err != nil {
		t.Fatal(err)
	}
	want, err := gplib.LML{}.Eval(gplib.Model{Cov: cov.SE(2), Noise: gplib.FixedGaussian(1e-12)}, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := evidence03(1, 0.5, 0.5, 1)(0.7, -1.2, valueAt(cov.SE(2), 0, 1.5)); math.Abs(got+want) > 1e-8 {
		t.Errorf("it is %v, want %v", got, -want)
	}
}

// The gradient of lesson 04 is that of gplib.
func TestTheGradientOfLesson04IsThatOfGplib(t *testing.T) {
	x, y := []float64{0, 0.4, 1.5, 2.1}, []float64{0.7, 0.1, -1.2, -0.4}
	d, err := gplib.NewData(cov.Line(x), y)
	if err != nil {
		t.Fatal(err)
	}
	want := make([]float64, 3)
	if _, err := (gplib.LML{}).Eval(gplib.Model{Cov: cov.Scale(1.3, cov.SE(0.8)), Noise: gplib.Gaussian(0.2)}, d, want); err != nil {
		t.Fatal(err)
	}
	for k, got := range weighted04(0.5, 0.5)(x, y, []float64{1.3, 0.8, 0.2}) {
		if math.Abs(got+want[k]) > 1e-9 {
			t.Errorf("derivative %d is %v, want %v", k, got, -want[k])
		}
	}
}

// A search that goes round once is wrong, whatever objectives a probe brings.
func TestOneRoundOfExchangesIsNeverEnough(t *testing.T) {
	once := func(f func([]int) float64, n int, start []int) []int {
		set := slices.Clone(start)
		for i := range set {
			for j := range n {
				other := slices.Clone(set)
				if other[i] = j; !slices.Contains(set, j) && f(other) < f(set) {
					set = other
				}
			}
		}
		return set
	}
	e, err := find("09-3")
	if err != nil {
		t.Fatal(err)
	}
	for probe := range uint64(300) {
		observed, err := observe(e.Answer, once, probe)
		if err != nil {
			t.Fatal(err)
		}
		if err := judge(e.Answer, observed, probe); err == nil {
			t.Errorf("with the probe %d it is right", probe)
		}
	}
}
