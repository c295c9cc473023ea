package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/spf13/pflag"
	"golang.org/x/term"

	"krigo/cell"
	"krigo/internal/about"
	"krigo/internal/class/report"
	"krigo/internal/exit"
	"krigo/internal/notebook"
	"krigo/internal/server"
	"krigo/internal/sessions"
	"krigo/interp"
	"krigo/kernel"
)

// classFlags are the flags of `krigo notebook` for visitors.
type classFlags struct {
	readOnly, noToken bool
	maxWorkers        int
	memoryLimit       uint64
	cellTimeout, idle time.Duration
	modules           globs
	teacherToken      string // of the environment, or ""
}

// flagsOfClasses want --read-only.
var flagsOfClasses = []string{"no-token", "modules", "max-workers", "memory-limit", "cell-timeout", "idle"}

func (f *classFlags) add(flags *pflag.FlagSet) {
	flags.BoolVar(&f.readOnly, "read-only", false, "let visitors run private copies of the notebooks, and save nothing")
	flags.BoolVar(&f.noToken, "no-token", false, "with --read-only: let in anyone who reaches the server")
	flags.IntVar(&f.maxWorkers, "max-workers", 8, "with --read-only: run at most `N` sessions at once; further visitors wait")
	flags.Uint64Var(&f.memoryLimit, "memory-limit", 1024, "with --read-only: the `MEGABYTES` that the cells of a session may allocate, on Linux")
	flags.Var(&f.modules, "modules", "with --read-only: download modules that cells get though the go.sum file does not list them, if they match `GLOBS`, such as github.com/samber/*")
	f.cellTimeout, f.idle = 5*time.Minute, 20*time.Minute
	flags.Var((*limit)(&f.cellTimeout), "cell-timeout", "with --read-only: interrupt a cell that runs longer than `TIME`; 0 means no limit")
	flags.Var((*limit)(&f.idle), "idle", "with --read-only: end a session that is idle for `TIME`")
}

// check returns an error for invalid flags.
func (f *classFlags) check(flags *pflag.FlagSet) error {
	for _, name := range flagsOfClasses {
		if flags.Changed(name) && !f.readOnly {
			return exit.Misusef("--%s needs --read-only", name)
		}
	}
	switch {
	case f.noToken && flags.Changed("token-file"):
		return exit.Misusef("--no-token and --token-file cannot be combined")
	case f.maxWorkers < 1:
		return exit.Misusef("--max-workers is %d, want 1 or more", f.maxWorkers)
	case f.memoryLimit < leastMemory:
		return exit.Misusef("--memory-limit is %d, want at least %d megabytes, with which a session starts", f.memoryLimit, leastMemory)
	case f.idle <= 0:
		return exit.Misusef("--idle is %v, want more than 0", f.idle)
	}
	return nil
}

// leastMemory is the number of megabytes that a session needs.
const leastMemory = 256

// options returns the server's options on visitors, nil if there are none.
func (f *classFlags) options() *server.Class {
	if !f.readOnly {
		return nil
	}
	return &server.Class{Open: f.noToken, MaxKernels: f.maxWorkers, CellTime: f.cellTimeout, Idle: f.idle, TeacherToken: f.teacherToken}
}

// teacherVariable names the variable with the token of the teacher's page, for a server without a
// terminal. Then the token is not printed.
const teacherVariable = "KRIGO_TEACHER_TOKEN"

// takeToken takes the token of the teacher's page from the environment, which cells get, and has this
// process keep it to itself.
func (f *classFlags) takeToken() error {
	if !f.readOnly {
		return nil
	}
	f.teacherToken = os.Getenv(teacherVariable)
	return errors.Join(os.Unsetenv(teacherVariable), hideMemory())
}

// tellTeacher prints the address of the teacher's page, with its token only to a terminal: a file of
// the output may be read by others, such as cells.
func (f *classFlags) tellTeacher(out io.Writer, address string, s *server.Server) {
	if !f.readOnly {
		return
	}
	page := address + s.TeacherPage()
	if f.teacherToken != "" {
		fmt.Fprintf(out, "The teacher's page is at\n  %s\n", page)
		return
	}
	for _, file := range []*os.File{os.Stdout, os.Stderr} {
		if term.IsTerminal(int(file.Fd())) {
			fmt.Fprintf(file, "The teacher's page, which is not for the class, is at\n  %s?token=%s\n", page, s.TeacherToken())
			return
		}
	}
	fmt.Fprintf(out, "The teacher's page (%s) has a token that is printed to a terminal only: "+
		"start krigo in one, or set %s in its environment.\n", page, teacherVariable)
}

// boundMemory has this process collect what is not used before it takes more than a class's server
// does, unless the environment says otherwise.
func (f *classFlags) boundMemory() {
	if f.readOnly && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(server.ClassMemory)
	}
}

// classSize is the number of visitors that the summary is about.
const classSize = 60

// summary describes what visitors may use, and what that means for a class.
func (f *classFlags) summary() string {
	text := "Nothing is saved. " + f.options().Describe(classSize, f.memoryLimit)
	if f.noToken {
		text += " There is no token: anyone who reaches the server can run programs as you."
	}
	return text
}

// visitorOutput is the number of megabytes of text that a visitor's cell may print.
const visitorOutput = 32

// A session's share of the machine, where the environment does not say otherwise.
// OpenBLAS, which finds eigenvalues, takes some 400 MB of what may be allocated, more with each processor, and waits
// for ever where it gets none: sessions of little memory do without.
const (
	memoryOfOpenBLAS = 768
	mostOfProcessors = 4
)

// pageEnvironment returns the environment of a session that krigo notebook shows.
func pageEnvironment() []string { return append(os.Environ(), cell.FigureVariable+"=1") }

// environment returns the environment of a visitor's session.
func (f *classFlags) environment() []string {
	env := append(pageEnvironment(), report.Variable+"=1")
	share := map[string]string{"GOMAXPROCS": strconv.Itoa(min(runtime.NumCPU(), mostOfProcessors)), "OPENBLAS_NUM_THREADS": "1"}
	if f.memoryLimit < memoryOfOpenBLAS {
		share["KRIGO_BLAS"] = "gonum"
	}
	for name, value := range share {
		if os.Getenv(name) == "" {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// kernel returns the options of a visitor's kernel.
func (f *classFlags) kernel(at notebook.Place, log *slog.Logger) kernel.Options {
	return kernel.Options{
		Info: about.Kernel(version),
		Start: func(ctx context.Context) (kernel.Engine, error) {
			return sessions.Start(ctx, interp.Options{
				Symbols: sessions.Visiting(at.Folder, at.Modules, string(f.modules)), Log: log, Converses: true, Dir: at.Dir, MemoryLimit: f.memoryLimit << 20, Env: f.environment(),
			})
		},
		Log: log, OutputLimit: visitorOutput << 20,
	}
}
