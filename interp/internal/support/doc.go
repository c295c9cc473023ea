// Package support is what lowered cells call where the interpreter does not do
// as Go does: the printing builtins, run-time errors, dynamic types and
// comparisons of interfaces, selects, and clearing. It also makes the types of
// structs that refer to each other, and has methods call the new versions of
// functions.
//
//	exports[static.SessionPackage+"/session"] = support.Symbols(os.Stderr, interpreter)
package support

import (
	"io"
	"reflect"

	yaegi "github.com/traefik/yaegi/interp"
)

// Symbols are the functions by name, for the interpreter. The printing
// builtins write to out; in is the interpreter that gets the functions.
func Symbols(out io.Writer, in *yaegi.Interpreter) map[string]reflect.Value {
	p := printer{out}
	registry := &registry{}
	shapes := &shapes{registry: registry}
	return map[string]reflect.Value{
		"Print":          reflect.ValueOf(p.print),
		"Println":        reflect.ValueOf(p.println),
		"Unread":         reflect.ValueOf(p.unread),
		"Word":           reflect.ValueOf(wordsOf),
		"Recovered":      reflect.ValueOf(recovered),
		"Clear":          reflect.ValueOf(clearValue),
		"IsCells":        reflect.ValueOf(isCells),
		"TypeID":         reflect.ValueOf(TypeID),
		"Shape":          reflect.ValueOf(shapes.declare),
		"Show":           reflect.ValueOf(shapes.show),
		"TypeText":       reflect.ValueOf(shapes.typeText),
		"Viewed":         reflect.ValueOf(shapes.view),
		"Encoded":        reflect.ValueOf(shapes.encode),
		"Marshaler":      reflect.ValueOf(marshaler),
		"TextMarshaler":  reflect.ValueOf(textMarshaler),
		"ShowEach":       reflect.ValueOf(showEach),
		"Text":           reflect.ValueOf(text),
		"Failure":        reflect.ValueOf(failure),
		"Plain":          reflect.ValueOf(Plain),
		"Same":           reflect.ValueOf(same),
		"Equal":          reflect.ValueOf(equal),
		"Implement":      reflect.ValueOf(registry.implement),
		"Implementation": reflect.ValueOf(registry.implementation),
		"Runes":          reflect.ValueOf(runes),
		"Is":             reflect.ValueOf(is),
		"IsNil":          reflect.ValueOf(isNil),
		"Concrete":       reflect.ValueOf(concrete),
		"Redirect":       reflect.ValueOf(tier{in}.redirect),
		"Select":         reflect.ValueOf(selector{in}.choose),
		"Send":           reflect.ValueOf(sendCase),
		"Receive":        reflect.ValueOf(receiveCase),
		"Tie":            reflect.ValueOf(tier{in}.tie),
		"Truth":          reflect.ValueOf(truth),
		"Note":           reflect.ValueOf(note),
		"NotA":           reflect.ValueOf(notA),
	}
}
