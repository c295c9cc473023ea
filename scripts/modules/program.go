package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// program is a small program that uses a module.
type program struct {
	name, module, version string
	source                []byte
}

var firstLine = regexp.MustCompile(`^// Module (\S+)@(\S+)\n`)

// readPrograms reads the programs in a folder whose names match, in the order of their names.
func readPrograms(dir string, names *regexp.Regexp) ([]program, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	var all []program
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".go")
		if !names.MatchString(name) {
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		m := firstLine.FindSubmatch(source)
		if m == nil {
			return nil, fmt.Errorf("%s: the first line must be // Module PATH@VERSION", file)
		}
		all = append(all, program{name, string(m[1]), string(m[2]), source})
	}
	return all, nil
}

// result is the outcome of a program.
type result struct {
	Module, Version string
	// Fault is why krigo does not do what the compiled program does, or "". Broken reports that the compiled program
	// does not run here either, for the reason in Fault.
	Fault   string  `json:",omitempty"`
	Broken  bool    `json:",omitempty"`
	Seconds float64 // of processor time, from krigo's start to its end
	// Compiled and Interpreted count the module's functions that the program reaches.
	Compiled, Interpreted int
}

func (r result) String() string {
	return fmt.Sprintf("%-50s %-8s %5.1f s  %s", r.Module+"@"+r.Version, r.verdict(), r.Seconds, r.Fault)
}

func (r result) verdict() string {
	switch {
	case r.Broken:
		return "not run"
	case r.Fault == "":
		return "same"
	}
	return "fails"
}

// limit bounds the time of one command.
const limit = 10 * time.Minute

// compare runs a program by the Go toolchain and by krigo, in a folder that it makes.
func (p program) compare(ctx context.Context, krigo, dir string) result {
	r := result{Module: p.module, Version: p.version}
	want, err := p.compiledOutput(ctx, dir)
	if err != nil {
		r.Broken, r.Fault = true, lastLine(err.Error())
		return r
	}
	got, seconds, err := output(ctx, dir, krigo, "run", "main.go")
	r.Seconds = seconds
	switch {
	case err != nil:
		r.Fault = cmp.Or(fault(got), err.Error())
	case !bytes.Equal(got, want):
		r.Fault = "prints something else: " + firstDifference(want, got)
	}
	if cache, _, err := output(ctx, dir, "go", "env", "GOMODCACHE"); err == nil {
		r.Fault = strings.ReplaceAll(r.Fault, strings.TrimSpace(string(cache))+string(filepath.Separator), "")
	}
	r.Compiled, r.Interpreted = p.functions(ctx, krigo, dir)
	return r
}

// compiledOutput writes the program with a go.mod and returns what the compiled program prints. It is an error if that
// does not end well.
func (p program) compiledOutput(ctx context.Context, dir string) ([]byte, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	for name, content := range map[string][]byte{"main.go": p.source, "go.mod": []byte("module program\n\ngo 1.26\n")} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			return nil, err
		}
	}
	for _, args := range [][]string{{"get", p.module + "@" + p.version}, {"mod", "tidy"}, {"build", "-o", "program", "."}} {
		if out, _, err := output(ctx, dir, "go", args...); err != nil {
			return nil, fmt.Errorf("go %s: %w: %s", args[0], err, out)
		}
	}
	out, _, err := output(ctx, dir, "./program")
	return out, err
}

// output runs a command and returns what it prints, and the seconds of processor time that it and its children take.
func output(ctx context.Context, dir, command string, args ...string) ([]byte, float64, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, command, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GOTOOLCHAIN=local", "NO_COLOR=1")
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		err = fmt.Errorf("it has not ended in %v", limit)
	}
	seconds := 0.0
	if s := cmd.ProcessState; s != nil {
		seconds = (s.UserTime() + s.SystemTime()).Seconds()
	}
	return out, seconds, err
}

// functions counts the functions of modules that krigo compiles and interprets for the program.
func (p program) functions(ctx context.Context, krigo, dir string) (compiled, interpreted int) {
	out, _, err := output(ctx, dir, krigo, "debug", "main.go")
	if err != nil {
		return 0, 0
	}
	machine, emitted := 0, 0
	for line := range bytes.Lines(out) {
		switch {
		case bytes.HasPrefix(line, []byte("=== cell ")) && bytes.Contains(line, []byte(": machine ")):
			machine++
		case bytes.HasPrefix(line, []byte("func ")):
			emitted++
		}
	}
	return machine, emitted
}

// fault returns the message of krigo's error in what it printed: that of a line "Name: message", or the line below
// "Name" alone. The last line may be the mark of a place, which is no reason.
func fault(out []byte) string {
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	for i, line := range lines {
		name, message, inline := strings.Cut(strings.TrimPrefix(line, "krigo: "), ": ")
		switch {
		case !strings.HasSuffix(name, "Error") && name != "Panic":
		case inline:
			return strings.TrimSpace(message)
		case i+1 < len(lines):
			return strings.TrimSpace(lines[i+1])
		}
	}
	return lastLine(string(out))
}

func lastLine(text string) string {
	for _, line := range slices.Backward(strings.Split(text, "\n")) {
		if line = strings.TrimSpace(line); strings.Trim(line, "^") != "" {
			return line
		}
	}
	return ""
}

// firstDifference returns the first lines in which two texts differ.
func firstDifference(want, got []byte) string {
	a, b := strings.Split(string(want), "\n"), strings.Split(string(got), "\n")
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			other := ""
			if i < len(b) {
				other = b[i]
			}
			return fmt.Sprintf("%.60q instead of %.60q", other, a[i])
		}
	}
	return fmt.Sprintf("%.60q after its end", b[len(a)])
}
