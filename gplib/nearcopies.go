package gplib

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"krigo/gplib/cov"
)

const (
	nearCopy     = 0.01 // of the spacing that as many evenly spread inputs have
	mostOfOneY   = 50   // observations of the same value; more are a discrete quantity
	leastOfEqual = 0.5  // of the rows that share an observation, those that are near copies
)

// nearCopies warns of rows that repeat the observation of another row at inputs that differ by no more than rounding:
// most likely one record twice, which [Data.WithoutCopies] would drop if the inputs were equal. Continuous
// observations are rarely equal, discrete ones mostly at inputs that are far apart, which gives no warning.
func (c *checked) nearCopies() Findings {
	x, ok := c.d.X.(*cov.Matrix)
	if !ok {
		return nil
	}
	order := Spaced(c.d.Len(), c.d.Len())
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(c.d.Y[i], c.d.Y[j]) })
	tolerances, shared := roundingOf(x), 0
	var copies []int
	for start, end := 0, 0; start < len(order); start = end {
		for end = start + 1; end < len(order) && c.d.Y[order[end]] == c.d.Y[order[start]]; end++ {
		}
		equal := order[start:end]
		shared += len(equal) - 1
		if len(equal) <= mostOfOneY {
			copies = append(copies, nearEarlier(x, equal, tolerances)...)
		}
	}
	if len(copies) == 0 || float64(len(copies)) < max(leastCopies*float64(len(order)), leastOfEqual*float64(shared)) {
		return nil
	}
	rows := make([]int, len(copies))
	for k, i := range copies {
		rows[k] = c.row(i)
	}
	slices.Sort(rows)
	return Findings{{
		Code: "copies-near", Rows: rows,
		Found: fmt.Sprintf("%d of %d rows have the observation of another row and almost its inputs, such as row %d of the data, from 0",
			len(copies), len(order), rows[0]),
		Means: "if they are the same record twice, they make the noise look smaller than it is, and intervals too narrow",
		Do:    "leave one of each out (Data.Subset), or round the inputs, so that the fit drops them",
	}}
}

// roundingOf returns differences along each input that are no more than rounding.
func roundingOf(x *cov.Matrix) []float64 {
	all := make([]float64, x.Dim())
	for k := range all {
		column := x.Column(k)
		all[k] = nearCopy * (slices.Max(column) - slices.Min(column)) * math.Pow(float64(x.Len()), -1/float64(x.Dim()))
	}
	return all
}

// nearEarlier returns those of the rows that have other inputs than an earlier one of them, within the tolerances.
func nearEarlier(x *cov.Matrix, rows []int, tolerances []float64) (near []int) {
	for k, i := range rows {
		if slices.ContainsFunc(rows[:k], func(j int) bool { return isNear(x.Row(i), x.Row(j), tolerances) }) {
			near = append(near, i)
		}
	}
	return near
}

func isNear(a, b, tolerances []float64) bool {
	for k := range a {
		if math.Abs(a[k]-b[k]) > tolerances[k] {
			return false
		}
	}
	return !slices.Equal(a, b)
}
