package draw

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/plot"
)

func labels(ticks []plot.Tick) string {
	var out []string
	for _, t := range ticks {
		if !t.IsMinor() {
			out = append(out, t.Label)
		}
	}
	return strings.Join(out, " | ")
}

func TestTicksAreLabelledWithoutNoise(t *testing.T) {
	unix := func(s string) float64 {
		at, err := time.Parse(time.DateTime, s)
		if err != nil {
			t.Fatal(err)
		}
		return float64(at.Unix())
	}
	for _, c := range []struct {
		ticker   plot.Ticker
		min, max float64
		want     string
	}{
		{Ticks{}, 0, 1, "0 | 0.2 | 0.4 | 0.6 | 0.8 | 1.0"},
		{Ticks{Whole: true}, 0, 16, "0 | 5 | 10 | 15"},
		{Ticks{Whole: true}, 0, 1, "0 | 1"},
		{GivenTicks{{Value: 4, Label: "4"}, {Value: 12, Label: "12"}}, 3, 5, "4"},
		{Ticks{}, -0.3, 0.3, "−0.3 | −0.2 | −0.1 | 0 | 0.1 | 0.2 | 0.3"},
		{Ticks{}, 1958, 2001, "1960 | 1970 | 1980 | 1990 | 2000"},
		{Ticks{}, 0, 5e6, "0 | 1×10⁶ | 2×10⁶ | 3×10⁶ | 4×10⁶ | 5×10⁶"},
		{Ticks{Count: 2}, 0, 1e-5, "0 | 0.5×10⁻⁵ | 1.0×10⁻⁵"},
		{LogTicks{}, 0.15, 0.9, "0.2 | 0.3 | 0.4 | 0.5 | 0.6 | 0.8"},
		{LogTicks{}, 1, 1000, "1 | 10 | 100 | 1000"},
		{LogTicks{}, 1e-8, 1, "10⁻⁸ | 10⁻⁶ | 10⁻⁴ | 10⁻² | 10⁰"},
		{LogTicks{}, 0.5, 20, "1 | 3 | 10"},
		{LogTicks{}, -1, 20, ""},
		{YearTicks{}, 1958.2, 2001.9, "1960 | 1970 | 1980 | 1990 | 2000"},
		{LogTicks{}, 0.1, 10, "0.1 | 1 | 10"},
		{LogTicks{}, 0.33, 0.39, "0.33 | 0.34 | 0.35 | 0.36 | 0.37 | 0.38 | 0.39"},
		{LogTicks{Count: 2}, 0.0115, 1.15, "0.02 | 0.1 | 0.5"},
		{YearTicks{}, 2001.0, 2001.03, "2 Jan 2001 | 4 Jan 2001 | 6 Jan 2001 | 8 Jan 2001 | 10 Jan 2001"},
		{YearTicks{}, 1958.2, 1959.9, "Apr 1958 | Jul 1958 | Oct 1958 | Jan 1959 | Apr 1959 | Jul 1959 | Oct 1959"},
		{TimeTicks{}, unix("2024-02-28 00:00:00"), unix("2024-03-02 00:00:00"),
			"28 Feb 00:00 | 28 Feb 12:00 | 29 Feb 00:00 | 29 Feb 12:00 | 1 Mar 00:00 | 1 Mar 12:00 | 2 Mar 00:00"},
		{TimeTicks{}, unix("2000-01-01 00:00:00"), unix("2025-01-01 00:00:00"), "2000 | 2005 | 2010 | 2015 | 2020 | 2025"},
		{Ticks{}, math.NaN(), 1, ""},
		{Ticks{}, 0, math.Inf(1), ""},
	} {
		if got := labels(c.ticker.Ticks(c.min, c.max)); got != c.want {
			t.Errorf("%T on [%g, %g]: %q, want %q", c.ticker, c.min, c.max, got, c.want)
		}
	}
}

func TestTicksAreInRangeDistinctAndNeitherFewNorMany(t *testing.T) {
	src := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		lo := math.Pow(10, 20*src.Float64()-10)
		hi := lo * math.Pow(10, 0.05+10*src.Float64())
		for _, ticker := range []plot.Ticker{Ticks{}, LogTicks{}, Ticks{Count: 2}, LogTicks{Count: 3}} {
			seen := map[string]bool{}
			for _, tick := range ticker.Ticks(lo, hi) {
				if slack := 1e-6 * (hi - lo); tick.Value < lo-slack || tick.Value > hi+slack {
					t.Fatalf("%T on [%g, %g]: tick at %g", ticker, lo, hi, tick.Value)
				}
				if seen[tick.Label] && !tick.IsMinor() {
					t.Fatalf("%T on [%g, %g]: label %q twice", ticker, lo, hi, tick.Label)
				}
				seen[tick.Label] = true
			}
			delete(seen, "")
			if len(seen) < leastLabels || len(seen) > 10 {
				t.Fatalf("%T on [%g, %g]: labels %v", ticker, lo, hi, seen)
			}
		}
	}
}

func TestTimesHaveThreeLabelsOnAnyRange(t *testing.T) {
	src := rand.New(rand.NewPCG(7, 8))
	for range 2000 {
		year, length := 1900+200*src.Float64(), math.Pow(10, 4*src.Float64()-2)
		lo := 6e10*src.Float64() - 3e10
		hi := lo + math.Pow(10, 9*src.Float64())
		for _, c := range []struct {
			ticker plot.Ticker
			lo, hi float64
		}{{YearTicks{}, year, year + length}, {TimeTicks{}, lo, hi}} {
			ticks := c.ticker.Ticks(c.lo, c.hi)
			if n := len(labelled(ticks)); n < leastLabels || n > 12 {
				t.Fatalf("%T on [%v, %v]: labels %q", c.ticker, c.lo, c.hi, labels(ticks))
			}
		}
	}
}
