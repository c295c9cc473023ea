package yaegipatch

import "runtime"

// depth_js.go lets calls of cells nest deeply in a browser. A call in WebAssembly is one of the browser's own, whose
// stack is small: some hundred calls of the interpreter fill it. A change of goroutines empties that stack, since Go's
// frames are in memory, from which a goroutine continues.

// deepest is how many calls nest before goroutines change.
const deepest = 50

// nested counts the calls that have not ended, of all goroutines. They share one thread; a change between them only
// moves the next one.
var nested int

// nest begins a call.
func nest() {
	if nested++; nested%deepest == 0 {
		runtime.Gosched()
	}
}

// unnest ends a call.
func unnest() { nested-- }
