package widget

import (
	"fmt"
	"strings"
	"testing"

	"krigo/display/mime"
)

// A slider writes the values that it goes through with their digits: 0.25 does not
// become 0.3.
func TestASliderWritesTheValuesOfItsSteps(t *testing.T) {
	f := startFront(t, "2")
	for _, c := range []struct {
		slider *FloatControl
		want   string
	}{
		{Float("a", 0, 1), ".2f"},
		{Float("b", 0, 1).Step(0.25), ".2f"},
		{Float("c", 0, 10).Step(0.125), ".3f"},
		{Float("d", 0.5, 9.5).Step(1), ".1f"},
		{Float("e", 0, 9).Step(1.5), ".1f"},
		{Float("f", 1.0/3, 1).Step(0.1), ".3f"},
		{Float("g", 1958, 2003), ".1f"},
		{Float("h", -2e9, 2e9), ".0f"},
		{Float("i", 0, 1e-7), ".3g"},
	} {
		mime.Show(c.slider)
		if got := f.stateOf(f.idOf(t, "FloatSliderModel"))["readout_format"]; got != c.want {
			t.Errorf("%v is written as %v, want %s", c.slider, got, c.want)
		}
	}
}

// The first value of a slider is one that its front end can show: others would be moved and drawn again.
func TestASliderBeginsAtAStep(t *testing.T) {
	for _, c := range []struct {
		slider *FloatControl
		want   float64
	}{
		{Float("a", 0, 1), 0.5},
		{Float("b", 0.1, 3), 1.56},
		{Float("c", -1, 2).Step(2), 1},
		{Float("d", 0, 1).Step(1), 1},
		{Float("e", 0, 1).Step(0.7), 0.7},
		{Float("f", 1958, 2003), 1980.6},
		{Float("g", 0.01, 1).Log(), 0.1},
		{Float("h", 0.1, 3).Value(1.55), 1.55},
		{Float("i", -1e-7, 2e-7), 5e-8},
	} {
		if got := c.slider.Get(); got != c.want {
			t.Errorf("%v begins at %v, want %v", c.slider, got, c.want)
		}
	}
}

// Ends that differ are written as different numbers.
func TestNumbersThatDifferAreToldApart(t *testing.T) {
	seconds := Float("t", 1_700_000_000, 1_700_000_060)
	for got, want := range map[string]string{
		seconds.String():                                               "t = 1700000030 (1700000000 to 1700000060)",
		Range("r", 1e9, 1e9+1).String():                                "r = 1000000000 to 1000000001 (of 1000000000 to 1000000001)",
		Float("a", 0.05, 3).Value(1).String():                          "a = 1 (0.05 to 3)",
		fmt.Sprint(Float("a", 0, 3).Set(3.0000001)):                    `widget: Float("a", 0, 3): Set(3.0000001): want a value between 0 and 3`,
		fmt.Sprint(Int("n", 0, 10_000_000).Set(12_345_678)):            `widget: Int("n", 0, 10000000): Set(12345678): want a value between 0 and 10000000`,
		strings.Join(stopLabels([]any{1e9, 1e9 + 0.5, 1e9 + 1}), ", "): "1000000000, 1000000000.5, 1000000001",
	} {
		if got != want {
			t.Errorf("there is %q, want %q", got, want)
		}
	}
}
