package display

import (
	"math"

	"krigo/display/draw"
)

// seriesLength is the number of values that a live curve has at most.
const seriesLength = 100

// series is the course of a figure over a fit of any length: every value, or every
// second, fourth and so on, and the last one.
type series struct {
	values []float64
	stride int // steps from one of values to the next
	count  int
	last   float64
}

func (s *series) add(v float64) {
	s.stride = max(1, s.stride)
	if s.count%s.stride == 0 {
		if len(s.values) == seriesLength {
			for i := range seriesLength / 2 {
				s.values[i] = s.values[2*i]
			}
			s.values, s.stride = s.values[:seriesLength/2], 2*s.stride
		}
		if s.count%s.stride == 0 {
			s.values = append(s.values, v)
		}
	}
	s.count, s.last = s.count+1, v
}

// points returns the values to draw.
func (s *series) points() []float64 {
	out := append([]float64(nil), s.values...)
	if s.count > 0 && (s.count-1)%s.stride != 0 {
		out = append(out, s.last)
	}
	return out
}

// decades is the depth that a logarithmic curve shows.
const decades = 8

// gaps returns the logarithms to base 10 of the distances of values from the least of
// them, and whether that is the scale to see them on: the values fall to the least,
// by at least two decades. The least itself stands as low as what is next to it.
func gaps(values []float64) (logs []float64, converging bool) {
	least, greatest := draw.Span(values)
	if len(values) < 4 || !(greatest > least) || values[len(values)-1]-least > 0.01*(greatest-least) {
		return nil, false
	}
	logs = make([]float64, len(values))
	for i, v := range values {
		logs[i] = draw.Log10(v - least)
	}
	lo, hi := draw.Span(logs)
	for i, v := range values {
		if v == least {
			logs[i] = lo
		}
		logs[i] = math.Max(logs[i], hi-decades)
	}
	return logs, hi-lo >= 2
}

// positive returns the logarithms to base 10 of values that are positive and differ by
// a decade, and whether they are.
func positive(values []float64) (logs []float64, spread bool) {
	logs = make([]float64, len(values))
	for i, v := range values {
		if v < 0 {
			return nil, false
		}
		logs[i] = draw.Log10(v)
	}
	lo, hi := draw.Span(logs)
	return logs, hi-lo >= 1
}
