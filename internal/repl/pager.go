package repl

import (
	"os"
	"os/exec"
	"runtime"
	"strings"

	"krigo/cell"
)

// Page prints a page, or shows it in the pager where it is longer than the terminal.
func (s *Screen) Page(b cell.Bundle) {
	if !s.paged(b.Plain()) {
		s.Display(cell.Display{Bundle: b})
	}
}

// paged shows a text in the pager, where it is long and there is one.
func (s *Screen) paged(text string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	columns, height := s.size()
	if s.Pager == nil || s.idle || rows(text, columns) < height {
		return false
	}
	s.lift()
	defer s.lower()
	return s.Pager(text) == nil
}

// Pager returns the user's pager: the command PAGER of the environment, less where it
// names none, or nil where there is neither.
func Pager() func(text string) error {
	command := os.Getenv("PAGER")
	if command == "" {
		command = "less"
	}
	if _, err := exec.LookPath("sh"); err != nil || runtime.GOOS == "windows" {
		return nil
	}
	if _, err := exec.LookPath(strings.Fields(command + " ")[0]); err != nil {
		return nil
	}
	return func(text string) error {
		cmd := exec.Command("sh", "-c", command) // PAGER may have arguments
		cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(text), os.Stdout, os.Stderr
		cmd.Env = os.Environ()
		if os.Getenv("LESS") == "" {
			cmd.Env = append(cmd.Env, "LESS=FRX") // ends on one screen, has colours, leaves the text there
		}
		return cmd.Run()
	}
}
