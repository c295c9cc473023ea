package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A go.mod next to a script says which modules it uses; those that go.sum does not list are not asked for.
func TestRunUsesTheGoModNextToAScript(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir) // without a go command, which would write into the home folder
	if err := os.MkdirAll(filepath.Join(dir, "scripts", "near"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "scripts/go.mod", "module example.com/scripts\n\ngo 1.22\n\nrequire (\n\texample.com/near v1.0.0\n\texample.com/far v1.0.0\n)\n\nreplace example.com/near => ./near\n")
	write(t, dir, "scripts/near/go.mod", "module example.com/near\n\ngo 1.22\n")
	write(t, dir, "scripts/near/near.go", "package near\n\nfunc Twice(x int) int { return 2 * x }\n")
	write(t, dir, "scripts/near.go", "package main\n\nimport (\n\t\"fmt\"\n\n\t\"example.com/near\"\n)\n\nfunc main() { fmt.Println(near.Twice(21)) }\n")
	write(t, dir, "scripts/far.go", "package main\n\nimport \"example.com/far\"\n\nfunc main() { far.Away() }\n")
	write(t, dir, "scripts/get.go", "// %%\n%get example.com/far@v1.0.0\n\n// %%\nimport \"example.com/far\"\n\n// %%\nfar.Away()\n")
	if r := krigo(t, dir, "", "run", "scripts/near.go"); r.status != 0 || r.stdout != "42\n" {
		t.Errorf("a module in a folder: %+v", r)
	}
	if r := krigo(t, dir, "", "vet", "scripts/near.go"); r.status != 0 {
		t.Errorf("vet of a module in a folder: %+v", r)
	}
	for _, name := range []string{"scripts/far.go", "scripts/get.go"} {
		r := krigo(t, dir, "", "run", name)
		if r.status == 0 || !strings.Contains(r.stderr, "go.sum does not list it") || !strings.Contains(r.stderr, "--get") {
			t.Errorf("%s: %+v", name, r)
		}
	}
	if r := krigo(t, dir, "", "vet", "scripts/get.go"); r.status != 0 {
		t.Errorf("vet of a module that is not there: %+v", r)
	}
}
