package mime

import (
	"maps"

	"krigo/cell"
)

// stateKeys are the method and the key of the changed state in the messages of
// Jupyter's widgets: those of ipywidgets 7 and later, and of 6.
var stateKeys = map[string]string{"update": "state", "backbone": "sync_data"}

// stateOf returns what a message changes of a widget's state, by a method. It is
// false where the message is anything else, or has buffers.
func stateOf(m *cell.CommMessage) (state map[string]any, method string, ok bool) {
	if m.Kind != "msg" || len(m.Buffers) > 0 {
		return nil, "", false
	}
	method, _ = m.Data["method"].(string)
	state, ok = m.Data[stateKeys[method]].(map[string]any)
	return state, method, ok
}

// IsUpdate reports whether a message only changes a widget's state. Such messages may
// be merged.
func IsUpdate(m *cell.CommMessage) bool {
	_, _, ok := stateOf(m)
	return ok
}

// MergeComm merges an update into an earlier one of the same comm: for each key the
// latest value counts. It returns false and changes nothing unless both are updates of
// one comm and one method without buffers.
func MergeComm(into, m *cell.CommMessage) bool {
	old, method, ok := stateOf(into)
	state, sameMethod, ok2 := stateOf(m)
	if !ok || !ok2 || into.ID != m.ID || method != sameMethod {
		return false
	}
	maps.Copy(old, state)
	into.Metadata = m.Metadata
	return true
}
