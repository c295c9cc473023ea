package dataset

import (
	"errors"
	"fmt"
)

// Select returns the table of the named columns, in that order, with all rows. It fails without names, for a name that
// the table does not have, and for one that is given twice.
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

// Filter returns the rows for which keep returns true; at least one row must be
// left. A comparison with a missing number, which is NaN, is false.
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
