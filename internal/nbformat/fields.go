package nbformat

import (
	"encoding/json"
	"fmt"
	"strings"
)

// fields is a JSON object whose known fields are taken out one by one; what
// stays is unknown. The first fault is kept in err.
type fields struct {
	left map[string]any
	err  error
}

// take removes a field and returns it; it is false where the field is absent.
func (f *fields) take(name string) (any, bool) {
	v, ok := f.left[name]
	delete(f.left, name)
	return v, ok
}

func (f *fields) fail(name, want string, got any) {
	if f.err == nil {
		f.err = fmt.Errorf("%s: want %s, got %s", name, want, kindOf(got))
	}
}

// text takes a string.
func (f *fields) text(name string) string {
	v, ok := f.take(name)
	if !ok {
		return ""
	}
	s, ok := v.(string)
	if !ok {
		f.fail(name, "a string", v)
	}
	return s
}

// lines takes a string or a list of strings, which it joins.
func (f *fields) lines(name string) string {
	v, ok := f.take(name)
	if !ok {
		return ""
	}
	s, ok := join(v)
	if !ok {
		f.fail(name, "a string or a list of strings", v)
	}
	return s
}

// list takes an array.
func (f *fields) list(name string) []any {
	v, ok := f.take(name)
	if !ok {
		return nil
	}
	l, ok := v.([]any)
	if !ok {
		f.fail(name, "a list", v)
	}
	return l
}

// strings takes an array of strings.
func (f *fields) strings(name string) []string {
	list := f.list(name)
	out := make([]string, 0, len(list))
	for _, v := range list {
		s, ok := v.(string)
		if !ok {
			f.fail(name, "a list of strings", list)
			return nil
		}
		out = append(out, s)
	}
	return out
}

// object takes an object; an absent one is empty.
func (f *fields) object(name string) map[string]any {
	v, ok := f.take(name)
	if !ok {
		return map[string]any{}
	}
	m, ok := v.(map[string]any)
	if !ok {
		f.fail(name, "an object", v)
	}
	return m
}

// count takes an integer of at least 0; null and an absent one are 0.
func (f *fields) count(name string) int {
	v, _ := f.take(name)
	if v == nil {
		return 0
	}
	number, _ := v.(json.Number)
	n, err := number.Int64()
	if err != nil || n < 0 {
		f.fail(name, "a count or null", v)
	}
	return int(n)
}

// join returns the text of a string or of a list of strings.
func join(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case []any:
		var b strings.Builder
		for _, part := range v {
			s, ok := part.(string)
			if !ok {
				return "", false
			}
			b.WriteString(s)
		}
		return b.String(), true
	}
	return "", false
}

func kindOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return fmt.Sprint(v)
	case json.Number:
		return "the number " + v.String()
	case string:
		return fmt.Sprintf("the string %.40q", v)
	case []any:
		return "a list"
	}
	return "an object"
}
