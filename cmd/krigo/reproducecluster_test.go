package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"krigo/internal/reproduce"
	"krigo/internal/testwait"
)

// uciSets writes small sets in the layout of the UCI collection, and returns the folder
// of the data.
func uciSets(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for k, name := range names {
		var data, mask strings.Builder
		for i := range 45 {
			x := float64(i) / 15
			fmt.Fprintf(&data, "%v,%v,%v\n", x, i%4, math.Sin(float64(3+k)*x)+0.01*float64(i%3))
			fmt.Fprintf(&mask, "%d,%d,%d\n", max(0, 1-i%9), max(0, 1-(i+1)%9), max(0, 1-(i+2)%9))
		}
		folder := filepath.Join(dir, "uci", name)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, folder, "data.csv.gz", zipped(t, data.String()))
		write(t, folder, "test_mask.csv.gz", zipped(t, mask.String()))
	}
	return dir
}

func zipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// claimsIn returns the claims of a file, without what measures time.
func claimsIn(t *testing.T, path string) (all []reproduce.Claim) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	for i, c := range all {
		if strings.Contains(c.Claim, "seconds") {
			all[i].Measured = 0
		}
	}
	return all
}

// The claims of the parts together equal the experiment's, to the last bit.
func TestClaimsOnAnEngineAreThoseWithout(t *testing.T) {
	if testing.Short() {
		t.Skip("fits models")
	}
	t.Parallel()
	dir := t.TempDir()
	data := uciSets(t, "yacht", "housing", "concrete", "servo", "fertility")
	for _, args := range []string{
		"exact --quick",
		"exact --parts concrete,yacht",
		"grief --quick --parts servo,fertility --folds 1",
		"robust --quick --parts cases,linear --methods exact,cholqr.Hybrid",
	} {
		words := append(strings.Fields("reproduce "+args), "--data", data, "--json")
		here := krigo(t, dir, "", append(words, "here.json")...)
		there := krigo(t, dir, "", append(words, "there.json", "--cluster", "local:2", "--cluster-dir", "tasks")...)
		if here.status != 0 || there.status != 0 {
			t.Fatalf("%s: status %d and %d\n%s\n%s", args, here.status, there.status, here.stderr, there.stderr)
		}
		want, got := claimsIn(t, filepath.Join(dir, "here.json")), claimsIn(t, filepath.Join(dir, "there.json"))
		if len(want) < 2 || !slices.Equal(got, want) {
			t.Errorf("%s: the claims are\n%+v\nwant\n%+v", args, got, want)
		}
		for line := range strings.Lines(here.stderr) {
			if name, _, ok := strings.Cut(line, ": "); ok && !strings.Contains(there.stderr, "\n"+name+": ") {
				t.Errorf("%s: of %s nothing is told:\n%s", args, name, there.stderr)
			}
		}
	}
	if left, err := filepath.Glob(filepath.Join(dir, "tasks", "begun-*")); err != nil || len(left) > 0 {
		t.Errorf("complete runs leave %q (%v)", left, err)
	}
}

// A part that fails does not end the others.
func TestAPartThatFailsLeavesTheOthers(t *testing.T) {
	if testing.Short() {
		t.Skip("fits models")
	}
	r := krigo(t, t.TempDir(), "", "reproduce", "exact", "--quick", "--data", uciSets(t, "yacht", "concrete"), "--cluster", "local:2")
	if r.status != 1 || strings.Count(r.stdout, "\n") != 3 || !strings.Contains(r.stdout, "concrete") ||
		!strings.Contains(r.stderr, "krigo: reproduce exact: housing: the data set housing is missing; `krigo data get housing") {
		t.Errorf("status %d\n%s%s", r.status, r.stdout, r.stderr)
	}
}

// heard collects the output of a program, which may be read meanwhile.
type heard struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *heard) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *heard) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// An interrupt leaves the parts that are complete, and the same command goes on with the
// others. The part that is not waits for its data, from a pipe.
func TestAnExperimentThatWasInterruptedGoesOn(t *testing.T) {
	mkfifo, err := exec.LookPath("mkfifo")
	if testing.Short() || err != nil || runtime.GOOS == "windows" {
		t.Skip("fits models and needs mkfifo")
	}
	t.Parallel()
	data, dir := uciSets(t, "yacht", "housing", "concrete"), t.TempDir()
	late := filepath.Join(data, "uci", "housing", "data.csv.gz")
	content, err := os.ReadFile(late)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(late); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(atMost(t), mkfifo, late).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	args := []string{"reproduce", "exact", "--quick", "--data", data, "--cluster", "local:2", "--cluster-dir", "tasks"}
	cmd := exec.CommandContext(atMost(t), os.Args[0], args...)
	var stdout, stderr heard
	cmd.Env, cmd.Dir, cmd.Stdout, cmd.Stderr = append(os.Environ(), "KRIGO_TEST_MAIN=1"), dir, &stdout, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	testwait.UntilSeen(t, "2 of 3 tasks done", func() (string, bool) { return stderr.String(), strings.Contains(stderr.String(), "2 of 3 tasks done") })
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	table := stdout.String()
	if got := cmd.ProcessState.ExitCode(); got != 130 || !strings.Contains(table, "yacht") || !strings.Contains(table, "concrete") || strings.Contains(table, "housing") {
		t.Errorf("status %d, want 130, and\n%s%s", got, table, stderr.String())
	}
	if err := os.Remove(late); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Dir(late), filepath.Base(late), string(content))
	r := krigo(t, dir, "", args...)
	if r.status != 0 || strings.Count(r.stdout, "\n") != 4 || !strings.Contains(r.stderr, "incomplete run of this command") || strings.Contains(r.stderr, "0 of 3") {
		t.Errorf("status %d, it went on with\n%s%s", r.status, r.stdout, r.stderr)
	}
	if r := krigo(t, dir, "", args...); r.status != 0 || strings.Contains(r.stderr, "incomplete run of this command") {
		t.Errorf("status %d, a complete run went on:\n%s", r.status, r.stderr)
	}
}
