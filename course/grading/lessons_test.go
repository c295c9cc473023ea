package grading_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"krigo/cell"
	"krigo/course"
	"krigo/course/grading"
	"krigo/course/handout"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/execute"
	"krigo/internal/sessions"
	"krigo/interp"
	"krigo/interp/static"
	"krigo/interp/symbols"
)

// The files of the course, seen from this package.
const (
	notebooks = "../../notebooks"
	wrong     = "../testdata/wrong"
)

// lessons returns the notebooks of lessons that have exercises, by their paths.
func lessons(t *testing.T) map[string]*nbformat.Notebook {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(notebooks, "[0-9][0-9]-*.ipynb"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("there are no lessons: %v", err)
	}
	all := map[string]*nbformat.Notebook{}
	for _, path := range paths {
		nb, err := nbformat.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all[path] = nb
	}
	return all
}

// ofLessons returns the exercises of the course.
func ofLessons() []course.Exercise {
	return slices.DeleteFunc(course.Exercises(), func(e course.Exercise) bool { return strings.HasPrefix(e.ID, "t-") })
}

// solution returns the solution of an exercise.
func solution(t *testing.T) func(id string) (string, bool) {
	t.Helper()
	return handout.Solutions(os.DirFS("../solutions"))
}

// planted returns the wrong answers to an exercise, by their names.
func planted(t *testing.T, id string) map[string]string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(wrong, id+"-*.cell"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(path)] = string(raw)
	}
	return all
}

// fewestWrong is how many wrong answers to an exercise are tried at least.
const fewestWrong = 5

// Each exercise has its cell in its lesson, worth what it says, a solution, and wrong
// answers; each cell has its exercise.
func TestExercisesAreWhole(t *testing.T) {
	cells := map[string]handout.Graded{}
	for path, nb := range lessons(t) {
		for _, g := range handout.Exercises(nb) {
			cells[g.ID] = g
			if !strings.HasPrefix(filepath.Base(path), g.ID[:2]) {
				t.Errorf("%s has exercise %s, of another lesson", path, g.ID)
			}
		}
	}
	solved := solution(t)
	for _, e := range ofLessons() {
		g, ok := cells[e.ID]
		if delete(cells, e.ID); !ok || !g.Solution || g.Points != e.Worth() {
			t.Errorf("exercise %s has the cell %+v, want one to be solved, worth %v", e.ID, g, e.Worth())
		}
		if _, ok := solved(e.ID); !ok {
			t.Errorf("exercise %s has no solution", e.ID)
		}
		if n := len(planted(t, e.ID)); n < fewestWrong {
			t.Errorf("exercise %s has %d wrong answers, want %d or more", e.ID, n, fewestWrong)
		}
		if len(e.Hints) < 2 || len(e.Hints) > 4 || e.Question == "" || e.Right == "" {
			t.Errorf("exercise %s has %d hints, want 2 to 4; the question is %q, what is said of the right answer %q", e.ID, len(e.Hints), e.Question, e.Right)
		}
	}
	for id := range cells {
		t.Errorf("there is a cell for exercise %s, which nobody defines", id)
	}
}

// The notebooks of the course hold no guess, and so no answer to one.
func TestGuessesOfTheLessonsAreOpen(t *testing.T) {
	guess := regexp.MustCompile(`course\.Guess\(\s*"(?:[^"\\]|\\.)*",\s*(.*)\)`)
	for path, nb := range lessons(t) {
		for _, c := range nb.Cells {
			for _, m := range guess.FindAllStringSubmatch(c.Source, -1) {
				if c.Type == nbformat.Code && m[1] != "course.Todo" {
					t.Errorf("%s has the guess %s, want course.Todo", path, m[0])
				}
			}
			for _, o := range c.Outputs {
				if text := fmt.Sprint(o.Data["text/plain"], o.Data["text/html"]); strings.Contains(text, ": guessed ") || strings.Contains(text, "no guess yet, it is") {
					t.Errorf("%s shows what a guess was compared with: %s", path, text)
				}
			}
		}
	}
}

func TestPlantedAnswersHaveAnExercise(t *testing.T) {
	all := map[string]string{}
	for _, e := range ofLessons() {
		for name, source := range planted(t, e.ID) {
			all[name] = source
		}
	}
	entries, err := os.ReadDir(wrong)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if first, _, _ := strings.Cut(all[e.Name()], "\n"); !strings.HasPrefix(first, wantMark) {
			t.Errorf("%s is of no exercise, or does not begin with %q", e.Name(), wantMark)
		}
	}
}

