package kernel

import (
	"context"
	"time"

	"golang.org/x/sys/windows"
)

// parentPoll is the interval at which the kernel checks that its parent is alive.
const parentPoll = time.Second

// parentGone returns a channel that is closed when the parent process ends.
// On this system clients tell an inherited handle of theirs and not a number of a
// process. It stays open where that is the handle of nothing.
func parentGone(ctx context.Context, parent int) <-chan struct{} {
	gone := make(chan struct{})
	if parent == 0 {
		return gone
	}
	go func() {
		for ctx.Err() == nil {
			event, err := windows.WaitForSingleObject(windows.Handle(parent), uint32(parentPoll.Milliseconds()))
			switch {
			case err != nil:
				return
			case event == windows.WAIT_OBJECT_0:
				close(gone)
				return
			}
		}
	}()
	return gone
}
