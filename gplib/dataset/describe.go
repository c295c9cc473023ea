package dataset

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// Summary holds statistics of a column. Fields for other kinds of columns are
// zero.
type Summary struct {
	Name    string
	Kind    Kind
	Unit    string // of all numbers, such as %
	Padded  bool   // whether whole numbers begin with zeros, which are kept
	Missing int    // cells
	// Min, Median and Max are of numbers, First, Middle (the earlier of two) and
	// Last of times.
	Min, Median, Max    float64
	First, Middle, Last time.Time
	// Levels are the texts, or the words of truth values, the most frequent
	// first.
	Levels []Level
	// Counts are the numbers of numbers or times in each of twelve equal parts of
	// their range; one part if all are equal.
	Counts []int
	// Doubt is the reason why the values cannot be used unless the file is read
	// with other settings, or nil.
	Doubt error
}

// Level is a text of a column, and its number of occurrences.
type Level struct {
	Text  string
	Count int
}

// bins is the number of parts of [Summary].Counts.
const bins = 12

// Describe summarises every column.
func (t *Table) Describe() []Summary {
	all := make([]Summary, len(t.columns))
	for j, c := range t.columns {
		all[j] = c.recognised().summary()
	}
	return all
}

func (c *column) summary() Summary {
	s := Summary{Name: c.name, Kind: c.kind, Unit: c.form.unit, Padded: c.form.padded, Missing: c.absent, Doubt: c.trouble}
	if c.absent == len(c.cells) || c.trouble != nil {
		return s
	}
	switch c.kind {
	case Number:
		values := present(c.numbers, func(v float64) bool { return !math.IsNaN(v) })
		slices.Sort(values)
		s.Min, s.Median, s.Max = values[0], median(values), values[len(values)-1]
		s.Counts = histogram(values)
	case Time:
		var values []time.Time
		for i, at := range c.times {
			if !c.isMissing(i) {
				values = append(values, at)
			}
		}
		slices.SortFunc(values, time.Time.Compare)
		s.First, s.Middle, s.Last = values[0], values[(len(values)-1)/2], values[len(values)-1]
		seconds := make([]float64, len(values))
		for i, t := range values {
			// A Duration ends after 292 years.
			seconds[i] = float64(t.Unix()-s.First.Unix()) + float64(t.Nanosecond()-s.First.Nanosecond())*1e-9
		}
		s.Counts = histogram(seconds)
	default:
		s.Levels = c.countLevels()
	}
	return s
}

// present returns the values that are there, in a new slice.
func present[T any](values []T, there func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(values), func(v T) bool { return !there(v) })
}

// median returns the median of at least one value, in ascending order.
func median(sorted []float64) float64 {
	n := len(sorted)
	return sorted[(n-1)/2]/2 + sorted[n/2]/2
}

// histogram counts values in ascending order by equal parts of their range.
func histogram(sorted []float64) []int {
	lo, hi := sorted[0], sorted[len(sorted)-1]
	width := hi/2 - lo/2 // halves do not overflow
	if !(width > 0) {
		return []int{len(sorted)}
	}
	counts := make([]int, bins)
	for _, v := range sorted {
		counts[min(int(bins*((v/2-lo/2)/width)), bins-1)]++
	}
	return counts
}

// countLevels counts the texts, the most frequent first, ties in alphabetical
// order.
func (c *column) countLevels() []Level {
	count := map[string]int{}
	for i, cell := range c.cells {
		if !c.isMissing(i) {
			count[cell]++
		}
	}
	levels := make([]Level, 0, len(count))
	for text, n := range count {
		levels = append(levels, Level{text, n})
	}
	slices.SortFunc(levels, func(a, b Level) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Text, b.Text))
	})
	return levels
}
