//go:build !js

package worker

// urgent decides which printed text is sent at once: none, since a worker's text outlives it. See urgent_js.go.
type urgent struct{}

func (urgent) now() bool { return false }
