package grading_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"krigo/cluster"
	"krigo/course"
	"krigo/course/grading"
	"krigo/internal/nbformat"
	"krigo/interp/symbols/tables"
	"krigo/interp/worker"
)

// asWorker is the environment variable that makes the test binary a worker.
const asWorker = "KRIGO_TEST_WORKER"

// TestMain defines the exercises in the grader and in its workers, as lessons do.
func TestMain(m *testing.M) {
	cluster.Main() // lesson 08 runs tasks
	err := course.Define(
		course.Exercise{ID: "t-1", Answer: course.Number(0.01, func() (float64, error) { return math.Sqrt(2), nil }), Hints: []string{"Square it."}},
		course.Exercise{ID: "t-2", Points: 2, Answer: course.Func(1e-6, -2, 2, func(x float64) float64 { return math.Exp(-x * x / 2) }), Hints: []string{"It is a bell."}},
		course.Exercise{
			ID: "t-4", Hints: []string{"Double it."}, Draw: func(rng *rand.Rand) []float64 { return []float64{float64(1000 + rng.IntN(1e6))} },
			AnswerFor: func(own []float64) course.Answer {
				return course.Number(0, func() (float64, error) { return 2 * own[0], nil })
			},
		},
		course.Exercise{ID: "t-3", Answer: course.Word(course.Seal("salt", "bayes")), Hints: []string{"A reverend."}},
	)
	if err == nil && os.Getenv(asWorker) != "" {
		err = worker.Main(tables.Exports)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if os.Getenv(asWorker) == "" {
		os.Exit(m.Run())
	}
}

// options start this test binary as the worker.
func options(t *testing.T) grading.Options {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return grading.Options{Command: []string{exe}, Env: []string{asWorker + "=1"}, Jobs: 2, Trust: runtime.GOOS != "linux"}
}

// notebook returns a notebook of code cells.
func notebook(cells ...string) *nbformat.Notebook {
	nb := nbformat.New()
	for _, source := range cells {
		nb.Add(nbformat.Code, source)
	}
	nb.CompleteMetadata()
	return nb
}

// graded is a cell that nbgrader grades, and points the mark.
func graded(nb *nbformat.Notebook, id string, solution bool, points float64, source string) {
	nb.Add(nbformat.Code, source).Metadata["nbgrader"] = map[string]any{
		"grade": true, "solution": solution, "locked": !solution, "task": false, "grade_id": id, "points": points, "schema_version": 3, "cell_type": "code",
	}
}

// handIn writes a notebook to a folder.
func handIn(t *testing.T, dir, name string, nb *nbformat.Notebook) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := nbformat.WriteFile(path, nb); err != nil {
		t.Fatal(err)
	}
}
