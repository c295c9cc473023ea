package dataset_test

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

func TestDrawsHaveTheCovarianceOfTheirProcess(t *testing.T) {
	m := gplib.Model{
		Mean: gplib.ConstantMean(3), Cov: cov.Scale(2, cov.SE(1)), Noise: gplib.FixedGaussian(0.5),
	}
	x := cov.Line([]float64{0, 1})
	var f0, f1, y0 []float64
	for seed := range uint64(4000) {
		d, f, err := dataset.Draw(m, x, seed)
		if err != nil {
			t.Fatal(err)
		}
		f0, f1, y0 = append(f0, f[0]), append(f1, f[1]), append(y0, d.Y[0])
	}
	for name, c := range map[string]struct{ got, want float64 }{
		"mean":       {stat.Mean(f0, nil), 3},
		"variance":   {stat.Variance(f1, nil), 2},
		"covariance": {stat.Covariance(f0, f1, nil), 2 * math.Exp(-0.5)},
		"with noise": {stat.Variance(y0, nil), 2.5},
	} {
		if math.Abs(c.got-c.want) > 0.15 {
			t.Errorf("%s: %v, want %v", name, c.got, c.want)
		}
	}
}

func TestGeneratorsAreReproducibleAndKnowTheirFunction(t *testing.T) {
	type generator func(seed uint64) (gplib.Data, []float64, error)
	for name, c := range map[string]struct {
		f     generator
		noise float64
		dim   int
	}{
		"sine":     {func(s uint64) (gplib.Data, []float64, error) { return dataset.SineProduct(200, 0.1, s) }, 0.1, 2},
		"friedman": {func(s uint64) (gplib.Data, []float64, error) { return dataset.Friedman(200, 1, s) }, 1, 10},
		"snelson":  {func(s uint64) (gplib.Data, []float64, error) { return dataset.SnelsonLike(200, s) }, math.Sqrt(0.08), 1},
		"se":       {func(s uint64) (gplib.Data, []float64, error) { return dataset.HoldOutSet(dataset.ProcessSE, 200, s) }, 0.5, 1},
		"lp":       {func(s uint64) (gplib.Data, []float64, error) { return dataset.HoldOutSet(dataset.ProcessLP, 200, s) }, 0.5, 1},
		"se+lp":    {func(s uint64) (gplib.Data, []float64, error) { return dataset.HoldOutSet(dataset.ProcessSELP, 200, s) }, 0.5, 1},
	} {
		d, f, err := c.f(7)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		residual := make([]float64, len(f))
		for i := range f {
			residual[i] = d.Y[i] - f[i]
		}
		if sd := stat.StdDev(residual, nil); math.Abs(sd/c.noise-1) > 0.2 {
			t.Errorf("%s: noise %v, want %v", name, sd, c.noise)
		}
		if dim := d.X.(*cov.Matrix).Dim(); dim != c.dim || d.Len() != 200 {
			t.Errorf("%s: %d observations in %d dimensions", name, d.Len(), dim)
		}
		again, _, _ := c.f(7)
		other, _, _ := c.f(8)
		if !reflect.DeepEqual(d, again) || reflect.DeepEqual(d.Y, other.Y) {
			t.Errorf("%s does not follow its seed", name)
		}
	}
	d, _, err := dataset.SnelsonLike(300, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range d.X.(*cov.Matrix).Column(0) {
		if x < 0 || x > 6 || x > 2 && x < 3 {
			t.Fatalf("SnelsonLike has a point at %v", x)
		}
	}
	for name, err := range map[string]error{
		"no points":  generated(dataset.SnelsonLike(0, 1)),
		"NaN noise":  generated(dataset.Friedman(3, math.NaN(), 1)),
		"no process": generated(dataset.HoldOutSet(9, 10, 1)),
		"no model":   generated(dataset.Draw(gplib.Model{}, cov.Line([]float64{1}), 1)),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func generated(_ gplib.Data, _ []float64, err error) error { return err }

func TestFriedmanIsTheFormula(t *testing.T) {
	d, f, err := dataset.Friedman(5, 0, 3)
	if err != nil {
		t.Fatal(err)
	}
	for i := range f {
		x := d.X.(*cov.Matrix).Row(i)
		want := 10*math.Sin(math.Pi*x[0]*x[1]) + 20*math.Pow(x[2]-0.5, 2) + 10*x[3] + 5*x[4]
		if math.Abs(f[i]-want) > 1e-12 || d.Y[i] != f[i] {
			t.Errorf("f = %v, y = %v, want %v", f[i], d.Y[i], want)
		}
	}
}

func TestKFoldTestsEveryObservationOnce(t *testing.T) {
	d := line(11)
	folds, err := dataset.KFold(d, 3, 5)
	if err != nil {
		t.Fatal(err)
	}
	var tested []float64
	for _, f := range folds {
		if n := f.Test.Len(); n < 3 || n > 4 || f.Train.Len()+n != 11 {
			t.Errorf("%d to train and %d to test", f.Train.Len(), n)
		}
		tested = append(tested, f.Test.X.(*cov.Matrix).Column(0)...)
	}
	all := d.X.(*cov.Matrix).Column(0)
	slices.Sort(tested)
	slices.Sort(all)
	if !slices.Equal(tested, all) {
		t.Errorf("tested %v", tested)
	}
	again, _ := dataset.KFold(d, 3, 5)
	other, _ := dataset.KFold(d, 3, 6)
	if !reflect.DeepEqual(folds, again) || reflect.DeepEqual(folds, other) {
		t.Error("the folds do not follow their seed")
	}
	for _, k := range []int{-1, 1, 12} {
		if _, err := dataset.KFold(d, k, 1); err == nil {
			t.Errorf("%d folds of 11 are no error", k)
		}
	}
}
