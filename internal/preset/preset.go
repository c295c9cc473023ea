// Package preset carries the values that a user gives to the controls of a program (krigo run -p)
// from the session to its process, and reports back which of them were taken. Both travel as notes
// (cell.CommMessage), which also reach a process that takes over.
package preset

// The names of the notes.
const (
	// Values are the values, each by its control's name, as ToNote writes them.
	Values = "krigo.given"
	// Controls are the names of the controls that were made.
	Controls = "krigo.controls"
)

// Typed is a value as a user types it: 0.5, true, SE, 1,2.
type Typed string

// The fields of a value in a note: one that was typed, and one of JSON.
const (
	typedField = "typed"
	jsonField  = "json"
)

// ToNote returns a note of values by name: Typed, or values of JSON.
func ToNote(values map[string]any) map[string]any {
	note := map[string]any{}
	for name, v := range values {
		if text, ok := v.(Typed); ok {
			note[name] = map[string]any{typedField: string(text)}
			continue
		}
		note[name] = map[string]any{jsonField: v}
	}
	return note
}

// FromNote returns the value that a note has for a name, and whether it has one.
func FromNote(note map[string]any, name string) (any, bool) {
	fields, ok := note[name].(map[string]any)
	if text, typed := fields[typedField].(string); typed {
		return Typed(text), true
	}
	return fields[jsonField], ok
}
