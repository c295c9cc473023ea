package diff

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// number is a decimal number in a text.
var number = regexp.MustCompile(`[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?`)

// blanks matches the separators of a table's columns; their length depends on the digits of the
// numbers.
var blanks = regexp.MustCompile(`[ \t]+`)

// settle returns the new text with the lines that the options take as equal in the
// form that they have in the old one, so that what then differs is a difference.
// Lines that are the same but for their numbers are compared in order.
func (o Options) settle(old, new string) string {
	if old == new || o.Tolerance == 0 && o.Ignore == nil {
		return new
	}
	waiting := map[string][]string{}
	for line := range strings.Lines(old) {
		waiting[o.form(line)] = append(waiting[o.form(line)], line)
	}
	var b strings.Builder
	for line := range strings.Lines(new) {
		form := o.form(line)
		if same := waiting[form]; len(same) > 0 {
			waiting[form] = same[1:]
			if o.near(same[0], line) {
				line = same[0]
			}
		}
		b.WriteString(line)
	}
	return b.String()
}

// form returns a line without what does not have to be the same.
func (o Options) form(line string) string {
	line = o.withoutIgnored(line)
	if o.Tolerance > 0 {
		line = blanks.ReplaceAllString(number.ReplaceAllString(line, "#"), " ")
	}
	return line
}

func (o Options) withoutIgnored(line string) string {
	if o.Ignore == nil {
		return line
	}
	return o.Ignore.ReplaceAllString(line, "")
}

// near reports whether the numbers of two lines of one form are equal up to the
// tolerance.
func (o Options) near(a, b string) bool {
	if o.Tolerance == 0 {
		return true
	}
	x := number.FindAllString(o.withoutIgnored(a), -1)
	y := number.FindAllString(o.withoutIgnored(b), -1)
	for i := range x {
		if x[i] != y[i] && !o.nearNumbers(x[i], y[i]) {
			return false
		}
	}
	return true
}

func (o Options) nearNumbers(a, b string) bool {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	return errX == nil && errY == nil && math.Abs(x-y) <= o.Tolerance*max(math.Abs(x), math.Abs(y))
}
