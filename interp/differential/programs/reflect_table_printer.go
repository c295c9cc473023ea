//go:build ignore

package main

import (
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
	"unicode/utf8"
)

type Align int

const (
	Left Align = iota
	Right
	Center
)

func (a Align) pad(s string, w int) string {
	gap := max(w-utf8.RuneCountInString(s), 0)
	switch a {
	case Right:
		return strings.Repeat(" ", gap) + s
	case Center:
		return strings.Repeat(" ", gap/2) + s + strings.Repeat(" ", gap-gap/2)
	}
	return s + strings.Repeat(" ", gap)
}

type column struct {
	title string
	align Align
	index []int
	verb  string
}

func columns(t reflect.Type, index []int) (cols []column) {
	for i := range t.NumField() {
		f := t.Field(i)
		at := append(append([]int(nil), index...), i)
		if f.Anonymous && f.Type.Kind() == reflect.Struct {
			cols = append(cols, columns(f.Type, at)...)
			continue
		}
		tag := f.Tag.Get("table")
		if tag == "-" || !f.IsExported() {
			continue
		}
		c := column{title: f.Name, index: at, verb: "%v"}
		switch f.Type.Kind() {
		case reflect.Int, reflect.Float64, reflect.Uint:
			c.align = Right
		case reflect.Bool:
			c.align = Center
		}
		for _, opt := range strings.Fields(tag) {
			switch k, v, _ := strings.Cut(opt, ":"); k {
			case "title":
				c.title = v
			case "fmt":
				c.verb = v
			}
		}
		cols = append(cols, c)
	}
	return
}

func Print[T any](w io.Writer, rows []T) {
	t := reflect.TypeFor[T]()
	ptr := t.Kind() == reflect.Pointer
	if ptr {
		t = t.Elem()
	}
	cols := columns(t, nil)
	cells := [][]string{make([]string, len(cols))}
	widths := make([]int, len(cols))
	for i, c := range cols {
		cells[0][i] = c.title
	}
	for _, r := range rows {
		v := reflect.ValueOf(r)
		if ptr {
			if v.IsNil() {
				continue
			}
			v = v.Elem()
		}
		line := make([]string, len(cols))
		for i, c := range cols {
			fv := v.FieldByIndex(c.index)
			if fv.Kind() == reflect.Pointer && !fv.IsNil() {
				fv = fv.Elem()
			}
			line[i] = fmt.Sprintf(c.verb, fv.Interface())
		}
		cells = append(cells, line)
	}
	for _, line := range cells {
		for i, s := range line {
			widths[i] = max(widths[i], utf8.RuneCountInString(s))
		}
	}
	for n, line := range cells {
		for i, s := range line {
			fmt.Fprint(w, "| ", cols[i].align.pad(s, widths[i]), " ")
		}
		fmt.Fprintln(w, "|")
		if n == 0 {
			for _, wd := range widths {
				fmt.Fprint(w, "|", strings.Repeat("-", wd+2))
			}
			fmt.Fprintln(w, "|")
		}
	}
}

type Money float64

func (m Money) String() string { return fmt.Sprintf("€%.2f", float64(m)) }

type Meta struct {
	ID   int
	Tags []string `table:"fmt:%q"`
}

type Product struct {
	Meta
	Name   string  `table:"title:Product"`
	Price  Money   `table:"title:Cost"`
	Weight float64 `table:"fmt:%.1fkg"`
	Fresh  bool
	Parent *Meta
	Notes  string `table:"-"`
	cache  int
}

func main() {
	ps := []Product{
		{Meta{1, []string{"a"}}, "jablka", 2.5, 1, true, nil, "hidden", 0},
		{Meta{20, nil}, "žluté švestky", 10, 12.345, false, &Meta{ID: 1}, "", 1},
	}
	Print(os.Stdout, ps)
	Print(os.Stdout, []*Meta{{3, []string{"x", "y"}}, nil, {ID: -400}})
	Print(os.Stdout, []struct {
		A, B string
		C    struct{ X, Y int }
	}{{"p", "q", struct{ X, Y int }{1, 2}}})
	Print[struct{ Empty any }](os.Stdout, nil)
	defer func() { fmt.Println("recovered:", recover() != nil) }()
	Print(os.Stdout, []Align{Left})
}
