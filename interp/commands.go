package interp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"krigo/cell"
	"krigo/internal/words"
)

// command is a line that begins with %: something to ask of the session
// instead of Go to run.
type command struct {
	name string // without the %
	args string // what follows the name, for the listing
	help string
	code bool // what follows is Go, on any number of lines
	run  func(ctx context.Context, s *Session, in invocation, out cell.Output) (*cell.Bundle, error)
}

// invocation is a cell that calls a command.
type invocation struct {
	args []string
	// code is what follows the name, spaces in place of all before, so that
	// its lines and columns are those of the cell.
	code cell.Cell
}

// commands lists what there is, by name. It is a function because %help lists
// the list that it is in.
func commands() []command {
	return []command{
		{name: "bench", args: "GO", help: "run statements many times: time and memory of one run", code: true, run: bench},
		{name: "doc", args: "NAME", help: "show the documentation of a package, a symbol or what a cell declared", run: doc},
		{name: "help", args: "[COMMAND]", help: "list these commands, or describe one", run: help},
		{name: "jobs", help: "list the goroutines that cells have left behind", run: jobs},
		{name: "load", args: "FILE", help: "run a Go file as a cell", run: load},
		{name: "reset", help: "forget all that was declared and start a new Go process", run: reset},
		{name: "save", args: "FILE", help: "write the session as a Go program: what it declares, and what its cells did", run: save},
		{name: "time", args: "GO", help: "run the rest of the cell and tell how long that took", code: true, run: timeCell},
		{name: "who", help: "list the variables: type, size, and the cell that declared them", run: who},
	}
}

// isCommand tells whether a cell is a % command, or a line for the shell.
func (s *Session) isCommand(source string) bool {
	return strings.HasPrefix(strings.TrimSpace(source), "%") || s.isShell(source)
}

// runCommand obeys a command.
func (s *Session) runCommand(ctx context.Context, c cell.Cell, out cell.Output) (*cell.Bundle, error) {
	if s.isShell(c.Source) {
		return nil, s.shell(ctx, strings.TrimSpace(c.Source)[1:])
	}
	name, _ := commandName(c.Source)
	if name == "" {
		return nil, commandError("a command's name is missing after %%; %%help lists the commands")
	}
	found, ok := findCommand(name)
	if !ok {
		return nil, unknownCommand(name)
	}
	code := blankCommand(c.Source)
	if !found.code && strings.Contains(strings.TrimSpace(c.Source), "\n") {
		return nil, commandError("%%%s stands alone in its cell, in one line", name)
	}
	return found.run(ctx, s, invocation{args: strings.Fields(code), code: cell.Cell{Label: c.Label, Source: code}}, out)
}

// commandName finds the name after the % that a source begins with, and where
// it ends; a line for the shell has none.
func commandName(source string) (name string, end int) {
	if !strings.HasPrefix(strings.TrimSpace(source), "%") {
		return "", 0
	}
	start := strings.IndexByte(source, '%') + 1
	end = start
	for end < len(source) && !strings.ContainsRune(" \t\r\n", rune(source[end])) {
		end++
	}
	return source[start:end], end
}

// blankCommand puts spaces in the place of a command's name.
func blankCommand(source string) string {
	_, end := commandName(source)
	head := []byte(source[:end])
	for i, b := range head {
		if b != '\n' {
			head[i] = ' '
		}
	}
	return string(head) + source[end:]
}

func findCommand(name string) (command, bool) {
	all := commands()
	i := slices.IndexFunc(all, func(c command) bool { return c.name == name })
	if i < 0 {
		return command{}, false
	}
	return all[i], true
}

// unknownCommand names the command that is most like name.
func unknownCommand(name string) *cell.Error {
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	if near := words.Nearest(name, names); near != "" {
		return commandError("there is no command %%%s; did you mean %%%s?", name, near)
	}
	return commandError("there is no command %%%s; %%help lists the commands", name)
}

func commandError(format string, args ...any) *cell.Error {
	return &cell.Error{Name: "CommandError", Message: fmt.Sprintf(format, args...)}
}

// wantOne gives a command's only argument.
func wantOne(name, what string, args []string) (string, error) {
	if len(args) != 1 {
		return "", commandError("%%%s takes one %s, not %d", name, what, len(args))
	}
	return args[0], nil
}

// wantNone refuses arguments.
func wantNone(name string, args []string) error {
	if len(args) > 0 {
		return commandError("%%%s takes no arguments, not %q", name, strings.Join(args, " "))
	}
	return nil
}

// completeCommand completes the name of a % command, or the Go after it.
func (s *Session) completeCommand(source string, cursor int) cell.Completion {
	cursor = min(max(cursor, 0), len(source))
	name, end := commandName(source)
	start := end - len(name)
	if cursor > end {
		return s.completeArgument(source, name, cursor)
	}
	c := cell.Completion{Start: min(start, cursor), End: cursor}
	if cursor < start {
		return c
	}
	c.Matches = commandMatches(source[start:cursor])
	return c
}

// commandMatches lists the commands whose names begin with prefix.
func commandMatches(prefix string) []cell.Match {
	var out []cell.Match
	for _, c := range commands() {
		if strings.HasPrefix(c.name, prefix) {
			out = append(out, cell.Match{Text: c.name, Type: "keyword", Signature: c.args})
		}
	}
	return out
}

// completeArgument completes what follows a command's name.
func (s *Session) completeArgument(source, name string, cursor int) cell.Completion {
	c, ok := findCommand(name)
	switch {
	case ok && (c.code || name == "doc"):
		return s.static.Complete(blankCommand(source), cursor)
	case name == "help":
		start := strings.LastIndexAny(source[:cursor], " \t\n%") + 1
		return cell.Completion{Matches: commandMatches(source[start:cursor]), Start: start, End: cursor}
	}
	return cell.Completion{Start: cursor, End: cursor}
}

// inspectCommand describes the % command of a source, or what the Go after it
// names.
func (s *Session) inspectCommand(source string, cursor, detail int) (cell.Bundle, bool) {
	name, end := commandName(source)
	c, ok := findCommand(name)
	if !ok {
		return cell.Bundle{}, false
	}
	if c.code && cursor > end {
		return s.inspectGo(blankCommand(source), cursor, detail)
	}
	return plainBundle(listing([]command{c})), true
}
