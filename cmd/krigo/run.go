package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"krigo/cmd/krigo/internal/help"
	"krigo/internal/exit"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/percent"
	"krigo/internal/repl"
	"krigo/internal/run"
	"krigo/internal/source"
	"krigo/interp/imports"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"
)

// runFlags are the flags of `krigo run`.
type runFlags struct {
	givenFlags
	engineFlags
	output, html, junit, outdir string
	slides, live                bool
	cells, oneFile              bool
	cellFiles                   string
	print                       string
	omit                        []string
	allowErrors, failFast       bool
	timeout                     time.Duration
	jobs                        int
	maxOutput                   int
	full                        bool
	list, compiled              bool
	get                         globs
	code                        []string
}

func runCommand() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run FILE.ipynb... | FILE.go [ARGS] | - [ARGS] | -e CODE",
		Short: "Run notebooks, a script of cells or a Go program",
		Long: `Run executes a notebook without Jupyter, from the notebook's folder, and stops at the first
error. If a cell of a notebook or script cannot compile, whatever the cells before it do, run
reports that first and runs none, unless cells may fail (--allow-errors, the tag
raises-exception). -o writes the notebook with its outputs, --html a self-contained page, or with
--slides slides that are printed on a page each, --junit a report for Jenkins or GitLab.
--print prints the results of cells that have a tag, as text, or with "all" the results of
every cell. --omit drops representations from what is written. Controls are written in their
final state; they do not move, and ask to run their cell. With --cells, readers of the page
edit and run its cells in their browser, which needs no server (krigo then needs its module
for pages: make browser). What a cell prints is kept up to
--max-output, or with --full completely; -o - and --html - write to standard output. Figures
are PNG; with KRIGO_PDF=1 in the environment also PDF, for LaTeX.
A cell that asks a question reads a line of standard input.

Several notebooks run side by side, -j at a time, each in its own session; -o, --html and
--outdir are then folders. --fail-fast starts no more of them after one has failed. Before
anything runs, krigo checks that the destinations can be written. If a file cannot be written
at the end, it is kept elsewhere, and a message names the place.

--cluster runs each notebook as a task, in processes of this machine or of a cluster, with
the same flags, outputs, table and status. What a notebook prints appears when it ends.
Notebooks, their data and their outputs must be on file systems that all machines share. A
notebook whose process is killed, or whose machine is lost, is run again, at most twice; one
that fails is not. A new command runs all of them again. After an interrupt, Slurm's tasks
write the results that they have, but krigo does not wait for them: the table shows "no
result". ` + aboutEngines + `

Run also executes a Go file: a program with a func main, or a script of cells, that is,
declarations and statements in any order, separated by lines that begin with "// %%".
"-" reads the script from standard input, -e evaluates CODE. Arguments after the file are the
script's (os.Args), also flags. If a flag of run, such as --outdir, comes after the file and
the script does not read it, run prints a note; -p NAME=VALUE after a script with a cell of
parameters is an error. With -- before the file, run checks no arguments. A first line
"#!/usr/bin/env -S krigo run --" makes the file an executable command.
--outdir writes figures and tables as files. --compiled has an installed Go toolchain
build the script, with its go.mod and krigo's packages, and runs the program, which is kept:
what cells would show is printed as text (%save writes the same program).

-p sets variables that the cell tagged "parameters" declares. It adds a cell after that one,
tagged "injected-parameters" (papermill's form), which is written with the notebook. In a
script, the line before the cell of parameters is // %% tags=["parameters"]. The value must
fit the type; lists are 1,2,3 or [1, 2, 3]. -f reads values from a JSON object. A name that
the cell does not declare is that of a control (widget.Float and others), which starts with
the value; if the run creates no such control, it fails with status 2. Controls are created
at run time, so --list-parameters does not list them.

Ctrl-C, SIGTERM and SIGHUP interrupt the running cell, a second one ends it at once; krigo
writes the results so far. Status: 0 done, 1 a cell failed or a goroutine panicked, 2 wrong
use, 124 --timeout, 137 the Go process was killed, 130 Ctrl-C, 143 SIGTERM, 129 SIGHUP; of
several notebooks the highest. A script's status is its own, and 2 if it panics. To limit
the time of all cells together use timeout(1), which sends SIGTERM.`,
		Example: `  krigo run first-fit.ipynb -o out.ipynb --html out.html
  krigo run --print scores first-fit.ipynb
  krigo run report.ipynb -p folds=10 -p sets=co2,wine -o report-10.ipynb
  krigo run report.ipynb --list-parameters
  krigo run -j 4 notebooks/*.ipynb -o out/ --junit out/junit.xml
  krigo run --cluster slurm:cpu --cluster-dir ~/tasks notebooks/*.ipynb -o out/
  krigo run --allow-errors --timeout 5m lesson.ipynb -o lesson.ipynb
  krigo run --outdir figures fit.go data.csv --restarts 5
  krigo run -e 'x := 20' -e 'x + 1'`,
		Args:              cobra.ArbitraryArgs,
		GroupID:           groupRun,
		Annotations:       help.SeeAlso("krigo repl", "krigo cells", "krigo cluster", "krigo exit-status", "krigo environment"),
		ValidArgsFunction: completeRun,
		RunE:              f.run,
	}
	flags := cmd.Flags()
	flags.SetInterspersed(false) // what follows a script is the script's
	flags.StringVarP(&f.output, "output", "o", "", "write the executed notebook to `FILE`, several to a folder")
	flags.BoolVar(&f.slides, "slides", false, "make slides of the page of --html: a cell with the tag slide begins one, skip and notes leave cells out")
	flags.BoolVar(&f.live, "live", false, "let readers of the page of --html drag data and parameters of figures of widget.Explore")
	flags.BoolVar(&f.cells, "cells", false, "let readers edit and run the cells of the page of --html in their browser; the files that it loads are written next to it")
	flags.BoolVar(&f.oneFile, "one-file", false, "put all that the page of --cells loads into it, so that it opens from a disk")
	flags.StringVar(&f.cellFiles, "cell-files", "", "let the page of --cells hold files of `DIR` that its cells name, by default those of the notebook's folder")
	flags.StringVar(&f.html, "html", "", "write the executed notebook as a page to `FILE`, several to a folder")
	flags.StringVar(&f.junit, "junit", "", "write a JUnit report of the cells to `FILE`")
	flags.StringVar(&f.outdir, "outdir", "", "write figures and tables that cells show to files in `DIR`")
	flags.StringVar(&f.print, "print", "", "print the text outputs of cells with `TAG`, or of all cells")
	flags.StringSliceVar(&f.omit, "omit", nil, "drop the representations with these MIME `TYPES` from outputs, such as text/latex")
	f.givenFlags.add(flags)
	flags.BoolVar(&f.list, "list-parameters", false, "list the parameters and run nothing")
	flags.StringArrayVarP(&f.code, "eval", "e", nil, "evaluate `CODE` and print its value; several are cells of one session")
	flags.Var(&f.get, "get", "download modules that the go.sum file next to a notebook or script does not list: all, or those that match `GLOBS`, as in --get=github.com/samber/*")
	flags.Lookup("get").NoOptDefVal = imports.All
	flags.BoolVar(&f.compiled, "compiled", false, "build the script with an installed Go toolchain, unless it was built before, and run the program")
	flags.BoolVar(&f.allowErrors, "allow-errors", false, "continue after a cell that fails")
	flags.BoolVar(&f.failFast, "fail-fast", false, "start no more notebooks after one has failed")
	flags.IntVarP(&f.jobs, "jobs", "j", runtime.NumCPU(), "run `N` notebooks at a time")
	f.engineFlags.add(flags)
	flags.Var((*limit)(&f.timeout), "timeout", "interrupt a cell that runs longer than `TIME`, such as 90, 90s or 5m; 0 means no limit")
	f.maxOutput = 1_000_000
	flags.Var((*size)(&f.maxOutput), "max-output", "keep at most `SIZE` of the text that each cell of a notebook prints")
	flags.BoolVar(&f.full, "full", false, "keep all text that cells print")
	return cmd
}

