package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"krigo/interp"
	"krigo/nbformat"
	"krigo/nbformat/execute"
	"krigo/nbformat/export"
)

// runFlags are the flags of `krigo run`.
type runFlags struct {
	output, html string
	print        string
	omit         []string
	allowErrors  bool
	timeout      time.Duration
}

func runCommand() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run FILE.ipynb | FILE.go [ARGS]",
		Short: "Run a notebook, a script of cells or a Go program",
		Long: `Run executes a notebook without Jupyter, from the notebook's folder, and stops at
the first error with status 1. -o writes the notebook with its outputs, --html a
page that stands by itself, and --print prints what cells that bear a tag gave, as
text, or with "all" what every cell gave. --omit leaves representations out of
what is written. Figures come as PNG; with KRIGO_PDF=1 in the environment as PDF
too, for LaTeX. Ctrl-C interrupts the running cell; what there is by then is
written.

Run also executes a Go file: a program with a func main, or a script of cells,
which are declarations and statements in any order, parted by lines that begin
with "// %%". Arguments after the file are the script's (os.Args). A first line
"#!/usr/bin/env -S krigo run" makes the file a command of its own.`,
		Example: `  krigo run first-fit.ipynb -o out.ipynb --html out.html
  krigo run --print scores first-fit.ipynb
  krigo run lesson.ipynb -o lesson.ipynb --omit text/latex
  krigo run --allow-errors --timeout 5m lesson.ipynb -o lesson.ipynb
  krigo run fit.go data.csv --restarts 5`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			path := args[0]
			switch strings.ToLower(filepath.Ext(path)) {
			case ".ipynb":
				if help, err := parseRest(cmd, args[1:]); err != nil || help {
					return err
				}
				return runNotebook(cmd, path, f)
			case ".go":
				if flag := notebookFlag(cmd); flag != "" {
					return usageErrorf("--%s is for notebooks; %s is a script", flag, path)
				}
				return runScript(cmd, args)
			}
			return runUnknown(cmd, args)
		},
	}
	cmd.Flags().SetInterspersed(false) // what follows a script is the script's
	cmd.Flags().StringVarP(&f.output, "output", "o", "", "write the executed notebook to `FILE`")
	cmd.Flags().StringVar(&f.html, "html", "", "write the executed notebook as a page to `FILE`")
	cmd.Flags().StringVar(&f.print, "print", "", "print the text outputs of cells with `TAG`, or of all cells")
	cmd.Flags().StringSliceVar(&f.omit, "omit", nil, "leave out what outputs have as these MIME `TYPES`, such as text/latex")
	cmd.Flags().BoolVar(&f.allowErrors, "allow-errors", false, "go on after a cell that fails")
	cmd.Flags().DurationVar(&f.timeout, "timeout", 0, "interrupt a cell that runs longer, such as 90s; 0 waits")
	return cmd
}

// parseRest reads the flags that follow a notebook's name.
func parseRest(cmd *cobra.Command, rest []string) (help bool, err error) {
	flags := cmd.Flags()
	flags.SetInterspersed(true)
	if err := flags.Parse(rest); err != nil {
		return false, &exitError{misused, flagError(cmd, err)}
	}
	if help, _ := flags.GetBool("help"); help {
		return true, cmd.Help()
	}
	if flags.NArg() > 0 {
		return false, usageErrorf("want one notebook, got %q as well", flags.Arg(0))
	}
	return false, nil
}

// notebookFlag is a flag that was set, all of which are for notebooks, or "".
func notebookFlag(cmd *cobra.Command) string {
	name := ""
	cmd.Flags().Visit(func(f *pflag.Flag) { name = f.Name })
	return name
}

