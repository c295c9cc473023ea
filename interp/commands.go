package interp

import (
	"fmt"
	"slices"
	"strings"
)

// command is a line that begins with %: something to ask of the session
// instead of Go to run.
type command struct {
	name string // without the %
	args string // what follows the name, for the listing
	help string
	run  func(s *Session, args []string, out Output) error
}

// commands lists what there is, by name. It is a function because %help lists
// the list that it is in.
func commands() []command {
	return []command{
		{name: "help", args: "[COMMAND]", help: "list these commands, or describe one", run: help},
	}
}

// isCommand tells whether a cell is a % command.
func isCommand(source string) bool {
	return strings.HasPrefix(strings.TrimSpace(source), "%")
}

// runCommand obeys a % command.
func (s *Session) runCommand(c Cell, out Output) error {
	line := strings.TrimSpace(c.Source)
	if strings.Contains(line, "\n") {
		return commandError("a %% command stands alone in its cell, in one line")
	}
	fields := strings.Fields(strings.TrimPrefix(line, "%"))
	if len(fields) == 0 {
		return commandError("a command's name is missing after %%; %%help lists the commands")
	}
	found, ok := findCommand(fields[0])
	if !ok {
		return commandError("there is no command %%%s; %%help lists the commands", fields[0])
	}
	return found.run(s, fields[1:], out)
}

func findCommand(name string) (command, bool) {
	all := commands()
	i := slices.IndexFunc(all, func(c command) bool { return c.name == name })
	if i < 0 {
		return command{}, false
	}
	return all[i], true
}

func commandError(format string, args ...any) *Error {
	return &Error{Name: "CommandError", Message: fmt.Sprintf(format, args...)}
}

// completeCommand completes the name of a % command.
func completeCommand(source string, cursor int) Completion {
	cursor = min(max(cursor, 0), len(source))
	start := strings.IndexByte(source, '%') + 1
	c := Completion{Start: start, End: cursor}
	if cursor < start || strings.ContainsAny(source[start:cursor], " \t\n") {
		c.Start = cursor
		return c
	}
	for _, each := range commands() {
		if strings.HasPrefix(each.name, source[start:cursor]) {
			c.Matches = append(c.Matches, Match{Text: each.name, Type: "keyword", Signature: each.args})
		}
	}
	return c
}

// inspectCommand describes the % command of a source.
func inspectCommand(source string) (Bundle, bool) {
	fields := strings.Fields(strings.TrimPrefix(strings.TrimSpace(source), "%"))
	if len(fields) == 0 {
		return Bundle{}, false
	}
	c, ok := findCommand(fields[0])
	return plainBundle(listing([]command{c})), ok
}
