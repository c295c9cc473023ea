package words

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Number writes v with the given significant digits: in full between 1e-4 and
// 1e7, by powers of ten elsewhere, without trailing zeros, and without
// rounding the digits before the point.
func Number(v float64, digits int) string {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return strconv.FormatFloat(v, 'g', -1, 64)
	case v == 0:
		return "0"
	}
	scientific := strconv.FormatFloat(v, 'e', digits-1, 64)
	mantissa, e, _ := strings.Cut(scientific, "e")
	exponent, _ := strconv.Atoi(e)
	if exponent < -4 || exponent >= 7 {
		return trimZeros(mantissa) + "e" + strconv.Itoa(exponent)
	}
	return trimZeros(strconv.FormatFloat(v, 'f', max(0, digits-1-exponent), 64))
}

// WithError writes v and two digits of its standard error, and v with as many decimals: "0.99 ± 0.13".
// Where that would be more than six digits of v, it writes four.
func WithError(v, stdErr float64) string {
	if math.IsNaN(stdErr) || math.IsInf(stdErr, 0) || math.IsNaN(v) || math.IsInf(v, 0) || stdErr <= 0 {
		return Number(v, 4) + " ± " + Number(stdErr, 2)
	}
	_, e, _ := strings.Cut(strconv.FormatFloat(stdErr, 'e', 1, 64), "e")
	exponent, _ := strconv.Atoi(e) // of the rounded error
	most := 5
	if v != 0 {
		most = 5 - int(math.Floor(math.Log10(math.Abs(v))))
	}
	decimals := 1 - exponent
	if decimals > min(most, 9) || decimals < -5 || math.Abs(v) >= 1e7 {
		return Number(v, 4) + " ± " + Number(stdErr, 2)
	}
	fixed := func(x float64) string { return strconv.FormatFloat(x, 'f', max(0, decimals), 64) }
	return fixed(v) + " ± " + fixed(stdErr)
}

func trimZeros(s string) string {
	if !strings.Contains(s, ".") {
		return s
	}
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// Duration writes d in the largest unit that is not above it.
func Duration(d time.Duration) string {
	switch s := d.Seconds(); {
	case d < 0:
		return "-" + Duration(-d)
	case d == 0:
		return "0 s"
	case d < time.Millisecond:
		return Number(s*1e6, 3) + " µs"
	case d < time.Second:
		return Number(s*1e3, 3) + " ms"
	case d < time.Minute:
		return Number(s, 3) + " s"
	case d < time.Hour:
		return fmt.Sprintf("%d min %02d s", int(d.Minutes()), int(s)%60)
	}
	return fmt.Sprintf("%d h %02d min", int(d.Hours()), int(d.Minutes())%60)
}

// Interval writes [lo, hi]; an infinite end is ∞.
func Interval(lo, hi float64, digits int) string {
	return "[" + end(lo, digits) + ", " + end(hi, digits) + "]"
}

func end(v float64, digits int) string {
	switch {
	case math.IsInf(v, 1):
		return "∞"
	case math.IsInf(v, -1):
		return "−∞"
	}
	return Number(v, digits)
}
