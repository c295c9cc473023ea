package normal

import (
	"fmt"
	"math"

	"krigo/gplib"
	"krigo/gplib/lik"
)

// Auto returns the model of [gplib.AutoLik] with the likelihood of [lik.For]. It refuses observations of two values
// other than 0 and 1, which are labels as a rule, unless they can be counts, such as 0 and 2.
func Auto(d gplib.Data) (gplib.Model, error) {
	l := lik.For(d.Y)
	if low, high, two := lik.TwoValues(d.Y); two && !counts(low, high) && (low != 0 || high != 1) {
		target := d.Target
		if target == "" {
			target = "the target"
		}
		return gplib.Model{}, fmt.Errorf("gplib: %s has only the values %v and %v; code labels of two classes as 0 and 1 "+
			"(dataset.Table.Labels does it for text, Table.Data for yes and no or true and false), "+
			"or choose a likelihood for other observations, as in gplib.AutoLik(data, lik.StudentT(1, 4))", target, low, high)
	}
	return gplib.AutoLik(d, l)
}

// counts reports whether two values are counts rather than labels: whole numbers from 0 that are not 1 and 2.
func counts(low, high float64) bool {
	whole := low == math.Trunc(low) && high == math.Trunc(high)
	return low >= 0 && whole && (low != 1 || high != 2)
}
