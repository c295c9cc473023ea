package interp

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"krigo/cell"
)

// introduction stands above the list of commands.
const introduction = `A cell holds Go: imports, declarations and statements in any order. The value
of a last expression is shown.

Every cell has
  ctx               the context of the running cell; an interrupt cancels it
  input(prompt)     asks for a line of text
  password(prompt)  asks for a line that is hidden while it is typed

Commands. One with %% has the rest of its cell, from the next line on; the
others stand alone in theirs:
`

// shellLine describes what is no % command.
const shellLine = "A line that begins with ! and is no Go is run by the shell: !ls\n"

// help is %help.
func help(_ context.Context, _ *Session, in invocation, out cell.Output) (*cell.Bundle, error) {
	if len(in.args) == 0 {
		out.Page(plainBundle(introduction + listing(commands()) + "\n" + shellLine))
		return nil, nil
	}
	name, err := wantOne("help", "name", in.args)
	if err != nil {
		return nil, err
	}
	c, ok := findCommand(strings.TrimPrefix(name, "%"))
	if !ok {
		return nil, unknownCommand(strings.TrimPrefix(name, "%"))
	}
	out.Page(plainBundle(listing([]command{c})))
	return nil, nil
}

func listing(all []command) string {
	var b strings.Builder
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, c := range all {
		fmt.Fprintf(table, "  %s\t%s\n", strings.TrimSpace("%"+c.name+" "+c.args), c.help)
	}
	table.Flush()
	return b.String()
}

func plainBundle(text string) cell.Bundle {
	return cell.Bundle{Data: map[string]any{"text/plain": text}}
}
