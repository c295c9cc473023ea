package main

import "github.com/spf13/cobra"

// topics returns the topics of help other than commands.
func topics() []*cobra.Command {
	return []*cobra.Command{
		{
			Use:   "cells",
			Short: "What a cell may hold",
			Long: `A cell holds Go: imports, declarations and statements in any order, without
package and func main. What a last expression gives is shown. Anything may be
declared again, and what uses it is compiled again.

  import "strings"
  type point struct{ x, y float64 }
  p := point{1, 2}
  strings.Repeat("=", 3)
  p

A cell is checked whole before any of it runs. Variables and imports that are not
used are fine; an error that nothing reads fails the cell. gplib, its packages,
display, and packages of the standard library and of gonum need no import where
their names are unambiguous.

  ctx           the context of the running cell, which an interrupt cancels
  input(p)      a line that the user types behind the prompt p
  password(p)   one that is not seen
  must(f())     what f gives beside its error; with an error the cell fails
  x?            what is known of x; ?? tells more
  %help         lists the commands of cells, such as %time, %cd and %save
  !ls           a command of the shell

A script is a Go file of cells that are parted by lines "// %%". In a notebook,
tags of a cell tell krigo what to do with it:

  skip-execution     krigo run leaves it out
  raises-exception   krigo run goes on when it fails
  keep_output        krigo strip leaves its outputs`,
		},
		{
			Use:   "environment",
			Short: "The variables of the environment that krigo heeds",
			Long: `These variables of the environment change what krigo does:

  KRIGO_DATA         the folder of data sets (see krigo data)
  KRIGO_BLAS         the linear algebra: auto, krigo's own where the processor
                     has AVX2 or AVX-512, else a system library; gonum,
                     nothing of the system; or the path of a shared library
  KRIGO_PDF          with 1, figures are PDF as well as PNG, for LaTeX
  KRIGO_GRAPHICS     how terminals draw figures: kitty, iterm2, none, or auto
                     (krigo repl --graphics)
  VISUAL, EDITOR     the editor of Ctrl-X Ctrl-E in krigo repl
  PAGER              what shows long texts in krigo repl
  NO_COLOR           anything but nothing: no colours in terminals
  TERM               dumb: no colours, and no lines that are written anew
  HTTPS_PROXY        the proxy by which data sets are downloaded
  XDG_DATA_HOME      where the user's data, history and lasting binary lie, in a
                     folder krigo: ~/.local/share where it is not set; on Windows
                     it is APPDATA
  XDG_CONFIG_HOME    where git's attributes lie (krigo install --git --global)
  JUPYTER_DATA_DIR   the user's Jupyter folder (krigo install)
  BROWSER            the browser of krigo notebook
  JUPYTER_PATH       further Jupyter folders, in which kernels are found
  VIRTUAL_ENV        the Python environment of krigo install --sys-prefix;
                     CONDA_PREFIX is one, too`,
		},
		{
			Use:   "exit-status",
			Short: "The statuses with which krigo ends",
			Long: `  0     all went well
  1     something has failed: a cell, a check; or files differ (krigo diff),
        or would change (--check)
  2     wrong use: an unknown command or flag, a value that it cannot have, a
        file that is not there; also that of a Go program that has exit.Panicked
  124   a limit of time was reached
  128   and the number of a signal: the signal has ended krigo, or its run; 130
        is an interrupt (Ctrl-C), 137 a process that the system has exit.Killed

A program or script that krigo run runs passes on its own status (os.Exit).`,
		},
	}
}
