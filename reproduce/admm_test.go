package reproduce

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

func TestTheLeastErrorIsBelowEveryLearners(t *testing.T) {
	p := admmProcess{"SE", dataset.ProcessSE, cov.SE(0.9), 1}
	d, _, err := dataset.HoldOutSet(p.process, 60, 1)
	if err != nil {
		t.Fatal(err)
	}
	values, least, err := p.errors(context.Background(), d)
	if err != nil {
		t.Fatal(err)
	}
	if len(values) != len(admmLearners)+1 || !(least > 0) {
		t.Fatalf("%v, least %g", values, least)
	}
	for i, v := range values {
		if v < least {
			t.Errorf("learner %d: %g is below the least, %g", i, v, least)
		}
	}
	if values[0] > 1.01*least {
		t.Errorf("hold-out ADMM ends at %g, the least is %g", values[0], least)
	}
}

// carbon writes a file in NOAA's layout: a trend with a season, one missing
// month, and a year after 2015.
func carbon(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintln(&b, "Date,Decimal Date,Average,Interpolated,Trend,Number of Days")
	for month := range 12 * 30 {
		year := 1988 + (float64(month)+0.5)/12
		value := 350 + 1.5*(year-1988) + 3*math.Sin(2*math.Pi*year)
		if month == 7 {
			value = -99.99
		}
		fmt.Fprintf(&b, "m,%.4f,%.2f,0,-1,-9.99,-0.99\n", year, value)
	}
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "co2"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "co2", "co2-mm-mlo.csv"), []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestMonthsAreThoseOfTheExperiment(t *testing.T) {
	years, values, err := readMonths(filepath.Join(carbon(t), "co2", "co2-mm-mlo.csv"))
	if err != nil {
		t.Fatal(err)
	}
	train, test := monthsIn(years, values, 0, 2009), monthsIn(years, values, 2009, 2016)
	if train.Len() != 12*21-1 || test.Len() != 12*7 {
		t.Errorf("%d and %d months, want 251 and 84", train.Len(), test.Len())
	}
	claims, err := carbonDioxide(context.Background(), Options{Data: carbon(t)})
	if err != nil || len(claims) != 1 {
		t.Fatalf("%v, %v", claims, err)
	}
	// The covariance knows a trend and a season of one year: on a clean series
	// it must do better than the mean of what it forecasts.
	if m := claims[0].Measured; !(m > 0 && m < 1) {
		t.Errorf("SMSE %g", m)
	}
}

func TestADMMEndsWithTheContextAndNamesMissingData(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if claims, err := ADMM(ctx, Options{Quick: true}); !errors.Is(err, context.Canceled) || len(claims) > 0 {
		t.Errorf("cancelled: %v, %v", claims, err)
	}
	dir := t.TempDir()
	if _, err := carbonDioxide(context.Background(), Options{Data: dir}); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), dir) {
		t.Errorf("no data: %v", err)
	}
	path := filepath.Join(dir, "bad.csv")
	if err := os.WriteFile(path, []byte("a,b,c\nx,1958.2,none\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := readMonths(path); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("bad file: %v", err)
	}
}

func TestMedianOfThreeIsTheMiddleOne(t *testing.T) {
	if m := median([]float64{3, 1, 2}); m != 2 {
		t.Errorf("median %g", m)
	}
}
