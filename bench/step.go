package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// step returns the time of a step of SCGD, from BenchmarkStep/SCGD in gplib/rkhs, since
// a fit does other things besides.
func step([]string) (func() (answer, error), error) {
	program, err := filepath.Abs(filepath.Join("out", "bench", "rkhs.test"))
	if err != nil {
		return nil, err
	}
	if text, err := exec.Command("go", "test", "-c", "-o", program, "./gplib/rkhs").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go test -c ./gplib/rkhs: %w: %s", err, lastLine(string(text)))
	}
	return func() (answer, error) {
		text, err := exec.Command(program, "-test.run", "^$", "-test.bench", "^BenchmarkStep$/^SCGD$", "-test.benchtime", "1000x").Output()
		if err != nil {
			return answer{}, err
		}
		seconds, err := perOperation(string(text))
		return answer{Seconds: seconds}, err
	}, nil
}

// perOperation reads the time of the one benchmark in what go test prints.
func perOperation(text string) (seconds float64, err error) {
	fields := strings.Fields(text)
	i := slices.Index(fields, "ns/op")
	if i < 1 {
		return 0, fmt.Errorf("go test printed no ns/op: %q", text)
	}
	nanoseconds, err := strconv.ParseFloat(fields[i-1], 64)
	return nanoseconds / 1e9, err
}
