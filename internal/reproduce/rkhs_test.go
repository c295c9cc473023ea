package reproduce

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPublishedTablesAreThoseOfThePaper(t *testing.T) {
	p, err := lookUp(linearTables, "kin40k", 32)
	if err != nil || p == nil {
		t.Fatal(p, err)
	}
	if p.nlml["MINIMAX"] != [2]float64{-1.713, .063} || p.rmse["BSGD"] != [2]float64{.126, .01} {
		t.Errorf("kin40k, 32: %v, %v", p.nlml, p.rmse)
	}
	for _, tables := range []string{linearTables, gaussianTables} {
		for line := range strings.Lines(strings.TrimSpace(tables)) {
			if _, err := parsePublished(line); err != nil {
				t.Errorf("%q: %v", line, err)
			}
		}
	}
	if p, err := lookUp(linearTables, "kin40k", 7); p != nil || err != nil {
		t.Errorf("a batch of 7: %v, %v", p, err)
	}
}

// elevatorsLike writes a small set with the layout of elevators: a smooth
// function of two inputs and noise of standard deviation 0.1.
func elevatorsLike(t *testing.T) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	var data, mask strings.Builder
	for i := range 400 {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		fmt.Fprintf(&data, "%g,%g,%g\n", a, b, math.Sin(a)+b+0.1*rng.NormFloat64())
		fmt.Fprintf(&mask, "%d,%d\n", (i%10)/9, (i%10+1)/10)
	}
	dir := t.TempDir()
	folder := filepath.Join(dir, "uci", "elevators")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"data": data.String(), "test_mask": mask.String()} {
		file, err := os.Create(filepath.Join(folder, name+".csv.gz"))
		if err != nil {
			t.Fatal(err)
		}
		w := gzip.NewWriter(file)
		if _, err := io.WriteString(w, text); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(w.Close(), file.Close()); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestRKHSMeasuresASetAgainstTheTables(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	o := Options{Data: elevatorsLike(t), Sets: []string{"elevators"}, Folds: 1, Batch: 32, Epochs: 2}
	claims, err := RKHS(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if want := 2*len(rkhsLearners) + 2; len(claims) != want {
		t.Fatalf("%d claims, want %d", len(claims), want)
	}
	for _, c := range claims {
		if strings.HasSuffix(c.Claim, "RMSE") && !(c.Measured > 0.05 && c.Measured < 0.6) {
			t.Errorf("%s: %g; the noise is 0.1 and the standard deviation of y 1.2", c.Claim, c.Measured)
		}
	}
	bounds := 0
	for _, c := range claims {
		if strings.HasPrefix(c.Claim, "SVGP") {
			bounds++
			if c.Wanted != "" || c.Paper == "–" || strings.Contains(c.Claim, "NLML") != strings.Contains(c.Claim, "-ELBO") {
				t.Errorf("%+v: want the bound, labelled so, and the RMSE, both reported only", c)
			}
		}
	}
	if bounds != 2 {
		t.Errorf("%d claims on SVGP, want 2", bounds)
	}
	if c := claims[0]; c.Paper != "-1.59 ± 0.29" || c.Holds != (c.Measured <= -1.588+.287) {
		t.Errorf("%+v", c)
	}
}

func TestRKHSSkipsMissingDataAndEndsWithTheContext(t *testing.T) {
	var progress strings.Builder
	claims, err := RKHS(context.Background(), Options{Data: t.TempDir(), Progress: &progress})
	if err != nil || len(claims) > 0 || !strings.Contains(progress.String(), "kin40k: skipped, the data set kin40k is missing; `krigo data get kin40k --data ") {
		t.Errorf("%v, %v, %q", claims, err, progress.String())
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := RKHS(ctx, Options{Data: elevatorsLike(t), Sets: []string{"elevators"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := RKHS(context.Background(), Options{Sets: []string{"slices"}}); err == nil {
		t.Error("an unknown set is no error")
	}
}

func TestBatchesAreClaimedOfUnbiasedMethodsAndBSGDOnly(t *testing.T) {
	values := []float64{-1.1, -1.3, -1.4, -1.5}
	for name, want := range map[string]Claim{
		"SCGD": {Wanted: "<= 0.15", Holds: false},
		"BSGD": {Wanted: ">= 0.3", Holds: true},
		"SVGP": {},
	} {
		c := batchClaim(rkhsLearner{name: name}, "kin40k", values)
		if math.Abs(c.Measured-0.4) > 1e-12 || c.Wanted != want.Wanted || c.Holds != want.Holds {
			t.Errorf("%+v, want %+v", c, want)
		}
	}
	if c := batchClaim(rkhsLearner{name: "SCGD"}, "kin40k", []float64{-1.4, -1.5}); !c.Holds {
		t.Errorf("%+v", c)
	}
}