// runNotebook runs a notebook and writes what was asked for, whether the run
// ended well or not.
func runNotebook(cmd *cobra.Command, path string, f runFlags) error {
	nb, err := nbformat.ReadFile(path)
	if err != nil {
		return &exitError{misused, err}
	}
	for _, target := range []string{f.output, f.html} {
		if err := checkTarget(target); err != nil {
			return &exitError{misused, err}
		}
	}
	for _, mimetype := range f.omit {
		if !strings.Contains(mimetype, "/") || mimetype == "text/plain" {
			return usageErrorf("--omit %s: want a MIME type such as text/latex, and not text/plain, which every output keeps", mimetype)
		}
	}
	runErr := execNotebook(cmd, path, nb, f)
	if refused := !executed(runErr); refused {
		return usageErrorf("%s: %w", path, runErr)
	}
	nb.Omit(f.omit...)
	if err := writeOutputs(nb, path, f); err != nil {
		return err
	}
	if err := printOutputs(cmd.OutOrStdout(), nb, f.print); err != nil {
		return err
	}
	return reportRun(cmd, path, runErr)
}

// checkTarget tells before a run whether its result has a folder to go to.
func checkTarget(target string) error {
	if target == "" {
		return nil
	}
	if info, err := os.Stat(filepath.Dir(target)); err != nil {
		return fmt.Errorf("output: %w", err)
	} else if !info.IsDir() {
		return fmt.Errorf("output: %s is no folder", filepath.Dir(target))
	}
	return nil
}

func execNotebook(cmd *cobra.Command, path string, nb *nbformat.Notebook, f runFlags) error {
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return err
	}
	ctx := cmd.Context()
	// The session outlives an interrupt, which is for the running cell.
	session, err := interp.Start(context.WithoutCancel(ctx), interp.Options{Unattended: true, Dir: dir})
	if err != nil {
		return err
	}
	progress := execute.NewProgress(os.Stderr, term.IsTerminal(int(os.Stderr.Fd())))
	runErr := execute.Notebook(ctx, session, nb, execute.Options{
		AllowErrors: f.allowErrors, Timeout: f.timeout, Observe: progress.Observe,
	})
	// Closed before the notebook is written, so that nothing more arrives.
	return errors.Join(runErr, session.Close())
}

// executed tells whether a run got as far as cells, so that there are outputs
// to write.
func executed(err error) bool {
	cell := (*execute.CellError)(nil)
	return err == nil || errors.As(err, &cell) || errors.Is(err, context.Canceled)
}

func writeOutputs(nb *nbformat.Notebook, path string, f runFlags) error {
	if f.output != "" {
		if err := nbformat.WriteFile(f.output, nb); err != nil {
			return err
		}
	}
	if f.html == "" {
		return nil
	}
	page, err := export.HTML(nb, export.Options{Dir: filepath.Dir(path), Notebook: linkToNotebook(path, f)})
	if err != nil {
		return err
	}
	if err := os.WriteFile(f.html, page, 0o644); err != nil {
		return fmt.Errorf("html: %w", err)
	}
	return nil
}

// linkToNotebook is the address of the executed notebook, or of the one that
// was run where that is not written, seen from the page; "" where no relative
// one leads there.
func linkToNotebook(path string, f runFlags) string {
	if f.output != "" {
		path = f.output
	}
	from, err := filepath.Abs(filepath.Dir(f.html))
	if err != nil {
		return ""
	}
	to, err := filepath.Abs(path)
	if err != nil {
		return ""
	}
	link, err := filepath.Rel(from, to)
	if err != nil {
		return "" // on another drive
	}
	return (&url.URL{Path: filepath.ToSlash(link)}).String()
}

// reportRun turns the end of a run into krigo's: a cell's error is printed as
// the notebook shows it.
func reportRun(cmd *cobra.Command, path string, err error) error {
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%s: interrupted", path)
	}
	failed := (*execute.CellError)(nil)
	if !errors.As(err, &failed) {
		return err
	}
	stderr := cmd.ErrOrStderr()
	for _, line := range failed.Err.In(path).Traceback(colored(os.Stderr)) {
		fmt.Fprintln(stderr, line)
	}
	return fmt.Errorf("%s: cell %d of %d failed", path, failed.Cell, failed.Of)
}

// colored tells whether to write colours to a file: to a terminal, unless
// NO_COLOR is set (https://no-color.org) or the terminal has none.
func colored(f *os.File) bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd())) && takesColors(f)
}
