package display

import (
	"math"

	"krigo/display/draw"
	"krigo/gplib"
)

const (
	// trendPoints is the number of points of a trend's curve.
	trendPoints = 100
	// trendRows bounds the number of observations from which a trend is computed: of more
	// it takes some, evenly spaced. triedRows bounds the number for the choice of its
	// width.
	trendRows = 2000
	triedRows = 400
	// asGood is by how much the error of a smoother trend may be larger.
	asGood = 1.04
	// leastWeight is the weight of an observation one width away; with less there is no
	// trend.
	leastWeight = 0.6065
)

// trendWidths are the widths of a trend that are tried, as parts of the range.
var trendWidths = []float64{0.02, 0.03, 0.05, 0.08, 0.12, 0.2, 0.35, 0.6, 1}

// trendOf returns a local linear regression of y on x (Fan and Gijbels 1996, section 2.3)
// with the weights of a normal density, whose width predicts observations left out
// best. It is interrupted in gaps of the data, and there is none if x does not vary.
func trendOf(x, y []float64) (at, trend []float64) {
	lo, hi := draw.Span(x)
	if !(hi > lo) {
		return nil, nil
	}
	width := trendWidth(x, y, hi-lo)
	rows := gplib.Spaced(len(x), trendRows)
	at = evenly(lo, hi, trendPoints)
	trend = make([]float64, len(at))
	for i, v := range at {
		trend[i], _ = localLine(x, y, rows, v, width)
	}
	return at, trend
}

// trendWidth returns the largest one that predicts observations left out one by one
// about as well as any.
func trendWidth(x, y []float64, span float64) float64 {
	rows := gplib.Spaced(len(x), triedRows)
	errors := make([]float64, len(trendWidths))
	for i, part := range trendWidths {
		for _, row := range rows {
			value, own := localLine(x, y, rows, x[row], part*span)
			e := (y[row] - value) / (1 - own)
			errors[i] += e * e
		}
	}
	least, _ := draw.Span(errors) // NaN means none
	for i := len(errors) - 1; i > 0; i-- {
		if errors[i] <= asGood*least {
			return trendWidths[i] * span
		}
	}
	return trendWidths[0] * span
}

// localLine returns the value at v of the line through the rows of (x, y) that is best
// with the weights exp(-(x-v)²/(2 width²)), and the weight of an observation at v in
// that value. Both are NaN if no two observations are near.
func localLine(x, y []float64, rows []int, v, width float64) (value, own float64) {
	var w, wx, wy, wxx, wxy, nearest float64
	for _, row := range rows {
		d := (x[row] - v) / width
		weight := math.Exp(-d * d / 2)
		nearest = math.Max(nearest, weight)
		w, wx, wy = w+weight, wx+weight*d, wy+weight*y[row]
		wxx, wxy = wxx+weight*d*d, wxy+weight*d*y[row]
	}
	det := w*wxx - wx*wx
	if nearest < leastWeight || det <= 1e-9*w*w {
		return math.NaN(), math.NaN()
	}
	return (wxx*wy - wx*wxy) / det, wxx / det
}
