package feature

import (
	"encoding/json"
	"fmt"
	"reflect"
)

// kinds are the maps that can be written, by name.
var kinds = map[string]reflect.Type{
	"MLP": reflect.TypeFor[MLP](), "Layer": reflect.TypeFor[Layer](),
	"Scale": reflect.TypeFor[Scale](), "Fourier": reflect.TypeFor[Fourier](),
}

// encoded is a map in JSON: its fields, or the parts of a Chain.
type encoded struct {
	Kind  string          `json:"kind"`
	Map   json.RawMessage `json:"map,omitempty"`
	Parts []encoded       `json:"parts,omitempty"`
}

// Encode returns a map of this package as JSON, which [Decode] reads.
func Encode(m Map) ([]byte, error) {
	e, err := encode(m)
	if err != nil {
		return nil, err
	}
	return json.Marshal(e)
}

func encode(m Map) (encoded, error) {
	if s, ok := m.(Standardised); ok {
		inner, err := encode(s.Map)
		if err != nil {
			return encoded{}, err
		}
		text, err := json.Marshal(s)
		return encoded{Kind: "Standardised", Map: text, Parts: []encoded{inner}}, err
	}
	if c, ok := m.(Chain); ok {
		e := encoded{Kind: "Chain"}
		for _, part := range c {
			p, err := encode(part)
			if err != nil {
				return e, err
			}
			e.Parts = append(e.Parts, p)
		}
		return e, nil
	}
	t := reflect.TypeOf(m)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if kinds[t.Name()] != t {
		return encoded{}, fmt.Errorf("feature: a map of type %T cannot be written", m)
	}
	text, err := json.Marshal(m)
	return encoded{Kind: t.Name(), Map: text}, err
}

// Decode returns the inverse of [Encode]. It fails if text is not JSON or does
// not describe a map.
func Decode(text []byte) (Map, error) {
	var e encoded
	if err := json.Unmarshal(text, &e); err != nil {
		return nil, fmt.Errorf("feature: %w", err)
	}
	m, err := e.decode()
	if err != nil {
		return nil, err
	}
	return m, m.Check()
}

func (e encoded) decode() (Map, error) {
	if e.Kind == "Chain" {
		var c Chain
		for _, part := range e.Parts {
			m, err := part.decode()
			if err != nil {
				return nil, err
			}
			c = append(c, m)
		}
		return c, nil
	}
	if e.Kind == "Standardised" && len(e.Parts) == 1 {
		var s Standardised
		if err := json.Unmarshal(e.Map, &s); err != nil {
			return nil, fmt.Errorf("feature: %s: %w", e.Kind, err)
		}
		var err error
		s.Map, err = e.Parts[0].decode()
		return s, err
	}
	t, known := kinds[e.Kind]
	if !known {
		return nil, fmt.Errorf("feature: there is no map %q", e.Kind)
	}
	v := reflect.New(t)
	if err := json.Unmarshal(e.Map, v.Interface()); err != nil {
		return nil, fmt.Errorf("feature: %s: %w", e.Kind, err)
	}
	return v.Elem().Interface().(Map), nil
}
