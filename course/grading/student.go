package grading

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"krigo/course/handout"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/execute"
)

// attempts are how often a notebook is begun, each time without the cells that have ended
// its process before.
const attempts = 5

// student is a student being graded.
type student struct {
	*grader
	Student
	met map[string]bool // exercises in the notebooks and those that were answered
}

// most is the largest number of remarks about a student.
const most = 20

// notice adds a remark, once.
func (s *student) notice(format string, args ...any) {
	text := short(fmt.Sprintf(format, args...))
	if len(s.Noticed) < most && !slices.Contains(s.Noticed, text) {
		s.Noticed = append(s.Noticed, text)
	}
}

// short returns a text on one line, and not a long one: students' code has written it.
func short(text string) string {
	const longest = 200
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "?")), " ")
	if r := []rune(text); len(r) > longest {
		return string(r[:longest]) + "..."
	}
	return text
}

// student grades what one has handed in. The error is not the student's.
func (g *grader) student(ctx context.Context, in submission) (Student, map[string]bool, error) {
	s := &student{g, Student{Name: in.name, Points: map[string]float64{}}, map[string]bool{}}
	dir, err := os.MkdirTemp("", "krigo-grade-*")
	if err != nil {
		return s.Student, nil, err
	}
	defer os.RemoveAll(dir)
	copied, err := copyOf(in.path, dir)
	if err != nil {
		s.notice("cannot be read: %v", err)
		return s.Student, s.met, nil
	}
	paths, err := notebooksIn(copied)
	if err != nil {
		return s.Student, nil, err
	}
	if len(paths) == 0 {
		s.notice("there is no notebook")
	}
	for _, path := range paths {
		rel, err := filepath.Rel(copied, path)
		if err != nil {
			return s.Student, nil, err
		}
		from := in.path
		if rel != "." {
			from = filepath.Join(in.path, rel)
		}
		if err := s.notebook(ctx, in.path, from, rel, len(paths) > 1); err != nil {
			return s.Student, nil, err
		}
	}
	return s.Student, s.met, ctx.Err()
}

// notebook grades one of a student's notebooks, which is read from a file and stands at
// rel in the folder.
func (s *student) notebook(ctx context.Context, folder, from, rel string, several bool) error {
	about := ""
	if several {
		about = rel + ": "
	}
	nb, err := nbformat.ReadFile(from)
	if err == nil {
		err = nb.CheckGo()
	}
	if err != nil {
		s.notice("%scannot be read: %s", about, strings.ReplaceAll(err.Error(), from, filepath.Base(from)))
		return nil
	}
	if !s.concerns(nb, filepath.Base(from)) {
		return nil
	}
	for _, e := range handout.Exercises(nb) {
		s.meet(e.ID)
	}
	limited, cancel := context.WithTimeout(ctx, s.options.Time)
	defer cancel()
	cells := s.withTests(nb, filepath.Base(from))
	skip := make([]bool, len(cells))
	for range attempts {
		a := &attempt{student: s, about: about, cells: cells, skip: skip}
		killer, err := a.inCopy(limited, folder, rel)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case limited.Err() != nil:
			s.notice("%sout of time: all cells together ran longer than %v", about, s.options.Time)
			return nil
		case err != nil:
			return err
		case killer < 0:
			a.tellFailed()
			return nil
		}
		skip[killer] = true
	}
	s.notice("%sgiven up: its process has ended %d times", about, attempts)
	return nil
}

// concerns reports whether a notebook has exercises that count, or may have.
func (s *student) concerns(nb *nbformat.Notebook, name string) bool {
	lesson := s.options.Lesson
	if lesson == "" || strings.HasPrefix(name, lesson) {
		return true
	}
	for _, c := range nb.Cells {
		if lessonOf(handout.Of(c).ID) == lesson || strings.Contains(c.Source, `Check("`+lesson+"-") {
			return true
		}
	}
	return false
}

// meet records an exercise, or the one that a test is about, and reports one that is not known.
func (s *student) meet(id string) {
	for _, id := range []string{id, strings.TrimPrefix(id, handout.TestPrefix)} {
		if _, known := s.teacher.worth[id]; known {
			s.met[id] = true
			return
		}
	}
	s.notice("there is no exercise %q", short(id))
}

// mark gives points for the last answer.
func (s *student) mark(id string, right bool) {
	s.Points[id] = 0
	if right {
		s.Points[id] = s.teacher.worth[id]
	}
}

// task is a cell that is run. Test is the test that it is, and stub the exercise whose stub it has
// without a change; both may be "".
type task struct {
	source, test, stub string
}

// withTests returns the cells to run: the student's own, but of tests the teacher's, which come
// last where the student's notebook has lost them.
func (s *student) withTests(nb *nbformat.Notebook, name string) []task {
	tests := map[string]string{}
	var ids []string
	if s.tests(nb, name) {
		for _, c := range execute.Runnable(s.teacher.tests) {
			if g := handout.Of(c); g.IsTest() {
				tests[g.ID] = c.Source
				ids = append(ids, g.ID)
			}
		}
	}
	var tasks []task
	for _, c := range execute.Runnable(nb) {
		t := task{source: c.Source}
		switch id := handout.Of(c).ID; {
		case tests[id] != "":
			t = task{source: tests[id], test: id}
			delete(tests, id)
		case s.stubs.isStub(id, c.Source):
			t.stub = id
		}
		tasks = append(tasks, t)
	}
	for _, id := range ids {
		if source, left := tests[id]; left {
			tasks = append(tasks, task{source: source, test: id})
		}
	}
	return tasks
}

// tests reports whether the teacher's notebook has the tests of a notebook: it has its name, or
// one of its exercises.
func (s *student) tests(nb *nbformat.Notebook, name string) bool {
	if s.teacher.tests == nil {
		return false
	}
	if filepath.Base(s.options.Teacher) == name {
		return true
	}
	asked := handout.Exercises(s.teacher.tests)
	return slices.ContainsFunc(handout.Exercises(nb), func(e handout.Graded) bool {
		return slices.ContainsFunc(asked, func(o handout.Graded) bool { return o.ID == e.ID })
	})
}

// errUnreadable is the error of output of a student's process that is not JSON of the
// kind.
var errUnreadable = errors.New("what the process says cannot be read")

// decode reads what was shown as JSON.
func decode(shown any, v any) error {
	raw, err := json.Marshal(shown)
	if err == nil {
		err = json.Unmarshal(raw, v)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errUnreadable, err)
	}
	return nil
}
