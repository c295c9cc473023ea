package draw

import (
	"math"

	"gonum.org/v1/plot"
)

// Widen extends a linear axis by a twentieth of its range at both ends.
func Widen(a *plot.Axis) {
	if FiniteRange(a.Min, a.Max) {
		edge := (a.Max - a.Min) / 20
		a.Min, a.Max = a.Min-edge, a.Max+edge
	}
}

// SetLog labels an axis of decimal logarithms with the original values. (gonum's own
// logarithmic scale misplaces the axis's label.)
func SetLog(a *plot.Axis) {
	a.Tick.Marker = log10Ticks{}
	Widen(a)
}

// log10Ticks are LogTicks of an axis of decimal logarithms.
type log10Ticks struct{ LogTicks }

// Ticks returns the marks between the logarithms min and max.
func (t log10Ticks) Ticks(min, max float64) []plot.Tick {
	ticks := t.LogTicks.Ticks(math.Pow(10, min), math.Pow(10, max))
	for i := range ticks {
		ticks[i].Value = math.Log10(ticks[i].Value)
	}
	return ticks
}

func (t log10Ticks) dense(n int) plot.Ticker { return log10Ticks{LogTicks{Count: n}} }

// Log10 returns the decimal logarithm of v, or NaN if it has none.
func Log10(v float64) float64 {
	if v > 0 {
		return math.Log10(v)
	}
	return math.NaN()
}

// LeaveHeadroom has an axis start at 0 and adds a twentieth to its end.
func LeaveHeadroom(a *plot.Axis) {
	a.Min, a.Max = 0, a.Max+a.Max/20
}

// finite reports whether all values are numbers.
func finite(values ...float64) bool {
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}

// Span returns the least and the greatest finite value, or +Inf and -Inf.
func Span(v []float64) (least, greatest float64) {
	least, greatest = math.Inf(1), math.Inf(-1)
	for _, a := range v {
		if finite(a) {
			least, greatest = min(least, a), max(greatest, a)
		}
	}
	return least, greatest
}

// FiniteRange reports whether min and max bound an axis: both and their distance
// are finite, and min is below max.
func FiniteRange(min, max float64) bool {
	return min < max && !math.IsInf(min, 0) && !math.IsInf(max, 0) && !math.IsInf(max-min, 0)
}
