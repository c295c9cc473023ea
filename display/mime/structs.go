package mime

import (
	"cmp"
	"fmt"
	"reflect"

	"krigo/cell"
)

// reflected returns the view of structs, as a table of their fields, and of slices
// of structs, as a table with a row each. Their text/plain is fmt's. Other
// values, and those that say themselves how they are printed, have no view.
func reflected(v any) cell.Bundle {
	switch v.(type) {
	case fmt.Stringer, error, fmt.Formatter:
		return cell.Bundle{}
	}
	r := reflect.Indirect(reflect.ValueOf(v))
	switch {
	case !r.IsValid():
	case r.Kind() == reflect.Struct && r.NumField() > 0:
		return htmlView(fieldTable(r))
	case r.Kind() == reflect.Slice && r.Len() > 0 && r.Type().Elem().Kind() == reflect.Struct && r.Type().Elem().NumField() > 0:
		if !reflect.PointerTo(r.Type().Elem()).Implements(stringerType) {
			return htmlView(structTable(r))
		}
	}
	return cell.Bundle{}
}

var stringerType = reflect.TypeFor[fmt.Stringer]()

func htmlView(t *Tabular) cell.Bundle { return cell.Bundle{Data: map[string]any{TypeHTML: t.HTML()}} }

func fieldTable(s reflect.Value) *Tabular {
	rows := make([][]any, s.NumField())
	for i := range rows {
		rows[i] = []any{s.Type().Field(i).Name, short(s.Field(i))}
	}
	return Table([]string{"field", "value"}, rows)
}

// TableOf returns a table of a slice of structs, or of pointers to them, with a column for each exported
// field under its name, or the name in its tag: `table:"rows used"`, where "-" leaves a field out. A nil
// pointer is an empty row. Any other value is an error of the table, where it is shown.
func TableOf(rows any) *Tabular {
	s := reflect.ValueOf(rows)
	if !s.IsValid() || s.Kind() != reflect.Slice && s.Kind() != reflect.Array {
		return notTabular(rows)
	}
	element := s.Type().Elem()
	if element.Kind() == reflect.Pointer {
		element = element.Elem()
	}
	if element.Kind() != reflect.Struct {
		return notTabular(rows)
	}
	var header []string
	var fields []int
	for i := range element.NumField() {
		field := element.Field(i)
		name := cmp.Or(field.Tag.Get("table"), field.Name)
		if field.IsExported() && name != "-" {
			header, fields = append(header, name), append(fields, i)
		}
	}
	table := make([][]any, s.Len())
	for i := range table {
		table[i] = make([]any, len(fields))
		row := reflect.Indirect(s.Index(i))
		for j, field := range fields {
			if row.IsValid() {
				table[i][j] = row.Field(field).Interface()
			}
		}
	}
	return Table(header, table)
}

func notTabular(rows any) *Tabular {
	t := Table(nil, nil)
	t.fault = fmt.Errorf("display: TableOf: %T is not a slice of structs", rows)
	return t.Title(t.fault.Error()) // where it is printed
}

func structTable(s reflect.Value) *Tabular {
	element := s.Type().Elem()
	header := make([]string, element.NumField())
	for i := range header {
		header[i] = element.Field(i).Name
	}
	rows := make([][]any, s.Len())
	for i := range rows {
		rows[i] = make([]any, len(header))
		for j := range header {
			rows[i][j] = short(s.Index(i).Field(j))
		}
	}
	return Table(header, rows)
}

// short returns a field's value for a table: numbers as they are, the rest as
// text of bounded length.
func short(v reflect.Value) any {
	const most = 120
	if v.CanInterface() && isNumeric(v.Interface()) {
		return v.Interface()
	}
	var s string
	if v.CanInterface() {
		s = guardText("String", func() string { return plain(v.Interface()) })
	} else {
		p := shortener{budget: plainItems}
		p.print(v, 0)
		s = p.String()
	}
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}
