package main

import (
	"os"
	"strconv"
	"strings"
	"time"
)

// load tells how busy the machine is with other things than the benchmark.
type load struct {
	began time.Time
	busy  float64
}

func startLoad() load { return load{time.Now(), busySeconds()} }

// others is the number of processors that other programs kept busy since the start,
// where the benchmark's own took so much processor time, in seconds. It is 0
// where the system does not tell.
func (l load) others(own float64) float64 {
	return max(0, (busySeconds()-l.busy-own)/time.Since(l.began).Seconds())
}

// busySeconds is the time that all processors together have worked, or were kept
// by other machines on the same host, since the start of the system (proc(5),
// /proc/stat); 0 where it does not tell.
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
