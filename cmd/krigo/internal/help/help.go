package help

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// seeAlso is the annotation of commands that names others.
const seeAlso = "see also"

// SeeAlso returns the annotations of a command whose page names others, as "krigo diff".
func SeeAlso(others ...string) map[string]string {
	return map[string]string{seeAlso: strings.Join(others, ", ")}
}

// References returns the commands that the pages of a command name.
func References(c *cobra.Command) []string {
	if c.Annotations[seeAlso] == "" {
		return nil
	}
	return strings.Split(c.Annotations[seeAlso], ", ")
}

// Help returns the page of a command for a terminal of some width.
func Help(c *cobra.Command, width int) string {
	c.InitDefaultHelpFlag() // which cobra adds when it runs a command only
	sections := []string{Fill(about(c), width)}
	if !isTopic(c) {
		sections = append(sections, "Usage:\n"+usage(c))
	}
	sections = append(sections, commandSections(c, width)...)
	if c.Example != "" {
		sections = append(sections, "Examples:\n"+strings.TrimRight(c.Example, "\n")+"\n")
	}
	sections = append(sections, flagSections(c, width)...)
	if others := References(c); others != nil {
		sections = append(sections, Fill("See also: "+strings.Join(others, ", "), width))
	}
	if !c.HasParent() {
		sections = append(sections, fmt.Sprintf("Run %s help COMMAND or %s help TOPIC for more.\n", c.Name(), c.Name()))
	}
	return strings.Join(sections, "\n")
}

// about returns the description of a command.
func about(c *cobra.Command) string {
	if c.Long != "" {
		return c.Long
	}
	return c.Short + "."
}

// isTopic reports whether there is something to read only, and nothing to do.
func isTopic(c *cobra.Command) bool { return c.HasParent() && !c.Runnable() && !c.HasSubCommands() }

// usage returns the forms of a command's call, one per line.
func usage(c *cobra.Command) string {
	_, operands, _ := strings.Cut(c.Use, " ")
	if c.HasAvailableSubCommands() {
		operands = "COMMAND"
	}
	line := "  " + c.CommandPath()
	if c.HasAvailableFlags() {
		line += " [flags]"
	}
	text := ""
	for _, way := range strings.Split(operands, " | "+c.Name()+" ") {
		text += strings.TrimRight(line+" "+way, " ") + "\n"
	}
	return text
}

// list is a group of commands with a title.
type list struct {
	title    string
	commands []*cobra.Command
}

// lists returns the commands below one, by their groups, and at last the topics.
func lists(c *cobra.Command) []list {
	var all []list
	for _, g := range c.Groups() {
		all = append(all, list{title: g.Title})
	}
	others, topics := list{title: "Commands"}, list{title: "Topics"}
	for _, sub := range c.Commands() {
		switch {
		case sub.Hidden:
		case isTopic(sub):
			topics.commands = append(topics.commands, sub)
		case sub.GroupID == "":
			others.commands = append(others.commands, sub)
		default:
			for i, g := range c.Groups() {
				if g.ID == sub.GroupID {
					all[i].commands = append(all[i].commands, sub)
				}
			}
		}
	}
	return append(all, others, topics)
}

func commandSections(c *cobra.Command, width int) []string {
	column := 0
	for _, sub := range c.Commands() {
		if !sub.Hidden {
			column = max(column, len(sub.Name()))
		}
	}
	var sections []string
	for _, l := range lists(c) {
		if len(l.commands) == 0 {
			continue
		}
		text := l.title + ":\n"
		for _, sub := range l.commands {
			text += hang(sub.Name(), sub.Short, column, width)
		}
		sections = append(sections, text)
	}
	return sections
}

func flagSections(c *cobra.Command, width int) []string {
	var sections []string
	for _, s := range []struct {
		title string
		flags *pflag.FlagSet
	}{
		{"Flags", c.LocalFlags()}, {"Flags of " + parentPath(c), c.InheritedFlags()},
	} {
		if s.flags.HasAvailableFlags() && !isTopic(c) {
			sections = append(sections, s.title+":\n"+s.flags.FlagUsagesWrapped(width))
		}
	}
	return sections
}

func parentPath(c *cobra.Command) string {
	if c.HasParent() {
		return c.Parent().CommandPath()
	}
	return ""
}
