package dataset

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ParseNumber reads a cell that holds a finite number, written as in Go.
func ParseNumber(cell string) (float64, error) {
	cell = trimmed(cell)
	v, err := strconv.ParseFloat(cell, 64)
	switch {
	case err == nil && !math.IsNaN(v) && !math.IsInf(v, 0):
		return v, nil
	case missing(cell):
		return 0, errors.New("the value is missing")
	case math.IsInf(v, 0):
		return 0, fmt.Errorf("%q is not finite", cell)
	}
	return 0, fmt.Errorf("%q is no number", cell)
}

// marks are the possible roles of points and commas in a number, or in a column
// of them.
type marks struct {
	point, comma           bool // is the decimal mark for certain
	perhapsPoint, perhaps  bool // may be the decimal mark or separate thousands: point, comma
	grouped                bool // thousands are separated
	pointExample, commaOne string
}

// add adds the marks of another number.
func (m *marks) add(n marks, cell string) {
	if n.point && !m.point {
		m.pointExample = cell
	}
	if n.comma && !m.comma {
		m.commaOne = cell
	}
	m.point, m.comma = m.point || n.point, m.comma || n.comma
	m.perhapsPoint, m.perhaps = m.perhapsPoint || n.perhapsPoint, m.perhaps || n.perhaps
	m.grouped = m.grouped || n.grouped
}

// certain returns the decimal mark, or 0 if the numbers determine none, or both.
func (m marks) certain() rune {
	switch {
	case m.point && !m.comma:
		return '.'
	case m.comma && !m.point:
		return ','
	}
	return 0
}

// none reports whether no number has a point or a comma.
func (m marks) none() bool { return !m.point && !m.comma && !m.perhapsPoint && !m.perhaps }

// looksNumeric reports whether a cell is a number in any notation.
func looksNumeric(cell string) bool {
	body, _ := splitUnit(cell)
	_, ok := marksOf(body)
	return ok
}

// splitUnit splits a percent or currency sign off a number.
func splitUnit(cell string) (body, unit string) {
	cell = trimmed(cell)
	if last, size := utf8.DecodeLastRuneInString(cell); isUnit(last) {
		return strings.TrimSpace(cell[:len(cell)-size]), string(last)
	}
	sign := ""
	if strings.HasPrefix(cell, "-") || strings.HasPrefix(cell, "+") {
		sign = cell[:1]
	}
	rest := cell[len(sign):]
	if first, size := utf8.DecodeRuneInString(rest); isUnit(first) {
		return sign + strings.TrimSpace(rest[size:]), string(first)
	}
	return cell, ""
}

func isUnit(r rune) bool { return r == '%' || r == '‰' || r > '!' && unicode.Is(unicode.Sc, r) }

// splitNumber takes a number apart: sign, digits with their marks, exponent.
func splitNumber(body string) (sign, digits, exponent string) {
	body = strings.Replace(body, "−", "-", 1)
	if strings.HasPrefix(body, "-") || strings.HasPrefix(body, "+") {
		sign, body = body[:1], body[1:]
	}
	if e := strings.IndexAny(body, "eE"); e >= 0 {
		return sign, body[:e], body[e:]
	}
	return sign, body, ""
}

// groupBlanks are the characters, besides points and commas, that separate
// thousands.
const groupBlanks = " '’\u00a0\u2009\u202f"

// marksOf returns the possible roles of the marks in a number without a unit;
// ok is false if it is not a number.
func marksOf(body string) (m marks, ok bool) {
	_, digits, exponent := splitNumber(body)
	if digits == "" || exponent != "" && !isExponent(exponent) {
		return m, false
	}
	last := strings.LastIndexAny(digits, ".,")
	whole, mark, fraction := digits, byte(0), ""
	if last >= 0 {
		whole, mark, fraction = digits[:last], digits[last], digits[last+1:]
	}
	if !isDigits(fraction) || whole+fraction == "" {
		return m, false
	}
	if isDigits(whole) {
		if mark == 0 {
			return m, true
		}
		thousands := len(fraction) == 3 && 1 <= len(whole) && len(whole) <= 3 && whole[0] != '0' && exponent == ""
		return m.with(mark, thousands), true
	}
	group, ok := grouping(whole)
	switch {
	case !ok:
		return m, false
	case group != "." && group != ",":
		m.grouped = true
		if mark != 0 {
			m = m.with(mark, false)
		}
		return m, true
	case mark != group[0]:
		m.grouped = true
		return m.with(mark, false), true
	case len(fraction) != 3:
		return m, false
	}
	m.grouped = true // several groups: the other one is the decimal mark
	m.comma, m.point = mark == '.', mark == ','
	return m, true
}

// with returns m for a number with one mark, which perhaps separates thousands.
func (m marks) with(mark byte, thousands bool) marks {
	switch {
	case mark == '.' && thousands:
		m.perhapsPoint = true
	case mark == '.':
		m.point = true
	case thousands:
		m.perhaps = true
	default:
		m.comma = true
	}
	return m
}

// grouping returns the separator of groups of three digits, if there are
// several.
func grouping(whole string) (group string, ok bool) {
	at := strings.IndexFunc(whole, func(r rune) bool { return r < '0' || '9' < r })
	r, size := utf8.DecodeRuneInString(whole[at:])
	group = whole[at : at+size]
	if r != '.' && r != ',' && !strings.ContainsRune(groupBlanks, r) {
		return "", false
	}
	for i, part := range strings.Split(whole, group) {
		if !isDigits(part) || i > 0 && len(part) != 3 || i == 0 && (len(part) < 1 || len(part) > 3) {
			return "", false
		}
	}
	return group, true
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || '9' < s[i] {
			return false
		}
	}
	return true
}

func isExponent(s string) bool {
	s = strings.TrimLeft(s[1:], "+-")
	return s != "" && len(s) < 5 && isDigits(s)
}

// parseMarked reads a number whose decimal mark is known; the other mark
// separates thousands.
func parseMarked(cell string, decimal rune) (float64, error) {
	body, _ := splitUnit(cell)
	m, ok := marksOf(body)
	if !ok {
		return ParseNumber(cell) // which names the fault
	}
	if m.point && decimal == ',' || m.comma && decimal == '.' {
		return 0, fmt.Errorf("%q is not a number with the decimal mark %q", cell, decimal)
	}
	sign, digits, exponent := splitNumber(body)
	plain := strings.Map(func(r rune) rune {
		switch {
		case r == decimal:
			return '.'
		case '0' <= r && r <= '9':
			return r
		}
		return -1
	}, digits)
	v, err := strconv.ParseFloat(sign+plain+exponent, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is not finite", cell)
	}
	return v, nil
}
