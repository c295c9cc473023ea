package metric

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"
)

// OverFolds returns the mean of a figure over folds and its standard error, the
// standard deviation (divisor k-1) divided by √k. Test sets that share training data
// make it too small rather than too large (Bengio and Grandvalet 2004). It needs at
// least two folds.
func OverFolds(values []float64) (mean, stdErr float64, err error) {
	if err := check("values", values); err != nil {
		return 0, 0, err
	}
	if len(values) < 2 {
		return 0, 0, fmt.Errorf("metric: one fold, %v, has no standard error", values[0])
	}
	mean, sd := stat.MeanStdDev(values, nil)
	return mean, sd / math.Sqrt(float64(len(values))), nil
}
