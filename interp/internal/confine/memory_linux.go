package confine

import (
	"fmt"
	"os"
	"path/filepath"
)

// Memory returns the bytes that the processes of a confined command have in memory, with the files of
// their file system there. It counts those in the namespace of the process pid.
func Memory(pid int) int64 {
	namespace, err := os.Readlink(fmt.Sprintf("/proc/%d/ns/pid", pid))
	if err != nil {
		return 0
	}
	own, _ := os.Readlink("/proc/self/ns/pid")
	if namespace == own {
		return residentOf(fmt.Sprintf("/proc/%d", pid))
	}
	all, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return 0
	}
	var n int64
	for _, dir := range all {
		if is, err := os.Readlink(filepath.Join(dir, "ns/pid")); err == nil && is == namespace {
			n += residentOf(dir)
		}
	}
	return n
}

// residentOf returns the bytes of a process that no file backs.
func residentOf(dir string) int64 {
	text, err := os.ReadFile(filepath.Join(dir, "statm"))
	if err != nil {
		return 0
	}
	var size, resident, shared int64
	if n, _ := fmt.Sscan(string(text), &size, &resident, &shared); n != 3 {
		return 0
	}
	return (resident - shared) * int64(os.Getpagesize())
}
