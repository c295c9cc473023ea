package grading

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"krigo/course/handout"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/execute"
)

// stubs are the cells of exercises as students get them, by the exercises' IDs. One that is handed in as
// it is gives no answer, although it runs.
type stubs map[string]string

// stubsOf reads the stubs of the course, and of a teacher's notebook.
func stubsOf(o Options) (stubs, error) {
	all := stubs{}
	if o.Data != nil {
		paths, err := fs.Glob(o.Data, path.Join("notebooks", "*.ipynb"))
		if err != nil {
			return nil, err
		}
		for _, name := range paths {
			raw, err := fs.ReadFile(o.Data, name)
			if err != nil {
				return nil, err
			}
			if err := all.add(raw); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	if !strings.EqualFold(path.Ext(o.Teacher), ".ipynb") {
		return all, nil
	}
	nb, err := nbformat.ReadFile(o.Teacher)
	if err != nil {
		return nil, err
	}
	raw, err := nb.Encode()
	if err != nil {
		return nil, err
	}
	released, _, err := handout.Released(raw)
	if err != nil {
		return all, nil // it is no teacher's version
	}
	return all, all.add(released)
}

// add adds the stubs of a notebook that students get.
func (s stubs) add(raw []byte) error {
	nb, err := nbformat.Parse(raw)
	if err != nil {
		return err
	}
	for _, c := range execute.Runnable(nb) {
		if g := handout.Of(c); g.Solution && g.ID != "" {
			s[g.ID] = essence(c.Source)
		}
	}
	return nil
}

// isStub reports whether a student's cell of an exercise is as it was handed out.
func (s stubs) isStub(id, source string) bool {
	stub, known := s[id]
	return known && stub == essence(source)
}

// essence returns a source without space around its lines, and empty lines.
func essence(source string) string {
	var lines []string
	for line := range strings.Lines(source) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}
