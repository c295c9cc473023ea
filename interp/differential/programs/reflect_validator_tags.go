//go:build ignore

package main

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

type Rule func(v reflect.Value, arg string) error

var rules = map[string]Rule{
	"required": func(v reflect.Value, _ string) error {
		if v.IsZero() {
			return errors.New("is required")
		}
		return nil
	},
	"min": func(v reflect.Value, arg string) error { return bound(v, arg, false) },
	"max": func(v reflect.Value, arg string) error { return bound(v, arg, true) },
	"oneof": func(v reflect.Value, arg string) error {
		for _, o := range strings.Split(arg, "|") {
			if fmt.Sprint(v.Interface()) == o {
				return nil
			}
		}
		return fmt.Errorf("must be one of %s", arg)
	},
	"match": func(v reflect.Value, arg string) error {
		if !regexp.MustCompile(arg).MatchString(v.String()) {
			return fmt.Errorf("does not match %s", arg)
		}
		return nil
	},
}

func bound(v reflect.Value, arg string, upper bool) error {
	limit, err := strconv.ParseFloat(arg, 64)
	if err != nil {
		return err
	}
	var have float64
	what := "value"
	switch v.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int64:
		have = float64(v.Int())
	case reflect.Uint, reflect.Uint8:
		have = float64(v.Uint())
	case reflect.Float32, reflect.Float64:
		have = v.Float()
	case reflect.String, reflect.Slice, reflect.Map, reflect.Array:
		have, what = float64(v.Len()), "length"
	default:
		return fmt.Errorf("cannot bound a %s", v.Kind())
	}
	if upper && have > limit {
		return fmt.Errorf("%s %v above %s", what, have, arg)
	} else if !upper && have < limit {
		return fmt.Errorf("%s %v below %s", what, have, arg)
	}
	return nil
}

type FieldError struct {
	Path string
	Err  error
}

func (f FieldError) Error() string { return f.Path + " " + f.Err.Error() }

func Validate(x any) (errs []error) { return validate(reflect.ValueOf(x), "") }

func validate(v reflect.Value, path string) (errs []error) {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return nil
		}
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			errs = append(errs, validate(v.Index(i), fmt.Sprintf("%s[%d]", path, i))...)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			p := strings.TrimPrefix(path+"."+f.Name, ".")
			if !f.IsExported() {
				continue
			}
			for _, part := range strings.Split(f.Tag.Get("check"), ",") {
				name, arg, _ := strings.Cut(part, "=")
				if r, ok := rules[name]; ok {
					if err := r(v.Field(i), arg); err != nil {
						errs = append(errs, FieldError{p, err})
					}
				} else if name != "" {
					errs = append(errs, FieldError{p, fmt.Errorf("has unknown rule %q", name)})
				}
			}
			errs = append(errs, validate(v.Field(i), p)...)
		}
	}
	return
}

type Size string

type Item struct {
	Name string `check:"required,max=8"`
	Size Size   `check:"oneof=S|M|L"`
	Qty  uint8  `check:"min=1,max=10" json:"qty"`
}

type Order struct {
	ID     string `check:"match=^[A-Z]{2}\\d+$"`
	Items  []Item `check:"min=1"`
	Gift   *Item
	Extra  any
	Rate   float32 `check:"max=0.5,weird"`
	hidden string  `check:"required"`
	On     bool    `check:"min=1"`
}

func main() {
	good := Item{"shirt", "M", 2}
	for _, x := range []any{
		good, &Item{}, Item{"very long name", "XL", 11},
		Order{ID: "AB12", Items: []Item{good, {Name: "x", Size: "S"}}, Extra: Item{"e", "L", 1}},
		&Order{ID: "12", Gift: &Item{Qty: 3}, Extra: []Item{{"a", "a", 1}}, Rate: 0.75},
		(*Order)(nil), 5, nil,
	} {
		if x == nil {
			fmt.Println("nil")
			continue
		}
		fmt.Printf("%T %v\n", x, reflect.TypeOf(x).Kind())
		for _, err := range Validate(x) {
			fmt.Println("  -", err)
		}
	}
}
