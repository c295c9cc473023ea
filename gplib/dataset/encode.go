package dataset

import (
	"errors"
	"fmt"
	"strings"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// Encoder turns the columns of a table into numbers, and those of further tables
// in the same way. [Table.Encode] returns one. It keeps levels, units, words for
// yes and no, and origins, not rows. A column that has another unit in a further
// table, such as 0.05 where it learned 5%, or holds something else, is an error.
type Encoder struct {
	target Encoding
	inputs []Encoding
}

// Encode returns the encoder of a target, which must be a column of numbers or
// truth values, and of inputs other than the target: a column's name stands for
// its numbers, or its truth values as 0 and 1, and an [Encoding] turns text and
// times into numbers.
//
//	enc, err := houses.Encode("price", "area", dataset.OneHot("district"), dataset.Days("sold"))
//	data, err := enc.Data(houses)
//	x, err := enc.Inputs(offers) // to predict at
func (t *Table) Encode(target string, inputs ...any) (*Encoder, error) {
	learned, err := t.targetEncoding(target)
	if err != nil {
		return nil, t.hintLabels(target, err)
	}
	return t.encoder(target, learned, inputs)
}

// encoder returns the encoder of a target whose encoding is known.
func (t *Table) encoder(target string, learned Encoding, inputs []any) (*Encoder, error) {
	if len(inputs) == 0 {
		return nil, errors.New("dataset: Encode: there are no inputs")
	}
	e := &Encoder{target: learned}
	for i, input := range inputs {
		var encoding Encoding
		switch input := input.(type) {
		case string:
			encoding = numeric(input)
		case Encoding:
			encoding = input
		default:
			return nil, fmt.Errorf("dataset: Encode: input %d is a %T; it must be a column's name or an encoding such as dataset.OneHot(\"district\")", i, input)
		}
		if encoding.column == target {
			return nil, targetAmongInputs("Encode", target)
		}
		fitted, err := encoding.fitted(t)
		if err != nil {
			return nil, err
		}
		e.inputs = append(e.inputs, fitted)
	}
	return e, nil
}

// targetEncoding returns the numbers of a target. Some may be missing in the
// table that determines their meaning.
func (t *Table) targetEncoding(name string) (Encoding, error) {
	c, err := t.find(name)
	if err != nil {
		return Encoding{}, err
	}
	if c.recognised().trouble != nil {
		return Encoding{}, c.trouble
	}
	if c.kind == Number || c.kind == Boolean {
		return numeric(name).by(c.meaning()), nil
	}
	if i, wrong, fault := c.noNumber(); c.kind != Time && 2*wrong > t.Len() {
		return Encoding{}, t.cellError(c, i, fmt.Errorf("%w; the target of table.Encode must be a column of numbers", fault))
	}
	return Encoding{}, c.noNumbers(t)
}

// targetAmongInputs returns the error of the function named of.
func targetAmongInputs(of, target string) error {
	return fmt.Errorf("dataset: %s: the target %q is among the inputs; leave it out of them", of, target)
}

// Names returns the names of the dimensions that the inputs become.
func (e *Encoder) Names() []string {
	var names []string
	for _, input := range e.inputs {
		names = append(names, input.names...)
	}
	return names
}

// Inputs returns the encoded inputs of a table, which need not have the target.
// A level that the encoder does not know is an error, and so is a missing cell.
func (e *Encoder) Inputs(t *Table) (*cov.Matrix, error) {
	if t == nil {
		return nil, errors.New("dataset: Encoder: the table is nil")
	}
	var columns [][]float64
	for _, input := range e.inputs {
		encoded, err := input.apply(t)
		if err != nil {
			return nil, err
		}
		columns = append(columns, encoded...)
	}
	return points(columns, e.Names(), t.Len())
}

// Data returns the target and the encoded inputs of a table.
func (e *Encoder) Data(t *Table) (gplib.Data, error) {
	x, err := e.Inputs(t)
	if err != nil {
		return gplib.Data{}, err
	}
	y, err := e.target.apply(t)
	if err != nil {
		return gplib.Data{}, err
	}
	return namedData(x, y[0], e.target.column)
}

// String returns the dimensions that the inputs become.
func (e *Encoder) String() string {
	return fmt.Sprintf("%s by %s", e.target.column, strings.Join(e.Names(), ", "))
}

// Encoding turns a column into one or more dimensions. Make one by [OneHot],
// [Days], [Hours] or [Seconds].
type Encoding struct {
	column string
	names  []string // of the dimensions, when it is fitted
	// fit returns the encoding fitted to a table.
	fit func(t *Table, e Encoding) (Encoding, error)
	// apply returns a column for each dimension.
	apply func(t *Table) ([][]float64, error)
}

func (e Encoding) fitted(t *Table) (Encoding, error) {
	if e.fit == nil {
		return e, errors.New("dataset: Encode: an encoding is empty; create one with dataset.OneHot, Days, Hours or Seconds")
	}
	if _, err := t.find(e.column); err != nil {
		return e, err
	}
	return e.fit(t, e)
}

// always is the fit of an encoding without fitted values: it only returns an
// error if the table cannot be encoded.
func always(t *Table, e Encoding) (Encoding, error) {
	_, err := e.apply(t)
	return e, err
}

// numeric returns the encoding of a column's numbers as they are.
func numeric(column string) Encoding {
	return Encoding{column: column, names: []string{column}, fit: func(t *Table, e Encoding) (Encoding, error) {
		if _, err := t.Column(column); err != nil {
			return e, err
		}
		c, err := t.find(column)
		if err != nil {
			return e, err
		}
		return e.by(c.meaning()), nil
	}}
}

// by returns the encoding of numbers whose meaning is known.
func (e Encoding) by(m meaning) Encoding {
	e.apply = func(t *Table) ([][]float64, error) {
		numbers, err := m.numbers(t, e.column)
		return [][]float64{numbers}, err
	}
	return e
}

// OneHot makes a dimension of 0 and 1 for each level of a column of text, named
// "district=north": for the levels given, or all that the table has, in
// alphabetical order. Numbers, times and truth values are levels by their value,
// numbers in ascending order: 5, 5.0 and 05 are one level. Unlike in linear
// regression, no level is left out: collinear columns do not disturb a Gaussian
// process, and any two levels are equally far apart.
func OneHot(column string, levels ...string) Encoding {
	return Encoding{column: column, fit: func(t *Table, e Encoding) (Encoding, error) {
		c, err := t.findPresent(column)
		if err != nil {
			return e, err
		}
		m := c.meaning()
		known := m.levelsOf(c)
		if len(levels) > 0 {
			known, m = m.named(c, levels)
		}
		return e.ofLevels(t, known, m)
	}}
}

// ofLevels returns an encoding of levels, which cells have by a meaning, as 0 and
// 1.
func (e Encoding) ofLevels(t *Table, levels []level, m meaning) (Encoding, error) {
	names, at := make([]string, len(levels)), make(map[string]int, len(levels))
	for i, level := range levels {
		if _, twice := at[level.key]; twice {
			return e, fmt.Errorf("dataset: OneHot(%q): the level %q is named twice", e.column, level.name)
		}
		names[i], at[level.key] = level.name, i
	}
	e.names = nil
	for _, level := range names {
		e.names = append(e.names, e.column+"="+level)
	}
	e.apply = func(t *Table) ([][]float64, error) {
		c, err := t.findPresent(e.column)
		if err != nil {
			return nil, err
		}
		if m.kind == Number && c.kind == Number {
			if err := m.same(c); err != nil {
				return nil, err
			}
		}
		columns := make([][]float64, len(names))
		for k := range columns {
			columns[k] = make([]float64, len(c.cells))
		}
		for i, cell := range c.cells {
			level, ok := at[m.key(c, i)]
			if !ok {
				return nil, t.cellError(c, i, fmt.Errorf("%q is not one of the levels %s", cell, strings.Join(names, ", ")))
			}
			columns[level][i] = 1
		}
		return columns, nil
	}
	return always(t, e)
}
