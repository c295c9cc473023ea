package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// dieTogether has the kernel kill cmd's process when this one dies.
func dieTogether(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }

// ticksPerSecond is the unit of times in /proc, which is the same on all of Go's platforms.
const ticksPerSecond = 100

// processorTime returns the processor time that a process and all its descendants have used.
func processorTime(pid int) time.Duration {
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	parents, ticks := map[int]int{}, map[int]int64{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		var id, parent int
		fmt.Sscan(string(text), &id)
		var state string
		var skip [9]int64
		var user, system, childUser, childSystem int64
		after := text[bytes.LastIndexByte(text, ')')+1:] // the program's name may hold anything
		fmt.Sscan(string(after), &state, &parent, &skip[0], &skip[1], &skip[2], &skip[3], &skip[4], &skip[5], &skip[6], &skip[7], &skip[8],
			&user, &system, &childUser, &childSystem)
		parents[id], ticks[id] = parent, user+system+childUser+childSystem
	}
	var sum int64
	for id, t := range ticks {
		if descends(id, pid, parents) {
			sum += t
		}
	}
	return time.Duration(sum) * time.Second / ticksPerSecond
}

func descends(id, from int, parents map[int]int) bool {
	for ; id > 1; id = parents[id] {
		if id == from {
			return true
		}
	}
	return false
}
