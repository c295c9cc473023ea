//go:build !linux

package main

import (
	"os/exec"
	"time"
)

func dieTogether(*exec.Cmd) {}

// started is when the test began.
var started = time.Now()

// processorTime is not known here. A test that prints nothing for hangBusy of wall time hangs.
func processorTime(int) time.Duration { return time.Since(started) }
