package main

import (
	"archive/zip"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	project "krigo"
	"krigo/course/handout"
	"krigo/internal/exit"
	"krigo/interp/worker"
)

// solutionsVariable names the file of solutions in the environment.
const solutionsVariable = "KRIGO_SOLUTIONS"

// solutionsOfSource is where the source distribution has them.
const solutionsOfSource = "course/solutions"

func courseSolutionsCommand() *cobra.Command {
	var force, nbgrader bool
	var from string
	cmd := &cobra.Command{
		Use:   "solutions DIR",
		Short: "Write the course's notebooks with the exercises solved",
		Long: `Solutions writes the same notebooks as krigo course new, with the exercises solved. It does
not replace existing files unless you add --force.

The program does not contain the solutions, because students have the program. They are in the
folder course/solutions of krigo's source distribution: --from or the variable ` + solutionsVariable + `
names that folder or a zip file of it. Without either, solutions looks in the current folder.

--nbgrader writes the lessons for nbgrader (https://nbgrader.readthedocs.io): DIR has
nbgrader_config.py, and DIR/source/LESSON each lesson as an assignment with its data. Its
solutions are between "// BEGIN SOLUTION" and "// END SOLUTION", which nbgrader replaces,
and a locked test behind each exercise fails unless its last answer is right.`,
		Example: `  krigo course solutions --from solutions.zip solved
  krigo course solutions --from krigo-0.1.0/course/solutions --nbgrader teacher
  nbgrader generate_assignment 01-first-fit --create    # in the folder teacher`,
		Args:              wantArgs(1, 1, "one folder"),
		ValidArgsFunction: folders,
		RunE: func(cmd *cobra.Command, args []string) error {
			if worker.Within() {
				return exit.Misusef("solutions: a cell cannot have the solutions; run this command in a terminal")
			}
			solutions, closing, err := openSolutions(from)
			if err != nil {
				return exit.Misuse(err)
			}
			defer closing()
			if nbgrader {
				files, err := handout.ForNBGrader(project.Course, handout.Solutions(solutions), courseNotebooks, courseData)
				if err != nil {
					return err
				}
				return handOutForNBGrader(cmd.OutOrStdout(), files, args[0], force)
			}
			solved := func(raw []byte) ([]byte, error) { return handout.Solved(raw, handout.Solutions(solutions)) }
			files, err := handout.Files(project.Course, solved, courseNotebooks, courseData)
			if err != nil {
				return err
			}
			return handOut(cmd.OutOrStdout(), files, args[0], force)
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "replace existing files")
	cmd.Flags().BoolVar(&nbgrader, "nbgrader", false, "write a course for nbgrader")
	cmd.Flags().StringVar(&from, "from", "", "the `FOLDER` of solutions, or a zip file of it")
	return cmd
}

// openSolutions opens the folder of solutions that a flag names, or the environment, or that is in the
// current folder.
func openSolutions(from string) (solutions fs.FS, closing func() error, err error) {
	for _, other := range []string{os.Getenv(solutionsVariable), filepath.FromSlash(solutionsOfSource)} {
		if from == "" {
			from = other
		}
	}
	info, err := os.Stat(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("solutions: there is no %s; the program has no solutions: --from names the folder %s of krigo's source distribution, or a zip file of it", from, solutionsOfSource)
	}
	if err != nil {
		return nil, nil, err
	}
	var all fs.FS = os.DirFS(from)
	closing = func() error { return nil }
	if !info.IsDir() {
		archive, err := zip.OpenReader(from)
		if err != nil {
			return nil, nil, fmt.Errorf("solutions: %s is neither a folder nor a zip file: %w", from, err)
		}
		all, closing = archive, archive.Close
	}
	folder, err := folderOfCells(all)
	if err == nil {
		solutions, err = fs.Sub(all, folder)
	}
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("solutions: %s: %w", from, err), closing())
	}
	return solutions, closing, nil
}

// folderOfCells returns the first folder with solutions, which are files such as 01-1.cell.
func folderOfCells(all fs.FS) (folder string, err error) {
	err = fs.WalkDir(all, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(name, ".cell") {
			folder = path.Dir(name)
			return fs.SkipAll
		}
		return err
	})
	if err == nil && folder == "" {
		err = errors.New("there are no solutions, which are files such as 01-1.cell")
	}
	return folder, err
}
