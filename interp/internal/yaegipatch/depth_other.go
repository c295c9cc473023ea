//go:build !js

package yaegipatch

// nest begins a call, and unnest ends it. Goroutines have stacks of their own here, see depth_js.go.
func nest()   {}
func unnest() {}