// checkCells refuses flags that do not go with --cells.
func (f *runFlags) checkCells() error {
	switch {
	case f.oneFile && !f.cells:
		return exit.Misusef("--one-file is about a page of --cells; add that flag")
	case f.cellFiles != "" && !f.cells:
		return exit.Misusef("--cell-files is about a page of --cells; add that flag")
	case f.cells && f.html == "":
		return exit.Misusef("--cells lets the cells of a page run; name its file by --html")
	case f.cells && f.slides:
		return exit.Misusef("--cells and --slides: the cells of slides do not run; leave one of them out")
	case f.cells && !f.oneFile && f.html == source.Standard:
		return exit.Misusef("--cells writes files next to the page; name a file for --html, or add --one-file")
	}
	return nil
}

// pageCells returns the form of the page.
func (f *runFlags) pageCells() run.Cells {
	switch {
	case f.oneFile:
		return run.InOneFile
	case f.cells:
		return run.WithFiles
	}
	return run.NoCells
}

// run runs what the arguments name.
func (f *runFlags) run(cmd *cobra.Command, args []string) error {
	if len(f.code) > 0 {
		if flag := notebookFlag(cmd); flag != "" {
			return exit.Misusef("--%s is for notebooks; -e evaluates code", flag)
		}
		return f.runScript(cmd, run.Code(f.code, args), args)
	}
	if len(args) == 0 {
		return exit.Misusef("run: want a notebook, a Go file, - or -e CODE (krigo run --help explains)")
	}
	switch kind, err := source.KindOf(args[0]); {
	case err != nil:
		return exit.Misuse(err)
	case kind == source.Notebook:
		return f.runNotebooks(cmd, args)
	}
	s, err := readScript(cmd, args)
	if err != nil {
		return exit.Misuse(err)
	}
	return f.runScript(cmd, s, args)
}

