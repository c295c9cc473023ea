package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"krigo/cmd/krigo/internal/help"
	"krigo/internal/exit"
	"krigo/internal/words"
)

// commandGroups are the groups in which help lists commands, by name.
var commandGroups = []struct {
	id, title string
	commands  []string
}{
	{"run", "Run", []string{"notebook", "run", "repl", "kernel"}},
	{"files", "Notebooks as files", []string{"new", "convert", "diff", "strip", "fmt", "vet"}},
	{"jupyter", "Jupyter and git", []string{"install", "uninstall", "doctor"}},
	{"data", "Course, data and papers", []string{"course", "data", "reproduce", "cluster"}},
	{"help", "Help", []string{"help", "completion", "debug", "version"}},
}

// references are the pages that a command's page names.
var references = map[string][]string{
	"krigo notebook":  {"krigo run", "krigo new", "krigo install", "krigo environment"},
	"krigo run":       {"krigo repl", "krigo cells", "krigo cluster", "krigo exit-status", "krigo environment"},
	"krigo repl":      {"krigo run", "krigo cells"},
	"krigo new":       {"krigo run", "krigo convert"},
	"krigo convert":   {"krigo run", "krigo strip"},
	"krigo diff":      {"krigo strip", "krigo install"},
	"krigo strip":     {"krigo diff", "krigo install"},
	"krigo fmt":       {"krigo vet", "krigo cells"},
	"krigo vet":       {"krigo fmt", "krigo run", "krigo cells"},
	"krigo install":   {"krigo uninstall", "krigo doctor", "krigo strip", "krigo diff"},
	"krigo uninstall": {"krigo install", "krigo doctor"},
	"krigo doctor":    {"krigo install"},
	"krigo course":    {"krigo notebook", "krigo run", "krigo exit-status"},
	"krigo data":      {"krigo reproduce", "krigo environment"},
	"krigo reproduce": {"krigo data", "krigo cluster"},
	"krigo cluster":   {"krigo doctor", "krigo run", "krigo reproduce", "krigo exit-status"},
	"krigo debug":     {"krigo vet", "krigo cells"},
}

// The widths of help: the largest one, and the default without a terminal.
const (
	widestHelp  = 100
	defaultHelp = 80
)

// addHelp groups the commands and makes help fit the terminal.
func addHelp(root *cobra.Command) {
	root.SetHelpCommand(helpCommand())
	root.InitDefaultHelpCmd() // now, so that it is in its group
	root.AddCommand(topics()...)
	for _, g := range commandGroups {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, name := range g.commands {
			if c := subcommand(root, name); c != nil {
				c.GroupID = g.id
			}
		}
	}
	eachCommand(root, func(c *cobra.Command) {
		if others := references[c.CommandPath()]; others != nil {
			help.Refer(c, others...)
		}
	})
	root.SetHelpFunc(func(c *cobra.Command, _ []string) {
		fmt.Fprint(c.OutOrStdout(), help.Help(c, helpWidth()))
	})
}

// subcommand returns the command of a name, or nil.
func subcommand(c *cobra.Command, name string) *cobra.Command {
	for _, sub := range c.Commands() {
		if sub.Name() == name {
			return sub
		}
	}
	return nil
}

// helpWidth returns the width of the terminal, up to the largest width of help.
func helpWidth() int {
	width, _, err := term.GetSize(int(os.Stdout.Fd()))
	if err != nil || width <= 0 {
		return defaultHelp
	}
	return min(width, widestHelp)
}

func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND | TOPIC]",
		Short: "Tell about a command or a topic",
		Example: `  krigo help run
  krigo help data get
  krigo help cells`,
		ValidArgsFunction: completeHelp,
		RunE: func(cmd *cobra.Command, args []string) error {
			found, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return unknownTopic(found, args)
			}
			return found.Help()
		},
	}
}

// unknownTopic reports that there is no such command or topic, and suggests the nearest one.
func unknownTopic(nearest *cobra.Command, args []string) error {
	if nearest == nil {
		return exit.Misusef("help: nothing is known of %q", strings.Join(args, " "))
	}
	var names []string
	for _, c := range nearest.Commands() {
		if !c.Hidden {
			names = append(names, c.Name())
		}
	}
	hint := ""
	if name := words.Nearest(args[len(args)-1], names); name != "" {
		hint = fmt.Sprintf("; did you mean %s?", name)
	}
	return exit.Misusef("help: nothing is known of %q%s", strings.Join(args, " "), hint)
}

// completeHelp completes the names of commands below those on the line.
func completeHelp(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	above, rest, err := cmd.Root().Find(args)
	if err != nil || len(rest) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []string
	for _, c := range above.Commands() {
		if !c.Hidden {
			names = append(names, cobra.CompletionWithDesc(c.Name(), c.Short))
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
