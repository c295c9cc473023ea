package wrap

import (
	"encoding/json"
	"reflect"
)

// Unmarshal is json.Unmarshal. The interpreter gives it a variable that has an
// UnmarshalJSON or UnmarshalText of its own as a struct, not as a pointer.
func Unmarshal(data []byte, v any) error {
	r := reflect.ValueOf(v)
	if isWrapped(r) {
		p := reflect.New(r.Type())
		p.Elem().Set(r)
		v = p.Interface()
	}
	return json.Unmarshal(data, v)
}