// runNotebooks runs the notebooks that the arguments name; flags may be among them.
func (f *runFlags) runNotebooks(cmd *cobra.Command, args []string) error {
	flags := cmd.Flags()
	flags.SetInterspersed(true)
	if err := flags.Parse(args); err != nil {
		return exit.Misuse(flagError(cmd, err))
	}
	if help, _ := flags.GetBool("help"); help {
		return cmd.Help()
	}
	paths := flags.Args()
	if err := f.checkNotebooks(paths); err != nil {
		return err
	}
	if f.list {
		return run.ListParameters(cmd.OutOrStdout(), paths)
	}
	onCluster, err := f.wanted()
	if err != nil {
		return err
	}
	if onCluster && (f.output == source.Standard || f.html == source.Standard) {
		return exit.Misusef("--cluster: tasks have no standard output; name files for -o and --html")
	}
	if err := f.checkCells(); err != nil {
		return err
	}
	if f.slides && f.html == "" {
		return exit.Misusef("--slides makes slides of a page; name its file by --html")
	}
	if f.live && f.html == "" {
		return exit.Misusef("--live makes the figures of a page compute; name its file by --html")
	}
	o, err := f.options(cmd)
	if err != nil {
		return exit.Misuse(err)
	}
	switch {
	case onCluster:
		return f.runOnCluster(cmd, paths, o)
	case len(paths) == 1:
		return run.Notebook(cmd.Context(), paths[0], o, run.Attended{Ask: newScreen().Ask, Terminal: term.IsTerminal(int(os.Stderr.Fd()))})
	}
	return run.Notebooks(cmd.Context(), paths, o, f.jobs)
}

