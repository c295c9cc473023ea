package mime

import "krigo/cell"

// Capturing is an Output that can capture what a function prints and shows.
type Capturing interface {
	Output
	// Capture calls f, and then take with the output of f, in order, also if f panics.
	// What has an id of its own, as a Handle has, is shown where it is.
	Capture(f func(), take func(parts []cell.Bundle))
}

// Capture calls f, and then take with the output of f, for callers that show it
// elsewhere. If the output cannot hold it back, f writes it directly, and there are no
// parts.
func Capture(f func(), take func(parts []cell.Bundle)) {
	if o, ok := output().(Capturing); ok {
		o.Capture(f, take)
		return
	}
	f()
	take(nil)
}
