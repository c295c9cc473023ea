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
		for _, ticker := range []plot.Ticker{Ticks{}, LogTicks{}} {
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
			if len(seen) < 2 || len(seen) > 10 {
				t.Fatalf("%T on [%g, %g]: labels %v", ticker, lo, hi, seen)
			}
		}
	}
}
