package dataset

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
)

// Names of the columns that [Table.Stack] adds.
const (
	stackedOutput = "output"
	stackedValue  = "value"
)

// Stack returns the table of several outputs in long form, for cov.Tasks: a row for each value of
// the named columns of numbers, with the columns inputs, the number of the output (0 for the first
// of outputs) as "output", and its value as "value". Rows are in the order of the outputs. A missing
// value has no row; each output needs at least one.
//
//	long, err := river.Stack([]string{"day"}, "copper", "lead")
//	data, err := long.Data("value", "day", "output")
func (t *Table) Stack(inputs []string, outputs ...string) (*Table, error) {
	if err := t.checkStack(inputs, outputs); err != nil {
		return nil, err
	}
	columns, err := t.findAll(inputs)
	if err != nil {
		return nil, err
	}
	var index []int
	var numbers, values []string
	for o, name := range outputs {
		present, err := t.Complete(name)
		if err != nil {
			return nil, err
		}
		column, err := present.Column(name)
		if err != nil {
			return nil, err
		}
		c, _ := t.find(name)
		for i := range t.lines {
			if !c.isMissing(i) {
				index = append(index, i)
				numbers = append(numbers, strconv.Itoa(o))
			}
		}
		for _, v := range column {
			values = append(values, strconv.FormatFloat(v, 'g', -1, 64))
		}
	}
	long := &Table{of: t.of, lines: pick(t.lines, index)}
	for _, c := range columns {
		long.columns = append(long.columns, c.subset(index))
	}
	made := &source{file: t.of.file}
	for _, c := range []*column{{name: stackedOutput, cells: numbers}, {name: stackedValue, cells: values}} {
		c.lines, c.of = long.lines, made
		made.columns = append(made.columns, c)
	}
	long.columns = append(long.columns, made.columns...)
	return long, nil
}

func (t *Table) checkStack(inputs, outputs []string) error {
	if len(outputs) == 0 {
		return errors.New("dataset: Stack: no output is named")
	}
	if err := checkNames("Stack", slices.Concat(inputs, outputs)); err != nil {
		return err
	}
	for _, name := range inputs {
		if name == stackedOutput || name == stackedValue {
			return fmt.Errorf("dataset: Stack adds a column %q, and an input has that name; rename the input", name)
		}
	}
	return nil
}
