package display

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestBinsHaveRoundBordersAroundAllNumbers(t *testing.T) {
	values := houses(300).Y
	b := binsOf(values, 0)
	lo, hi := slices.Min(values), slices.Max(values)
	if b.lo > lo || b.lo+b.width*float64(b.n) < hi || b.lo+b.width < lo || b.lo+b.width*float64(b.n-1) > hi {
		t.Errorf("%d bins of %v from %v for numbers from %v to %v", b.n, b.width, b.lo, lo, hi)
	}
	digit := b.width / math.Pow(10, math.Floor(math.Log10(b.width)))
	if !slices.Contains([]float64{1, 2, 2.5, 5}, math.Round(10*digit)/10) || math.Mod(b.lo, b.width) != 0 {
		t.Errorf("bins of %v from %v are not round", b.width, b.lo)
	}
	total := 0.0
	for _, c := range b.counts(values) {
		total += c
	}
	if total != 300 {
		t.Errorf("%v of 300 numbers are counted", total)
	}
}

func TestWholeNumbersHaveABinEach(t *testing.T) {
	b := binsOf([]float64{1, 2, 2, 5}, 0)
	if got := b.counts([]float64{1, 2, 2, 5}); !slices.Equal(got, []float64{1, 2, 0, 0, 1}) {
		t.Errorf("counts %v from %v on", got, b.lo)
	}
}

// numpy.histogram([0, 1, 1.5, 4], bins=4) is [1, 2, 0, 1].
func TestBinsThatAreSetDivideTheRange(t *testing.T) {
	values := []float64{0, 1, 1.5, 4}
	if got := binsOf(values, 4).counts(values); !slices.Equal(got, []float64{1, 2, 0, 1}) {
		t.Errorf("counts %v", got)
	}
}

func TestHistogramsSayWhatTheyRefuseAndLeaveOut(t *testing.T) {
	for want, f := range map[string]*HistogramFigure{
		"no numbers":                         Histogram(),
		"Bins(0): want 1 to 1000":            Histogram([]float64{1}).Bins(0),
		"Bins(1001): want 1 to 1000":         Histogram([]float64{1}).Bins(1001),
		"sample 1 of 1 has no finite number": Histogram([]float64{1}, []float64{math.NaN()}),
		"sample 0 of 0 has no finite number": Histogram(nil),
	} {
		if _, err := f.Encode("svg"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	panels, err := Histogram([]float64{1, 2, math.Inf(1), math.NaN()}).draw()
	if err != nil {
		t.Fatal(err)
	}
	if last := panels[0].Keys[len(panels[0].Keys)-1].Name; last != "2 numbers that are not finite left out" {
		t.Errorf("the legend says %q", last)
	}
}
