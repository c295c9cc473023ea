package draw

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"gonum.org/v1/plot"

	"krigo/display/internal/format"
)

// Ticks marks a linear axis at multiples of 1, 2, 2.5 or 5 times a power of ten,
// labelled with just enough digits to distinguish them.
type Ticks struct {
	// Count is about how many ticks are wanted; 0 is 6.
	Count int
	// Whole marks whole numbers only, as of an axis of iterations.
	Whole bool
}

// Ticks returns the marks in [min, max].
func (t Ticks) Ticks(min, max float64) []plot.Tick {
	if !FiniteRange(min, max) {
		return nil
	}
	return enough(countOr(t.Count, 6), func(count int) []plot.Tick { return linearTicks(min, max, t.step(max-min, count)) })
}

// enough returns the ticks that mark gives for the count, or for the next one
// above it that has three labels.
func enough(count int, mark func(count int) []plot.Tick) []plot.Tick {
	ticks := mark(count)
	for more := count + 1; more <= 4*count+4 && len(labelled(ticks)) < leastLabels; more++ {
		ticks = mark(more)
	}
	return ticks
}

// labelled lists the ticks that have labels.
func labelled(ticks []plot.Tick) []plot.Tick {
	return slices.DeleteFunc(slices.Clone(ticks), plot.Tick.IsMinor)
}

// step divides length into about count parts.
func (t Ticks) step(length float64, count int) float64 {
	if t.Whole {
		return wholeStep(length, count)
	}
	return niceStep(length, count)
}

func linearTicks(min, max, step float64) []plot.Tick {
	exponent := commonExponent(min, max)
	unit := math.Pow(10, float64(exponent))
	var ticks []plot.Tick
	for i := math.Ceil(min/step - 1e-9); i*step <= max+1e-9*step; i++ {
		label := decimal(i*step/unit, step/unit)
		if exponent != 0 && label != "0" {
			label += "×10" + superscript(exponent)
		}
		ticks = append(ticks, plot.Tick{Value: i * step, Label: label})
	}
	return ticks
}

func countOr(n, standard int) int {
	if n <= 0 {
		return standard
	}
	return n
}

