package interp

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"krigo/cell"
)

// besideNotes lists the commands that ran and that a program lacks.
func (s *Session) besideNotes() []string {
	if len(s.beside) == 0 {
		return nil
	}
	names := slices.Sorted(maps.Keys(s.beside))
	return []string{"note: the program omits these commands and their effects: %" + strings.Join(names, ", %")}
}

// save runs %save.
func save(_ context.Context, s *Session, in invocation, out cell.Output) (*cell.Bundle, error) {
	name, err := wantOne("save", "file", in.args)
	if err != nil {
		return nil, err
	}
	source, notes, err := s.static.Source()
	if err != nil {
		return nil, commandError("%%save: %v", err)
	}
	if err := os.WriteFile(s.files.path(name), []byte(source), 0o666); err != nil {
		return nil, commandError("%%save: %v", err)
	}
	out.Stream("stdout", "wrote "+name+"\n")
	note, err := s.writeModules(filepath.Dir(s.files.path(name)))
	if err != nil {
		return nil, commandError("%%save: the modules of the program: %v", err)
	}
	if note != "" {
		out.Stream("stdout", note+"\n")
	}
	for _, note := range append(notes, s.besideNotes()...) {
		s.outlet.tell(note)
	}
	return nil, nil
}
