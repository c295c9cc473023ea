package optim

import "math/rand/v2"

// Source returns src, or the library's fixed seed where that is nil.
func Source(src rand.Source) rand.Source {
	if src == nil {
		return rand.NewPCG(1, 2)
	}
	return src
}
