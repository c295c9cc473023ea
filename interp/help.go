package interp

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"krigo/cell"
)

// introduction is the text above the list of commands.
const introduction = `A cell holds Go: imports, declarations and statements in any order. The value
of a last expression is shown.

Every cell has
  ctx               the context of the running cell; an interrupt cancels it
  input(prompt)     asks for a line of text
  password(prompt)  asks for a line, hidden while it is typed

Commands. One with %% has the rest of its cell, from the next line on; the
others stand alone in theirs:
`

// otherLines describes lines other than % commands.
const otherLines = `A line that begins with ! and is not Go runs in the shell: !ls
A name with a question mark is explained: cov.SE? or ?cov.SE, and ?? tells more.
`

// help runs %help.
func help(_ context.Context, _ *Session, in invocation, out cell.Output) (*cell.Bundle, error) {
	if len(in.args) == 0 {
		out.Page(introduce())
		return nil, nil
	}
	name, err := wantOne("help", "name", in.args)
	if err != nil {
		return nil, err
	}
	page, err := describeCommand(name)
	if err != nil {
		return nil, err
	}
	out.Page(page)
	return nil, nil
}

// introduce returns the introduction and the lists of commands.
func introduce() cell.Bundle {
	return plainBundle(introduction + listing(commands()) + "\n" + otherLines)
}

// describeCommand describes the command of a name, with or without its % signs.
func describeCommand(name string) (cell.Bundle, error) {
	for _, spelt := range []string{name, strings.TrimPrefix(name, "%")} {
		if c, ok := findCommand(spelt); ok {
			return plainBundle(listing([]command{c})), nil
		}
	}
	return cell.Bundle{}, unknownCommand(strings.TrimPrefix(name, "%"))
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
