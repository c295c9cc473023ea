package dataset

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// meaning is the meaning of a column's cells. An encoder reads columns of
// further tables by the meaning in the first.
type meaning struct {
	kind   Kind
	unit   string    // of a Number column
	truths [2]string // the words for no and yes of a Boolean column
}

// meaning returns the meaning of the column's cells.
func (c *column) meaning() meaning {
	c.recognised()
	return meaning{c.kind, c.form.unit, c.form.truths}
}

// numbers returns the numbers of a column of the same meaning, of truth values 0
// and 1.
func (m meaning) numbers(t *Table, name string) ([]float64, error) {
	c, err := t.findPresent(name)
	if err != nil {
		return nil, err
	}
	if m.kind == Boolean {
		numbers := make([]float64, len(c.cells))
		for i := range c.cells {
			if numbers[i], err = m.truth(c, i); err != nil {
				return nil, t.cellError(c, i, err)
			}
		}
		return numbers, nil
	}
	if c.kind != Number && c.kind != Boolean {
		return nil, c.noNumbers(t)
	}
	if err := m.same(c); err != nil {
		return nil, err
	}
	return slices.Clone(c.numbers), nil
}

// same returns an error if a column of numbers or truth values has another
// meaning.
func (m meaning) same(c *column) error {
	switch {
	case c.kind != m.kind:
		return fmt.Errorf("dataset: %s: column %q holds %s values, such as %q; the encoder learned it with %s values", c.of.file, c.name, c.kind, c.cells[0], m.kind)
	case c.form.unit != m.unit:
		return fmt.Errorf("dataset: %s: the numbers of column %q are %s, such as %q; the encoder learned it %s", c.of.file, c.name, inUnit(c.form.unit), c.cells[0], inUnit(m.unit))
	}
	return nil
}

func inUnit(unit string) string {
	if unit == "" {
		return "without a unit"
	}
	return "in " + unit
}

// truth returns 0 or 1 for cell i: the words of the first table count, so that
// a single "N" is no, or else those of a pair that the column itself has.
func (m meaning) truth(c *column, i int) (float64, error) {
	cell := strings.TrimSpace(c.cells[i])
	switch {
	case strings.EqualFold(cell, m.truths[0]):
		return 0, nil
	case strings.EqualFold(cell, m.truths[1]):
		return 1, nil
	case c.kind == Boolean:
		return c.numbers[i], nil
	}
	return 0, fmt.Errorf("%q is neither %s nor %s, which the encoder learned", cell, m.truths[0], m.truths[1])
}

// key returns a form of cell i that is equal for equal meanings; a cell that
// cannot have a meaning of the first table gets a key of its own.
func (m meaning) key(c *column, i int) string {
	switch {
	case m.kind == Boolean:
		if v, err := m.truth(c, i); err == nil {
			return numberKey(v)
		}
	case m.kind == c.kind:
		return c.key(i)
	case m.kind == Number && c.kind == Text: // by a level that is not a number
		if _, unit := splitUnit(c.cells[i]); unit == m.unit {
			if v, err := c.number(c.cells[i]); err == nil {
				return numberKey(v)
			}
		}
	}
	return c.cells[i]
}

// key returns the value of cell i in a form that is equal for equal values.
func (c *column) key(i int) string {
	switch {
	case c.numbers != nil && !c.form.padded:
		return numberKey(c.numbers[i])
	case c.times != nil:
		return timeKey(c.times[i])
	}
	return c.cells[i]
}

func numberKey(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func timeKey(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// level is a value of a column with few values.
type level struct{ name, key string }

// levelsOf returns the levels of a column: numbers in ascending order, others
// in alphabetical order. The shortest of several spellings is the name.
func (m meaning) levelsOf(c *column) []level {
	type found struct {
		level
		number float64
	}
	var all []found
	for i, cell := range c.cells {
		if c.isMissing(i) {
			continue
		}
		f := found{level: level{cell, m.key(c, i)}}
		if m.kind == Number {
			f.number = c.numbers[i]
		}
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b found) int {
		return cmp.Or(strings.Compare(a.key, b.key), cmp.Compare(len(a.name), len(b.name)), strings.Compare(a.name, b.name))
	})
	all = slices.CompactFunc(all, func(a, b found) bool { return a.key == b.key })
	slices.SortFunc(all, func(a, b found) int {
		return cmp.Or(cmp.Compare(a.number, b.number), strings.Compare(a.name, b.name))
	})
	levels := make([]level, len(all))
	for i, f := range all {
		levels[i] = f.level
	}
	return levels
}

// named returns levels that a program names, and the meaning by which they are
// read: that of the column, or text if one of them cannot have it.
func (m meaning) named(c *column, names []string) ([]level, meaning) {
	levels := make([]level, len(names))
	for i, name := range names {
		key, err := m.keyOf(c, name)
		if err != nil {
			return textLevels(names), meaning{kind: Text}
		}
		levels[i] = level{name, key}
	}
	return levels, m
}

// keyOf returns the key of a level that a program names in the notation of the
// column's cells.
func (m meaning) keyOf(c *column, name string) (string, error) {
	one := &column{name: c.name, cells: []string{name}, lines: []int{0}, of: c.of, kind: Text, form: c.form}
	switch m.kind {
	case Boolean:
		v, err := m.truth(one, 0)
		return numberKey(v), err
	case Number:
		if _, unit := splitUnit(name); unit != m.unit {
			return "", errors.New("another unit")
		}
		v, err := one.number(name)
		return numberKey(v), err
	case Time:
		at, err := time.Parse(c.form.layout.text, name)
		return timeKey(at), err
	}
	return name, nil
}

func textLevels(names []string) []level {
	levels := make([]level, len(names))
	for i, name := range names {
		levels[i] = level{name, name}
	}
	return levels
}
