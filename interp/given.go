package interp

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"krigo/cell"
	"krigo/internal/preset"
	"krigo/internal/words"
)

// give passes the preset values of controls to the workers.
func (c *comms) give(values map[string]any) {
	if len(values) > 0 {
		put(&c.notes, preset.Values, &cell.CommMessage{Kind: "note", Target: preset.Values, Data: preset.ToNote(values)})
	}
}

// controls returns the names of the controls that were made, if any have preset values.
func (c *comms) controls() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Sorted(maps.Keys(c.notes[preset.Controls].Data))
}

// Untaken returns an error if no control took some value of Options.Given, or nil. It may
// be called after Close.
func (s *Session) Untaken() error {
	made := s.comms.controls()
	var faults []error
	for _, name := range slices.Sorted(maps.Keys(s.options.Given)) {
		if !slices.Contains(made, name) {
			faults = append(faults, untaken(name, made))
		}
	}
	return errors.Join(faults...)
}

func untaken(name string, made []string) error {
	if len(made) == 0 {
		return fmt.Errorf("no control %q was made, and no others were", name)
	}
	if near := words.Nearest(name, made); near != "" {
		return fmt.Errorf("no control %q was made; did you mean %s?", name, near)
	}
	return fmt.Errorf("no control %q was made; available: %s", name, strings.Join(made, ", "))
}
