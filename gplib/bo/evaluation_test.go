package bo

import (
	"fmt"
	"testing"
)

func TestTheTextOfTheBestNamesItsNumbers(t *testing.T) {
	e := Evaluation{X: []float64{3.14, 0.5}, Y: 0.4123456789}
	broken := Evaluation{X: []float64{1}, Y: 2, Constraints: []float64{0.1}}
	for want, b := range map[string]Best{
		"y = 0.412346 at x = [3.14 0.5], evaluation 29; by the model f has the mean 0.45 and the sd 0.08": {Evaluation: e, Row: 29, Mean: 0.45, SD: 0.08},
		"y = 0.412346 at x = [3.14 0.5], evaluation 3":                                                    {Evaluation: e, Row: 3, Mean: e.Y},
		"y = 2, not feasible, at x = [1], evaluation 0":                                                   {Evaluation: broken},
	} {
		if got := fmt.Sprint(b); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
