package worker

import (
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// limitMemory lets the process fail an allocation beyond n bytes, with an error that
// names the cause, before the machine runs out of memory and its kernel kills an
// arbitrary process. It counts writable memory, not memory that is only reserved. With 0
// the limit is four fifths of the memory of the machine or the control group; any other
// limit is permanent.
func limitMemory(n uint64) error {
	given := n != 0
	if !given {
		n = available() / 5 * 4
	}
	if n == 0 {
		return nil
	}
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_DATA, &limit); err != nil {
		return fmt.Errorf("read the memory limit: %w", err)
	}
	limit.Cur = min(n, limit.Max)
	if given {
		limit.Max = limit.Cur
	}
	debug.SetMemoryLimit(int64(min(limit.Cur, math.MaxInt64) / 10 * 9)) // from there on, garbage is collected harder
	if err := unix.Setrlimit(unix.RLIMIT_DATA, &limit); err != nil {
		return fmt.Errorf("limit memory to %d bytes: %w", n, err)
	}
	return nil
}

// available returns the memory in bytes that the machine has, or the control group where
// that is less; 0 where neither is known.
func available() uint64 {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return 0
	}
	total := uint64(info.Totalram) * uint64(info.Unit)
	text, err := os.ReadFile("/sys/fs/cgroup/memory.max")
	if err != nil {
		return total
	}
	group, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	if err != nil { // "max": the group has no limit
		return total
	}
	return min(total, group)
}
