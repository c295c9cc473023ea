package dataset

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"
)

// Join returns the table with the columns of other at the row that has the
// same value of the key, a column of both; where other has none they are
// missing. In other each key stands once, and no other name is in both. Keys that
// differ only by zeros before them, such as 01067 and 1067, are an error.
func (t *Table) Join(other *Table, key string) (*Table, error) {
	if other == nil {
		return nil, errors.New("dataset: Join: the other table is nil")
	}
	ours, err := t.keys(key)
	if err != nil {
		return nil, err
	}
	theirs, err := other.keys(key)
	if err != nil {
		return nil, err
	}
	if err := t.comparable(other, key, ours, theirs); err != nil {
		return nil, err
	}
	at := map[string]int{}
	for i, k := range theirs {
		if j, twice := at[k]; twice && k != "" {
			return nil, fmt.Errorf("dataset: Join: %s has %s %q in lines %d and %d; each key may stand there once", other.of.file, key, k, other.lines[j], other.lines[i])
		}
		at[k] = i
	}
	index := make([]int, t.Len())
	for i, k := range ours {
		index[i] = -1
		if j, found := at[k]; found && k != "" {
			index[i] = j
		}
	}
	columns := slices.Clone(t.columns)
	for _, c := range other.columns {
		if c.name == key {
			continue
		}
		if _, err := t.find(c.name); err == nil {
			return nil, fmt.Errorf("dataset: Join: both tables have a column %q; Drop it from one", c.name)
		}
		columns = append(columns, c.subset(index))
	}
	return t.with(columns), nil
}

// comparable wants keys of one kind in both tables. Codes are compared with
// numbers and with text, as they are spelled.
func (t *Table) comparable(other *Table, key string, ours, theirs []string) error {
	a, _ := t.find(key)
	b, _ := other.find(key)
	spelled := func(c *column) bool { return c.kind == Number || c.kind == Text }
	if a.kind != b.kind && !((a.isCode() || b.isCode()) && spelled(a) && spelled(b)) {
		return fmt.Errorf("dataset: Join: %q is %s in %s and %s in %s", key, a.kind, t.of.file, b.kind, other.of.file)
	}
	return a.spelledApart(b, ours, theirs)
}

// keys are the cells of a column in a form that is equal where their values
// are; a missing one is "".
func (t *Table) keys(name string) ([]string, error) {
	c, err := t.find(name)
	if err != nil {
		return nil, err
	}
	if c.recognised().trouble != nil {
		return nil, c.trouble
	}
	keys := make([]string, t.Len())
	for i := range c.cells {
		if !c.isMissing(i) {
			keys[i] = c.key(i)
		}
	}
	return keys, nil
}

// key is the value of cell i in a form that is equal where values are.
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
