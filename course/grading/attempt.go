package grading

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"krigo/cell"
	"krigo/course"
	"krigo/internal/nbformat/execute"
	"krigo/internal/sessions"
	"krigo/interp"
)

// attempt is one run of a notebook, in a worker and a copy of its own.
type attempt struct {
	*student
	about string // the notebook, before what is noticed
	cells []task
	skip  []bool

	session *interp.Session
	alias   string // of package course
	process string // as it calls itself
	failed  []string
}

// inCopy runs the notebook at rel in a copy of a student's folder. Killer is the cell that
// has ended the process, or -1. The error is not the student's.
func (a *attempt) inCopy(ctx context.Context, folder, rel string) (killer int, err error) {
	dir, err := os.MkdirTemp("", "krigo-grade-*")
	if err != nil {
		return -1, err
	}
	defer os.RemoveAll(dir)
	copied, err := copyOf(folder, dir)
	if err != nil {
		return -1, err
	}
	place := filepath.Dir(filepath.Join(copied, rel))
	if err := layOut(a.options.Data, place); err != nil {
		return -1, err
	}
	if a.session, err = sessions.Start(context.WithoutCancel(ctx), a.grader.session(place, dir)); err != nil {
		return -1, err
	}
	defer a.session.Close()
	if err := a.begin(ctx); err != nil {
		return -1, err
	}
	return a.run(ctx), nil
}

// begin starts the session.
func (a *attempt) begin(ctx context.Context) (err error) {
	if a.alias, err = importCourse(ctx, a.session); err != nil {
		return err
	}
	if err := a.introduce(ctx); err != nil {
		return err
	}
	for _, c := range a.teacher.cells {
		if _, err := a.session.Eval(ctx, c, discard{}); err != nil {
			return fmt.Errorf("define the teacher's exercises beside a student: %w", err)
		}
	}
	return nil
}

// introduce has the process know the student by the name of what was handed in, which gives the numbers
// that answers are judged by.
func (a *attempt) introduce(ctx context.Context) error {
	if _, err := a.session.Eval(ctx, cell.Cell{Label: "grader", Source: fmt.Sprintf("%s.Student(%q)", a.alias, a.Name)}, discard{}); err != nil {
		return err
	}
	answers, err := a.observe(ctx)
	a.process = answers.Process
	return err
}

// run runs the cells and judges what they have checked.
func (a *attempt) run(ctx context.Context) (killer int) {
	for i, t := range a.cells {
		if a.skip[i] || ctx.Err() != nil {
			continue
		}
		label := execute.Label(i + 1)
		_, err := execute.Eval(ctx, a.session, cell.Cell{Label: label, Source: t.source}, discard{}, a.options.CellTime)
		if t.test != "" {
			a.mark(t.test, err == nil)
		}
		if a.tell(label, err) || a.judge(ctx, label, t.stub) {
			return i
		}
	}
	return -1
}

// tell records how a cell has failed, and whether its process has ended.
func (a *attempt) tell(label string, err error) (ended bool) {
	failed := (*cell.Error)(nil)
	if !errors.As(err, &failed) {
		return false
	}
	switch {
	case hasEnded(failed):
		a.notice("%s%s ended the process: %s", a.about, label, failed.Message)
		return true
	case failed.Name == "Timeout":
		a.notice("%s%s timed out", a.about, label)
	case failed.Name != "Interrupt":
		a.failed = append(a.failed, label)
	}
	return false
}

// hasEnded reports whether a cell has failed because its process has ended.
func hasEnded(e *cell.Error) bool { return e.Name == "WorkerExit" || e.Name == "WorkerCrash" }

// tellFailed notices the cells that have failed otherwise.
func (a *attempt) tellFailed() {
	switch len(a.failed) {
	case 0:
	case 1:
		a.notice("%s%s fails", a.about, a.failed[0])
	default:
		a.notice("%s%d cells fail, the first one is %s", a.about, len(a.failed), a.failed[0])
	}
}

// judge judges what was checked since it was called last, except an answer to the exercise stub, whose
// stub the cell has without a change. It reports whether the process has ended.
func (a *attempt) judge(ctx context.Context, label, stub string) (ended bool) {
	probe := a.probes()
	answers, err := a.observeWith(ctx, probe)
	if err != nil && ctx.Err() == nil {
		a.notice("%swhat %s has answered cannot be looked at: %v", a.about, label, err)
		return !a.alive(ctx)
	}
	if answers.Process != a.process {
		return true
	}
	if !course.SameStudent(answers.Student, a.Name) {
		a.notice("%scalls its student %q, and is judged by the numbers of %q", a.about, answers.Student, a.Name)
	}
	for _, o := range answers.Observations {
		if stub == "" || o.ID != stub {
			a.judgeOne(ctx, o, probe)
		}
	}
	return false
}

// judgeOne gives points for one answer. A test is passed by no answer.
func (a *attempt) judgeOne(ctx context.Context, o course.Observation, probe uint64) {
	a.meet(o.ID)
	isTest := slices.ContainsFunc(a.cells, func(t task) bool { return t.test == o.ID })
	if !a.met[o.ID] || !a.counts(o.ID) || isTest {
		return
	}
	if o.Fault != "" || len(o.Observed) == 0 {
		a.mark(o.ID, false)
		return
	}
	wrong, err := a.teacher.judge(ctx, a.Name, o.ID, o.Observed, probe)
	if err != nil {
		a.notice("%s%v", a.about, err)
		return
	}
	a.mark(o.ID, wrong == nil)
}

// alive reports whether the process is still the one that was begun with.
func (a *attempt) alive(ctx context.Context) bool {
	answers, err := a.observe(ctx)
	return err == nil && answers.Process == a.process
}

// observe asks with a probe that does not matter.
func (a *attempt) observe(ctx context.Context) (course.Answers, error) {
	return a.observeWith(ctx, 0)
}

// observeWith asks the process what answers show of themselves.
func (a *attempt) observeWith(ctx context.Context, probe uint64) (answers course.Answers, err error) {
	err = ask(ctx, a.session, fmt.Sprintf("%s.Observations(%#x)", a.alias, probe), a.options.CellTime, &answers)
	return answers, err
}

// ask makes a session evaluate an expression of package course, and reads its output
// for programs.
func ask(ctx context.Context, s *interp.Session, expr string, limit time.Duration, v any) error {
	b, err := execute.Eval(ctx, s, cell.Cell{Label: "grader", Source: expr}, discard{}, limit)
	if err != nil {
		return err
	}
	if b == nil {
		return errUnreadable
	}
	return decode(b.Data[course.MIMEType], v)
}
