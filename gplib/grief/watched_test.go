package grief_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/grief"
)

// flaky are rows that cannot be read in one of the passes.
type flaky struct {
	dataset.RowReader
	pass, fails int
}

func (f *flaky) Reset() error {
	f.pass++
	return f.RowReader.Reset()
}

func (f *flaky) Read(x *mat.Dense, y []float64) (int, error) {
	if f.pass == f.fails {
		return 0, errors.New("the file server does not answer")
	}
	return f.RowReader.Read(x, y)
}

// TestAPassThatFailsEndsTheFit: a search would take it for a bad point, and end elsewhere.
func TestAPassThatFailsEndsTheFit(t *testing.T) {
	model := gplib.Model{Cov: cov.Scale(1, cov.SE(1, 1)), Noise: gplib.Gaussian(0.1)}
	for fails := 1; ; fails++ {
		rows, err := dataset.GeneratedRows(1500, 2, func(i int, x []float64) float64 {
			x[0], x[1] = 4*math.Mod(float64(i)*0.618, 1)-2, 4*math.Mod(float64(i)*0.7548, 1)-2
			return math.Sin(2*x[0]) + 0.5*x[1] + 0.1*math.Sin(float64(i*i))
		})
		if err != nil {
			t.Fatal(err)
		}
		bad := &flaky{RowReader: rows, fails: fails}
		_, err = grief.TypeII{Functions: 20, Exact: -1, Rounds: 1}.FitRows(t.Context(), model, bad, &gplib.Settings{MaxIter: 3, OwnStart: true})
		if bad.pass < fails {
			if err != nil || fails < 8 {
				t.Errorf("%d passes, error %v", bad.pass, err)
			}
			return
		}
		if err == nil || !strings.Contains(err.Error(), "does not answer") {
			t.Errorf("pass %d failed, and the fit's error is %v", fails, err)
		}
	}
}
