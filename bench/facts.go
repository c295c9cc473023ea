package main

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"krigo"
	"krigo/gplib/linalg"
)

// Facts describe what was measured, and on which machine.
type Facts struct {
	Krigo     string `json:"krigo"` // its version and commit
	Date      string `json:"date"`
	System    string `json:"system"`
	Processor string `json:"processor"`
	Cores     int    `json:"cores"`
	BLAS      string `json:"blas"`
	Go        string `json:"go"`
	Peers     string `json:"peers"`
	// Settings are the environment variables that affect speed.
	Settings []string `json:"settings"`
	// Load is the mean number of runnable processes in the minute before.
	Load string `json:"load"`
}

func facts() Facts {
	return Facts{
		Krigo:     krigo.Version + " " + said("git", "describe", "--always", "--dirty"),
		Date:      time.Now().UTC().Format("2006-01-02 15:04 UTC"),
		System:    runtime.GOOS + "/" + runtime.GOARCH,
		Processor: processor(),
		Cores:     runtime.NumCPU(),
		BLAS:      library(),
		Go:        runtime.Version(),
		Peers:     said(python, peers, "versions"),
		Settings:  settings(os.Environ()),
		Load:      loadAverage(),
	}
}

// String returns the facts as a list in Markdown.
func (f Facts) String() string {
	return fmt.Sprintf("- krigo %s, %s, %s\n- %s, %s, %d cores, load %s before the run\n- BLAS: %s; set: %s\n- beside: %s\n",
		f.Krigo, f.Go, f.Date, f.System, f.Processor, f.Cores, f.Load, f.BLAS, cmp.Or(strings.Join(f.Settings, " "), "nothing"), f.Peers)
}

// settings picks the variables that concern threads, memory and the BLAS.
func settings(environment []string) []string {
	var found []string
	for _, v := range environment {
		name, _, _ := strings.Cut(v, "=")
		if slices.Contains([]string{"GOMAXPROCS", "GOGC", "GOMEMLIMIT", "GODEBUG", linalg.Variable}, name) ||
			strings.HasPrefix(name, "OPENBLAS_") || strings.HasPrefix(name, "OMP_") || strings.HasPrefix(name, "MKL_") {
			found = append(found, v)
		}
	}
	return found
}

const unknown = "unknown"

// said returns the output of a program.
func said(name string, args ...string) string {
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		return unknown
	}
	return strings.TrimSpace(string(out))
}

func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if key, value, _ := strings.Cut(line, ":"); strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return unknown
}

func loadAverage() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return unknown
	}
	minute, _, _ := strings.Cut(string(text), " ")
	return minute
}

// library returns the BLAS in use, by the name of its file, which often has its
// version.
func library() string {
	name, err := linalg.BLAS()
	if err != nil {
		return fmt.Sprintf("%s (%v)", name, err)
	}
	return mapped(filepath.Base(name))
}

// mapped returns the file of a shared library of this process, with links resolved, or
// name if it is not found.
func mapped(name string) string {
	stem, _, _ := strings.Cut(name, ".")
	text, _ := os.ReadFile("/proc/self/maps")
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if path := fields[len(fields)-1]; strings.HasPrefix(filepath.Base(path), stem) {
			return filepath.Base(path)
		}
	}
	return name
}
