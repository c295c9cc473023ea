package cases

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// Toolchain runs programs with the Go toolchain.
type Toolchain struct {
	Limit    time.Duration // what a program may take
	Parallel int           // how many programs run at once
}

// Built is an executable with several programs.
type Built struct {
	Toolchain
	dir, binary string
	programs    int
}

// Build builds programs into one executable. Every program becomes a package whose name is
// as long as "main", so that its type names are as wide in what it prints. Each process
// initializes the packages of all programs, which therefore must not print before main.
func (t Toolchain) Build(sources []string) (*Built, error) {
	dir, err := os.MkdirTemp("", "cases-")
	if err != nil {
		return nil, err
	}
	b := &Built{t, dir, filepath.Join(dir, "batch"), len(sources)}
	if err = writeBatch(dir, sources); err == nil {
		err = t.goBuild(dir, "-o", b.binary, ".")
	}
	if err != nil {
		b.Remove()
		return nil, err
	}
	return b, nil
}

// Run runs each program in a process of its own, and restores main where it prints the
// name of its package.
func (b *Built) Run() []Outcome {
	outcomes := make([]Outcome, b.programs)
	Each(b.programs, b.Parallel, func(i int) {
		o := b.run(b.dir, func(text string) string { return asMain(batchName(i), text) }, b.binary, batchName(i))
		for j := range o.Places {
			o.Places[j].Function = strings.Replace(o.Places[j].Function, "main.Main", "main.main", 1)
		}
		outcomes[i] = o
	})
	return outcomes
}

// Remove removes the executable.
func (b *Built) Remove() { os.RemoveAll(b.dir) }

// Batch builds programs into one executable and runs each of them once.
func (t Toolchain) Batch(sources []string) ([]Outcome, error) {
	b, err := t.Build(sources)
	if err != nil {
		return nil, err
	}
	defer b.Remove()
	return b.Run(), nil
}

// maxBatch is the largest number of programs in a batch: names have three digits.
const maxBatch = 1000

func batchName(i int) string { return fmt.Sprintf("g%03d", i) }

// ProgramName is the file name of a program, as in traces of panics.
const ProgramName = "program.go"

// asMain puts main back in where a batch has the name of a program's package,
// or its path, which is in the names of instances of generic types.
func asMain(name, text string) string {
	text = strings.ReplaceAll(text, "batch/"+name+".", "main.")
	return strings.ReplaceAll(text, name+".", "main.")
}

// PackageClause matches the package clause of a program.
var PackageClause = regexp.MustCompile(`(?m)^package[ \t]+\w+[ \t]*;?`)

// MainFunc matches the beginning of the main function of a program.
var MainFunc = regexp.MustCompile(`(?m)^func main\(\)`)

func writeBatch(dir string, sources []string) error {
	if len(sources) > maxBatch {
		return fmt.Errorf("%d programs are too many for one executable", len(sources))
	}
	var imports, cases strings.Builder
	for i, source := range sources {
		name := batchName(i)
		source = PackageClause.ReplaceAllString(source, "package "+name)
		source = MainFunc.ReplaceAllString(source, "func Main()")
		if err := writeFile(filepath.Join(dir, name, ProgramName), source); err != nil {
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

// separate builds each program into an executable of its own, all by one call of the toolchain,
// and runs them: as go run, initialization included. Programs import what krigo's module does,
// and krigo's packages.
func (t Toolchain) separate(sources []string) ([]Outcome, error) {
	dir, err := os.MkdirTemp("", "cases-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := writeModule(dir); err != nil {
		return nil, err
	}
	bin := filepath.Join(dir, "bin")
	for i, source := range sources {
		if err := writeFile(filepath.Join(dir, batchName(i), ProgramName), source); err != nil {
			return nil, err
		}
	}
	if err := t.goBuild(dir, "-o", bin+string(filepath.Separator), "./..."); err != nil {
		return nil, err
	}
	outcomes := make([]Outcome, len(sources))
	Each(len(sources), t.Parallel, func(i int) {
		outcomes[i] = t.run(dir, func(text string) string { return text }, filepath.Join(bin, batchName(i)))
	})
	return outcomes, nil
}

// moduleLine is the line of a go.mod with the path of the module.
var moduleLine = regexp.MustCompile(`(?m)^module (\S+)$`)

// writeModule writes the files of a module that requires krigo and what krigo requires.
func writeModule(dir string) error {
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return err
	}
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		return err
	}
	krigo := moduleLine.FindSubmatch(mod)[1]
	text := moduleLine.ReplaceAllString(string(mod), "module batch")
	text += fmt.Sprintf("\nrequire %s v0.0.0\n\nreplace %[1]s => %s\n", krigo, root)
	return errors.Join(writeFile(filepath.Join(dir, "go.mod"), text), writeFile(filepath.Join(dir, "go.sum"), string(sum)))
}

// goBuild builds without inlining, which changes the order in which a statement
// reads variables and functions change them, and without slices on the stack, which
// append gives another capacity. Cells have notes where a program shows these choices
// of the compiler (rules "order of evaluation" and "capacities" of package check).
func (t Toolchain) goBuild(dir string, args ...string) error {
	cmd := exec.Command("go", append([]string{"build", "-p", fmt.Sprint(t.Parallel), "-ldflags=-s -w", "-gcflags=batch/...=-l -d=variablemakethreshold=0"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	return nil
}

// run runs an executable.
func (t Toolchain) run(dir string, asMain func(text string) string, command ...string) Outcome {
	ctx, cancel := context.WithTimeout(context.Background(), t.Limit)
	defer cancel()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
	err := cmd.Run()
	end := Outcome{Stdout: asMain(stdout.String())}
	failed := (*exec.ExitError)(nil)
	switch {
	case ctx.Err() != nil:
		end.Exit, end.Late, end.Failure = -1, true, "did not end in time"
	case errors.As(err, &failed):
		end.Exit = failed.ExitCode()
		if end.Exit == Panicked {
			end.Failure, end.Places = PanicOf(asMain(stderr.String()))
		}
	case err != nil:
		end.Exit, end.Failure = -1, err.Error()
	}
	return end
}

func writeFile(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}
