package repl

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/reeflective/readline"

	"krigo/cell"
)

// Assistant helps while a cell is typed; *interp.Session is one.
type Assistant interface {
	Complete(source string, cursor int) cell.Completion
	IsComplete(source string) cell.Completeness
}

// Editor reads cells from a terminal, with a history, completion by Tab, and as
// many lines as a cell needs.
type Editor struct {
	shell *readline.Shell
}

// NewEditor returns an editor. The history is kept in a file, which is made
// with its folder where it is missing; an empty name keeps none.
func NewEditor(assistant Assistant, history string, color bool) (*Editor, error) {
	shell := readline.NewShell()
	shell.Prompt.Primary(func() string { return "krigo> " })
	shell.Prompt.Secondary(func() string { return "   ... " })
	_ = shell.Config.Set("completion-ignore-case", true)
	shell.AcceptMultiline = func(line []rune) bool {
		return assistant.IsComplete(string(line)).Status != "incomplete"
	}
	shell.Completer = func(line []rune, cursor int) readline.Completions {
		return completions(assistant, line, cursor)
	}
	if color {
		shell.SyntaxHighlighter = func(line []rune) string { return coloured(string(line)) }
	}
	if history != "" {
		if err := useHistory(shell, history); err != nil {
			return nil, err
		}
	}
	return &Editor{shell: shell}, nil
}

func useHistory(shell *readline.Shell, path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("history: %w", err)
	}
	// The source reads a file that is there.
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDONLY, 0o600)
	if err != nil {
		return fmt.Errorf("history: %w", err)
	}
	f.Close()
	source, err := readline.NewHistoryFromFile(path)
	if err != nil {
		return fmt.Errorf("history %s: %w", path, err)
	}
	shell.History.Delete()
	shell.History.Add("krigo", source)
	return nil
}

// Read returns the next cell.
func (e *Editor) Read() (string, error) {
	line, err := e.shell.Readline()
	switch {
	case errors.Is(err, readline.ErrInterrupt):
		return "", ErrInterrupted
	case errors.Is(err, io.EOF):
		return "", io.EOF
	}
	return line, err
}

// shownNear is how many candidates are named that do not begin with what is typed.
const shownNear = 8

// completions are the ways to complete the text before the cursor, the likeliest
// first. Those that do not begin with what is typed the editor cannot put in its
// place, and only names them.
func completions(assistant Assistant, line []rune, cursor int) readline.Completions {
	source := string(line)
	at := len(string(line[:cursor]))
	found := assistant.Complete(source, at)
	if len(found.Matches) == 0 || found.Start < 0 || found.Start > at {
		return readline.CompleteMessage("no completion")
	}
	// Where nothing is typed of a name, the editor takes the text since the last
	// space for what is to be replaced, such as "cov.".
	from := found.Start
	if from == at {
		from = strings.LastIndexAny(source[:at], " \t\n") + 1
	}
	typed := strings.ToLower(source[found.Start:at])
	var values []readline.Completion
	var near []string
	for _, m := range found.Matches {
		if !strings.HasPrefix(strings.ToLower(m.Text), typed) {
			near = append(near, m.Text)
			continue
		}
		values = append(values, readline.Completion{
			Value: source[from:found.Start] + m.Text, Display: m.Text, Description: strings.TrimSpace(m.Signature),
		})
	}
	if len(values) == 0 {
		return readline.CompleteMessage("did you mean %s?", strings.Join(near[:min(len(near), shownNear)], ", "))
	}
	result := readline.CompleteRaw(values).NoSort()
	result.PREFIX = source[from:at]
	return result
}
