package dataset

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"time"
)

// Derive returns the table with a further column, or with another one of that
// name, made of each row: numbers, texts, truth values or times, all of one
// kind. nil, NaN and the zero time are missing.
//
//	t, err := houses.Derive("price per m²", func(r dataset.Row) any { return r.Number("price") / r.Number("area") })
func (t *Table) Derive(name string, value func(Row) any) (*Table, error) {
	if name == "" || value == nil {
		return nil, fmt.Errorf("dataset: Derive: the name is %q, value is nil: %t", name, value == nil)
	}
	values := make([]any, t.Len())
	for i := range values {
		r := t.Row(i)
		values[i] = value(r)
		if *r.fault != nil {
			return nil, *r.fault
		}
	}
	made, err := columnOf(name, values, t.of.file, t.lines)
	if err != nil {
		return nil, fmt.Errorf("dataset: Derive: column %q, %w", name, err)
	}
	columns := make([]*column, 0, len(t.columns)+1)
	replaced := false
	for _, c := range t.columns {
		if c.name == name {
			c, replaced = made, true
		}
		columns = append(columns, c)
	}
	if !replaced {
		columns = append(columns, made)
	}
	return t.with(columns), nil
}

// value is what a program puts into a cell; a missing one is [Empty].
type value struct {
	kind   Kind
	text   string
	number float64
	time   time.Time
}

// columnOf is the column of values, whose kind the first that is not missing
// tells.
func columnOf(name string, values []any, file string, lines []int) (*column, error) {
	c := newColumn(name, Empty, &source{file: file}, lines)
	for i, any := range values {
		v, err := valueOf(any)
		switch {
		case err != nil:
			return nil, fmt.Errorf("line %d: %w", lines[i], err)
		case v.kind == Empty:
			continue
		case c.kind == Empty:
			c = newColumn(name, v.kind, c.of, lines)
		case c.kind != v.kind:
			return nil, fmt.Errorf("line %d: %v is %s, the rows before have %s", lines[i], any, v.kind, c.kind)
		}
		c.put(i, v)
	}
	c.finish()
	return c, nil
}

// newColumn is a column that a program makes, all of whose values are missing.
func newColumn(name string, kind Kind, of *source, lines []int) *column {
	c := &column{name: name, made: true, kind: kind, cells: make([]string, len(lines)), of: of, lines: lines}
	switch kind {
	case Number, Boolean:
		c.form.truths = truths[0] // as put writes them
		c.numbers = make([]float64, len(lines))
		for i := range c.numbers {
			c.numbers[i] = math.NaN()
		}
	case Time:
		c.times = make([]time.Time, len(lines))
	}
	c.once.Do(func() {})
	return c
}

// put sets a value of the column's kind.
func (c *column) put(i int, v value) {
	switch c.kind {
	case Number:
		c.numbers[i], c.cells[i] = v.number, strconv.FormatFloat(v.number, 'g', -1, 64)
	case Boolean:
		c.numbers[i], c.cells[i] = v.number, strconv.FormatBool(v.number == 1)
	case Time:
		c.times[i] = v.time
	case Text:
		c.cells[i] = v.text
	}
}

// finish writes times, and counts what is missing, when all values are put.
func (c *column) finish() {
	if c.kind == Time {
		c.cells = timeCells(c.times, func(i int) bool { return c.times[i].IsZero() })
	}
	for i := range c.cells {
		if c.isMissing(i) {
			c.absent++
		}
	}
}

func valueOf(v any) (value, error) {
	switch v := v.(type) {
	case nil:
		return value{kind: Empty}, nil
	case string:
		return value{kind: Text, text: v}, nil
	case bool:
		if v {
			return value{kind: Boolean, number: 1}, nil
		}
		return value{kind: Boolean}, nil
	case time.Time:
		if v.IsZero() {
			return value{kind: Empty}, nil
		}
		return value{kind: Time, time: v}, nil
	}
	var number float64
	switch r := reflect.ValueOf(v); {
	case r.CanInt():
		number = float64(r.Int())
	case r.CanUint():
		number = float64(r.Uint())
	case r.CanFloat():
		number = r.Float()
	default:
		return value{}, fmt.Errorf("%v is a %T; it must be a number, a text, a truth value or a time", v, v)
	}
	if math.IsNaN(number) {
		return value{kind: Empty}, nil
	}
	if math.IsInf(number, 0) {
		return value{}, errors.New("the number is infinite")
	}
	return value{kind: Number, number: number}, nil
}

// timeCells writes times, all in one form that reads back as the same ones:
// dates where none has a clock time.
func timeCells(times []time.Time, missing func(i int) bool) []string {
	form := time.DateOnly
	for _, t := range times {
		if _, offset := t.Zone(); offset != 0 || !t.Equal(t.Truncate(24*time.Hour)) {
			form = time.RFC3339Nano
		}
	}
	cells := make([]string, len(times))
	for i, t := range times {
		if !missing(i) {
			cells[i] = t.Format(form)
		}
	}
	return cells
}