// checkNotebooks refuses flags and files that do not fit notebooks.
func (f *runFlags) checkNotebooks(paths []string) error {
	if len(f.code) > 0 {
		return exit.Misusef("-e evaluates code; %s is a notebook", paths[0])
	}
	if f.compiled {
		return exit.Misusef("--compiled is for scripts; %s is a notebook: convert it by krigo convert", paths[0])
	}
	for _, path := range paths[1:] {
		if kind, err := source.KindOf(path); err != nil {
			return exit.Misuse(err)
		} else if kind != source.Notebook {
			return exit.Misusef("%s: to run several files, all must be notebooks", path)
		}
	}
	if f.jobs < 1 {
		return exit.Misusef("--jobs is %d, want 1 or more", f.jobs)
	}
	for _, mimetype := range f.omit {
		if !strings.Contains(mimetype, "/") || mimetype == "text/plain" {
			return exit.Misusef("--omit %s: want a MIME type such as text/latex, and not text/plain, which every output keeps", mimetype)
		}
	}
	return nil
}

// options returns how notebooks run by the flags.
func (f *runFlags) options(cmd *cobra.Command) (run.Options, error) {
	values, err := f.parameterValues()
	o := run.Options{
		AllowErrors: f.allowErrors, FailFast: f.failFast, Timeout: f.timeout, MaxOutput: f.maxOutput, Allowed: string(f.get), Values: values,
		Output: f.output, HTML: f.html, Slides: f.slides, Live: f.live, Cells: f.pageCells(), CellFiles: f.cellFiles, Outdir: f.outdir, JUnit: f.junit, Omit: f.omit, Print: f.print,
		Stdout: cmd.OutOrStdout(), Stderr: cmd.ErrOrStderr(), Color: colored(os.Stderr),
	}
	if f.full {
		o.MaxOutput = 0
	}
	return o, err
}

// runOnCluster runs notebooks as tasks of the engine that --cluster names.
func (f *runFlags) runOnCluster(cmd *cobra.Command, paths []string, o run.Options) (err error) {
	atOnce := 0
	if cmd.Flags().Changed("jobs") || f.engine.kind == engineLocal {
		atOnce = f.jobs
	}
	to, err := f.open(len(paths), atOnce, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.close()) }()
	return run.OnCluster(cmd.Context(), paths, o, run.Cluster{Engine: to.engine, Dir: to.dir, Detached: f.engine.kind == engineSlurm})
}

// readScript reads the script args[0], or standard input for "-".
func readScript(cmd *cobra.Command, args []string) (run.Script, error) {
	name := filepath.Clean(args[0]) // as line directives have it
	if flag := notebookFlag(cmd); flag != "" {
		return run.Script{}, fmt.Errorf("--%s is for notebooks; %s is a script", flag, name)
	}
	text, err := source.Read(name, cmd.InOrStdin())
	if err != nil {
		return run.Script{}, fmt.Errorf("script: %w", err)
	}
	if name == source.Standard {
		name = "stdin"
		if _, err := nbformat.Parse(text); err == nil {
			return run.Script{}, errors.New("standard input is a notebook: pass krigo run the name of its file instead, because it runs in the file's folder")
		}
	}
	kept, err := percent.Modules(string(text))
	if err != nil {
		return run.Script{}, fmt.Errorf("%s: %w", name, err)
	}
	cells, err := repl.ScriptCells(name, string(text))
	return run.Script{Name: name, Cells: cells, Args: args, Modules: kept, Program: percent.Program(string(text))}, err
}

// runScript runs a script, whose cells are printed as they go; args are those of the command that are not its flags.
func (f *runFlags) runScript(cmd *cobra.Command, s run.Script, args []string) error {
	if f.list {
		return s.ListParameters(cmd.OutOrStdout())
	}
	if err := checkArguments(cmd, s, args); err != nil {
		return err
	}
	values, err := f.parameterValues()
	if err != nil {
		return exit.Misuse(err)
	}
	if f.compiled {
		return f.runCompiled(cmd, s, values)
	}
	stdin, err := scriptInput(os.Stdin, s.ReadsStdin())
	if err != nil {
		return err
	}
	screen := newScreen()
	if stdin != nil {
		screen = newScreenOn(byteReader{stdin})
	}
	// What is typed is the script's, so that the terminal is not asked what it can draw.
	if _, err := drawInline(screen, "", false); err != nil {
		return err
	}
	return s.Run(cmd.Context(), screen, run.ScriptOptions{Values: values, Stdin: stdin, Outdir: f.outdir, Timeout: f.timeout, Allowed: string(f.get)})
}

