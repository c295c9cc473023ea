package cluster

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
)

// mostShown is how much of the JSON an error shows, in bytes.
const mostShown = 200

// faithful returns a value as JSON, and an error unless reading the JSON gives the same
// value.
func faithful[T any](v T, what string) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("cluster: %s: %w", what, err)
	}
	var again T
	if err := json.Unmarshal(text, &again); err != nil {
		return nil, fmt.Errorf("cluster: %s: %w", what, err)
	}
	if !sameData(reflect.ValueOf(&v).Elem(), reflect.ValueOf(&again).Elem()) {
		if len(text) > mostShown {
			text = append(text[:mostShown:mostShown], "..."...)
		}
		return nil, fmt.Errorf("cluster: %s, a %T, changes when it is read back from its JSON, %s: export its fields without json:\"-\", or give it the methods MarshalJSON and UnmarshalJSON", what, v, text)
	}
	return text, nil
}

// sameData compares a value with its copy from JSON. Empty and nil are the same, and
// types with a JSON form of their own are compared by it.
func sameData(v, again reflect.Value) bool {
	if writesItself(v.Type()) {
		return true // json.Unmarshal has read what it wrote
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() || again.IsNil() {
			return v.IsNil() == again.IsNil()
		}
		return v.Elem().Type() == again.Elem().Type() && sameData(v.Elem(), again.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if !sameData(v.Field(i), again.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Slice, reflect.Array:
		if v.Len() != again.Len() {
			return false
		}
		for i := range v.Len() {
			if !sameData(v.Index(i), again.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Map:
		if v.Len() != again.Len() {
			return false
		}
		for entries := v.MapRange(); entries.Next(); {
			if at := again.MapIndex(entries.Key()); !at.IsValid() || !sameData(entries.Value(), at) {
				return false
			}
		}
		return true
	case reflect.Func, reflect.Chan:
		return v.IsNil() && again.IsNil()
	default:
		return v.Equal(again)
	}
}

// writesItself reports whether a type has a form of its own in JSON.
func writesItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(reflect.TypeFor[json.Marshaler]()) && p.Implements(reflect.TypeFor[json.Unmarshaler]()) ||
		p.Implements(reflect.TypeFor[encoding.TextMarshaler]()) && p.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}
