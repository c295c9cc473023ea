package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	project "krigo"
	"krigo/cmd/krigo/internal/help"
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
)

func courseCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "course",
		Short: "Write the course's notebooks, and grade what students hand in",
		Long: `Course writes and grades krigo's course on Gaussian processes. The lessons contain
exercises; course.Check judges an answer at once and gives a hint if it is wrong. krigo
course new writes the notebooks; krigo course grade runs those that students hand in, judges
the answers again and writes the marks.`,
		Args:        cobra.NoArgs,
		GroupID:     groupData,
		Annotations: help.SeeAlso("krigo notebook", "krigo run", "krigo exit-status"),
		RunE:        func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
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
DIR/testdata, without outputs and with exercises to solve.

--from makes the student's version of a teacher's own notebook: without outputs, with a stub
in place of the lines between "// BEGIN SOLUTION" and "// END SOLUTION", and without the
lines between "// BEGIN HIDDEN TESTS" and "// END HIDDEN TESTS".

If one of the files exists, nothing is written unless you add --force.`,
		Example: `  krigo course new gp-course
  krigo course new --from teacher/week1.ipynb week1`,
		Args:              wantArgs(1, 1, "one folder"),
		ValidArgsFunction: folders,
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
	cmd.Flags().BoolVar(&force, "force", false, "replace existing files")
	cmd.Flags().StringVar(&from, "from", "", "write the student's version of the teacher's notebook `FILE`")
	return cmd
}

func courseListCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "List the lessons and their exercises",
		Long:    `List prints each notebook of the course with its title, followed by its exercises with their points.`,
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

// handOut writes files below a folder and tells what to do with them.
func handOut(w io.Writer, files []handout.File, dir string, force bool) error {
	if err := writeFiles(files, dir, force); err != nil {
		return err
	}
	first := ""
	for _, f := range files {
		to := filepath.Join(dir, filepath.FromSlash(f.Path))
		if path.Ext(f.Path) == ".ipynb" && (first == "" || path.Dir(f.Path) == courseNotebooks && to < first) {
			first = to
		}
	}
	_, err := fmt.Fprintf(w, "%s in %s\nbegin with: krigo notebook %s\n", contents(files), dir, first)
	return err
}

// handOutForNBGrader is handOut for a course for nbgrader.
func handOutForNBGrader(w io.Writer, files []handout.File, dir string, force bool) error {
	if err := writeFiles(files, dir, force); err != nil {
		return err
	}
	first := path.Base(path.Dir(files[1].Path)) // behind the configuration
	_, err := fmt.Fprintf(w, "%s in %s\nthere, begin with: nbgrader generate_assignment %s --create\n", contents(files), dir, first)
	return err
}

// contents returns how many notebooks and other files there are.
func contents(files []handout.File) string {
	notebooks := slices.DeleteFunc(slices.Clone(files), func(f handout.File) bool { return path.Ext(f.Path) != ".ipynb" })
	return words.Count(len(notebooks), "notebook") + " and " + words.Count(len(files)-len(notebooks), "other file")
}

// writeFiles writes files below a folder, all or, where one is there and not to be replaced, none.
func writeFiles(files []handout.File, dir string, force bool) error {
	for _, f := range files {
		if _, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(f.Path))); err == nil && !force {
			return exit.Misusef("%s exists; --force replaces it and others", filepath.Join(dir, filepath.FromSlash(f.Path)))
		}
	}
	for _, f := range files {
		to := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := replace.Bytes(to, f.Content); err != nil {
			return err
		}
	}
	return nil
}