// runCompiled runs a script as a program of the Go toolchain.
func (f *runFlags) runCompiled(cmd *cobra.Command, s run.Script, values map[string]any) error {
	for _, name := range []string{"outdir", "timeout"} {
		if cmd.Flags().Changed(name) {
			return exit.Misusef("--%s is for cells; a compiled program has none", name)
		}
	}
	if f.get != "" && f.get != imports.All {
		return exit.Misusef("--get=%s: the Go toolchain, which --compiled uses, downloads all modules or none; write --get", f.get)
	}
	return s.RunCompiled(cmd.Context(), run.Compiled{
		Stdin: cmd.InOrStdin(), Stdout: cmd.OutOrStdout(), Stderr: cmd.ErrOrStderr(), Values: values, Allowed: string(f.get),
		Terminal: term.IsTerminal(int(os.Stdin.Fd())) || term.IsTerminal(int(os.Stderr.Fd())),
	})
}

// flagsOfScripts are the flags that scripts have as well; the others are for
// notebooks.
var flagsOfScripts = []string{"timeout", "parameter", "parameters-file", "list-parameters", "outdir", "eval", "get", "compiled", "help"}

// notebookFlag returns a flag that was set and is for notebooks, or "".
func notebookFlag(cmd *cobra.Command) string {
	name := ""
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if !slices.Contains(flagsOfScripts, f.Name) {
			name = f.Name
		}
	})
	return name
}

// globs is a flag's list of module paths, as patterns with commas between them.
type globs string

func (g *globs) String() string { return string(*g) }

func (*globs) Type() string { return "globs" }

func (g *globs) Set(text string) error {
	*g = globs(text)
	return imports.CheckAllowed(text)
}

// limit is a flag's time: a duration, or a number of seconds.
type limit time.Duration

func (l *limit) String() string {
	if *l == 0 {
		return "0"
	}
	return time.Duration(*l).String()
}

func (*limit) Type() string { return "time" }

func (l *limit) Set(text string) error {
	d, err := time.ParseDuration(text)
	if s, numeric := strconv.ParseFloat(text, 64); numeric == nil {
		d, err = time.Duration(s*float64(time.Second)), nil
	}
	if err != nil || d < 0 {
		return fmt.Errorf("want seconds, or a time such as 90s or 5m")
	}
	*l = limit(d)
	return nil
}

// size is a flag's number of bytes, with a unit or without.
type size int

func (s *size) String() string {
	if *s%1e6 == 0 {
		return strconv.Itoa(int(*s/1e6)) + "MB"
	}
	return strconv.Itoa(int(*s)) + "B"
}

func (*size) Type() string { return "size" }

// sizeUnits are the units of a size, the longer ones first.
var sizeUnits = []struct {
	name  string
	bytes float64
}{{"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"B", 1}, {"", 1}}

func (s *size) Set(text string) error {
	for _, u := range sizeUnits {
		number, ok := strings.CutSuffix(text, u.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(n*u.bytes >= 1) || n*u.bytes > 1e15 {
			break
		}
		*s = size(n * u.bytes)
		return nil
	}
	return fmt.Errorf("want a size such as 500kB or 2MB")
}

// colored reports whether to write colours to a file: to a terminal, unless
// NO_COLOR is set (https://no-color.org) or the terminal has none.
func colored(f *os.File) bool {
	return os.Getenv("NO_COLOR") == "" && takesSequences(f)
}

// takesSequences reports whether a file is a terminal that knows escape sequences, such as colours.
func takesSequences(f *os.File) bool {
	return os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd())) && takesColors(f)
}
