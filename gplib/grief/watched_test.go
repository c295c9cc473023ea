package grief

import (
	"math"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

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
		bad := &oneBadPass{countedRows{RowReader: rows}, fails}
		_, err = TypeII{Functions: 20, Exact: -1, Rounds: 1}.FitRows(t.Context(), model, bad, &gplib.Settings{MaxIter: 3, OwnStart: true})
		if bad.passes < fails {
			if err != nil || fails < 8 {
				t.Errorf("%d passes, error %v", bad.passes, err)
			}
			return
		}
		if err == nil || !strings.Contains(err.Error(), "the disk is gone") {
			t.Errorf("pass %d failed, and the fit's error is %v", fails, err)
		}
	}
}
