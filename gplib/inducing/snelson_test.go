package inducing_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/inducing"
)

// published returns Snelson's data, in the folder that KRIGO_DATA names.
func published(t *testing.T) gplib.Data {
	t.Helper()
	folder := os.Getenv("KRIGO_DATA")
	if folder == "" {
		t.Skip("KRIGO_DATA is not set")
	}
	column := func(name string) []float64 {
		text, err := os.ReadFile(filepath.Join(folder, "snelson", name))
		if err != nil {
			t.Fatal(err)
		}
		var values []float64
		for _, field := range strings.Fields(string(text)) {
			v, err := strconv.ParseFloat(field, 64)
			if err != nil {
				t.Fatal(err)
			}
			values = append(values, v)
		}
		return values
	}
	d, err := gplib.NewData(cov.Line(column("train_inputs")), column("train_outputs"))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestSnelsonsData compares with the figures of SPGP on every tenth point that
// Cao et al. (2013, section 4.1) report, 11.34 from a uniform start and 14.54
// from ten points in a clump, and with those of a prototype on all 200.
func TestSnelsonsData(t *testing.T) {
	all := published(t)
	var tenth []int
	for i := 0; i < all.Len(); i += 10 {
		tenth = append(tenth, i)
	}
	few := all.Subset(tenth)
	for _, c := range []struct {
		name     string
		l        gplib.Learner
		d        gplib.Data
		lo, most float64
	}{
		{"SPGP, 20 points, uniform", inducing.Continuous{Start: cov.Grid(0, 6, 10), Approximation: inducing.FITC}, few, 9.5, 11.4},
		{"SPGP, 20 points, clump", inducing.Continuous{Start: clump(few), Approximation: inducing.FITC}, few, 13, 14.6},
		{"VFE, clump", inducing.Continuous{Start: clump(all)}, all, 55.9, 58.2},
		{"IVM", inducing.Subset{Size: 10, Selector: inducing.IVM{}}, all, 59.3, 59.4},
		{"greedy variance", inducing.Subset{Size: 10}, all, 59.3, 59.4},
	} {
		variance := stat.Variance(c.d.Y, nil)
		m := gplib.Model{Cov: cov.Scale(variance, cov.SE(1)), Noise: gplib.Gaussian(variance / 4)}
		r, err := c.l.Fit(context.Background(), m, c.d, nil)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		t.Logf("%s: %.3f", c.name, r.Value)
		if !(r.Value >= c.lo && r.Value <= c.most) {
			t.Errorf("%s: %v, want one in [%v, %v]", c.name, r.Value, c.lo, c.most)
		}
	}
}

// clump returns the ten points nearest to 1.5.
func clump(d gplib.Data) *cov.Matrix {
	x := d.X.(*cov.Matrix).Column(0)
	slices.SortFunc(x, func(a, b float64) int {
		if math.Abs(a-1.5) < math.Abs(b-1.5) {
			return -1
		}
		return 1
	})
	return cov.Line(x[:10])
}
