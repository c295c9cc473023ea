package grading

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"krigo/interp"
)

// Options say how to grade. The zero value works.
type Options struct {
	// CellTime bounds the time of a cell, Time that of all cells of a notebook; 0 is one
	// minute and ten minutes.
	CellTime, Time time.Duration
	// Memory bounds the memory that a worker may allocate, in bytes; 0 is 2 GB.
	Memory uint64
	// Jobs is the number of students graded concurrently; 0 is the number of processors.
	Jobs int
	// Lesson, if not empty, is the prefix of the IDs of exercises that count, as in "04";
	// notebooks without any of them are not run.
	Lesson string
	// Teacher is a notebook or a script of cells that defines exercises, or has tests; "" is none.
	Teacher string
	// Trust lets students' code do what the caller may, where the system cannot confine it; without
	// Trust, Grade fails there.
	Trust bool
	// Data has the files that notebooks read, in a folder testdata; nil for none. The
	// grader puts them next to the folder of the notebooks, in place of students' own.
	Data fs.FS
	// Command starts a worker, as in [interp.Options]; Env is put before its environment,
	// which has little of the caller's.
	Command, Env []string
	// Tell is called when a student is graded, by one goroutine at a time.
	Tell func(Student)
}

// Exercise is a column of marks.
type Exercise struct {
	ID     string
	Points float64
}

// Student is the result of one student.
type Student struct {
	Name string
	// Points are by the IDs of exercises that were answered, 0 for a wrong answer.
	Points map[string]float64
	// Noticed are remarks, such as cells that ran too long.
	Noticed []string
}

// Total returns the points for exercises.
func (s Student) Total(exercises []Exercise) float64 {
	total := 0.0
	for _, e := range exercises {
		total += s.Points[e.ID]
	}
	return total
}

// Report is the result of all students.
type Report struct {
	Exercises []Exercise
	Students  []Student
	// Notes are about the whole run.
	Notes []string
}

// grader grades students.
type grader struct {
	options Options
	teacher *teacher
	means   interp.Confinement // only its Means are set
	stubs   stubs
	probes  func() uint64
}

// Grade grades the students of a folder, which holds a notebook or a folder of
// notebooks for each. An error is the grader's own, or the end of ctx; failures of
// students' work are in the report, which then has the students graded so far.
func Grade(ctx context.Context, dir string, o Options) (*Report, error) {
	o.CellTime, o.Time = cmp.Or(o.CellTime, time.Minute), cmp.Or(o.Time, 10*time.Minute)
	o.Memory, o.Jobs = cmp.Or(o.Memory, 2e9), cmp.Or(o.Jobs, runtime.NumCPU())
	handed, links, err := handedIn(dir)
	if err != nil {
		return nil, err
	}
	g := &grader{options: o, probes: secret}
	if g.stubs, err = stubsOf(o); err != nil {
		return nil, err
	}
	if g.teacher, err = newTeacher(ctx, o); err != nil {
		return nil, err
	}
	defer g.teacher.close()
	report := &Report{}
	note, err := g.confine(ctx)
	if err != nil {
		return nil, err
	}
	if note != "" {
		report.Notes = append(report.Notes, note)
	}
	if len(links) > 0 {
		report.Notes = append(report.Notes, fmt.Sprintf("not graded, since links may lead anywhere: %q", links))
	}
	report.Students = make([]Student, len(handed))
	met := make([]map[string]bool, len(handed))
	faults := g.all(ctx, handed, func(i int, s Student, ids map[string]bool) {
		report.Students[i], met[i] = s, ids
	})
	report.Students = slices.DeleteFunc(report.Students, func(s Student) bool { return s.Points == nil })
	report.Exercises = g.columns(met)
	return report, cmp.Or(ctx.Err(), faults)
}

// all grades students concurrently. The error is the first one that is not a student's.
func (g *grader) all(ctx context.Context, handed []submission, done func(int, Student, map[string]bool)) error {
	var mu sync.Mutex
	var fault error
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(g.options.Jobs, len(handed)) {
		workers.Go(func() {
			for i := range next {
				s, ids, err := g.student(ctx, handed[i])
				mu.Lock()
				if fault = cmp.Or(fault, err); err == nil {
					done(i, s, ids)
					if g.options.Tell != nil {
						g.options.Tell(s)
					}
				}
				mu.Unlock()
			}
		})
	}
	for i := range handed {
		if ctx.Err() == nil {
			next <- i
		}
	}
	close(next)
	workers.Wait()
	return fault
}

// columns returns the exercises of the lessons that students have met, and the teacher's own.
func (g *grader) columns(met []map[string]bool) []Exercise {
	lessons := map[string]bool{}
	for _, ids := range met {
		for id := range ids {
			lessons[lessonOf(id)] = true
		}
	}
	var columns []Exercise
	for _, id := range slices.Sorted(maps.Keys(g.teacher.worth)) {
		if (lessons[lessonOf(id)] || g.teacher.own[id]) && g.counts(id) {
			columns = append(columns, Exercise{id, g.teacher.worth[id]})
		}
	}
	return columns
}

// counts reports whether an exercise is of the lesson that is graded.
func (g *grader) counts(id string) bool {
	return g.options.Lesson == "" || lessonOf(id) == g.options.Lesson
}

// lessonOf returns the part of an exercise's ID before its number.
func lessonOf(id string) string {
	lesson, _, _ := strings.Cut(id, "-")
	return lesson
}

// submission is the work of one student: a notebook, or a folder of them.
type submission struct{ name, path string }

// handedIn lists the submissions in a folder, by the students' names, and the links there, which are
// none.
func handedIn(dir string) (all []submission, links []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, err
	}
	names := map[string]bool{}
	for _, e := range entries {
		name := e.Name()
		if e.Type()&fs.ModeSymlink != 0 {
			links = append(links, name)
			continue
		}
		isNotebook := strings.EqualFold(filepath.Ext(name), ".ipynb") && e.Type().IsRegular()
		if strings.HasPrefix(name, ".") || !e.IsDir() && !isNotebook {
			continue
		}
		if stem := strings.TrimSuffix(name, filepath.Ext(name)); isNotebook && !names[stem] {
			name = stem
		}
		names[name] = true
		all = append(all, submission{name, filepath.Join(dir, e.Name())})
	}
	if len(all) == 0 {
		return nil, nil, fmt.Errorf("%s: there are no notebooks and no folders of students", dir)
	}
	return all, links, nil
}
