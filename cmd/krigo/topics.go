package main

import "github.com/spf13/cobra"

// topics returns the topics of help other than commands.
func topics() []*cobra.Command {
	return []*cobra.Command{
		{
			Use:   "cells",
			Short: "What a cell can contain",
			Long: `A cell holds Go: imports, declarations and statements in any order, without
package and func main. The value of a last expression is shown. Anything may be
declared again, and whatever uses it is compiled again.

  import "strings"
  type point struct{ x, y float64 }
  p := point{1, 2}
  strings.Repeat("=", 3)
  p

A cell is checked completely before any of it runs. Unused variables and imports
are fine; an error that nothing reads fails the cell. gplib, its packages,
display, and packages of the standard library and of gonum need no import if
their names are unambiguous.

  ctx           the context of the running cell, which an interrupt cancels
  input(p)      a line that the user types after the prompt p
  password(p)   the same, hidden while it is typed
  must(f())     the value of f(); if f returns an error, the cell fails with it
  x?            documentation of x; ?? shows more
  %help         lists the commands of cells, such as %time, %cd and %save
  !ls           a command of the shell

A script is a Go file of cells separated by lines "// %%". In a notebook, tags of
a cell control what krigo does with it:

  skip-execution     krigo run skips it
  raises-exception   krigo run continues if it fails
  keep_output        krigo strip keeps its outputs`,
		},
		{
			Use:   "environment",
			Short: "The variables of the environment that krigo reads",
			Long: `These variables of the environment change what krigo does:

  KRIGO_DATA         the folder of data sets (see krigo data)
  KRIGO_BLAS         the linear algebra: auto, krigo's own if the processor has
                     AVX2 or AVX-512, else a system library; gonum, never a
                     system library; or the path of a shared library
  KRIGO_PDF          with 1, figures are PDF as well as PNG, for LaTeX
  KRIGO_SVG          with 1, notebooks keep figures as SVG for krigo's pages, too;
                     krigo notebook and krigo run --html always do
  KRIGO_GRAPHICS     how terminals draw figures: kitty, iterm2, none, or auto
                     (krigo repl --graphics)
  KRIGO_MODULES      modules that %get downloads without asking, as patterns with
                     commas between them, such as github.com/samber/*
  VISUAL, EDITOR     the editor of Ctrl-X Ctrl-E in krigo repl
  PAGER              what shows long texts in krigo repl
  NO_COLOR           any non-empty value: no colours in terminals
  TERM               dumb: no colours, and no lines that are redrawn
  HTTPS_PROXY        the proxy for downloads of data sets
  XDG_DATA_HOME      where the user's data, history and permanent binary are, in
                     a folder krigo: by default ~/.local/share; on Windows it is
                     APPDATA
  XDG_CONFIG_HOME    where git's attributes are (krigo install --git --global)
  JUPYTER_DATA_DIR   the user's Jupyter folder (krigo install)
  BROWSER            the browser of krigo notebook
  KRIGO_TOKEN        the token of krigo notebook, unless --token-file names one
  KRIGO_TEACHER_TOKEN  the token of the teacher's page of krigo notebook
                     --read-only
  KRIGO_SOLUTIONS    the folder or zip file of the course's solutions (krigo
                     course solutions)
  JUPYTER_PATH       further Jupyter folders, in which kernels are found
  VIRTUAL_ENV        the Python environment of krigo install --sys-prefix;
                     CONDA_PREFIX works too`,
		},
		{
			Use:   "exit-status",
			Short: "The exit statuses of krigo",
			Long: `  0     success
  1     something failed: a cell, a check; or files differ (krigo diff), or
        would change (--check)
  2     wrong use: an unknown command or flag, an invalid value, a file that
        does not exist; also a Go program that panicked
  124   a limit of time was reached
  128   plus the number of a signal: the signal ended krigo, or its run; 130
        is an interrupt (Ctrl-C), 137 a process that the system killed

A program or script that krigo run runs passes on its own status (os.Exit).`,
		},
	}
}
