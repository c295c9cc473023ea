package distribution_test

import (
	"go/build"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"

	"krigo/modules/distribution"
)

// The defaults of the Go distribution that builds krigo are those that its go command reports.
func TestTheDefaultsOfThisDistribution(t *testing.T) {
	d, err := distribution.Read(build.Default.GOROOT)
	if err != nil {
		t.Skipf("no Go distribution: %v", err)
	}
	cmd := exec.Command("go", "env", "GOPROXY", "GOSUMDB")
	cmd.Env = append(os.Environ(), "GOENV=off", "GOPROXY=", "GOSUMDB=")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if want := d.Proxy + "\n" + d.SumDB + "\n"; string(out) != want {
		t.Errorf("go env says %q, want %q", out, want)
	}
	if verifier, err := note.NewVerifier(d.Keys[d.SumDB]); err != nil || verifier.Name() != d.SumDB {
		t.Errorf("the key of %s is %q: %v", d.SumDB, d.Keys[d.SumDB], err)
	}
}

func TestReadNamesWhatIsMissing(t *testing.T) {
	dir := t.TempDir()
	if _, err := distribution.Read(dir); err == nil || !strings.Contains(err.Error(), "go.env") {
		t.Errorf("no go.env: %v", err)
	}
	file := filepath.Join(dir, "src", "cmd", "go", "internal", "modfetch", "key.go")
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{filepath.Join(dir, "go.env"): "# a comment\nGOPROXY=a\n", file: "package modfetch\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := distribution.Read(dir); err == nil || !strings.Contains(err.Error(), "key.go has no keys") {
		t.Errorf("no keys: %v", err)
	}
}
