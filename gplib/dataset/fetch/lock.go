//go:build !js

package fetch

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"krigo/internal/filelock"
)

// lockFile is the file in the data folder by which processes take turns. It
// stays; the system releases the lock when a process ends.
const lockFile = ".lock"

// turn waits until no other process, nor another call, downloads into the
// folder, and returns a function that ends the turn. It does not wait on file
// systems without locks.
func (g Getter) turn(ctx context.Context) (end func() error, err error) {
	if err := os.MkdirAll(g.Dir, 0o755); err != nil {
		return nil, elsewhere(err)
	}
	file, err := os.OpenFile(filepath.Join(g.Dir, lockFile), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, elsewhere(err)
	}
	if !filelock.Taken(file) {
		return file.Close, nil
	}
	g.say("another download into %s is in progress: waiting for it to end", g.Dir)
	again := time.NewTicker(50 * time.Millisecond)
	defer again.Stop()
	for filelock.Taken(file) {
		select {
		case <-again.C:
		case <-ctx.Done():
			file.Close()
			return nil, fmt.Errorf("waiting for another download into %s: %w", g.Dir, context.Cause(ctx))
		}
	}
	return file.Close, nil
}
