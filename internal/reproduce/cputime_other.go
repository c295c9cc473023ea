//go:build !unix

package reproduce

import "time"

var started = time.Now()

// processorTime returns the wall time since the start, on systems that do not report
// processor time.
func processorTime() time.Duration { return time.Since(started) }
