package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// slow is the time from which on a test that passed is listed while others still run.
const slow = 20 * time.Second

// event is one of go test -json.
type event struct {
	result
	ImportPath, Output string
}

// goTest runs go test, prints what failed tests printed and a line for each package, and
// records all results. Each test binary is watched for hangs. With -v, each test that
// ended is printed.
func goTest(args []string) error {
	verbose := len(args) > 0 && args[0] == "-v"
	if verbose {
		args = args[1:]
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	// A link without symbol tables takes half the time. Stack traces do not need them.
	args = append([]string{"test", "-json", "-ldflags=-s -w", "-exec", self + " watch"}, args...)
	cmd := exec.Command("go", args...)
	cmd.Stderr = os.Stderr
	events, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	p := printer{w: os.Stdout, verbose: verbose, output: map[string]*strings.Builder{}}
	readErr := p.readAll(events)
	if err := cmd.Wait(); err != nil {
		readErr = fmt.Errorf("go test: %w", err)
	}
	if err := record(p.results); err != nil {
		return err
	}
	return readErr
}

// printer prints the events of go test -json as they come, and collects the results.
type printer struct {
	w       io.Writer
	verbose bool
	output  map[string]*strings.Builder // what each test that runs has printed
	results []result
}

func (p *printer) readAll(events io.Reader) error {
	lines := bufio.NewReader(events)
	for {
		line, err := lines.ReadBytes('\n')
		var e event
		if json.Unmarshal(line, &e) == nil {
			p.take(e)
		} else {
			fmt.Fprintf(p.w, "%s", line) // not of a test: what go itself says
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (p *printer) take(e event) {
	key := e.Package + " " + e.Test
	switch e.Action {
	case "build-output":
		fmt.Fprint(p.w, e.Output)
	case "output":
		if p.output[key] == nil {
			p.output[key] = &strings.Builder{}
		}
		p.output[key].WriteString(e.Output)
	case "pass", "fail", "skip":
		p.end(e, key)
	}
}

// end prints and keeps the result of a test or a package.
func (p *printer) end(e event, key string) {
	var said string
	if b := p.output[key]; b != nil {
		said = b.String()
	}
	delete(p.output, key)
	r := e.result
	switch {
	case e.Test == "":
		r.Line = lastLines(said, 1)
		if e.Action == "fail" {
			p.endUnfinished(e.Package)
			fmt.Fprint(p.w, said)
		} else if e.Action == "pass" {
			fmt.Fprintln(p.w, r.Line)
		}
	case e.Action == "fail":
		r.Said = lastLines(said, saidLines)
		fmt.Fprint(p.w, said)
	case p.verbose && r.isTop(), r.elapsed() > slow:
		fmt.Fprintf(p.w, "    %s: %s %s (%.1f s)\n", e.Action, e.Package, e.Test, e.Elapsed)
	}
	if e.Test != "" || r.Line != "" {
		p.results = append(p.results, r)
	}
}

// endUnfinished prints and records the tests of a package that ended while they ran.
func (p *printer) endUnfinished(pkg string) {
	for _, key := range slices.Sorted(maps.Keys(p.output)) {
		test, ok := strings.CutPrefix(key, pkg+" ")
		if !ok || test == "" {
			continue
		}
		said := p.output[key].String()
		fmt.Fprint(p.w, said)
		delete(p.output, key)
		p.results = append(p.results, result{Action: "fail", Package: pkg, Test: test, Said: lastLines(said, saidLines)})
	}
}

// saidLines is how much of what a failed test printed is repeated at the end.
const saidLines = 15

// lastLines returns the last lines of text, up to n.
func lastLines(text string, n int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
