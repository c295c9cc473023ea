package dataset

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"time"
)

// source is the file that columns come from, and how it is written.
type source struct {
	file      string
	options   CSV
	separator rune     // 0 where cells do not come from text
	notes     []string // on the file
	columns   []*column

	once sync.Once
	all  marks // of all columns of numbers
}

// missing reports whether a cell marks a missing value: it is one of the texts for
// missing values, or a number equal to one of them.
func (s *source) missing(cell string) bool {
	return s.missingText(cell) || s.missingNumber(cell)
}

func (s *source) missingText(cell string) bool {
	return missing(cell) || len(s.options.Missing) > 0 && slices.Contains(s.options.Missing, strings.TrimSpace(cell))
}

func (s *source) missingNumber(cell string) bool {
	if len(s.options.Missing) == 0 {
		return false
	}
	m, ok := marksOf(cell)
	if !ok {
		return false
	}
	decimal := m.certain()
	if decimal == 0 {
		decimal = s.decimal()
	}
	v, err := parseMarked(cell, cmp.Or(decimal, '.'))
	return err == nil && slices.ContainsFunc(s.options.Missing, func(text string) bool {
		number, err := ParseNumber(text)
		return err == nil && number == v
	})
}

// decimal returns the decimal mark that some columns of the file determine and
// none contradicts, or 0.
func (s *source) decimal() rune {
	if s.options.Decimal != 0 {
		return s.options.Decimal
	}
	return s.marks().certain()
}

// marks returns those of all columns of numbers.
func (s *source) marks() marks {
	s.once.Do(func() {
		for _, c := range s.columns {
			if m, _, ok := c.marks(); ok {
				s.all.add(m, "")
			}
		}
	})
	return s.all
}

// contradicts reports whether a column with marks m has numbers that mean something
// else by the decimal mark of other columns than by its own.
func (s *source) contradicts(m marks) bool {
	return m.certain() == '.' && m.perhapsPoint && s.marks().comma || m.certain() == ',' && m.perhaps && s.marks().point
}

// column is a column of a table. The kind of its cells is recognised on demand.
type column struct {
	name  string
	cells []string
	lines []int // of the cells
	of    *source

	once    sync.Once
	kind    Kind
	absent  int
	numbers []float64   // of a Number or Boolean column: NaN where missing
	times   []time.Time // of a Time column: zero where missing
	form    form
	trouble error // why the column's values cannot be determined
}

// form is the notation of a column's values.
type form struct {
	decimal rune      // of numbers, where some have a mark
	grouped bool      // thousands are separated
	unit    string    // of all numbers, a percent or currency sign, or ""
	truths  [2]string // the words for no and yes
	layout  layout    // of times
	padded  bool      // some of the whole numbers begin with zeros
	rounded string    // a whole number that a float64 does not keep, for which the column is text
}

// recognised returns the column after recognising its cells.
func (c *column) recognised() *column {
	c.once.Do(func() {
		c.numbers = make([]float64, len(c.cells))
		if c.plainNumbers() || c.markedNumbers() {
			c.takeCodes()
			return
		}
		if c.booleans() || c.dates() {
			return
		}
		c.kind, c.absent, c.numbers = Text, 0, nil
		for _, cell := range c.cells {
			if c.of.missing(cell) {
				c.absent++
			}
		}
		if c.absent == len(c.cells) {
			c.kind = Empty
		}
	})
	return c
}

// plainNumbers reads the cells as numbers written as in Go, if they are and no
// mark may separate thousands instead.
func (c *column) plainNumbers() bool {
	if c.of.options.Decimal == ',' {
		return false
	}
	c.kind, c.absent = Number, 0
	custom := len(c.of.options.Missing) > 0
	certain, perhaps := c.of.options.Decimal == '.' || c.of.separator == 0, false
	for i, cell := range c.cells {
		v, err := ParseNumber(cell)
		if (err != nil || custom) && c.of.missing(cell) {
			c.numbers[i] = math.NaN()
			c.absent++
			continue
		}
		if err != nil {
			return false
		}
		if !certain {
			m, _ := marksOf(cell)
			certain, perhaps = m.point, perhaps || m.perhapsPoint
		}
		c.numbers[i] = v
	}
	if certain {
		c.form.decimal = '.'
	}
	if c.absent == len(c.cells) || !certain && perhaps {
		return false
	}
	told := c.of.options.Decimal == '.' || c.of.separator == 0
	return told || !certain || !perhaps || !c.of.contradicts(marks{point: true, perhapsPoint: true})
}