// wantMark begins the first line of a wrong answer: what verdict or hint must say.
const wantMark = "// want: "

// TestLessons tries the exercises of each lesson: first the wrong answers, which are
// reported as wrong or get a hint that fits, then the stub, which is not right and does not
// fail, then the solution. Other cells run only where an exercise needs them; the tests of
// e2e run whole lessons.
func TestLessons(t *testing.T) {
	if testing.Short() {
		t.Skip("tries all exercises")
	}
	for path, nb := range lessons(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			o := options(t)
			s, err := sessions.Start(t.Context(), interp.Options{Command: o.Command, Env: append(os.Environ(), o.Env...), Dir: notebooks, Unattended: true, Records: true})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			l := &lesson{T: t, session: s}
			for i, c := range neededByExercises(t, execute.Runnable(nb)) {
				if g := handout.Of(c); g.Grade && g.Solution {
					l.exercise(g.ID, c.Source)
				} else if _, err := l.run(execute.Label(i+1), c.Source); err != nil && !c.HasTag(execute.TagRaises) {
					t.Fatalf("%v in cell\n%s", err, c.Source)
				}
			}
		})
	}
}

// neededByExercises returns the exercises, and the cells that write what these or their
// answers read.
func neededByExercises(t *testing.T, cells []*nbformat.Cell) []*nbformat.Cell {
	session := static.New(symbols.NewWorld())
	session.FollowEffects()
	effects := make([]cell.Effects, len(cells))
	for i, c := range cells {
		p, errs := session.Check(cell.Cell{Source: c.Source})
		if len(errs) > 0 {
			continue // a cell that is there to fail
		}
		session.Commit(p)
		effects[i] = p.Effects()
	}
	read := map[string]bool{}
	reads := func(e cell.Effects) {
		for _, name := range slices.Concat(e.Reads, e.MayRead, e.Uses) {
			read[name] = true
		}
	}
	var needed []*nbformat.Cell
	for i, c := range slices.Backward(cells) {
		e := effects[i]
		g := handout.Of(c)
		isExercise := g.Grade && g.Solution
		if isExercise {
			for _, source := range answers(t, g.ID) {
				does, _ := session.Effects(cell.Cell{Source: source})
				reads(does)
			}
		}
		if isExercise || slices.ContainsFunc(slices.Concat(e.Writes, e.MayWrite), func(name string) bool { return read[name] }) {
			reads(e)
			needed = append(needed, c)
		}
	}
	slices.Reverse(needed)
	return needed
}

// answers returns the solution of an exercise and its wrong answers.
func answers(t *testing.T, id string) []string {
	solved, _ := solution(t)(id)
	return append(slices.Collect(maps.Values(planted(t, id))), solved)
}

// lesson is a running lesson.
type lesson struct {
	*testing.T
	session *interp.Session
}

// run returns the text of a cell's value.
func (l *lesson) run(label, source string) (string, error) {
	b, err := l.session.Eval(context.Background(), cell.Cell{Label: label, Source: source}, grading.Discard{})
	if b == nil {
		return "", err
	}
	return b.Plain(), err
}

// exercise gives wrong answers, none and the right one.
func (l *lesson) exercise(id, stub string) {
	l.Helper()
	e := course.Exercises()[slices.IndexFunc(course.Exercises(), func(e course.Exercise) bool { return e.ID == id })]
	isRight := func(text string) bool { return strings.HasPrefix(text, fmt.Sprintf("Exercise %s: right.", id)) }
	answers := planted(l.T, id)
	for name, source := range answers {
		first, _, _ := strings.Cut(source, "\n")
		want := strings.TrimSpace(strings.TrimPrefix(first, wantMark))
		text, err := l.run(name, source)
		if said := text + "\n" + strings.Join(e.Hints, "\n"); err != nil || isRight(text) || !strings.Contains(said, want) {
			l.Errorf("%s: the verdict is %q (%v), want %q", name, text, err, want)
		}
	}
	if text, err := l.run(id, stub); err != nil || isRight(text) || !strings.HasPrefix(text, "Exercise "+id+":") {
		l.Errorf("the stub of %s: the verdict is %q (%v), want no answer yet", id, text, err)
	}
	solved, _ := solution(l.T)(id)
	if text, err := l.run(id, solved); err != nil || !isRight(text) {
		l.Fatalf("the solution of %s: the verdict is %q (%v)", id, text, cmp.Or(err, errors.New("no error")))
	}
}
