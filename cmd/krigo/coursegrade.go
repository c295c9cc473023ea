package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	project "krigo"
	"krigo/course/grading"
	"krigo/internal/destination"
	"krigo/internal/exit"
	"krigo/internal/source"
	"krigo/internal/textwidth"
	"krigo/internal/words"
)

// gradeFlags are the flags of `krigo course grade`.
type gradeFlags struct {
	csv, lesson, teacher string
	cell, all            time.Duration
	memory, jobs         int
	trust                bool
}

func courseGradeCommand() *cobra.Command {
	f := gradeFlags{cell: time.Minute, all: 10 * time.Minute, memory: 2e9}
	cmd := &cobra.Command{
		Use:   "grade DIR",
		Short: "Run and mark the notebooks that students have handed in",
		Long: `Grade marks the work of the students in DIR. Each student has a notebook DIR/NAME.ipynb or a
folder DIR/NAME with notebooks. Grade prints a table; with --csv it also writes one row per
student: the points for each exercise (empty if there is no answer), their sum, and remarks.

Grade ignores the outputs in the files. It runs each notebook in its own process and its own
copy of the folder, with limits on time (--timeout for a cell, --total-timeout for all) and
memory. On Linux the copy is the only place that it can write, and it sees no network, no
other student's work and nothing else of yours; its processes together have limits on memory,
number and disk space. After each cell it asks for the values that the
checked answers show, and judges them in another process; functions are evaluated at new
points each time. The last answer to an exercise counts. If a cell ends its process, grade
reports it and runs the notebook again without that cell.

--exercises is a teacher's notebook or script of cells that defines exercises
(course.Define). Cells of a notebook that nbgrader would run as tests ("grade": true,
"solution": false) replace the students' copies, including hidden tests, and pass if they do
not fail. Such tests run in the same process as the student's code.

Other systems cannot confine a process: there it can read and write the files that you can,
and grade refuses to run it without --trust. Give that only in a container or a virtual machine
of its own. The status is 0 if all notebooks were graded, whatever their marks.`,
		Example: `  krigo course grade handed-in --csv marks.csv
  krigo course grade handed-in --lesson 04 --timeout 30 -j 2
  krigo course grade handed-in --exercises teacher/week1.ipynb --csv week1.csv`,
		Args:              wantArgs(1, 1, "one folder"),
		ValidArgsFunction: folders,
		RunE:              func(cmd *cobra.Command, args []string) error { return gradeCourse(cmd, args[0], f) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.csv, "csv", "", "write the marks to `FILE`")
	flags.StringVar(&f.lesson, "lesson", "", "grade the exercises of one lesson only, such as `04`")
	flags.StringVar(&f.teacher, "exercises", "", "exercises and tests of a teacher's `FILE`, .ipynb or .go")
	flags.Var((*limit)(&f.cell), "timeout", "interrupt a cell that runs longer than `TIME`, such as 90, 90s or 5m")
	flags.Var((*limit)(&f.all), "total-timeout", "let all cells of a notebook together run for `TIME`")
	flags.Var((*size)(&f.memory), "memory-limit", "let a notebook's process allocate `SIZE`")
	flags.BoolVar(&f.trust, "trust", false, "run students' code also where the system cannot confine it")
	flags.IntVarP(&f.jobs, "jobs", "j", 0, "grade `N` students at a time; 0 means one per processor")
	return cmd
}

// gradeCourse grades, prints the marks and writes them, also those that there are when the
// run is interrupted.
func gradeCourse(cmd *cobra.Command, dir string, f gradeFlags) error {
	if err := f.check(dir); err != nil {
		return err
	}
	begin := time.Now()
	report, err := grading.Grade(cmd.Context(), dir, grading.Options{
		CellTime: f.cell, Time: f.all, Memory: uint64(f.memory), Jobs: f.jobs, Lesson: f.lesson, Trust: f.trust,
		Teacher: f.teacher, Data: project.Course,
		Tell: func(s grading.Student) {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", textwidth.Visible(s.Name), textwidth.Visible(strings.Join(append([]string{"graded"}, s.Noticed...), "; ")))
		},
	})
	if report == nil {
		return err
	}
	for _, note := range report.Notes {
		fmt.Fprintln(cmd.ErrOrStderr(), "krigo: note:", note)
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%s graded in %s\n", words.Count(len(report.Students), "student"), words.Duration(time.Since(begin)))
	var text bytes.Buffer
	faults := []error{report.WriteTable(cmd.OutOrStdout())}
	if f.csv != "" {
		faults = append(faults, report.WriteCSV(&text), destination.Write(f.csv, text.Bytes()))
	}
	if errors.Is(err, context.Canceled) {
		err = errors.New("interrupted: not all students were graded")
	}
	return errors.Join(append(faults, err)...)
}

// check refuses what could not end well.
func (f gradeFlags) check(dir string) error {
	if info, err := os.Stat(dir); err != nil {
		return exit.Misuse(err)
	} else if !info.IsDir() {
		return exit.Misusef("%s is not a folder: want one with a notebook or a folder for each student", dir)
	}
	if f.teacher != "" {
		if _, err := source.KindOf(f.teacher); err != nil {
			return exit.Misuse(err)
		}
	}
	if f.jobs < 0 {
		return exit.Misusef("--jobs is %d, want 0 or more", f.jobs)
	}
	if f.csv == "" {
		return nil
	}
	if err := destination.Check([]destination.File{{Flag: "csv", Path: f.csv}}, nil); err != nil {
		return exit.Misuse(err)
	}
	return nil
}
