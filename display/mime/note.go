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

// Remember keeps data under a name, in place of what was kept under it, also in
// the process that takes over where this one dies: what a front end has said
// once, and says no second time.
func Remember(name string, data map[string]any) {
	TakeNote(name, data)
	output().Comm(cell.CommMessage{Kind: "note", Target: name, Data: data})
}

// TakeNote keeps what an earlier process of the session has remembered. It is for
// programs that run cells.
func TakeNote(name string, data map[string]any) {
	notes.Lock()
	defer notes.Unlock()
	notes.byName[name] = maps.Clone(data)
}

// Remembered returns what is kept under a name, or nil.
func Remembered(name string) map[string]any {
	notes.Lock()
	defer notes.Unlock()
	return notes.byName[name]
}
