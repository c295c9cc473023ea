//go:build !windows

package kernel

import (
	"context"
	"os"
	"time"
)

// parentPoll is the interval of checks that the parent process is alive.
const parentPoll = time.Second

// parentGone returns a channel that is closed when this process loses its
// parent pid. It stays open where pid is not the parent: the client started
// the kernel through another program, which it can wait for itself.
func parentGone(ctx context.Context, pid int) <-chan struct{} {
	gone := make(chan struct{})
	if pid == 0 || pid != os.Getppid() {
		return gone
	}
	go func() {
		ticker := time.NewTicker(parentPoll)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
			}
			if os.Getppid() != pid {
				close(gone)
				return
			}
		}
	}()
	return gone
}
