package interp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"krigo/cell"
	"krigo/internal/words"
	"krigo/interp/static/explain"
)

// command is a line that begins with %: a request to the session instead of Go. One that
// begins with %% takes the rest of its cell, from the next line on.
type command struct {
	name  string // without the first %
	args  string // what follows the name, for the listing
	help  string
	takes operand
	// The command does something that a saved program does not.
	beside bool
	// declares returns the variable that the command declares, or none.
	declares func(args []string) (string, error)
	// hides names the effects of the command that a page which marks stale cells cannot
	// see.
	hides string
	// keepsNone means that the declarations of its Go do not last.
	keepsNone bool
	// vets replaces run when cells are only vetted; nil if there is nothing to vet.
	vets func(v *vet, in invocation) error
	run  func(ctx context.Context, s *Session, in invocation, out cell.Output) (*cell.Bundle, error)
}

// operand is the kind of text that follows a command's name.
type operand int

const (
	takesLine    operand = iota // arguments, on the same line
	takesGo                     // Go, on any number of lines
	takesGoBelow                // arguments, and from the next line on Go, or another command
	takesText                   // arguments, and from the next line on any text
)

// invocation is a cell that calls a command.
type invocation struct {
	// line is the rest of the name's line, and args its words.
	line string
	args []string
	// text is the text after that line.
	text string
	// code is the Go, with spaces for all text before it, so that lines and columns match
	// the cell.
	code cell.Cell
	// start is the offset of the command in its cell.
	start int
}

// commands lists the commands by name. It is a function because %help, which is in the
// list, prints the list.
func commands() []command {
	return []command{
		{name: "bench", args: "GO", help: "run statements many times and report the time and memory of one run", takes: takesGo, keepsNone: true, run: bench, vets: vetBench},
		{name: "%bash", help: "run the rest of the cell as a bash script", takes: takesText, beside: true, run: bash},
		{name: "%capture", args: "[NAME]", help: "run the rest of the cell, and keep what it shows as NAME: its Stdout, Stderr, Outputs and Show()", takes: takesGoBelow, beside: true, declares: captureName, run: captureCell, vets: vetCapture},
		{name: "cd", args: "[DIR]", help: "change to a folder; without an argument to the home folder, with - back", beside: true, run: cd, vets: vetCd},
		{name: "doc", args: "NAME", help: "show the documentation of a package, a symbol or a cell's declaration", run: doc},
		{name: "env", args: "[NAME[=VALUE]]", help: "show the environment or one variable, or set one for cells and the programs they start", beside: true, run: env},
		{name: "fast", args: "[FUNCTION]", help: "report which functions of cells are compiled, or why one is interpreted and what to do about it", run: fast},
		{name: "get", args: "[-u] [MODULE@VERSION ...]", help: "add Go modules, so that cells can import their packages; -u upgrades them; without an argument, list them", beside: true, run: get, vets: vetGet},
		{name: "help", args: "[COMMAND]", help: "list these commands, or describe one", run: help},
		{name: "jobs", help: "list the goroutines that cells have left running", run: jobs},
		{name: "load", args: "FILE", help: "run a Go file as a cell", hides: "reads and writes what the Go of the file does, which is unknown before it runs", run: load, vets: vetLoad},
		{name: "reactive", args: "[on|off]", help: "after each cell, run the cells that it made stale, if the front end knows the page; without an argument, report whether this is on", run: reactive, vets: vetReactive},
		{name: "reset", help: "forget all declarations and start a new Go process", hides: "forgets all that cells have declared: all of them are stale", run: reset, vets: vetReset},
		{name: "save", args: "FILE", help: "write the session as a Go program: its declarations, and the statements of its cells", run: save},
		{name: "time", args: "GO", help: "run the rest of the cell and report how long that took", takes: takesGo, run: timeCell, vets: vetTime},
		{name: "%writefile", args: "[-a] FILE", help: "write the rest of the cell to a file, or with -a append it; the last line gets a newline", takes: takesText, beside: true, run: writeFile},
		{name: "who", help: "list the variables and functions: type, size or how it runs, and the cell that declared them", run: who},
	}
}

// runCommand runs a command.
func (s *Session) runCommand(ctx context.Context, c cell.Cell, out cell.Output) (*cell.Bundle, error) {
	found, err := calledCommand(c.Source)
	if err != nil {
		return nil, err
	}
	if notes := found.unknown(); notes != nil {
		s.following.does(func() cell.Effects { return cell.Effects{Notes: notes} })
	}
	b, err := found.run(ctx, s, found.invocation(c), out)
	if err == nil && found.beside {
		s.beside[found.name] = true
	}
	return b, err
}

// calledCommand returns the command that a cell calls.
func calledCommand(source string) (command, error) {
	name, _ := commandName(source)
	if name == "" {
		return command{}, commandError("a command's name is missing after %%; %%help lists the commands")
	}
	found, ok := findCommand(name)
	if !ok {
		return command{}, unknownCommand(name)
	}
	if found.takes == takesLine && strings.Contains(strings.TrimSpace(source), "\n") {
		return command{}, commandError("%%%s must be alone in its cell, on one line", name)
	}
	return found, nil
}

// invocation reads the command's cell.
func (c command) invocation(in cell.Cell) invocation {
	_, end := commandName(in.Source)
	line, text, _ := strings.Cut(in.Source[end:], "\n")
	return invocation{
		line: strings.TrimSpace(line), args: strings.Fields(line), text: text,
		code: cell.Cell{Label: in.Label, Source: c.goOf(in.Source), Columns: in.Columns}, start: strings.IndexByte(in.Source, '%'),
	}
}

// hasGo reports whether the command's cell holds Go.
func (c command) hasGo() bool { return c.takes == takesGo || c.takes == takesGoBelow }

// goOf returns the text after the command's name, or after its line, with spaces for all
// text before it.
func (c command) goOf(source string) string {
	_, end := commandName(source)
	if c.takes == takesGoBelow {
		end = lineEnd(source, end)
	}
	return blank(source, end)
}

// commandName finds the name after the % that a source begins with, and its end; a line
// for the shell has none.
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

// lineEnd returns the end of the line that contains an offset.
func lineEnd(source string, at int) int {
	if n := strings.IndexByte(source[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(source)
}

// blank replaces the text before an offset by spaces.
func blank(source string, end int) string {
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
	if say := explain.ForeignCommand(name); say != "" {
		return commandError("there is no command %%%s; %s", name, say)
	}
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

// wantOne returns a command's only argument.
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

// wantRest refuses a cell without text below its first line.
func wantRest(name, what string, in invocation) error {
	if strings.TrimSpace(in.text) == "" {
		return commandError("%%%s: the %s is missing: it is the rest of the cell, from its second line on", name, what)
	}
	return nil
}

// wantGo refuses a command without Go.
func wantGo(name string, in invocation) error {
	if strings.TrimSpace(in.code.Source) == "" {
		return commandError("%%%s: the Go to run is missing", name)
	}
	return nil
}

// inspectCommand describes the % command of a source, or the name in the Go after it.
func (s *Session) inspectCommand(source string, cursor, detail int) (cell.Bundle, bool) {
	name, end := commandName(source)
	c, ok := findCommand(name)
	if !ok {
		return cell.Bundle{}, false
	}
	if c.hasGo() && cursor > end {
		return s.Inspect(c.goOf(source), cursor, detail)
	}
	return plainBundle(listing([]command{c})), true
}
