package kernel

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// tick is the unit in which /proc counts time: USER_HZ is 100 wherever Go runs.
const tick = 10 * time.Millisecond

// usageMeter measures what the kernel's processes cost. Its zero value works.
type usageMeter struct {
	mu   sync.Mutex
	at   time.Time             // of the measurement before
	took map[int]time.Duration // what each process had taken by then
	host hostTime
}

// hostTime is the time of the machine's processors, busy and in total, in ticks.
type hostTime struct{ busy, all float64 }

// measure fills in what /proc tells.
func (u *usageMeter) measure(reply *usageReply) {
	u.mu.Lock()
	defer u.mu.Unlock()
	now := time.Now()
	family := familyOf(os.Getpid(), processes())
	var memory int64
	var spent time.Duration
	took := map[int]time.Duration{}
	for pid, p := range family {
		took[pid] = p.took
		if before, ok := u.took[pid]; ok {
			spent += p.took - before
		}
		memory += memoryOf(pid)
	}
	percent := 0.0
	if !u.at.IsZero() {
		percent = 100 * spent.Seconds() / now.Sub(u.at).Seconds()
	}
	reply.CPU, reply.Memory = &percent, &memory
	u.at, u.took = now, took
	u.measureHost(reply)
}

// measureHost fills in what the machine does.
func (u *usageMeter) measureHost(reply *usageReply) {
	if text, err := os.ReadFile("/proc/stat"); err == nil {
		host, before := hostTimeOf(string(text)), u.host
		if before.all > 0 && host.all > before.all {
			percent := 100 * (host.busy - before.busy) / (host.all - before.all)
			reply.HostCPU = &percent
		}
		u.host = host
	}
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		reply.HostMemory = hostMemoryOf(string(text))
	}
}

// processTime is a process with its parent and the processor time that it took.
type processTime struct {
	parent int
	took   time.Duration
}

// processes lists the processes of the machine by their ids.
func processes() map[int]processTime {
	all := map[int]processTime{}
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return all
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			continue // it has ended
		}
		if p, ok := processTimeOf(string(text)); ok {
			all[pid] = p
		}
	}
	return all
}

// processTimeOf reads a line of /proc/PID/stat. The name, in parentheses, may
// hold anything; behind it are state, parent, and as 12th and 13th the time in
// the process and in the system for it (proc(5)).
func processTimeOf(stat string) (processTime, bool) {
	fields := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:])
	if len(fields) < 13 {
		return processTime{}, false
	}
	parent, err := strconv.Atoi(fields[1])
	user, userErr := strconv.ParseInt(fields[11], 10, 64)
	system, systemErr := strconv.ParseInt(fields[12], 10, 64)
	if err != nil || userErr != nil || systemErr != nil {
		return processTime{}, false
	}
	return processTime{parent: parent, took: time.Duration(user+system) * tick}, true
}

// familyOf picks out a process and what descends from it.
func familyOf(root int, all map[int]processTime) map[int]processTime {
	children := map[int][]int{}
	for pid, p := range all {
		children[p.parent] = append(children[p.parent], pid)
	}
	family := map[int]processTime{}
	for waiting := []int{root}; len(waiting) > 0; {
		pid := waiting[0]
		waiting = append(waiting[1:], children[pid]...)
		if p, ok := all[pid]; ok {
			family[pid] = p
		}
	}
	return family
}

// memoryOf returns the memory that a process holds, in bytes, with its share of what
// it has in common with others; all of that if its share is not known.
func memoryOf(pid int) int64 {
	if text, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid)); err == nil {
		if pss, ok := kilobytes(string(text))["Pss"]; ok {
			return int64(pss)
		}
	}
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	return int64(kilobytes(string(text))["VmRSS"])
}

// kilobytes reads lines such as "MemFree: 12 kB", as bytes by name.
func kilobytes(text string) map[string]float64 {
	values := map[string]float64{}
	for line := range strings.Lines(text) {
		name, rest, found := strings.Cut(line, ":")
		fields := strings.Fields(rest)
		if !found || len(fields) != 2 || fields[1] != "kB" {
			continue
		}
		if n, err := strconv.ParseFloat(fields[0], 64); err == nil {
			values[name] = n * 1024
		}
	}
	return values
}

// hostTimeOf reads the first line of /proc/stat: "cpu" and the times in user,
// nice, system, idle, iowait, irq, softirq and steal (proc(5)).
func hostTimeOf(stat string) hostTime {
	line, _, _ := strings.Cut(stat, "\n")
	var h hostTime
	for i, field := range strings.Fields(line) {
		n, err := strconv.ParseFloat(field, 64)
		if err != nil || i > 8 {
			continue
		}
		h.all += n
		if i != 4 && i != 5 {
			h.busy += n
		}
	}
	return h
}

// hostMemoryOf reads /proc/meminfo under the names that psutil gives it.
func hostMemoryOf(text string) map[string]float64 {
	m := kilobytes(text)
	total, available := m["MemTotal"], m["MemAvailable"]
	if total == 0 {
		return nil
	}
	return map[string]float64{
		"total": total, "available": available, "used": total - available,
		"percent": math.Round(1000*(total-available)/total) / 10,
		"free":    m["MemFree"], "active": m["Active"], "inactive": m["Inactive"],
		"buffers": m["Buffers"], "cached": m["Cached"] + m["SReclaimable"],
		"shared": m["Shmem"], "slab": m["Slab"],
	}
}
