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

// The groups in which help lists commands.
const (
	groupRun     = "run"
	groupFiles   = "files"
	groupJupyter = "jupyter"
	groupData    = "data"
	groupHelp    = "help"
)

// The widths of help: the largest one, and the default without a terminal.
const (
	widestHelp  = 100
	defaultHelp = 80
)

// addHelp adds the groups of commands, in their order, and makes help fit the terminal.
func addHelp(root *cobra.Command) {
	root.AddGroup(
		&cobra.Group{ID: groupRun, Title: "Run"},
		&cobra.Group{ID: groupFiles, Title: "Notebooks as files"},
		&cobra.Group{ID: groupJupyter, Title: "Jupyter and git"},
		&cobra.Group{ID: groupData, Title: "Course, data and papers"},
		&cobra.Group{ID: groupHelp, Title: "Help"},
	)
	root.SetHelpCommand(helpCommand())
	root.InitDefaultHelpCmd() // now, as the other commands
	root.AddCommand(topics()...)
	root.SetHelpFunc(func(c *cobra.Command, _ []string) {
		fmt.Fprint(c.OutOrStdout(), help.Help(c, helpWidth()))
	})
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
		Short: "Show help for a command or a topic",
		Example: `  krigo help run
  krigo help data get
  krigo help cells`,
		GroupID:           groupHelp,
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
		return exit.Misusef("help: no command or topic %q", strings.Join(args, " "))
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
	return exit.Misusef("help: no command or topic %q%s", strings.Join(args, " "), hint)
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
