package gplib_test

import (
	"os"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// TestFilesOfFormat1AreRead: they were written by the version of the library
// that wrote that format, and predict what it predicted.
func TestFilesOfFormat1AreRead(t *testing.T) {
	for _, c := range []struct {
		name       string
		x          cov.Inputs
		mean, varY []float64
	}{
		{"trend", cov.Line([]float64{-0.5, 0.2, 1.7}),
			[]float64{0.9677954708998612, 0.7045185322321501, -0.18548510128085383},
			[]float64{2.588368604010587, 0.3470590533296807, 0.12275974550926025}},
		{"labels", cov.Categories{{"a", "c"}, {"b", "c"}},
			[]float64{1.8107789527779747, 0.666148349232971}, []float64{0.18693773725783216, 0.9764304600591261}},
	} {
		for _, ending := range []string{".gp", ".json"} {
			b, err := os.ReadFile("testdata/format1-" + c.name + ending)
			if err != nil {
				t.Fatal(err)
			}
			var e gplib.Exact
			read := e.UnmarshalBinary
			if strings.HasSuffix(ending, "json") {
				read = e.UnmarshalJSON
			}
			if err := read(b); err != nil {
				t.Fatalf("%s%s: %v", c.name, ending, err)
			}
			predicts(t, &e, c.x, c.mean, c.varY)
		}
	}
}

// predicts fails t unless the predictions are those of another run.
func predicts(t *testing.T, p gplib.Posterior, x cov.Inputs, mean, varY []float64) {
	t.Helper()
	got, err := p.Predict(x)
	if err != nil {
		t.Fatal(err)
	}
	for i := range mean {
		near(t, "mean", got.Mean[i], mean[i], 1e-10)
		near(t, "variance", got.VarY[i], varY[i], 1e-10)
	}
}
