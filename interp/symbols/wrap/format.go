package wrap

import (
	"fmt"
	"io"
	"reflect"
	"strings"
)

// Stringer is a value of a cell's type that is a fmt.Stringer. Verbs that ask
// for no text format the value.
type Stringer struct {
	IValue  any
	WString func() string
}

func (v Stringer) String() string                { return v.WString() }
func (v Stringer) Format(s fmt.State, verb rune) { formatText(s, verb, v.IValue, v.WString) }

// GoStringer is one that is a fmt.GoStringer.
type GoStringer struct {
	IValue    any
	WGoString func() string
}

func (v GoStringer) GoString() string { return v.WGoString() }

func (v GoStringer) Format(s fmt.State, verb rune) {
	if verb == 'v' && s.Flag('#') {
		_, _ = io.WriteString(s, v.WGoString())
		return
	}
	fmt.Fprintf(s, fmt.FormatString(s, verb), v.IValue)
}

// stringerGoStringer is one that is both.
type stringerGoStringer struct {
	IValue    any
	WString   func() string
	WGoString func() string
}

func (v stringerGoStringer) String() string   { return v.WString() }
func (v stringerGoStringer) GoString() string { return v.WGoString() }

func (v stringerGoStringer) Format(s fmt.State, verb rune) {
	if verb == 'v' && s.Flag('#') {
		_, _ = io.WriteString(s, v.WGoString())
		return
	}
	formatText(s, verb, v.IValue, v.WString)
}

// stringerTypes are the structs for stringers with more methods.
var stringerTypes = []reflect.Type{reflect.TypeFor[stringerGoStringer]()}

// formatText formats a value as package fmt formats one that has a text: the
// text where the verb asks for one, else the value.
func formatText(s fmt.State, verb rune, value any, text func() string) {
	format := fmt.FormatString(s, verb)
	if strings.ContainsRune("vsxXq", verb) && !(verb == 'v' && s.Flag('#')) {
		fmt.Fprintf(s, format, text())
		return
	}
	fmt.Fprintf(s, format, value)
}

// NewStringer makes a fmt.Stringer of a value of a cell's type and its method.
func NewStringer(value any, text func() string) fmt.Stringer { return Stringer{value, text} }

// NewGoStringer makes a fmt.GoStringer of a value of a cell's type and its
// methods: text is nil where it is no fmt.Stringer.
func NewGoStringer(value any, goText, text func() string) fmt.GoStringer {
	if text == nil {
		return GoStringer{value, goText}
	}
	return stringerGoStringer{value, text, goText}
}
