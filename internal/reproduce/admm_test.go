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
	"text/tabwriter"

	"krigo/gplib/dataset"
)

func TestTheLeastErrorIsBelowEveryLearners(t *testing.T) {
	p := admmProcesses[0]
	d, _, err := dataset.HoldOutSet(p.process, 60, 1)
	if err != nil {
		t.Fatal(err)
	}
	size := minimaSize{n: 60, sets: 1, restarts: 2, direct: 2}
	values, least, err := p.errors(context.Background(), d, size)
	if err != nil {
		t.Fatal(err)
	}
	if len(values) != len(size.learners()) || !(least > 0) {
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

func TestMinimaAreJudgedByTheMedian(t *testing.T) {
	size := minimaSize{n: 500, sets: 3}
	ratios := [][]float64{{1, 1.005, 2}, {1.1, 1, 1.2}, {1, 1, 1}, {1, 1.2, 1.3}}
	for i, want := range []bool{true, false, true, true} {
		if c := admmProcesses[0].minimaClaims(size, ratios)[i]; c.Holds != want || c.Wanted == "" {
			t.Errorf("%v", c)
		}
	}
	for _, c := range admmProcesses[0].minimaClaims(minimaSize{n: 500, sets: 1}, [][]float64{{1}, {1}, {1}, {1}}) {
		if c.SD != 0 {
			t.Errorf("one set has the standard deviation %g", c.SD)
		}
	}
	if c := admmProcesses[1].minimaClaims(size, ratios)[3]; c.Wanted != "" || c.Holds {
		t.Errorf("the paper's settings on LP are judged: %v", c)
	}
}

func TestAgreementCountsTheSetsWithinFivePercent(t *testing.T) {
	ratios := []float64{1, 1.04, 1.06, 0.99, 1.05}
	if c := admmProcesses[0].agreementClaim("x", ratios); c.Measured != 4 || c.Holds || c.Wanted != ">= 4.5 of 5" {
		t.Errorf("%v", c)
	}
	if c := admmProcesses[1].agreementClaim("x", ratios); !c.Holds {
		t.Errorf("%v", c)
	}
}

func TestASetOfTable1HasTheNoiseOfItsScheme(t *testing.T) {
	s := table1Sets(500)[0]
	s.n = 200
	_, f, err := dataset.HoldOutSet(s.process, 220, 1)
	if err != nil {
		t.Fatal(err)
	}
	for noise, want := range map[table1Noise][2]float64{normalNoise: {0, 0.25}, uniformNoise: {0.125, 0.25 * 0.25 / 12}} {
		train, test, err := s.draw(noise, 1)
		if err != nil || train.Len() != 200 || test.Len() != table1Tests {
			t.Fatal(train.Len(), test.Len(), err)
		}
		var e []float64
		for i, y := range append(train.Y, test.Y...) {
			e = append(e, y-f[i])
		}
		mean, sd := meanSD(e)
		if math.Abs(mean-want[0]) > 0.1 || math.Abs(sd*sd-want[1]) > 0.2*want[1] {
			t.Errorf("noise %d has mean %g and variance %g, want %v", noise, mean, sd*sd, want)
		}
	}
}

func TestTable1TellsEverySchemeAndParameter(t *testing.T) {
	s := table1Sets(2000)[2]
	var rows []table1Row
	for i := range table1Schemes(s.n) {
		v := []float64{float64(i), float64(i) + 2}
		rows = append(rows, table1Row{theta: [][]float64{v, v, v}, mse: v})
	}
	claims := s.claims(rows)
	if len(claims) != 11 || claims[0].Measured != schemeML+1 || claims[0].Paper != "3.69 (.39)" || claims[2].Paper != "2.13 (.29)" {
		t.Errorf("%d claims, %v", len(claims), claims)
	}
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	s.write(w, rows)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"SE+LP 2000", "uniform noise", "leave-one-out, exact", "l2 7 (1.4)", "3.94 (.075), .99 (.12), 2.10 (.08); .34"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
}

func TestOneTrialOfATable1SetRuns(t *testing.T) {
	s := table1Sets(500)[0]
	s.n = 40
	rows, err := s.rows(context.Background(), Options{Trials: 1})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range rows {
		if len(r.theta) != 1 || len(r.mse) != 1 || !(r.mse[0] > 0) {
			t.Errorf("scheme %d: %v", i, r)
		}
	}
}

func TestScalingFactorsAndExponentsAreThoseOfPowers(t *testing.T) {
	var times []timing
	for _, e := range []float64{2, 2, 2, 3} {
		x := timing{n: []int{500, 1000, 2000, 4000, 8000}}
		for _, n := range x.n {
			x.seconds = append(x.seconds, math.Pow(float64(n), e))
		}
		times = append(times, x)
	}
	times[3].name = "ML gradient"
	for i := range times[3].seconds {
		times[3].seconds[i] /= 1600
	}
	if e := times[3].exponent(1000); math.Abs(e-3) > 1e-9 {
		t.Errorf("exponent %g", e)
	}
	if a, b := times[0].scaling(2), times[3].scaling(2); math.Abs(a-4) > 1e-9 || math.Abs(b-16) > 1e-9 {
		t.Errorf("scaling factors %g and %g of n = 2000", a, b)
	}
	claims := timeClaims(times)
	if last := claims[len(claims)-1]; last.Measured != 2000 {
		t.Errorf("n³/1600 passes n² at %g of the measured sizes, want 2000", last.Measured)
	}
	if c := claims[len(claims)-2]; c.Measured != 5 || !c.Holds {
		t.Errorf("at n = 8000: %v", c)
	}
}

func TestFiguresOfADMMAreWritten(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	dir := t.TempDir()
	o := Options{Quick: true, Out: dir, Sets: []string{"traces"}}
	claims, err := ADMM(context.Background(), o)
	if err != nil || len(claims) != 2*len(admmProcesses) {
		t.Fatalf("%d claims, %v", len(claims), err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "admm-fig2-*.png"))
	if err != nil || len(files) != 6 {
		t.Errorf("%v, %v", files, err)
	}
	if _, err := ADMM(context.Background(), Options{Sets: []string{"nothing"}}); err == nil || !strings.Contains(err.Error(), "minima") {
		t.Errorf("an unknown part: %v", err)
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
	years, values, err := readMonths(Options{Data: carbon(t)})
	if err != nil {
		t.Fatal(err)
	}
	train, test := plainUnits.monthsIn(years, values, 0, 2009), plainUnits.monthsIn(years, values, 2009, 2016)
	if train.Len() != 12*21-1 || test.Len() != 12*7 {
		t.Errorf("%d and %d months, want 251 and 84", train.Len(), test.Len())
	}
}

func TestTheForecastOfACleanSeriesIsGood(t *testing.T) {
	years, values, err := readMonths(Options{Data: carbon(t)})
	if err != nil {
		t.Fatal(err)
	}
	forms := carbonForms()
	for _, i := range []int{0, 5} { // nothing to learn
		// The covariances know a trend and a season of one year: they must do
		// better than the mean of what they forecast.
		smse, theta, err := forms[i].smse(context.Background(), years, values)
		if err != nil || !(smse > 0 && smse < 1) || len(theta) != len(forms[i].model.Params()) {
			t.Errorf("%s: SMSE %g, %v", forms[i].claim, smse, err)
		}
	}
	if _, _, err := forms[0].smse(context.Background(), years[:50], values[:50]); err == nil {
		t.Error("fifty months are enough")
	}
}

func TestADMMEndsWithTheContextAndNamesMissingData(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if claims, err := ADMM(ctx, Options{Quick: true}); !errors.Is(err, context.Canceled) || len(claims) > 0 {
		t.Errorf("cancelled: %v, %v", claims, err)
	}
	dir := t.TempDir()
	var progress strings.Builder
	o := Options{Data: dir, Progress: &progress}
	if claims, err := carbonDioxide(context.Background(), o); err != nil || claims != nil || !strings.Contains(progress.String(), dir) {
		t.Errorf("no data: %v, %v, %q", claims, err, progress.String())
	}
	bad := folderOf(t, map[string]string{"co2/co2-mm-mlo.csv": "a,b,c\nx,1958.2,none,315,-1,-9.99,-0.99\n"})
	if _, _, err := readMonths(Options{Data: bad}); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("bad file: %v", err)
	}
}

func TestMedianOfThreeIsTheMiddleOne(t *testing.T) {
	if m := median([]float64{3, 1, 2}); m != 2 {
		t.Errorf("median %g", m)
	}
}
