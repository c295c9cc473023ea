package display

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"krigo/display/draw"
)

// HistogramFigure draws the distribution of numbers; [Histogram] makes one.
type HistogramFigure struct {
	draw.Options[*HistogramFigure]
	samples [][]float64
	names   []string
	bins    int
}

// Histogram counts the numbers of samples in bins of equal width, by the rules of
// Freedman and Diaconis (1981) and of Sturges (1926) and with round borders, or in the
// number that Bins sets. Several samples stand next to one another. Numbers that are
// not finite are left out, and the figure says so.
//
//	prices, err := table.Column("price")
//	display.Histogram(prices).Labels("price", "")
func Histogram(samples ...[]float64) *HistogramFigure {
	f := &HistogramFigure{samples: samples}
	f.Options = draw.NewOptions(f, draw.NewFigure("histogram", f.draw))
	return f
}

// Names sets the names of the samples in the legend.
func (f *HistogramFigure) Names(names ...string) *HistogramFigure {
	f.names = names
	return f
}

// mostBins is the largest number of bins that can be set.
const mostBins = 1000

// Bins sets the number of bins, 1 to 1000.
func (f *HistogramFigure) Bins(n int) *HistogramFigure {
	f.bins = n
	if n == 0 { // 0 is the standard inside, and a mistake from outside
		f.bins = -1
	}
	return f
}

func (f *HistogramFigure) draw() ([]*draw.Panel, error) {
	if f.bins < 0 || f.bins > mostBins {
		return nil, fmt.Errorf("display: Bins(%d): want 1 to %d", max(f.bins, 0), mostBins)
	}
	if len(f.samples) == 0 {
		return nil, errors.New("display: Histogram: there are no numbers")
	}
	p := draw.NewPanel()
	p.X.Label.Text, p.Y.Label.Text = "value", "count"
	kept, absent := make([][]float64, len(f.samples)), 0
	for i, values := range f.samples {
		kept[i] = finiteOnly(values)
		if len(kept[i]) == 0 {
			return nil, fmt.Errorf("display: Histogram: sample %d of %d has no finite number", i, len(values))
		}
		absent += len(values) - len(kept[i])
	}
	b := binsOf(slices.Concat(kept...), f.bins)
	said := make([]string, len(kept))
	for i, values := range kept {
		c := draw.Faded(draw.Color(i), 0.75)
		b.addBars(p, values, i, len(kept), c)
		said[i] = f.sentence(values, i)
		if len(kept) > 1 {
			p.Keys = append(p.Keys, draw.Key{Name: f.name(i), Areas: []color.Color{c}})
		}
	}
	if absent > 0 {
		p.Remark("%s left out", draw.Count(absent, "number")+" that "+are(absent)+" not finite")
	}
	draw.LeaveHeadroom(&p.Y)
	p.Say("Histogram of %s. %s", draw.Count(b.n, "bin"), strings.Join(said, "; "))
	return []*draw.Panel{p}, nil
}

func are(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

func (f *HistogramFigure) name(i int) string {
	return nameAt(f.names, i, fmt.Sprintf("sample %d", i+1))
}

func (f *HistogramFigure) sentence(values []float64, i int) string {
	lo, hi := draw.Span(values)
	mean, sd := stat.PopMeanStdDev(values, nil)
	said := fmt.Sprintf("%s from %s to %s, mean %s, standard deviation %s", draw.Count(len(values), "number"),
		draw.Value(lo), draw.Value(hi), draw.Value(mean), draw.Value(sd))
	if len(f.samples) > 1 {
		said = f.name(i) + ": " + said
	}
	return said
}

func finiteOnly(values []float64) []float64 {
	return slices.DeleteFunc(slices.Clone(values), func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
}

// bins are n intervals of equal width from lo on.
type bins struct {
	lo, width float64
	n         int
}

// unitBins returns n bins of [0, 1].
func unitBins(n int) bins { return bins{0, 1 / float64(n), n} }

// binsOf returns count bins from the least to the greatest of the values, which are
// finite. Where count is 0, few whole numbers have a bin each, and others bins of a
// round width and borders.
func binsOf(values []float64, count int) bins {
	lo, hi := draw.Span(values)
	switch {
	case lo == hi:
		return bins{lo - 0.5, 1, 1}
	case count > 0:
		return bins{lo, (hi - lo) / float64(count), count}
	case whole(values) && hi-lo < mostWholeBins:
		return bins{lo - 0.5, 1, int(hi-lo) + 1}
	}
	return roundBins(lo, hi, wantedBins(values, lo, hi))
}

// mostWholeBins is the range of whole numbers that have a bin each.
const mostWholeBins = 40

// wantedBins returns the number of bins by the rule of Freedman and Diaconis (1981), a
// width of 2·IQR·n^(-1/3), or that of Sturges (1926) where it gives more; 60 at
// most.
func wantedBins(values []float64, lo, hi float64) int {
	sorted, n := slices.Sorted(slices.Values(values)), float64(len(values))
	wanted := math.Log2(n) + 1
	quartiles := stat.Quantile(0.75, stat.Empirical, sorted, nil) - stat.Quantile(0.25, stat.Empirical, sorted, nil)
	if quartiles > 0 {
		wanted = math.Max(wanted, (hi-lo)*math.Cbrt(n)/(2*quartiles))
	}
	return int(math.Min(60, math.Ceil(wanted)))
}

// roundBins returns about count bins with borders at multiples of a round width.
func roundBins(lo, hi float64, count int) bins {
	ticks := draw.Ticks{Count: max(count, 3)}.Ticks(lo, hi)
	if len(ticks) < 2 {
		return bins{lo, (hi - lo) / float64(count), count}
	}
	width := ticks[1].Value - ticks[0].Value
	first := math.Floor(lo/width + 1e-9)
	last := math.Ceil(hi/width - 1e-9)
	return bins{first * width, width, int(last - first)}
}

func whole(values []float64) bool {
	return !slices.ContainsFunc(values, func(v float64) bool { return v != math.Trunc(v) })
}

// counts returns the numbers of values in each bin; the last one holds its upper
// border too, and values outside all bins are not counted.
func (b bins) counts(values []float64) []float64 {
	counts := make([]float64, b.n)
	for _, v := range values {
		at := (v - b.lo) / b.width
		if 0 <= at && at <= float64(b.n)*(1+1e-12) {
			counts[min(int(at), b.n-1)]++
		}
	}
	return counts
}

// addBars draws the counts of values, the i-th of several samples next to one another
// in each bin.
func (b bins) addBars(p *draw.Panel, values []float64, i, several int, c color.Color) {
	bars := &draw.Rectangles{Color: c}
	part := b.width / float64(several)
	for k, count := range b.counts(values) {
		left := b.lo + float64(k)*b.width + float64(i)*part
		bars.Append(left+0.04*part, left+0.96*part, 0, count)
	}
	p.Add(bars)
}
