package interp

import (
	"fmt"
	"os"
)

// workingDirectory returns the directory that a process is in.
func workingDirectory(pid int) (string, error) {
	return os.Readlink(fmt.Sprintf("/proc/%d/cwd", pid))
}
