package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"krigo/cmd/krigo/internal/help"
	"krigo/gplib/dataset/fetch"
	"krigo/internal/nbformat"
	"krigo/internal/run"
	"krigo/internal/source"
)

// addCompletion adds the command that writes scripts for shells, and the completions of the values of
// flags. Those of arguments are with the commands.
func addCompletion(root *cobra.Command) {
	root.CompletionOptions.DisableNoDescFlag = true
	root.InitDefaultCompletionCmd("completion") // now, as the other commands
	describeCompletion(commandAt(root, "completion"))
	completeEngines(commandAt(root, "run"))
	for _, f := range []struct {
		command, flag string
		complete      cobra.CompletionFunc
	}{
		{"notebook", "tls-cert", files("pem", "crt")},
		{"notebook", "tls-key", files("pem", "key")},
		{"run", "print", completeTags},
		{"run", "omit", oneOf(mimeTypes...)},
		{"run", "output", files("ipynb")},
		{"run", "html", files("html")},
		{"run", "junit", files("xml")},
		{"run", "outdir", folders},
		{"run", "parameters-file", files("json")},
		{"run", "parameter", completeParameters},
		{"repl", "graphics", oneOf("auto", "kitty", "iterm2", "none")},
		{"repl", "figures", folders},
		{"convert", "to", oneOf("go", "ipynb", "md", "html")},
		{"new", "template", oneOf(templateNames()...)},
		{"diff", "color", oneOf("auto", "always", "never")},
		{"install", "git", oneOf(gitStrip, gitDiff)},
	} {
		completeFlag(commandAt(root, f.command), f.flag, f.complete)
	}
}

// commandAt returns the command of some names, which is there.
func commandAt(root *cobra.Command, names string) *cobra.Command {
	c, rest, err := root.Find(strings.Fields(names))
	if err != nil || len(rest) > 0 {
		panic(fmt.Sprintf("there is no command %s", names)) // a mistake in krigo
	}
	return c
}

// templateNames returns the names of the templates of krigo new.
func templateNames() []string {
	var names []string
	for _, t := range templates {
		names = append(names, cobra.CompletionWithDesc(t.name, t.about))
	}
	return names
}

// describeCompletion says what cobra's command does, as the others do.
func describeCompletion(c *cobra.Command) {
	c.GroupID = groupHelp
	c.Short = "Write the script by which a shell completes krigo's commands"
	c.Long = `Completion writes a script for a shell, by which Tab completes commands, flags,
notebooks, tags, names of data sets and parts of experiments. To have it in every
session, write it where the shell looks for it, and start a new one:

  bash         ~/.local/share/bash-completion/completions/krigo
  zsh          _krigo in a folder of $fpath
  fish         ~/.config/fish/completions/krigo.fish
  powershell   a file that $PROFILE reads

Bash needs the package bash-completion.`
	c.Example = `  source <(krigo completion bash)
  krigo completion fish > ~/.config/fish/completions/krigo.fish`
	c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() } // so that other shells are refused
	for _, shell := range c.Commands() {
		shell.Short, shell.Long = "Write the script for "+shell.Name(), ""
		shell.Annotations = help.SeeAlso(c.CommandPath())
	}
}

// mimeTypes are the types of krigo's outputs that can be left out.
var mimeTypes = []string{"application/pdf", "image/png", "image/svg+xml", "text/html", "text/latex", "text/markdown"}

// completeFlag completes the values of a flag. The flag exists: an error is a mistake in krigo.
func completeFlag(c *cobra.Command, flag string, complete cobra.CompletionFunc) {
	if err := c.RegisterFlagCompletionFunc(flag, complete); err != nil {
		panic(err)
	}
}

// oneOf completes words.
func oneOf(words ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
}

// files completes the names of files with the extensions, and of folders.
func files(extensions ...string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return extensions, cobra.ShellCompDirectiveFilterFileExt
	}
}

// completeRun completes a notebook or script. Behind a script stand its arguments,
// which may be files.
func completeRun(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	switch {
	case len(args) == 0:
		return files("ipynb", "go")(cmd, args, typed)
	case source.IsNotebook(args[0]):
		return files("ipynb")(cmd, args, typed) // several run side by side
	}
	return nil, cobra.ShellCompDirectiveDefault
}

// completeBehindNotebooks lets a shell's request for what completes a line complete
// the flags of run behind a notebook's name, too. Behind a script's they are the
// script's.
func completeBehindNotebooks(root *cobra.Command, args []string) {
	if len(args) < 3 || args[1] != "run" || args[0] != cobra.ShellCompRequestCmd && args[0] != cobra.ShellCompNoDescRequestCmd {
		return
	}
	first := slices.IndexFunc(args, func(a string) bool { return source.IsNotebook(a) || filepath.Ext(a) == ".go" })
	if first >= 0 && source.IsNotebook(args[first]) {
		commandAt(root, "run").Flags().SetInterspersed(true)
	}
}

// completeNotebook completes a notebook or a folder.
func completeNotebook(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return files("ipynb")(cmd, args, typed)
}

// folders completes the names of folders.
func folders(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// completeParameters completes the names of the parameters of the notebook in the command line.
func completeParameters(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	const alone = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	if len(args) == 0 || !source.IsNotebook(args[0]) || strings.Contains(typed, "=") {
		return nil, alone
	}
	nb, err := nbformat.ReadFile(args[0])
	if err != nil {
		return nil, alone
	}
	set, err := run.NotebookParameters(args[0], nb)
	if err != nil {
		return nil, alone
	}
	var names []string
	for _, p := range set.All() {
		names = append(names, cobra.CompletionWithDesc(p.Name+"=", p.Type+" "+p.Default))
	}
	return names, alone
}

// completeTags completes the tags of the notebook in the command line.
func completeTags(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	tags := []string{run.AllCells}
	for _, path := range args {
		if !source.IsNotebook(path) {
			continue
		}
		if nb, err := nbformat.ReadFile(path); err == nil {
			tags = append(tags, nb.Tags()...)
		}
	}
	return tags, cobra.ShellCompDirectiveNoFileComp
}

// completeSets completes the names of data sets that are not listed yet.
func completeSets(sets fetch.Catalogue) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		var names []string
		for _, s := range sets {
			if !slices.Contains(args, s.Name) {
				names = append(names, cobra.CompletionWithDesc(s.Name, s.About))
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}

// completeList completes a list of names parted by commas.
func completeList(names func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndex(typed, ",")+1]
		chosen := strings.Split(before, ",")
		var lists []string
		for _, name := range names() {
			if !slices.Contains(chosen, name) {
				lists = append(lists, before+name)
			}
		}
		return lists, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}
