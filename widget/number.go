package widget

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// rangeCall returns the call that makes a control of a range, for errors.
func rangeCall(function, name string, lo, hi float64) string {
	ends := numbers(lo, hi)
	return fmt.Sprintf("%s(%q, %s, %s)", function, name, ends[0], ends[1])
}

// checkRange returns what is wrong with the ends of a range.
func checkRange(lo, hi float64) error {
	switch {
	case math.IsNaN(lo) || math.IsNaN(hi) || math.IsInf(lo, 0) || math.IsInf(hi, 0):
		return errors.New("the ends of the range must be finite")
	case lo >= hi:
		return errors.New("the lower end of the range is not below the upper one")
	}
	return nil
}

// checkStep returns what is wrong with a step, if one is set.
func checkStep(step, lo, hi float64) error {
	if step < 0 || step > hi-lo || math.IsNaN(step) {
		return fmt.Errorf("Step(%s): want a step above 0 that fits into the range", number(step))
	}
	return nil
}

// checkInside returns an error for a value outside of its range.
func checkInside(option string, v, lo, hi float64) error {
	if v >= lo && v <= hi {
		return nil
	}
	text := numbers(v, lo, hi)
	return fmt.Errorf("%s(%s): want a value between %s and %s", option, text[0], text[1], text[2])
}

// readout matches a number format of d3-format, without alignment and fill.
var readout = regexp.MustCompile(`^[-+( ]?[$#]?0?\d*,?(\.\d{1,2})?~?[bcdefgnoprsxX%]?$`)

func checkFormat(format string) error {
	if format != "" && !readout.MatchString(format) {
		return fmt.Errorf("Format(%q): want a format of d3-format, such as .2f, .3g or .0%%", format)
	}
	return nil
}

// niceStep returns a hundredth of a range or less: 1, 2 or 5 times a power of ten.
func niceStep(lo, hi float64) float64 {
	raw := (hi - lo) / 100
	unit := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, factor := range []float64{5, 2} {
		if factor*unit <= raw*(1+1e-9) {
			return factor * unit
		}
	}
	return unit
}

// stepOf returns the step and the format of a slider for real numbers: those that are
// set, else ones that suit its range.
func stepOf(lo, hi, givenStep float64, givenFormat string) (step float64, format string) {
	if step = givenStep; step == 0 {
		step = niceStep(lo, hi)
	}
	if format = givenFormat; format == "" {
		format = decimals(lo, step)
	}
	return step, format
}

// middleStep returns the middle of a range on the grid of a slider's steps, which begins at lo. Front ends
// move any other value there, and report it as changed.
func middleStep(lo, hi, step float64) float64 {
	if middle := lo + (hi-lo)/2; !(step > 0) || math.IsInf(hi-lo, 0) {
		return middle // the range or the step is refused
	}
	v := lo + min(math.Round((hi-lo)/2/step), math.Floor((hi-lo)/step))*step
	return clamp(parsed(strconv.FormatFloat(v, 'f', max(places(lo), places(step)), 64)), lo, hi)
}

// decimals returns the format of numbers that begin at lo and go on by a step: as many
// digits as these two have, such as 2 of 0.25, but no more than two behind the step's
// first.
func decimals(lo, step float64) string {
	first := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	n := min(max(first, places(lo), places(step)), first+2)
	if first > 6 {
		return ".3g"
	}
	return fmt.Sprintf(".%df", n)
}

// places returns how many digits the shortest form of v has behind the point.
func places(v float64) int {
	_, fraction, _ := strings.Cut(strconv.FormatFloat(v, 'f', -1, 64), ".")
	return len(fraction)
}

// spread returns n values between lo and hi, in equal steps or in equal ratios, with as
// few digits as distinguish them, and one more value. The ends are exact.
func spread(n int, lo, hi, also float64, log bool) []float64 {
	for digits := 3; ; digits++ {
		values := []float64{lo, hi, also}
		for i := 1; i < n-1; i++ {
			t := float64(i) / float64(n-1)
			x := rounded(lo+(hi-lo)*t, (hi-lo)/float64(n-1), digits-1)
			if log {
				x = parsed(strconv.FormatFloat(lo*math.Pow(hi/lo, t), 'g', digits, 64))
			}
			if lo < x && x < hi {
				values = append(values, x)
			}
		}
		slices.Sort(values)
		values = slices.Compact(values)
		if len(values) >= n || digits == 17 {
			return values
		}
	}
}

// rounded rounds x to the given number of digits of a step.
func rounded(x, step float64, digits int) float64 {
	decimals := max(0, digits-1-int(math.Floor(math.Log10(step))))
	return parsed(strconv.FormatFloat(x, 'f', decimals, 64)) + 0 // which makes 0 of -0
}

// parsed returns the number that a text of this package contains.
func parsed(text string) float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return math.NaN()
	}
	return x
}

// shortest writes v in as few digits as give the same number again.
func shortest(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// numbers writes values in few digits, or in all if few do not distinguish them.
func numbers(values ...float64) []string {
	write := number
	known := map[string]float64{}
	for _, v := range values {
		if other, ok := known[number(v)]; ok && other != v {
			write = inFull
		}
		known[number(v)] = v
	}
	var texts []string
	for _, v := range values {
		texts = append(texts, write(v))
	}
	return texts
}

// inFull writes v in all of its digits, up to 15 before the point.
func inFull(v float64) string {
	if a := math.Abs(v); a < 1e-4 || a >= 1e15 {
		return shortest(v)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// number writes v in few digits.
func number(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }

// asFloat reads a number of JSON, which need not have come as one of Go's.
func asFloat(v any) (float64, bool) {
	switch v := v.(type) {
	case float64:
		return v, !math.IsNaN(v) && !math.IsInf(v, 0)
	case int:
		return float64(v), true
	}
	return 0, false
}

// asInt reads a whole number of JSON.
func asInt(v any) (int, bool) {
	f, ok := asFloat(v)
	if !ok || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return 0, false
	}
	return int(f), true
}

func clamp(v, lo, hi float64) float64 { return math.Min(math.Max(v, lo), hi) }
