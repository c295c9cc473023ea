package parquet

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"time"

	"github.com/parquet-go/parquet-go"

	"krigo/gplib/dataset"
	"krigo/internal/replace"
)

// Write writes a table to a Parquet file, which [Read] reads back: numbers as
// doubles, those that begin with zeros as text, truth values, text, and times as
// dates where none has a clock time, else as instants to the microsecond in UTC. Missing cells are null. An
// ambiguous column is an error, and leaves an existing file unchanged.
func Write(path string, t *dataset.Table) (err error) {
	if t == nil {
		return errors.New("parquet: Write: the table is nil")
	}
	columns, err := columnsOf(t)
	if err != nil {
		return err
	}
	if err := replace.File(path, func(w io.Writer) error { return writeRows(w, t, columns) }); err != nil {
		return fmt.Errorf("parquet: %s: %w", path, err)
	}
	return nil
}

// written is the stored form of a column.
type written struct {
	name string
	node parquet.Node
	cell func(dataset.Row) parquet.Value // of a cell that is not missing
}

func columnsOf(t *dataset.Table) ([]written, error) {
	var columns []written
	for _, s := range t.Describe() {
		if s.Doubt != nil {
			return nil, s.Doubt
		}
		w := written{name: s.Name}
		switch {
		case s.Kind == dataset.Number && !s.Padded:
			w.node = parquet.Leaf(parquet.DoubleType)
			w.cell = func(r dataset.Row) parquet.Value { return parquet.DoubleValue(r.Number(s.Name)) }
		case s.Kind == dataset.Boolean:
			w.node = parquet.Leaf(parquet.BooleanType)
			w.cell = func(r dataset.Row) parquet.Value { return parquet.BooleanValue(r.True(s.Name)) }
		case s.Kind == dataset.Time:
			w.node, w.cell = timesOf(t, s.Name)
		default:
			w.node = parquet.String()
			w.cell = func(r dataset.Row) parquet.Value { return parquet.ByteArrayValue([]byte(r.Text(s.Name))) }
		}
		columns = append(columns, w)
	}
	return columns, nil
}

// timesOf returns the stored form of a column of times.
func timesOf(t *dataset.Table, name string) (parquet.Node, func(dataset.Row) parquet.Value) {
	dates := true
	for i := range t.Len() {
		at := t.Row(i).Time(name)
		_, offset := at.Zone()
		dates = dates && offset == 0 && at.Equal(at.Truncate(24*time.Hour))
	}
	if dates {
		return parquet.Date(), func(r dataset.Row) parquet.Value {
			return parquet.Int32Value(int32(r.Time(name).Unix() / 86400))
		}
	}
	return parquet.Timestamp(parquet.Microsecond), func(r dataset.Row) parquet.Value {
		return parquet.Int64Value(r.Time(name).UnixMicro())
	}
}

func writeRows(file io.Writer, t *dataset.Table, columns []written) error {
	root := inOrder{Group: parquet.Group{}}
	for _, c := range columns {
		root.Group[c.name] = parquet.Optional(c.node)
		root.names = append(root.names, c.name)
	}
	out := parquet.NewWriter(file, parquet.NewSchema("table", root))
	row := make(parquet.Row, len(columns))
	for i := range t.Len() {
		r := t.Row(i)
		for j, c := range columns {
			if r.Missing(c.name) {
				row[j] = parquet.NullValue().Level(0, 0, j)
			} else {
				row[j] = c.cell(r).Level(0, 1, j)
			}
		}
		if _, err := out.WriteRows([]parquet.Row{row}); err != nil {
			return err
		}
	}
	return out.Close()
}

// inOrder is a group whose fields have the order of names; a plain group's are
// in alphabetical order.
type inOrder struct {
	parquet.Group
	names []string
}

func (g inOrder) Fields() []parquet.Field {
	fields := g.Group.Fields()
	slices.SortFunc(fields, func(a, b parquet.Field) int {
		return cmp.Compare(slices.Index(g.names, a.Name()), slices.Index(g.names, b.Name()))
	})
	return fields
}

// GoType returns the type of an empty struct: rows are written value by value,
// and names of columns need not be those of fields.
func (g inOrder) GoType() reflect.Type { return reflect.TypeFor[struct{}]() }