// marks returns the marks of all numbers of a column and their common unit; ok
// reports whether it holds only numbers.
func (c *column) marks() (all marks, unit string, ok bool) {
	for _, cell := range c.cells {
		if c.of.missingText(cell) { // numbers cannot be compared before their marks are known
			continue
		}
		body, u := splitUnit(cell)
		m, number := marksOf(body)
		if !number || ok && u != unit {
			return all, "", false
		}
		all.add(m, cell)
		unit, ok = u, true
	}
	return all, unit, ok
}

// markedNumbers reads the cells as numbers with marks that the column, or else
// the file, explains.
func (c *column) markedNumbers() bool {
	m, unit, ok := c.marks()
	if !ok {
		return false
	}
	decimal := c.decimal(m)
	c.kind, c.form = Number, form{decimal: decimal, unit: unit}
	c.form.grouped = m.grouped || decimal == ',' && m.perhapsPoint || decimal == '.' && m.perhaps
	c.absent = 0
	for i, cell := range c.cells {
		if c.of.missing(cell) {
			c.numbers[i] = math.NaN()
			c.absent++
			continue
		}
		v, err := parseMarked(cell, c.form.decimal)
		if err != nil && c.trouble == nil {
			return false
		}
		c.numbers[i] = v
	}
	return c.absent < len(c.cells)
}

// decimal returns the decimal mark of a column of numbers with marks m. If
// nothing determines it, it sets the column's trouble.
func (c *column) decimal(m marks) rune {
	set := "set dataset.CSV{Decimal: '.'} or {Decimal: ','}"
	switch certain := m.certain(); {
	case c.of.options.Decimal != 0:
		return c.of.options.Decimal
	case m.none():
		return 0
	case m.point && m.comma:
		c.trouble = fmt.Errorf("dataset: %s, column %q: %q and %q have different decimal marks: %s", c.of.file, c.name, m.pointExample, m.commaOne, set)
		return '.'
	case c.of.contradicts(m):
		own, others, example := "point", "comma", m.pointExample
		if certain == ',' {
			own, others, example = others, own, m.commaOne
		}
		c.trouble = fmt.Errorf("dataset: %s, column %q: %q has a decimal %s and other columns a decimal %s, by which the %s separates thousands in further cells: %s", c.of.file, c.name, example, own, others, own, set)
		return certain
	case certain != 0:
		return certain
	}
	if file := c.of.decimal(); file != 0 {
		return file
	}
	if m.perhapsPoint && !m.perhaps && c.of.separator != ';' {
		return '.' // as programs write
	}
	mark := '.'
	if m.perhaps {
		mark = ','
	}
	c.trouble = fmt.Errorf("dataset: %s, column %q: is %q in %s a decimal mark, or does it separate thousands? %s", c.of.file, c.name, mark, c.firstWith(mark), set)
	return '.'
}

// firstWith returns the first cell with a mark.
func (c *column) firstWith(mark rune) string {
	i := slices.IndexFunc(c.cells, func(cell string) bool { return strings.ContainsRune(cell, mark) })
	return fmt.Sprintf("%q (line %d)", c.cells[i], c.lines[i])
}

// truths are the pairs of words for no and yes.
var truths = [][2]string{
	{"false", "true"}, {"no", "yes"}, {"n", "y"}, {"f", "t"}, {"off", "on"}, {"nein", "ja"}, {"falsch", "wahr"},
	{"non", "oui"}, {"faux", "vrai"}, {"no", "si"}, {"no", "sí"}, {"no", "sì"},
}

// booleans reads the cells as one of the pairs of words, in any case: 0 for no
// and 1 for yes. A single letter counts only if both occur.
func (c *column) booleans() bool {
	for _, pair := range truths {
		if c.pairOf(pair) {
			c.kind, c.form = Boolean, form{truths: pair}
			return true
		}
	}
	return false
}

