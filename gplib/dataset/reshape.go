package dataset

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Select returns the table of the named columns, in that order.
func (t *Table) Select(names ...string) (*Table, error) {
	if len(names) == 0 {
		return nil, errors.New("dataset: Select: no column is named")
	}
	if err := checkNames("Select", names); err != nil {
		return nil, err
	}
	columns, err := t.findAll(names)
	if err != nil {
		return nil, err
	}
	return t.with(columns), nil
}

// Drop returns the table without the named columns; some column must be left.
func (t *Table) Drop(names ...string) (*Table, error) {
	if _, err := t.findAll(names); err != nil {
		return nil, err
	}
	columns := slices.DeleteFunc(slices.Clone(t.columns), func(c *column) bool { return slices.Contains(names, c.name) })
	if len(columns) == 0 {
		return nil, fmt.Errorf("dataset: Drop leaves no column of %s", t.of.file)
	}
	return t.with(columns), nil
}

// Filter returns the rows that keep says yes to; some row must be left. A
// comparison with a missing number, which is NaN, is false.
//
//	large, err := houses.Filter(func(r dataset.Row) bool { return r.Number("area") > 80 })
func (t *Table) Filter(keep func(Row) bool) (*Table, error) {
	if keep == nil {
		return nil, errors.New("dataset: Filter: keep is nil")
	}
	var index []int
	for i := range t.lines {
		r := t.Row(i)
		kept := keep(r)
		if *r.fault != nil {
			return nil, *r.fault
		}
		if kept {
			index = append(index, i)
		}
	}
	if len(index) == 0 {
		return nil, fmt.Errorf("dataset: Filter keeps none of the %d rows of %s", t.Len(), t.of.file)
	}
	return t.rows(index), nil
}

// Sort returns the rows in ascending order of a column, among equals of the
// next one: numbers and times by size, text by the alphabet, missing cells last.
// A - before a name ("-price") means descending. Equal rows keep their order.
func (t *Table) Sort(names ...string) (*Table, error) {
	if len(names) == 0 {
		return nil, errors.New("dataset: Sort: no column is named")
	}
	orders := make([]func(i, j int) int, len(names))
	for k, name := range names {
		plain, descending := strings.CutPrefix(name, "-")
		if slices.Contains(t.Names(), name) {
			plain, descending = name, false
		}
		c, err := t.find(plain)
		if err == nil {
			err = c.recognised().trouble
		}
		if err != nil {
			return nil, err
		}
		orders[k] = c.order(descending)
	}
	index := make([]int, t.Len())
	for i := range index {
		index[i] = i
	}
	slices.SortStableFunc(index, func(i, j int) int {
		for _, order := range orders {
			if o := order(i, j); o != 0 {
				return o
			}
		}
		return 0
	})
	return t.rows(index), nil
}

// order compares cells, missing ones last.
func (c *column) order(descending bool) func(i, j int) int {
	compare := func(i, j int) int { return strings.Compare(c.cells[i], c.cells[j]) }
	switch {
	case c.numbers != nil:
		compare = func(i, j int) int {
			o := cmp.Compare(c.numbers[i], c.numbers[j])
			if o == 0 && c.form.padded {
				o = cmp.Compare(c.cells[i], c.cells[j])
			}
			return o
		}
	case c.times != nil:
		compare = func(i, j int) int { return c.times[i].Compare(c.times[j]) }
	}
	return func(i, j int) int {
		switch a, b := c.isMissing(i), c.isMissing(j); {
		case a && b:
			return 0
		case a:
			return 1
		case b:
			return -1
		}
		if descending {
			i, j = j, i
		}
		return compare(i, j)
	}
}
