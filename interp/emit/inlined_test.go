package emit

import (
	"go/types"
	"testing"
)

// The wanted values are those of Go 1.26 on amd64, seen in programs that print a variable next to the call of a
// function literal that changes it, with inlining and without.
func TestVariablesThatAreCopiedEarlyWhereFunctionsAreInlined(t *testing.T) {
	structOf := func(fields ...types.Type) types.Type {
		var list []*types.Var
		for i, f := range fields {
			list = append(list, types.NewField(0, nil, string(rune('a'+i)), f, false))
		}
		return types.NewStruct(list, nil)
	}
	basic := func(k types.BasicKind) types.Type { return types.Typ[k] }
	number, text := basic(types.Int), basic(types.String)
	any := types.NewInterfaceType(nil, nil)
	for _, c := range []struct {
		name                    string
		of                      types.Type
		boxed, kept, registered bool
	}{
		{"a number", number, false, false, true},
		{"a string", text, false, false, true},
		{"a boolean", basic(types.Bool), true, true, true},
		{"a byte", basic(types.Uint8), true, true, true},
		{"a complex number", basic(types.Complex128), true, true, true},
		{"an interface", any, false, true, true},
		{"a pointer", types.NewPointer(number), false, false, true},
		{"a struct of a number", structOf(number), false, false, true},
		{"a struct of two numbers", structOf(number, number), true, true, true},
		{"a struct of two strings", structOf(text, text), true, true, true},
		{"a struct of five numbers", structOf(number, number, number, number, number), true, true, false},
		{"an array of two", types.NewArray(number, 2), true, true, false},
		{"a struct of an array of two", structOf(types.NewArray(basic(types.Uint8), 2)), true, true, false},
	} {
		if boxed := BoxedEarly(c.of); boxed != c.boxed && !types.IsInterface(c.of) {
			t.Errorf("%s goes early into an interface: %v", c.name, boxed)
		}
		if kept := KeptEarly(types.NewMap(c.of, number), c.of); kept != c.kept {
			t.Errorf("%s is early as a key: %v", c.name, kept)
		}
		if registered := InRegisters(c.of); registered != c.registered {
			t.Errorf("%s may be in registers: %v", c.name, registered)
		}
	}
}
