// Package confine keeps a process that runs code of strangers from all files but its own, from the
// network, and from more of the machine than it was given.
//
// On Linux a process gets namespaces of its own: no network, no other processes, and a file system in
// memory that has a copy of one folder, the system's programs read-only, and nothing else. Where the
// system grants no namespaces, Landlock and seccomp do a part of that. Both are set up by the process
// itself, in [Enter], after which it executes itself again without any privilege. See
// docs/decisions/025-grading-in-a-sandbox.md.
package confine

import (
	"encoding/json"
	"fmt"
	"os"
)

// Means are the means of the system by which a process is confined.
type Means string

const (
	// None confines nothing.
	None Means = ""
	// Namespaces hide everything that is not needed, and bound processes and written bytes.
	Namespaces Means = "namespaces"
	// Landlock refuses to open other files, and seccomp refuses sockets. Other processes can be seen,
	// and the bytes that are written are bounded for each file only.
	Landlock Means = "landlock"
)

// Limits say what a confined process may reach. All paths are absolute.
type Limits struct {
	Means Means
	// Writable is the folder that can be written; with [Namespaces] it is a copy, which ends with the
	// process.
	Writable string
	// Readable are files and folders that can be read besides the system's own.
	Readable []string
	// Processes, with their threads, may run at a time.
	Processes int
	// Disk bounds what all files may take, in bytes, besides the copy; for Landlock each file.
	Disk int64
	// Nobody is set by [Command]: the process becomes the user nobody.
	Nobody bool
}

// variable is the environment variable that has the limits of a process.
const variable = "KRIGO_CONFINED"

// env returns the variable.
func (l Limits) env() (string, error) {
	text, err := json.Marshal(l)
	return variable + "=" + string(text), err
}

// Enter confines this process if it was started by a command of [Command]: it then does not return, but
// executes the process again, whose Enter does nothing. Call it first, while the process has nothing
// open that it does not hand on.
func Enter() error {
	text, told := os.LookupEnv(variable)
	if !told {
		return nil
	}
	var l Limits
	if err := json.Unmarshal([]byte(text), &l); err != nil {
		return fmt.Errorf("confine: %s: %w", variable, err)
	}
	if err := os.Unsetenv(variable); err != nil {
		return err
	}
	if err := enter(l); err != nil {
		return fmt.Errorf("confine by %s: %w", l.Means, err)
	}
	return nil
}
