package main

import (
	"os"
	"strconv"
	"strings"
	"time"
)

// load measures how busy the machine is with other programs than the benchmark.
type load struct {
	began time.Time
	busy  float64
}

func startLoad() load { return load{time.Now(), busySeconds()} }

// others returns the number of processors that other programs kept busy since the
// start, when the benchmark itself has used the given processor time, in seconds. It is
// 0 if the system does not report it.
func (l load) others(own float64) float64 {
	return max(0, (busySeconds()-l.busy-own)/time.Since(l.began).Seconds())
}

// busySeconds returns the time that all processors together have worked, or were kept
// by other machines on the same host, since the start of the system (proc(5),
// /proc/stat); 0 if the system does not report it.
func busySeconds() float64 {
	const perSecond = 100 // USER_HZ
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0
	}
	line, _, _ := strings.Cut(string(text), "\n")
	var ticks float64
	for i, field := range strings.Fields(line) {
		switch i {
		case 1, 2, 3, 6, 7, 8: // user, nice, system, irq, softirq, steal
			n, _ := strconv.ParseFloat(field, 64)
			ticks += n
		}
	}
	return ticks / perSecond
}
