package dataset

import (
	"fmt"
	"strconv"
	"strings"
)

// exactDigits is the number of digits of a whole number that a float64 always
// keeps.
const exactDigits = 15

// takeCodes finds numbers of a column that may be names, such as keys and postal
// codes. If a float64 would round some whole numbers, the column is text. If
// some begin with zeros, it keeps their spelling as well as the numbers.
func (c *column) takeCodes() {
	padded := false
	for i, cell := range c.cells {
		if c.isMissing(i) {
			continue
		}
		if !isWhole(cell) {
			return
		}
		padded = padded || isPadded(cell)
		if c.form.rounded == "" && isRounded(cell) {
			c.form.rounded = fmt.Sprintf("%q (line %d)", cell, c.lines[i])
		}
	}
	c.form.padded = padded
	if c.form.rounded != "" {
		c.kind, c.numbers = Text, nil
	}
}

// isWhole reports whether a cell is a whole number written in digits.
func isWhole(cell string) bool {
	digits := strings.TrimPrefix(cell, "-")
	return digits != "" && isDigits(digits)
}

// isPadded reports whether a whole number begins with a zero that its value does
// not need.
func isPadded(cell string) bool { return len(cell) > 1 && cell[0] == '0' }

// isRounded reports whether a whole number has more digits than a float64 keeps of
// it.
func isRounded(cell string) bool {
	if len(cell) <= exactDigits {
		return false
	}
	cell = strings.TrimPrefix(cell, "-")
	digits := withoutZeros(cell)
	if len(strings.TrimRight(digits, "0")) <= exactDigits {
		return false
	}
	v, err := strconv.ParseFloat(digits, 64)
	return err != nil || strconv.FormatFloat(v, 'f', 0, 64) != digits
}

// withoutZeros returns a whole number without its leading zeros.
func withoutZeros(digits string) string {
	if digits == "" {
		return ""
	}
	if short := strings.TrimLeft(digits, "0"); short != "" {
		return short
	}
	return "0"
}
