package cluster

import (
	"fmt"
	"io"
	"os"

	"krigo/internal/filelock"
)

// lock makes this program the only one that runs a job, until it unlocks: rounds of two
// programs would have the same names.
func (p place) lock() (unlock func() error, err error) {
	file, err := os.OpenFile(p.file("lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if filelock.Taken(file) {
		owner, _ := io.ReadAll(file) // not if locked files cannot be read
		_ = file.Close()
		return nil, fmt.Errorf("cluster: another program is running the job of %s: %s; wait until it ends, or end it, and run this again", p.file(""), owner)
	}
	host, _ := os.Hostname()
	if err := file.Truncate(0); err == nil { // a full disk has no name of the owner
		_, _ = fmt.Fprintf(file, "process %d on %s", os.Getpid(), host)
	}
	return file.Close, nil
}
