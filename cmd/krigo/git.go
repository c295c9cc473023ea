package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"

	"github.com/spf13/cobra"

	"krigo/install"
	"krigo/internal/exit"
)

// gitFlags are the flags of install and uninstall that are about git.
type gitFlags struct{ global bool }

func (f *gitFlags) addFlag(cmd *cobra.Command, usage string) {
	cmd.Flags().BoolVar(&f.global, "global", false, usage)
	for _, name := range []string{"user", "sys-prefix", "prefix", "name", "display-name"} {
		if cmd.Flags().Lookup(name) != nil {
			cmd.MarkFlagsMutuallyExclusive("git", name)
		}
	}
}

// given reports whether git is meant rather than Jupyter.
func (f *gitFlags) given(cmd *cobra.Command) (bool, error) {
	flag := cmd.Flags().Lookup("git")
	given := flag.Changed && flag.Value.String() != "false"
	if f.global && !given {
		return false, exit.Misusef("--global is for --git")
	}
	return given, nil
}

// What install --git may be.
const (
	gitStrip = "strip"
	gitDiff  = "diff"
)

// git returns the configuration that the flags mean, seen from the current folder.
func (f *gitFlags) git() install.Git {
	return install.Git{Global: f.global, User: thisPlace()}
}

// installGit makes git use krigo for notebooks.
func installGit(cmd *cobra.Command, f gitFlags, use string) error {
	if use != gitStrip && use != gitDiff {
		return exit.Misusef("--git=%s: want strip or diff", use)
	}
	binary, err := lastingBinary(cmd)
	if err != nil {
		return err
	}
	ctx, g := cmd.Context(), f.git()
	others, err := g.Others(ctx)
	if err != nil {
		return err
	}
	attributes, err := g.Set(ctx, install.GitUse{Strip: use == gitStrip, Binary: binary})
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	if use == gitStrip {
		fmt.Fprintln(out, "git now commits notebooks without outputs; the files here keep them")
		fmt.Fprintln(out, "git diff compares their sources with krigo diff")
	} else {
		fmt.Fprintln(out, "git diff now compares notebooks with krigo diff; outputs are committed as before")
	}
	fmt.Fprintf(out, "This is set in %s and in git's configuration; krigo uninstall --git%s undoes it\n", attributes, globalFlag(f.global))
	if len(others) > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "krigo: warning: notebooks had %s here; krigo's setting overrides it until you undo it\n", strings.Join(others, " and "))
	}
	return nil
}

func globalFlag(global bool) string {
	if global {
		return " --global"
	}
	return ""
}

// uninstallGit undoes installGit.
func uninstallGit(cmd *cobra.Command, f gitFlags) error {
	removed, err := f.git().Unset(cmd.Context())
	if err != nil {
		return err
	}
	if !removed {
		return errors.New("git does not use krigo here: nothing to undo")
	}
	fmt.Fprintln(cmd.OutOrStdout(), "git no longer uses krigo for notebooks")
	return nil
}

// aboutGit reports what git does with notebooks of the current folder; nothing where
// it does not use krigo.
func aboutGit(ctx context.Context) []finding {
	var findings []finding
	for _, global := range []bool{false, true} {
		use, err := install.Git{Global: global, User: thisPlace()}.Use(ctx)
		if err != nil || use == nil {
			continue // no git, no repository, or not set up: nothing that krigo needs
		}
		f := finding{verdict: good, about: "git", text: "compares notebooks with krigo diff"}
		if use.Strip {
			f.text = "commits notebooks without outputs, and compares their sources"
		}
		if _, err := exec.LookPath(use.Binary); err != nil {
			f.verdict = failed
			f.text += fmt.Sprintf(" by %s, which cannot be executed", use.Binary)
			f.advice = "krigo install --git=" + useName(*use) + globalFlag(global)
		}
		findings = append(findings, f)
	}
	return findings
}

// useName returns the value of --git for a use.
func useName(use install.GitUse) string {
	if use.Strip {
		return gitStrip
	}
	return gitDiff
}
