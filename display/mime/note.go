package mime

import (
	"maps"
	"sync"

	"krigo/cell"
)

// notes are the process's notes about its front end, as current holds its output.
var notes = struct {
	sync.Mutex
	byName map[string]map[string]any
}{byName: map[string]map[string]any{}}

// Remember stores data under a name, and replaces earlier data. It survives a restart
// of the process: front ends send some messages only once.
func Remember(name string, data map[string]any) {
	TakeNote(name, data)
	output().Comm(cell.CommMessage{Kind: "note", Target: name, Data: data})
}

// TakeNote stores data that an earlier process of the session has remembered. It is for
// programs that run cells.
func TakeNote(name string, data map[string]any) {
	notes.Lock()
	defer notes.Unlock()
	notes.byName[name] = maps.Clone(data)
}

// Remembered returns the data stored under a name, or nil.
func Remembered(name string) map[string]any {
	notes.Lock()
	defer notes.Unlock()
	return notes.byName[name]
}
