package interp

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// introduction stands above the list of commands.
const introduction = `A cell holds Go: imports, declarations and statements in any order. The value
of a last expression is shown.

Every cell has
  ctx               the context of the running cell; an interrupt cancels it
  input(prompt)     asks for a line of text: (string, error)
  password(prompt)  asks for a line that is hidden while it is typed

Commands, each alone in its cell:
`

// help is %help.
func help(_ *Session, args []string, out Output) error {
	listed := commands()
	heading := introduction
	switch len(args) {
	case 0:
	case 1:
		name := strings.TrimPrefix(args[0], "%")
		c, ok := findCommand(name)
		if !ok {
			return commandError("%%help: there is no command %%%s", name)
		}
		heading, listed = "", []command{c}
	default:
		return commandError("%%help takes one name, not %d", len(args))
	}
	out.Page(plainBundle(heading + listing(listed)))
	return nil
}

func listing(all []command) string {
	var b strings.Builder
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, c := range all {
		fmt.Fprintf(table, "  %%%s %s\t%s\n", c.name, c.args, c.help)
	}
	table.Flush()
	return b.String()
}

func plainBundle(text string) Bundle {
	return Bundle{Data: map[string]any{"text/plain": text}}
}
