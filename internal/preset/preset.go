// Package preset has the values that whoever runs a program gives to the controls that
// it makes (krigo run -p), on their way from the session to its process, and the news
// of which were taken. Both travel as notes (cell.CommMessage), which a process that
// takes over hears of, too.
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

// ToNote is a note of values by name: Typed, or values of JSON.
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
