package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	project "krigo"
	"krigo/course"
	"krigo/course/handout"
	"krigo/internal/exit"
	"krigo/internal/nbformat"
	"krigo/internal/replace"
	"krigo/internal/words"
)

// The folders of the course in project.Course.
const (
	courseNotebooks = "notebooks"
	courseData      = "testdata"
	courseSolutions = "course/solutions"
)

func courseCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "course",
		Short: "The course: its notebooks, its exercises, and marks for what students hand in",
		Long: `Course is for those who take the course on Gaussian processes, and for those who
give it. In its lessons are exercises, which course.Check judges at once, with a hint
where the answer is wrong. krigo course new writes the notebooks; krigo course grade
runs those that students hand in, judges their answers again and writes marks.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(courseNewCommand(), courseSolutionsCommand(), courseListCommand(), courseGradeCommand())
	return cmd
}

func courseNewCommand() *cobra.Command {
	var force bool
	var from string
	cmd := &cobra.Command{
		Use:   "new DIR",
		Short: "Write the course's notebooks for a student",
		Long: `New writes the notebooks of the course to DIR/notebooks and the data that they read to
DIR/testdata, without outputs and with exercises to be solved.

--from makes the student's version of a teacher's own notebook: without outputs, without
what stands between lines "// BEGIN SOLUTION" and "// END SOLUTION", for which a stub
stands, and without what stands between "// BEGIN HIDDEN TESTS" and "// END HIDDEN TESTS".

A file that is there is not replaced, unless --force says so; then nothing is written.`,
		Example: `  krigo course new gp-course
  krigo course new --from teacher/week1.ipynb week1`,
		Args: wantArgs(1, 1, "one folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if from != "" {
				return releaseNotebook(cmd, from, args[0], force)
			}
			files, err := handout.Files(project.Course, nbformat.Strip, courseNotebooks, courseData)
			if err != nil {
				return err
			}
			return handOut(cmd.OutOrStdout(), files, args[0], force)
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "replace files that are there")
	cmd.Flags().StringVar(&from, "from", "", "make the student's version of the teacher's notebook `FILE`")
	return cmd
}

func courseSolutionsCommand() *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use:   "solutions DIR",
		Short: "Write the course's notebooks with the exercises solved",
		Long: `Solutions writes what krigo course new writes, with solutions in the cells of exercises. A
file that is there is not replaced, unless --force says so.`,
		Example: `  krigo course solutions solved`,
		Args:    wantArgs(1, 1, "one folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			solutions, err := fs.Sub(project.Course, courseSolutions)
			if err != nil {
				return err
			}
			solved := func(raw []byte) ([]byte, error) { return handout.Solved(raw, handout.Solutions(solutions)) }
			files, err := handout.Files(project.Course, solved, courseNotebooks, courseData)
			if err != nil {
				return err
			}
			return handOut(cmd.OutOrStdout(), files, args[0], force)
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "replace files that are there")
	return cmd
}

func courseListCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "List the lessons and their exercises",
		Long:    `List prints each notebook of the course with its title, and below it its exercises with their points.`,
		Example: `  krigo course list`,
		Args:    wantArgs(0, 0, "nothing"),
		RunE:    func(cmd *cobra.Command, _ []string) error { return listCourse(cmd.OutOrStdout()) },
	}
}

// listCourse prints the notebooks with their exercises.
func listCourse(w io.Writer) error {
	questions := map[string]string{}
	for _, e := range course.Exercises() {
		questions[e.ID] = e.Question
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, err := handout.Files(project.Course, func(raw []byte) ([]byte, error) {
		nb, err := nbformat.Parse(raw)
		if err != nil {
			return nil, err
		}
		fmt.Fprintln(table, nb.Title())
		for _, e := range handout.Exercises(nb) {
			fmt.Fprintf(table, "  %s\t%s\t%s\n", e.ID, words.Count(int(e.Points), "point"), questions[e.ID])
		}
		return nil, nil
	}, courseNotebooks)
	return errors.Join(err, table.Flush())
}

// releaseNotebook writes the student's version of a teacher's notebook to a folder.
func releaseNotebook(cmd *cobra.Command, from, dir string, force bool) error {
	raw, err := os.ReadFile(from)
	if err != nil {
		return exit.Misuse(err)
	}
	released, notes, err := handout.Released(raw)
	if err != nil {
		return exit.Misuse(fmt.Errorf("%s: %w", from, err))
	}
	for _, note := range notes {
		fmt.Fprintln(cmd.ErrOrStderr(), "krigo: note:", note)
	}
	return handOut(cmd.OutOrStdout(), []handout.File{{Path: filepath.Base(from), Content: released}}, dir, force)
}

// handOut writes files below a folder, all or, where one is there and not to be replaced,
// none, and tells what to do with them.
func handOut(w io.Writer, files []handout.File, dir string, force bool) error {
	for _, f := range files {
		if _, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(f.Path))); err == nil && !force {
			return exit.Misusef("%s is there; --force replaces it and others", filepath.Join(dir, filepath.FromSlash(f.Path)))
		}
	}
	first := ""
	for _, f := range files {
		to := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := replace.Bytes(to, f.Content); err != nil {
			return err
		}
		if path.Ext(f.Path) == ".ipynb" && (first == "" || path.Dir(f.Path) == courseNotebooks && to < first) {
			first = to
		}
	}
	notebooks := slices.DeleteFunc(slices.Clone(files), func(f handout.File) bool { return !strings.HasSuffix(f.Path, ".ipynb") })
	_, err := fmt.Fprintf(w, "%s and %s in %s\nbegin with: krigo notebook %s\n",
		words.Count(len(notebooks), "notebook"), words.Count(len(files)-len(notebooks), "file")+" of data", dir, first)
	return err
}
