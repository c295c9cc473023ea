// Package handout makes the students' and teachers' versions of a course's notebooks.
// Exercises are cells that nbgrader would grade: their metadata are nbgrader's, in
// version 3 of its format (https://nbgrader.readthedocs.io).
package handout

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"krigo/internal/nbformat"
)

// Graded is the metadata of a cell for nbgrader.
type Graded struct {
	// ID is grade_id.
	ID string
	// Grade says that the cell is worth Points, Solution that students write in it. A
	// cell with Grade and without Solution is a test.
	Grade, Solution bool
	Points          float64
}

// Of reads the metadata of a cell. It returns the zero value if there is none.
func Of(c *nbformat.Cell) Graded {
	m, _ := c.Metadata["nbgrader"].(map[string]any)
	var g Graded
	g.ID, _ = m["grade_id"].(string)
	g.Grade, _ = m["grade"].(bool)
	g.Solution, _ = m["solution"].(bool)
	switch points := m["points"].(type) {
	case float64:
		g.Points = points
	case int:
		g.Points = float64(points)
	case interface{ Float64() (float64, error) }: // json.Number
		g.Points, _ = points.Float64()
	}
	return g
}

// IsTest reports whether the cell is a test, which passes if it does not fail.
func (g Graded) IsTest() bool { return g.Grade && !g.Solution && g.ID != "" }

// Solved returns a notebook with solutions instead of the stubs, and without outputs.
// Solution returns the solution of an exercise; the stubs of exercises without one
// stay.
func Solved(raw []byte, solution func(id string) (source string, ok bool)) ([]byte, error) {
	nb, err := nbformat.Parse(raw)
	if err != nil {
		return nil, err
	}
	sources := map[int]string{}
	for i, c := range nb.Cells {
		g := Of(c)
		if source, ok := solution(g.ID); ok && g.Solution && c.Type == nbformat.Code {
			sources[i] = strings.TrimRight(source, "\n")
		}
	}
	if raw, err = nbformat.ReplaceSources(raw, sources); err != nil {
		return nil, err
	}
	return nbformat.Strip(raw)
}

// Solutions returns the solutions in files such as "04-2.cell".
func Solutions(files fs.FS) func(id string) (string, bool) {
	return func(id string) (string, bool) {
		if id == "" || strings.ContainsAny(id, `/\`) {
			return "", false
		}
		raw, err := fs.ReadFile(files, id+".cell")
		return string(raw), err == nil
	}
}

// File is one of a course, by its path.
type File struct {
	Path    string
	Content []byte
}

// Files returns all that stand below the folders of a course, each notebook as change
// makes it.
func Files(course fs.FS, change func(raw []byte) ([]byte, error), folders ...string) ([]File, error) {
	var files []File
	for _, folder := range folders {
		err := fs.WalkDir(course, folder, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			content, err := fs.ReadFile(course, name)
			if err == nil && path.Ext(name) == ".ipynb" {
				content, err = change(content)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			files = append(files, File{name, content})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

// Exercises returns the graded cells of a notebook, in their order and each ID once.
func Exercises(nb *nbformat.Notebook) []Graded {
	var all []Graded
	for _, c := range nb.Cells {
		g := Of(c)
		if g.Grade && g.ID != "" && !slices.ContainsFunc(all, func(o Graded) bool { return o.ID == g.ID }) {
			all = append(all, g)
		}
	}
	return all
}
