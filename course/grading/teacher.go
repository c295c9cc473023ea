package grading

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	cryptorand "crypto/rand"
	"encoding/binary"

	"krigo/cell"
	"krigo/course"
	"krigo/course/handout"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/execute"
	"krigo/internal/nbformat/percent"
	"krigo/internal/sessions"
	"krigo/interp"
)

// teacher knows the exercises and judges observations: in this process, and where a
// teacher has exercises in a session of the teacher's own.
type teacher struct {
	worth map[string]float64 // by exercise
	own   map[string]bool    // exercises of the teacher's, and tests
	tests *nbformat.Notebook // with tests, or nil
	cells []cell.Cell        // that define exercises and are not in students' notebooks

	session *interp.Session // or nil
	alias   string          // of package course in it
}

func newTeacher(ctx context.Context, o Options) (*teacher, error) {
	t := &teacher{worth: map[string]float64{}, own: map[string]bool{}}
	for _, e := range course.Exercises() {
		t.worth[e.ID] = e.Worth()
	}
	if o.Teacher == "" {
		return t, nil
	}
	if err := t.read(o.Teacher); err != nil {
		return nil, fmt.Errorf("%s: %w", o.Teacher, err)
	}
	dir, err := filepath.Abs(filepath.Dir(o.Teacher))
	if err != nil {
		return nil, err
	}
	env := o.Env
	if env != nil {
		env = slices.Concat(os.Environ(), env)
	}
	if t.session, err = sessions.Start(context.WithoutCancel(ctx), interp.Options{Command: o.Command, Env: env, Dir: dir, Unattended: true}); err != nil {
		return nil, err
	}
	if err := t.define(ctx); err != nil {
		t.close()
		return nil, fmt.Errorf("%s: %w", o.Teacher, err)
	}
	return t, nil
}

// read reads the teacher's cells and tests. t.cells has all cells then.
func (t *teacher) read(path string) error {
	if strings.EqualFold(filepath.Ext(path), ".ipynb") {
		nb, err := nbformat.ReadFile(path)
		if err != nil {
			return err
		}
		t.tests = nb
		for i, c := range execute.Runnable(nb) {
			if g := handout.Of(c); g.IsTest() {
				t.worth[g.ID], t.own[g.ID] = g.Points, true
				continue
			}
			t.cells = append(t.cells, cell.Cell{Label: execute.Label(i + 1), Source: c.Source})
		}
		return nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	cells, _, err := percent.Cells(string(text))
	for i, c := range cells {
		t.cells = append(t.cells, cell.Cell{Label: execute.Label(i + 1), Source: c.Source})
	}
	return err
}

// define runs the teacher's cells, and asks which exercises there are then.
func (t *teacher) define(ctx context.Context) error {
	var err error
	if t.alias, err = importCourse(ctx, t.session); err != nil {
		return err
	}
	for _, c := range t.cells {
		if _, err := t.session.Eval(ctx, c, discard{}); err != nil {
			return err
		}
	}
	var worth map[string]float64
	if err := ask(ctx, t.session, t.alias+".Exercises()", 0, &worth); err != nil {
		return err
	}
	for id, points := range worth {
		if _, known := t.worth[id]; !known {
			t.own[id] = true
		}
		t.worth[id] = points
	}
	if t.tests != nil {
		t.cells = nil // students' notebooks have them
	}
	return nil
}

// judge says what is wrong with the observation of a student's answer, or nil. The second
// error is the judge's own.
func (t *teacher) judge(ctx context.Context, student, id string, observed json.RawMessage, probe uint64) (wrong, err error) {
	if t.session == nil {
		return course.Judge(student, id, observed, probe), nil
	}
	source := fmt.Sprintf("%s.Judge(%q, %q, []byte(%q), %#x)", t.alias, student, id, observed, probe)
	_, err = t.session.Eval(ctx, cell.Cell{Label: "judge", Source: source}, discard{})
	failed := (*cell.Error)(nil)
	switch {
	case err == nil:
		return nil, nil
	case errors.As(err, &failed) && failed.Name == "Error":
		return failed, nil
	}
	return nil, fmt.Errorf("judge exercise %s: %w", id, err)
}

func (t *teacher) close() {
	if t.session != nil {
		t.session.Close()
	}
}

// importCourse has a session know package course by a name that no cell can know.
func importCourse(ctx context.Context, s *interp.Session) (alias string, err error) {
	alias = fmt.Sprintf("course%016x", secret())
	_, err = s.Eval(ctx, cell.Cell{Label: "grader", Source: fmt.Sprintf("import %s %q", alias, "krigo/course")}, discard{})
	return alias, err
}

// secret returns a number that cannot be guessed.
func secret() uint64 {
	var b [8]byte
	if _, err := cryptorand.Read(b[:]); err != nil { // which never happens
		return rand.Uint64()
	}
	return binary.LittleEndian.Uint64(b[:])
}

// discard drops the output of cells.
type discard struct{}

func (discard) Stream(string, string) {}
func (discard) Display(cell.Display)  {}
func (discard) Clear(bool)            {}
func (discard) Page(cell.Bundle)      {}
func (discard) Comm(cell.CommMessage) {}
func (discard) Input(context.Context, string, bool) (string, error) {
	return "", cell.ErrNoInput
}
