package confine

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"krigo/internal/testwait"
)

// script is the environment variable with what the confined test binary has the shell run.
const script = "KRIGO_TEST_SCRIPT"

func TestMain(m *testing.M) {
	if err := Enter(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if source, told := os.LookupEnv(script); told {
		cmd := exec.Command("sh", "-c", source)
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		if err := cmd.Run(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// run runs a script confined, in a folder, and returns what it prints.
func run(t *testing.T, l Limits, source string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithCancel(testwait.Context(t, "the end of a script"))
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0])
	cmd.Dir = l.Writable
	cmd.Env = append(os.Environ(), script+"="+source)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := Command(cmd, l); err != nil {
		t.Skip(err)
	}
	err := cmd.Run()
	if text := out.String(); err != nil && strings.Contains(text, "confine by") {
		t.Skip(text)
	}
	return out.String(), err
}

// limitsIn are limits by some means in a folder with a file.
func limitsIn(t *testing.T, means Means) Limits {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "own.txt"), []byte("own"), 0o600); err != nil {
		t.Fatal(err)
	}
	return Limits{Means: means, Writable: dir, Processes: 64, Disk: 8 << 20}
}

var both = []Means{Namespaces, Landlock}

func TestProgramsRunInTheirFolder(t *testing.T) {
	for _, means := range both {
		t.Run(string(means), func(t *testing.T) {
			got, err := run(t, limitsIn(t, means), "cat own.txt; echo changed > own.txt; cat own.txt; ls /home /root /var 2>/dev/null | wc -l")
			if want := "ownchanged\n0\n"; got != want || err != nil {
				t.Errorf("%q (%v), want %q", got, err, want)
			}
		})
	}
}
