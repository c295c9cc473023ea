package main

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"krigo/cmd/krigo/internal/help"
	"krigo/internal/exit"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/diff"
	"krigo/internal/source"
)

// diffFlags are the flags of `krigo diff`.
type diffFlags struct {
	options diff.Options
	style   diff.Style
	ignore  string
	colour  string
}

// differ is the status of diff(1) where files differ; that of trouble is 2, also
// where git asks.
const (
	differ  = 1
	trouble = exit.Misused
)

func diffCommand() *cobra.Command {
	var f diffFlags
	cmd := &cobra.Command{
		Use:   "diff OLD.ipynb NEW.ipynb",
		Short: "Show what differs between two notebooks",
		Long: `Diff compares two notebooks cell by cell: edited, added, removed and moved cells, the lines
of sources and of text outputs, the pixels of figures, and metadata. Cells are matched by
their IDs, then by their content. Execution counts, and the times of runs that Jupyter notes in
the metadata, are ignored. One of the files may be - for standard input.

With --tolerance, numbers in outputs are equal if their relative difference is at most that.
--ignore removes from outputs whatever matches a regular expression, such as times. --color
always keeps colours in a pipe.

The status is that of diff: 0 if nothing differs, 1 if something does, and 2 if a file cannot
be read. With seven arguments, krigo diff acts as an external diff of git; krigo install
--git=diff configures git to use it.`,
		Example: `  krigo diff old.ipynb new.ipynb
  krigo diff --sources old.ipynb new.ipynb
  krigo diff --tolerance 1e-6 --ignore '[0-9.]+ m?s' old.ipynb new.ipynb
  git show HEAD:lesson.ipynb | krigo diff - lesson.ipynb`,
		Args:              diffArgs,
		GroupID:           groupFiles,
		Annotations:       help.SeeAlso("krigo strip", "krigo install"),
		ValidArgsFunction: files("ipynb"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.complete(); err != nil {
				return &exit.Error{Status: trouble, Err: err}
			}
			if len(args) != 2 {
				return gitDiffFiles(cmd.OutOrStdout(), args, f)
			}
			return diffFiles(cmd, args[0], args[1], f)
		},
	}
	cmd.Flags().BoolVar(&f.options.Sources, "sources", false, "compare sources only")
	cmd.Flags().BoolVar(&f.options.All, "all", false, "also compare execution counts, times of runs and IDs")
	cmd.Flags().Float64Var(&f.options.Tolerance, "tolerance", 0, "the relative `DIFFERENCE` up to which numbers in outputs are equal")
	cmd.Flags().StringVar(&f.ignore, "ignore", "", "ignore parts of output lines that match `REGEXP`")
	cmd.Flags().StringVar(&f.colour, "color", "auto", "colour lines and words: auto, always or never")
	return cmd
}

// diffArgs takes two files, or what git gives an external diff: seven arguments,
// nine for a renamed file, one for a file in a conflict.
func diffArgs(_ *cobra.Command, args []string) error {
	switch n := len(args); {
	case n == 2, n == 7, n == 9, n == 1 && askedByGit():
		return nil
	default:
		return fmt.Errorf("diff: want two notebooks, got %d", n)
	}
}

// askedByGit reports whether git has started this as an external diff.
func askedByGit() bool { return os.Getenv("GIT_DIFF_PATH_COUNTER") != "" }

// complete checks the flags and sets what comes of them.
func (f *diffFlags) complete() error {
	if !(f.options.Tolerance >= 0 && f.options.Tolerance < 1) {
		return fmt.Errorf("--tolerance %g: want a relative difference of at least 0 and below 1, such as 1e-6", f.options.Tolerance)
	}
	if f.ignore != "" {
		expression, err := regexp.Compile(f.ignore)
		if err != nil {
			return fmt.Errorf("--ignore: %w", err)
		}
		f.options.Ignore = expression
	}
	switch f.colour {
	case "auto":
		f.style.Colour = colored(os.Stdout) || beforePager()
	case "always":
		f.style.Colour = true
	case "never":
	default:
		return fmt.Errorf("--color %s: want auto, always or never", f.colour)
	}
	return nil
}

