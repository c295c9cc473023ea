package dataset

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Aggregate makes one number of the rows of a group, for [Table.Group].
type Aggregate struct {
	name   string // of its column
	column string // of which it is, or "" for the rows
	of     func(present []float64) float64
}

// Count is the number of rows, as column "rows".
func Count() Aggregate { return Aggregate{name: "rows"} }

// Mean is the mean of the numbers of a column that are there, as column
// "mean NAME"; none is missing. So are [Median], [Std], [Sum], [Min] and [Max].
func Mean(column string) Aggregate {
	return Aggregate{"mean " + column, column, func(v []float64) float64 { return stat.Mean(v, nil) }}
}

// Median is the median of a column, as "median NAME".
func Median(column string) Aggregate {
	return Aggregate{"median " + column, column, func(v []float64) float64 {
		v = slices.Clone(v)
		slices.Sort(v)
		return median(v)
	}}
}

// Std is the standard deviation (divisor n-1) of a column, as "std NAME";
// that of one number is missing.
func Std(column string) Aggregate {
	return Aggregate{"std " + column, column, func(v []float64) float64 {
		if len(v) < 2 {
			return math.NaN()
		}
		return stat.StdDev(v, nil)
	}}
}

// Sum is the sum of a column, as "sum NAME".
func Sum(column string) Aggregate {
	return Aggregate{"sum " + column, column, func(v []float64) float64 {
		sum := 0.0
		for _, x := range v {
			sum += x
		}
		return sum
	}}
}

// Min is the smallest number of a column, as "min NAME".
func Min(column string) Aggregate { return Aggregate{"min " + column, column, slices.Min[[]float64]} }

// Max is the largest number of a column, as "max NAME".
func Max(column string) Aggregate { return Aggregate{"max " + column, column, slices.Max[[]float64]} }

// Group returns a row for each value of the column by, in ascending order and
// rows without one last: the value, and the aggregates of the rows that have it.
//
//	t, err := houses.Group("district", dataset.Count(), dataset.Mean("price"))
func (t *Table) Group(by string, aggregates ...Aggregate) (*Table, error) {
	if len(aggregates) == 0 {
		return nil, errors.New("dataset: Group: there are no aggregates, such as dataset.Count() or dataset.Mean(\"price\")")
	}
	sorted, err := t.Sort(by)
	if err != nil {
		return nil, err
	}
	keys, err := sorted.keys(by)
	if err != nil {
		return nil, err
	}
	var first []int // rows that begin a group
	for i := range keys {
		if i == 0 || keys[i] != keys[i-1] {
			first = append(first, i)
		}
	}
	key, err := sorted.find(by)
	if err != nil {
		return nil, err
	}
	grouped := &Table{of: t.of, columns: []*column{key.subset(first)}, lines: pick(sorted.lines, first)}
	for _, a := range aggregates {
		c, err := a.over(sorted, first, grouped.lines)
		if err != nil {
			return nil, err
		}
		grouped.columns = append(grouped.columns, c)
	}
	return grouped, checkNames("Group", grouped.Names())
}

// over is the column of an aggregate over groups of rows that begin at first.
func (a Aggregate) over(t *Table, first, lines []int) (*column, error) {
	var numbers []float64
	if a.column != "" {
		c, err := t.find(a.column)
		if err == nil {
			err = c.recognised().trouble
		}
		if err == nil && c.numbers == nil && c.kind != Empty {
			err = c.noNumbers(t)
		}
		if err != nil {
			return nil, err
		}
		numbers = c.numbers
	}
	made := newColumn(a.name, Number, &source{file: t.of.file}, lines)
	for g, lo := range first {
		hi := t.Len()
		if g+1 < len(first) {
			hi = first[g+1]
		}
		if v := a.value(numbers, lo, hi); !math.IsNaN(v) {
			made.put(g, value{number: v})
		}
	}
	made.finish()
	return made, nil
}

// value is the aggregate of the rows in [lo, hi), NaN where it is missing.
func (a Aggregate) value(numbers []float64, lo, hi int) float64 {
	if a.column == "" {
		return float64(hi - lo)
	}
	if numbers == nil {
		return math.NaN()
	}
	there := present(numbers[lo:hi], func(v float64) bool { return !math.IsNaN(v) })
	if len(there) == 0 {
		return math.NaN()
	}
	return a.of(there)
}

// String names the column.
func (a Aggregate) String() string { return a.name }