func (c *column) pairOf(pair [2]string) bool {
	var some [2]bool
	c.absent = 0
	for i, cell := range c.cells {
		switch {
		case c.of.missing(cell):
			c.numbers[i] = math.NaN()
			c.absent++
			continue
		case strings.EqualFold(cell, pair[0]):
			c.numbers[i], some[0] = 0, true
		case strings.EqualFold(cell, pair[1]):
			c.numbers[i], some[1] = 1, true
		default:
			return false
		}
	}
	return some[0] && some[1] || len(pair[0]) > 1 && (some[0] || some[1])
}

// dates reads the cells as dates and times of one layout.
func (c *column) dates() bool {
	l, ambiguous, ok := dateLayout(c.cells, c.of)
	if !ok {
		return false
	}
	c.kind, c.absent, c.numbers, c.form = Time, 0, nil, form{layout: l}
	c.times = make([]time.Time, len(c.cells))
	for i, cell := range c.cells {
		if c.of.missing(cell) {
			c.absent++
			continue
		}
		c.times[i], _ = time.Parse(l.text, cell)
	}
	if ambiguous {
		c.trouble = fmt.Errorf("dataset: %s, column %q: does the day or the month come first in %q (line %d) and all others? Set dataset.CSV{Dates: dataset.DayFirst} or {Dates: dataset.MonthFirst}",
			c.of.file, c.name, c.cells[c.firstPresent()], c.lines[c.firstPresent()])
	}
	return true
}

// firstPresent returns the first cell that is not missing.
func (c *column) firstPresent() int {
	return slices.IndexFunc(c.cells, func(cell string) bool { return !c.of.missing(cell) })
}

// isMissing reports whether a cell marks a missing value.
func (c *column) isMissing(i int) bool { return c.of.missing(c.cells[i]) }

// notes returns notes on what was recognised in the column beyond the plain
// case, and what was not.
func (c *column) notes() []string {
	c.recognised()
	if c.trouble != nil {
		return []string{strings.TrimPrefix(c.trouble.Error(), "dataset: "+c.of.file+", ")}
	}
	var notes []string
	if c.form.unit != "" {
		notes = append(notes, fmt.Sprintf("%q in %s", c.name, c.form.unit))
	}
	if c.form.padded {
		notes = append(notes, fmt.Sprintf("%q keeps its leading zeros", c.name))
	}
	if c.form.rounded != "" {
		notes = append(notes, fmt.Sprintf("%q is text, since a number would be rounded: %s", c.name, c.form.rounded))
	}
	if c.kind == Time && c.form.layout.short {
		notes = append(notes, fmt.Sprintf("years of %q from 1969 to 2068", c.name))
	}
	if c.kind == Time && c.of.options.Dates == FindOrder && c.form.layout.order != FindOrder {
		first := "day"
		if c.form.layout.order == MonthFirst {
			first = "month"
		}
		notes = append(notes, fmt.Sprintf("%q with the %s first", c.name, first))
	}
	return notes
}

// subset returns the cells at the given positions, with the same meaning as in
// the whole column.
func (c *column) subset(index []int) *column {
	c.recognised()
	s := &column{name: c.name, of: c.of, cells: pick(c.cells, index), lines: pick(c.lines, index)}
	if c.kind == Text {
		return s // the cells that made it text may be gone
	}
	s.kind, s.form, s.trouble = c.kind, c.form, c.trouble
	s.numbers, s.times = pick(c.numbers, index), pick(c.times, index)
	for i := range s.cells {
		if !s.isMissing(i) {
			continue
		}
		s.absent++
		if s.numbers != nil {
			s.numbers[i] = math.NaN()
		}
	}
	s.once.Do(func() {})
	return s
}

// pick returns the elements at the given positions; nil of nil.
func pick[T any](from []T, index []int) []T {
	if from == nil {
		return nil
	}
	picked := make([]T, len(index))
	for k, i := range index {
		picked[k] = from[i]
	}
	return picked
}
