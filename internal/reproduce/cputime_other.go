//go:build !unix

package reproduce

import "time"

var started = time.Now()

// processorTime is the wall time since the start, where nothing tells the
// time of the processors.
func processorTime() time.Duration { return time.Since(started) }