// niceStep returns the step, of 1, 2, 2.5 and 5 times a power of ten, that
// divides length into about count parts: at most a quarter more.
func niceStep(length float64, count int) float64 {
	raw := length / (1.25 * float64(count))
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 2.5, 5} {
		if m*power >= raw*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// wholeStep is niceStep in whole numbers.
func wholeStep(length float64, count int) float64 {
	step := math.Ceil(niceStep(length, count))
	if step == 3 { // 2.5
		return 5
	}
	return step
}

// commonExponent returns the power of ten that an axis's labels share: 0 unless
// they would be very long.
func commonExponent(min, max float64) int {
	e := int(math.Floor(math.Log10(math.Max(math.Abs(min), math.Abs(max)))))
	if e >= 6 || e <= -4 {
		return e
	}
	return 0
}

// decimal writes v with as many decimals as step has.
func decimal(v, step float64) string {
	places := 0
	for s := step; places < 12 && math.Abs(s-math.Round(s)) > 1e-6*s; places++ {
		s *= 10
	}
	s := strconv.FormatFloat(v, 'f', places, 64)
	if strings.Trim(s, "-0.") == "" {
		return "0"
	}
	return format.TrueMinus(s)
}

// superscript writes n in raised digits.
func superscript(n int) string {
	return strings.Map(func(r rune) rune {
		for raised, plain := range superscripts {
			if plain == r || r == '-' && raised == '⁻' {
				return raised
			}
		}
		return r
	}, strconv.Itoa(n))
}

// LogTicks marks a logarithmic axis: at powers of ten, or, where fewer than
// three of them are in view, at round numbers between them, so that there are
// always three labels or more.
type LogTicks struct {
	// Count is about how many ticks are wanted; 0 is 6.
	Count int
}

// Ticks returns the marks in [min, max]; min must be positive, else there are
// none.
func (t LogTicks) Ticks(min, max float64) []plot.Tick {
	if min <= 0 || !FiniteRange(min, max) {
		return nil
	}
	count := countOr(t.Count, 6)
	lo := int(math.Ceil(math.Log10(min) - 1e-9))
	hi := int(math.Floor(math.Log10(max) + 1e-9))
	if hi-lo >= 2 {
		stride := 1 + (hi-lo)/(count+1)
		for stride > 1 && len(labelled(powerTicks(lo, hi, stride))) < leastLabels {
			stride--
		}
		return powerTicks(lo, hi, stride)
	}
	for _, multiples := range [][]float64{{1, 3}, {1, 2, 5}, {1, 2, 3, 4, 5, 6, 8}} {
		all := multipleTicks(min, max, lo-1, hi+1, multiples)
		for _, ticks := range [][]plot.Tick{all, everySecond(all)} {
			if n := len(labelled(ticks)); leastLabels <= n && n <= count+1 {
				return ticks
			}
		}
	}
	return Ticks{Count: count}.Ticks(min, max)
}

func powerTicks(lo, hi, stride int) []plot.Tick {
	var ticks []plot.Tick
	for e := lo; e <= hi; e++ {
		tick := plot.Tick{Value: math.Pow(10, float64(e))}
		if mod(e, stride) == 0 {
			tick.Label = powerLabel(e, lo, hi)
		}
		ticks = append(ticks, tick)
	}
	return ticks
}

// powerLabel writes 10^e, in full where every power from lo to hi is short.
func powerLabel(e, lo, hi int) string {
	if lo >= -3 && hi <= 4 {
		return strconv.FormatFloat(math.Pow(10, float64(e)), 'f', -1, 64)
	}
	return "10" + superscript(e)
}

func multipleTicks(min, max float64, lo, hi int, multiples []float64) []plot.Tick {
	var ticks []plot.Tick
	for e := lo; e <= hi; e++ {
		for _, m := range multiples {
			v, err := strconv.ParseFloat(strconv.FormatFloat(m, 'f', -1, 64)+"e"+strconv.Itoa(e), 64)
			if err == nil && v >= min*(1-1e-9) && v <= max*(1+1e-9) {
				ticks = append(ticks, plot.Tick{Value: v, Label: logLabel(m, e)})
			}
		}
	}
	return ticks
}

// everySecond leaves the labels to every second tick.
func everySecond(ticks []plot.Tick) []plot.Tick {
	ticks = slices.Clone(ticks)
	for i := 1; i < len(ticks); i += 2 {
		ticks[i].Label = ""
	}
	return ticks
}

func logLabel(m float64, e int) string {
	if e >= -4 && e <= 5 {
		return strconv.FormatFloat(m*math.Pow(10, float64(e)), 'f', max(0, -e), 64)
	}
	label := "10" + superscript(e)
	if m != 1 {
		label = strconv.FormatFloat(m, 'f', -1, 64) + "×" + label
	}
	return label
}

// YearTicks marks an axis of decimal years, such as 1958.21, at whole years,
// or at months where few years are in view.
type YearTicks struct {
	// Count is about how many ticks are wanted; 0 is 6.
	Count int
}

// Ticks returns the marks in [min, max].
func (t YearTicks) Ticks(min, max float64) []plot.Tick {
	if !FiniteRange(min, max) {
		return nil
	}
	ticks := enough(countOr(t.Count, 6), func(count int) []plot.Tick { return yearTicks(min, max, count) })
	if len(labelled(ticks)) >= leastLabels {
		return ticks
	}
	return dayTicks(min, max, t.Count)
}

// dayTicks are TimeTicks carried over to decimal years, for less than some months.
func dayTicks(min, max float64, count int) []plot.Tick {
	ticks := TimeTicks{Count: count}.Ticks(unixSeconds(min), unixSeconds(max))
	for i := range ticks {
		ticks[i].Value = decimalYear(ticks[i].Value)
	}
	return ticks
}

// unixSeconds returns the time of a decimal year.
func unixSeconds(year float64) float64 {
	whole := math.Floor(year)
	start := time.Date(int(whole), 1, 1, 0, 0, 0, 0, time.UTC)
	end := time.Date(int(whole)+1, 1, 1, 0, 0, 0, 0, time.UTC)
	return float64(start.Unix()) + (year-whole)*end.Sub(start).Seconds()
}

func yearTicks(min, max float64, count int) []plot.Tick {
	raw := (max - min) / float64(count)
	if raw >= 0.75 {
		return wholeYears(min, max, wholeStep(max-min, count))
	}
	months := 1.0
	for _, m := range []float64{1, 2, 3, 6} {
		if months = m; m/12 >= raw/1.25 {
			break
		}
	}
	var ticks []plot.Tick
	for i := math.Ceil(min * 12 / months); i*months/12 <= max; i++ {
		month := int(i * months)
		label := time.Month(mod(month, 12) + 1).String()[:3] + " " + strconv.Itoa((month-mod(month, 12))/12)
		ticks = append(ticks, plot.Tick{Value: float64(month) / 12, Label: label})
	}
	return ticks
}

func wholeYears(min, max, step float64) []plot.Tick {
	var ticks []plot.Tick
	for i := math.Ceil(min / step); i*step <= max; i++ {
		ticks = append(ticks, plot.Tick{Value: i * step, Label: strconv.Itoa(int(i * step))})
	}
	return ticks
}

// TimeTicks marks an axis of seconds since the Unix epoch (UTC) at round
// times, labelled by what changes between them.
type TimeTicks struct {
	// Count is about how many ticks are wanted; 0 is 6.
	Count int
}

// Ticks returns the marks in [min, max].
func (t TimeTicks) Ticks(min, max float64) []plot.Tick {
	if !FiniteRange(min, max) || math.Abs(min) > 1e11 || math.Abs(max) > 1e11 {
		return nil
	}
	return enough(countOr(t.Count, 6), func(count int) []plot.Tick { return timeTicks(min, max, count) })
}

func timeTicks(min, max float64, count int) []plot.Tick {
	const day = 86400
	raw := (max - min) / float64(count)
	if raw > 45*day {
		return calendarTicks(min, max, count)
	}
	step := niceStep(max-min, count)
	for _, s := range []float64{1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200,
		3 * 3600, 6 * 3600, 12 * 3600, day, 2 * day, 5 * day, 10 * day, 20 * day, 45 * day} {
		if raw >= 0.5 && s >= raw {
			step = s
			break
		}
	}
	var ticks []plot.Tick
	for i := math.Ceil(min / step); i*step <= max; i++ {
		at := time.UnixMicro(int64(math.Round(i * step * 1e6))).UTC()
		ticks = append(ticks, plot.Tick{Value: i * step, Label: at.Format(timeLayout(step))})
	}
	return ticks
}

func timeLayout(step float64) string {
	switch {
	case step < 1:
		return "15:04:05.000"
	case step < 60:
		return "15:04:05"
	case step < 24*3600:
		return "2 Jan 15:04"
	}
	return "2 Jan 2006"
}

// calendarTicks returns the ticks of years carried over to seconds.
func calendarTicks(min, max float64, count int) []plot.Tick {
	ticks := yearTicks(decimalYear(min), decimalYear(max), count)
	for i := range ticks {
		months := int(math.Round(ticks[i].Value * 12))
		at := time.Date(0, time.Month(months+1), 1, 0, 0, 0, 0, time.UTC)
		ticks[i].Value = float64(at.Unix())
	}
	return ticks
}

func decimalYear(seconds float64) float64 {
	t := time.Unix(int64(seconds), 0).UTC()
	start := time.Date(t.Year(), 1, 1, 0, 0, 0, 0, time.UTC)
	end := time.Date(t.Year()+1, 1, 1, 0, 0, 0, 0, time.UTC)
	return float64(t.Year()) + (seconds-float64(start.Unix()))/end.Sub(start).Seconds()
}

// GivenTicks are the ticks of an axis in a fixed list. A tick without room on the axis
// loses its label.
type GivenTicks []plot.Tick

// Ticks returns the marks in [min, max].
func (t GivenTicks) Ticks(min, max float64) []plot.Tick {
	return slices.DeleteFunc(slices.Clone(t), func(tick plot.Tick) bool { return tick.Value < min || tick.Value > max })
}

// denseTicker is a ticker that can be asked for more or fewer ticks.
type denseTicker interface {
	plot.Ticker
	// wanted is about how many ticks there are; dense has about n.
	wanted() int
	dense(n int) plot.Ticker
}

func (t Ticks) wanted() int                 { return countOr(t.Count, 6) }
func (t Ticks) dense(n int) plot.Ticker     { return Ticks{Count: n, Whole: t.Whole} }
func (t LogTicks) wanted() int              { return countOr(t.Count, 6) }
func (t LogTicks) dense(n int) plot.Ticker  { return LogTicks{Count: n} }
func (t YearTicks) wanted() int             { return countOr(t.Count, 6) }
func (t YearTicks) dense(n int) plot.Ticker { return YearTicks{Count: n} }
func (t GivenTicks) wanted() int            { return 1 }
func (t GivenTicks) dense(int) plot.Ticker  { return t }
func (t TimeTicks) wanted() int             { return countOr(t.Count, 6) }
func (t TimeTicks) dense(n int) plot.Ticker { return TimeTicks{Count: n} }
