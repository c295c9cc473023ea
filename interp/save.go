package interp

import (
	"context"
	"os"

	"krigo/cell"
)

// save is %save.
func save(_ context.Context, s *Session, in invocation, out cell.Output) (*cell.Bundle, error) {
	name, err := wantOne("save", "file", in.args)
	if err != nil {
		return nil, err
	}
	source, notes, err := s.static.Source()
	if err != nil {
		return nil, commandError("%%save: %v", err)
	}
	if err := os.WriteFile(s.path(name), []byte(source), 0o666); err != nil {
		return nil, commandError("%%save: %v", err)
	}
	out.Stream("stdout", "wrote "+name+"\n")
	for _, note := range notes {
		s.tell(note)
	}
	return nil, nil
}
