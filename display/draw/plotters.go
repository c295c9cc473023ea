package draw

import (
	"reflect"
	"strings"
)

// plotterName returns the name of a plotter's type in words: "line", "bar chart".
func plotterName(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	var name strings.Builder
	for i, r := range t.Name() {
		if i > 0 && 'A' <= r && r <= 'Z' {
			name.WriteByte(' ')
		}
		name.WriteRune(r)
	}
	return strings.ToLower(name.String())
}

// pointsOf returns the number of points that a plotter holds: its length, or that of
// its first field with one; 0 if there is none.
func pointsOf(v reflect.Value) int {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.Slice:
		return v.Len()
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).Kind() == reflect.Slice {
				return v.Field(i).Len()
			}
		}
	}
	return 0
}
