package lineedit

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

var errNoEditor = errors.New("no editor: set VISUAL or EDITOR")

// composeIn has the user edit text in the editor of VISUAL or EDITOR.
func composeIn(text string, in, out *os.File) (string, error) {
	editor := strings.TrimSpace(cmp.Or(os.Getenv("VISUAL"), os.Getenv("EDITOR")))
	if editor == "" {
		return "", errNoEditor
	}
	dir, err := os.MkdirTemp("", "krigo-cell-")
	if err != nil {
		return "", fmt.Errorf("a file for the editor: %w", err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "cell.go")
	if err := os.WriteFile(path, []byte(text+"\n"), 0o600); err != nil {
		return "", fmt.Errorf("a file for the editor: %w", err)
	}
	command := editorCommand(editor, path)
	command.Stdin, command.Stdout, command.Stderr = in, out, out
	if err := command.Run(); err != nil {
		return "", fmt.Errorf("the editor %q: %w", editor, err)
	}
	edited, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("what the editor wrote: %w", err)
	}
	return strings.TrimRight(printable(string(edited)), " \t\n"), nil
}