// beforePager reports whether git pipes what is written to a pager, which shows colours.
func beforePager() bool {
	return os.Getenv("GIT_PAGER_IN_USE") != "" && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// diffFiles compares two files.
func diffFiles(cmd *cobra.Command, old, new string, f diffFlags) error {
	if old == source.Standard && new == source.Standard {
		return &exit.Error{Status: trouble, Err: fmt.Errorf("diff: only one of the files can be standard input")}
	}
	var nbs [2]*nbformat.Notebook
	for i, path := range []string{old, new} {
		raw, err := readSide(cmd.InOrStdin(), path)
		if err == nil {
			nbs[i], err = parseSide(raw)
		}
		if err != nil {
			return &exit.Error{Status: trouble, Err: fmt.Errorf("diff: %s: %w", path, err)}
		}
	}
	d := diff.Notebooks(nbs[0], nbs[1], f.options)
	if d.Empty() {
		return nil
	}
	if err := writeDiff(cmd.OutOrStdout(), [2]string{old, new}, d, f.style); err != nil {
		return &exit.Error{Status: trouble, Err: err}
	}
	return &exit.Error{Status: differ}
}

// readSide reads a file of a comparison. Nothing is there in one that git has for
// the side on which a file is missing.
func readSide(stdin io.Reader, path string) ([]byte, error) {
	switch path {
	case source.Standard:
		return io.ReadAll(stdin)
	case "/dev/null", "nul":
		return nil, nil
	}
	return os.ReadFile(path)
}

// parseSide returns a notebook without cells if there is no file.
func parseSide(raw []byte) (*nbformat.Notebook, error) {
	if len(raw) == 0 {
		return nbformat.New(), nil
	}
	return nbformat.Parse(raw)
}

// writeDiff writes a comparison below the names of the files.
func writeDiff(w io.Writer, names [2]string, d diff.Diff, style diff.Style) error {
	if err := diff.WriteNames(w, names[0], names[1], style); err != nil {
		return err
	}
	return diff.Write(w, d, style)
}

// gitSide is one side of what git asks to compare.
type gitSide struct {
	name string
	raw  []byte
	nb   *nbformat.Notebook
	// fault is the reason why there is no notebook.
	fault error
}

// gitDiffFiles compares the sides that git gives: the name of the path; for both sides a file, its
// hash and its mode; and for a renamed file its new name and git's description of that. The status
// is 0 also if files differ: git takes any other one for a failure.
func gitDiffFiles(w io.Writer, args []string, f diffFlags) error {
	if len(args) == 1 {
		_, err := fmt.Fprintf(w, "* Unmerged path %s\n", args[0])
		return err
	}
	newName, renamed := args[0], ""
	if len(args) == 9 {
		newName, renamed = args[7], strings.TrimSuffix(args[8], "\n")+"\n"
	}
	old, err := readGitSide("a/"+args[0], args[1])
	if err != nil {
		return &exit.Error{Status: trouble, Err: err}
	}
	new, err := readGitSide("b/"+newName, args[4])
	if err != nil {
		return &exit.Error{Status: trouble, Err: err}
	}
	fmt.Fprintf(w, "krigo diff a/%s b/%s\n%s", args[0], newName, renamed)
	if old.fault != nil || new.fault != nil {
		return writeLines(w, old, new, f.style)
	}
	d := diff.Notebooks(old.nb, new.nb, f.options)
	if d.Empty() {
		return nil
	}
	return writeDiff(w, [2]string{old.name, new.name}, d, f.style)
}

func readGitSide(name, path string) (gitSide, error) {
	raw, err := readSide(nil, path)
	if err != nil {
		return gitSide{}, fmt.Errorf("diff: %w", err)
	}
	if len(raw) == 0 {
		name = "/dev/null"
	}
	nb, fault := parseSide(raw)
	return gitSide{name, raw, nb, fault}, nil
}

// writeLines compares by lines what is not a notebook, such as one in a conflict.
func writeLines(w io.Writer, old, new gitSide, style diff.Style) error {
	for _, side := range []gitSide{old, new} {
		if side.fault != nil {
			fmt.Fprintf(w, "%s is compared by lines: %v\n", side.name, side.fault)
		}
	}
	return diff.WriteLines(w, old.name, new.name, string(old.raw), string(new.raw), style)
}
