package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// oracle learns from the Go toolchain what programs do.
type oracle struct {
	limit    time.Duration // what a program may take
	parallel int
}

// built is an executable with several programs.
type built struct {
	*oracle
	dir, binary string
	programs    int
}

// build builds programs into one executable. Every program becomes a package whose name is
// as long as "main", so that its type names are as wide in what it prints. Each process
// initializes the packages of all programs, which therefore must not print before main.
func (o *oracle) build(sources []string) (*built, error) {
	dir, err := os.MkdirTemp("", "differential-")
	if err != nil {
		return nil, err
	}
	b := &built{o, dir, filepath.Join(dir, "batch"), len(sources)}
	if err = writeBatch(dir, sources); err == nil {
		err = o.goBuild(dir, "-o", b.binary, ".")
	}
	if err != nil {
		b.remove()
		return nil, err
	}
	return b, nil
}

// run runs each program in a process of its own, and puts main back in where it prints the
// name of its package.
func (b *built) run() []outcome {
	outcomes := make([]outcome, b.programs)
	each(b.programs, b.parallel, func(i int) {
		o := b.oracle.run(b.dir, b.binary, batchName(i))
		o.stdout, o.failure = asMain(batchName(i), o.stdout), asMain(batchName(i), o.failure)
		outcomes[i] = o
	})
	return outcomes
}

func (b *built) remove() { os.RemoveAll(b.dir) }

// batch builds programs into one executable and runs each of them once.
func (o *oracle) batch(sources []string) ([]outcome, error) {
	b, err := o.build(sources)
	if err != nil {
		return nil, err
	}
	defer b.remove()
	return b.run(), nil
}

// maxBatch is how many programs batch takes: names have three digits.
const maxBatch = 1000

func batchName(i int) string { return fmt.Sprintf("g%03d", i) }

// asMain puts main back in where a batch has the name of a program's package,
// or its path, which stands in the names of instances of generic types.
func asMain(name, text string) string {
	text = strings.ReplaceAll(text, "batch/"+name+".", "main.")
	return strings.ReplaceAll(text, name+".", "main.")
}

// mainFunc begins the main function of a program.
var mainFunc = regexp.MustCompile(`(?m)^func main\(\)`)

func writeBatch(dir string, sources []string) error {
	if len(sources) > maxBatch {
		return fmt.Errorf("%d programs are too many for one executable", len(sources))
	}
	var imports, cases strings.Builder
	for i, source := range sources {
		name := batchName(i)
		source = packageClause.ReplaceAllString(source, "package "+name)
		source = mainFunc.ReplaceAllString(source, "func Main()")
		if err := writeFile(filepath.Join(dir, name, "program.go"), source); err != nil {
			return err
		}
		fmt.Fprintf(&imports, "\t%q\n", "batch/"+name)
		fmt.Fprintf(&cases, "\tcase %q:\n\t\t%s.Main()\n", name, name)
	}
	dispatch := fmt.Sprintf("package main\n\nimport (\n\t\"os\"\n%s)\n\nfunc main() {\n\tswitch os.Args[1] {\n%s\t}\n}\n", &imports, &cases)
	if err := writeFile(filepath.Join(dir, "main.go"), dispatch); err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, "go.mod"), "module batch\n\ngo 1.26\n")
}

// separate builds each program into an executable of its own, all by one call
// of the toolchain, and runs them: as go run, initialization included.
func (o *oracle) separate(sources []string) ([]outcome, error) {
	dir, err := os.MkdirTemp("", "differential-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := writeFile(filepath.Join(dir, "go.mod"), "module batch\n\ngo 1.26\n"); err != nil {
		return nil, err
	}
	bin := filepath.Join(dir, "bin")
	for i, source := range sources {
		if err := writeFile(filepath.Join(dir, batchName(i), "program.go"), source); err != nil {
			return nil, err
		}
	}
	if err := o.goBuild(dir, "-o", bin+string(filepath.Separator), "./..."); err != nil {
		return nil, err
	}
	outcomes := make([]outcome, len(sources))
	each(len(sources), o.parallel, func(i int) {
		outcomes[i] = o.run(dir, filepath.Join(bin, batchName(i)))
	})
	return outcomes, nil
}

// goBuild builds without inlining, which changes the order in which a statement
// reads variables and functions change them, and without slices on the stack, which
// append gives another capacity.
func (o *oracle) goBuild(dir string, args ...string) error {
	cmd := exec.Command("go", append([]string{"build", "-p", fmt.Sprint(o.parallel), "-ldflags=-s -w", "-gcflags=batch/...=-l -d=variablemakethreshold=0"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	return nil
}

// run runs an executable.
func (o *oracle) run(dir, binary string, args ...string) outcome {
	ctx, cancel := context.WithTimeout(context.Background(), o.limit)
	defer cancel()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
	err := cmd.Run()
	end := outcome{stdout: stdout.String()}
	failed := (*exec.ExitError)(nil)
	switch {
	case ctx.Err() != nil:
		end.exit, end.late, end.failure = -1, true, "did not end in time"
	case errors.As(err, &failed):
		end.exit = failed.ExitCode()
		if end.exit == panicked {
			end.failure, end.lines = panicLine(stderr.String()), panicLines(stderr.String())
		}
	case err != nil:
		end.exit, end.failure = -1, err.Error()
	}
	return end
}

// reports is how the runtime begins to tell why it ends a program.
var reports = regexp.MustCompile(`(?m)^\t*(panic: |fatal error: ).*$`)

// panicLine is the line of the standard error of a program that tells of the
// panic that ended it, which is the last of those that were on their way.
func panicLine(stderr string) string {
	head, _, _ := strings.Cut(stderr, "\ngoroutine ")
	all := reports.FindAllString(head, -1)
	if len(all) == 0 {
		return ""
	}
	return strings.TrimSpace(all[len(all)-1])
}

// frame is a line of a traceback that tells where a program's own code was.
var frame = regexp.MustCompile(`(?m)^\t.*/program\.go:(\d+)`)

// panicLines are the lines of the program at which a panic ended it, innermost
// first, which the traceback of the first goroutine tells.
func panicLines(stderr string) (lines []int) {
	_, trace, _ := strings.Cut(stderr, "\ngoroutine ")
	trace, _, _ = strings.Cut(trace, "\n\n")
	trace, _, _ = strings.Cut(trace, "\ncreated by ")
	for _, m := range frame.FindAllStringSubmatch(trace, -1) {
		line, _ := strconv.Atoi(m[1]) // digits
		lines = append(lines, line)
	}
	return lines
}

func writeFile(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}
