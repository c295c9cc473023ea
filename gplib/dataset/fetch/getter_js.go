package fetch

import (
	"context"
	"fmt"
	"io"
)

// Getter downloads sets, which a web page does not.
type Getter struct {
	Dir string
	Log io.Writer
}

// Get returns an error unless the folder has all files of the set.
func (g Getter) Get(_ context.Context, s Set) error {
	dir, err := FolderOr(g.Dir)
	if err != nil {
		return err
	}
	state, err := s.State(dir)
	if err != nil {
		return err
	}
	if state != Present {
		return fmt.Errorf("fetch: %s: a web page downloads no data sets; run the notebook with krigo", s.Name)
	}
	return nil
}
