package mime

import "krigo/cell"

// Capturing is an Output that can keep back what a function prints and shows.
type Capturing interface {
	Output
	// Capture calls f, and then take with what f printed and showed, in order, also
	// where f panics. What has an id of its own, as a Handle has, is shown where it is.
	Capture(f func(), take func(parts []cell.Bundle))
}

// Capture calls f, and then take with what f printed and showed, for who shows that in
// a place of its own. Where the output cannot keep it back f puts it out itself, and
// there are no parts.
func Capture(f func(), take func(parts []cell.Bundle)) {
	if o, ok := output().(Capturing); ok {
		o.Capture(f, take)
		return
	}
	f()
	take(nil)
}
