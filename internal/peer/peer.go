// Package peer finds the external programs that tests compare krigo with.
package peer

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Required is the environment variable that, set to 1, makes a missing peer fail its test.
// Without it the test is skipped.
const Required = "KRIGO_E2E"

// Python returns the path of the interpreter in the virtual environment out/python, which
// scripts/python-env makes. Short tests are skipped. The test is skipped, or fails under
// [Required], where the environment or one of the modules is missing.
func Python(t testing.TB, modules ...string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("starts Python")
	}
	python := filepath.Join(root(t), "out", "python", "bin", "python")
	imports := strings.Join(append([]string{"sys"}, modules...), ", ")
	if err := exec.Command(python, "-c", "import "+imports).Run(); err != nil {
		missing(t, "Python with the modules "+imports+" in out/python")
	}
	return python
}

func missing(t testing.TB, what string) {
	t.Helper()
	if os.Getenv(Required) == "1" {
		t.Fatalf("%s is missing; make deps installs it", what)
	}
	t.Skipf("%s is missing; make deps installs it", what)
}

// root returns the top folder of the repository, above the folder in which the test runs.
func root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	for ; err == nil; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "scripts", "python-env")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	t.Fatalf("no scripts/python-env above the folder of the test (%v)", err)
	return ""
}
