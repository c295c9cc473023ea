package lik_test

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"krigo/gplib/lik"
)

func TestSoftmaxOfLargeValues(t *testing.T) {
	p := make([]float64, 3)
	log := lik.Softmax(p, []float64{1000, 1000 - math.Log(3), -1e9})
	if math.Abs(log-1000-math.Log(4)+math.Log(3)) > 1e-12 || math.Abs(p[0]-0.75) > 1e-12 || math.Abs(p[1]-0.25) > 1e-12 || p[2] != 0 {
		t.Errorf("the probabilities are %v, the logarithm of the sum is %v", p, log)
	}
}

// The density of one latent value is that of the softmax with the others at 0, and its derivatives are differences.
func TestOneLatentValueOfACategoricalLikelihood(t *testing.T) {
	l, p := lik.Categorical("a", "b", "c", "d"), make([]float64, 4)
	value := func(f float64) float64 {
		lik.Softmax(p, []float64{0, 0, f, 0})
		return math.Log(p[2])
	}
	for _, f := range []float64{-3, 0, 0.7, 6} {
		const h = 1e-4
		at := l.Log(2, f)
		for _, c := range [][2]float64{
			{at.Value, value(f)}, {at.D1, (value(f+h) - value(f-h)) / (2 * h)}, {at.D2, (l.Log(2, f+h).D1 - l.Log(2, f-h).D1) / (2 * h)},
			{at.D3, (l.Log(2, f+h).D2 - l.Log(2, f-h).D2) / (2 * h)},
		} {
			if math.Abs(c[0]-c[1]) > 1e-7 {
				t.Errorf("at %v: %v, not %v", f, c[0], c[1])
			}
		}
	}
	if mean, v := l.Moments(1); !math.IsNaN(mean) || !math.IsNaN(v) || !math.IsNaN(l.CDF(1, 1)) || !math.IsNaN(l.Sample(1, nil)) {
		t.Error("one latent value determines a label")
	}
}

func TestACategoricalLikelihoodKeepsItsClasses(t *testing.T) {
	l := lik.Categorical("setosa", "versicolor", "virginica")
	s, err := lik.Describe(l)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var read lik.Spec
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	again, err := read.Func()
	if err != nil || !reflect.DeepEqual(again, l) {
		t.Errorf("%s is read as %v (%v)", text, again, err)
	}
	if got := lik.Classes(again); !reflect.DeepEqual(got, []string{"setosa", "versicolor", "virginica"}) {
		t.Errorf("the classes are %q", got)
	}
	if lik.Classes(lik.Poisson()) != nil || lik.Classes(nil) != nil {
		t.Error("counts have classes")
	}
	for want, l := range map[string]lik.Func{
		"has 1 classes; it needs two": lik.Categorical("a"), "class 1 has no name": lik.Categorical("a", " "), `classes 0 and 2 are both "a"`: lik.Categorical("a", "b", "a"),
	} {
		if err := l.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v; it should hold %q", err, want)
		}
	}
}

// Rough latent values do not depend on the order of the classes.
func TestLatentValuesOfClassesInAnyOrder(t *testing.T) {
	l := lik.Categorical("a", "b", "c")
	a, b := l.Latent([]float64{0, 0, 1, 2, 0}), l.Latent([]float64{2, 2, 0, 1, 2})
	if !reflect.DeepEqual(a, b) || a[0] <= a[2] || a[2] != a[3] {
		t.Errorf("the latent values are %v and %v", a, b)
	}
}
