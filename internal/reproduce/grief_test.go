package reproduce

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"krigo/gplib/cov"
	"krigo/gplib/grief"
)

// smallSet writes a set of the collection's layout in which a smooth function
// of two inputs is observed with little noise, and returns its folder.
func smallSet(t *testing.T, name string) string {
	t.Helper()
	dir := t.TempDir()
	var data, mask strings.Builder
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range 60 {
		a, b := rng.Float64(), rng.Float64()
		fmt.Fprintf(&data, "%v,%v,%v\n", a, b, math.Sin(3*a)+b*b+0.01*rng.NormFloat64())
		fmt.Fprintf(&mask, "%d,%d\n", max(0, 1-i%6), max(0, 1-(i+3)%6))
	}
	for file, text := range map[string]string{"data.csv.gz": data.String(), "test_mask.csv.gz": mask.String()} {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		fmt.Fprint(w, text)
		w.Close()
		path := filepath.Join(dir, "uci", name, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, packed.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestATableRowMeasuresBothMethods on every fold, judges none of two, and skips what
// is not there.
func TestATableRowMeasuresBothMethods(t *testing.T) {
	var progress bytes.Buffer
	o := Options{Data: smallSet(t, "servo"), Sets: []string{"challenger", "servo"}, Quick: true, Progress: &progress}
	claims, err := Grief(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if len(claims) != 3 || !strings.Contains(progress.String(), "challenger: skipped, the data set challenger is missing; `krigo data get challenger --data ") {
		t.Fatalf("%d claims, progress\n%s", len(claims), &progress)
	}
	for _, c := range claims[:2] {
		if !(c.Measured > 0.005 && c.Measured < 0.1) || c.Wanted != "" || !strings.HasSuffix(c.Data, "2 folds") {
			t.Errorf("%+v", c)
		}
	}
	if c := claims[2]; !(c.Measured > 0) || c.Paper != "954" {
		t.Errorf("%+v", c)
	}
	if _, err := Grief(t.Context(), Options{Sets: []string{"nowhere"}}); err == nil || !strings.Contains(err.Error(), "nowhere") {
		t.Errorf("an unknown part: %v", err)
	}
}

func TestWithinJudgesByThePapersDeviation(t *testing.T) {
	for mean, want := range map[float64]bool{0.3: true, 0.36: true, 0.37: false} {
		if c := within(Claim{}, []float64{mean - 0.1, mean + 0.1}, 0.28, 0.085, ""); c.Holds != want {
			t.Errorf("%+v", c)
		}
	}
}

// TestReconstructionErrorsAreThoseOfTheirMatrices: all functions of a small
// matrix leave nothing, the optimum is least, errors fall with p.
func TestReconstructionErrorsAreThoseOfTheirMatrices(t *testing.T) {
	r, err := newReconstruction(60)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []int{5, 20} {
		if err := r.measure(t.Context(), p, 2); err != nil {
			t.Fatal(err)
		}
	}
	for _, errs := range [][4][]float64{r.train, r.joint} {
		for i := range errs {
			if errs[0][0] > errs[i][0]+1e-12 || !(errs[i][1] < errs[i][0]) {
				t.Errorf("%s: %v, optimal %v", reconstructionNames[i], errs[i], errs[0])
			}
		}
	}
	all, err := grief.NewNystrom(r.k, r.points, 60, nil)
	if err != nil {
		t.Fatal(err)
	}
	if train, joint, err := r.errors(all); err != nil || train > 1e-6 || joint > 1e-6 {
		t.Errorf("all points leave %v and %v (%v)", train, joint, err)
	}
	if claims := r.claims(5, 0); len(claims) != 4 || slices.ContainsFunc(claims, func(c Claim) bool { return c.Measured < 1-1e-9 }) {
		t.Errorf("%+v", claims)
	}
}

// TestElectricLearnsItsFunction: the error on other rows is near the noise.
func TestElectricLearnsItsFunction(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	run, err := runElectric(t.Context(), 3000, 120, 200)
	if err != nil {
		t.Fatal(err)
	}
	if run.n != 3000 || !(run.rmse > 0.1 && run.rmse < 0.35) || !(run.sample > 0) || run.total <= 0 {
		t.Errorf("%+v", run)
	}
}

// TestFigureOneMeasuresEveryMethodOnOneDraw: errors of all three, drawn into a
// file.
func TestFigureOneMeasuresEveryMethodOnOneDraw(t *testing.T) {
	errs := make([][]float64, len(sineMethods))
	s := sineDomain{"[0, 1]²", 0, 1}
	for seed := range uint64(2) {
		if err := s.try(t.Context(), seed+1, errs); err != nil {
			t.Fatal(err)
		}
	}
	for i, claim := range s.claims(errs) {
		if len(errs[i]) != 2 || !(claim.Measured > 0 && claim.Measured < 1) {
			t.Errorf("%+v", claim)
		}
	}
	o := Options{Out: t.TempDir()}
	if err := o.save("fig.png", s.figure(errs)); err != nil {
		t.Fatal(err)
	}
	if standardModel(3).Check(cov.Grid(0, 1, 3)) == nil {
		t.Error("three lengthscales took one input")
	}
}
