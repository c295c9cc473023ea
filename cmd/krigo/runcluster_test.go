package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"krigo/internal/exit"
	"krigo/internal/nbformat"
	"krigo/internal/testwait"
)

// filesIn returns the files of a folder by their names, as texts.
func filesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(filepath.Join(dir, path))
		all[path] = string(raw)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// What differs between two runs of the same notebooks: times, and IDs that are drawn.
var (
	times = regexp.MustCompile(`\d+(\.\d+)? (µs|ms|s|min)\b|time="[0-9.]+"`)
	drawn = regexp.MustCompile(`\b[0-9a-f]{8}\b`)
	space = regexp.MustCompile(` +`)
)

func timeless(text string) string {
	return space.ReplaceAllString(drawn.ReplaceAllString(times.ReplaceAllString(text, "TIME"), "ID"), " ")
}

// firstDifference returns the place where two texts begin to differ.
func firstDifference(got, want string) string {
	i := 0
	for i < min(len(got), len(want)) && got[i] == want[i] {
		i++
	}
	around := func(text string) string { return text[max(0, min(i-40, len(text))):min(i+80, len(text))] }
	return fmt.Sprintf("%q, want %q", around(got), around(want))
}

// linesWith returns the lines that have a part, without times: lines of notebooks that run
// side by side come in any order.
func linesWith(text, part string) (found []string) {
	for line := range strings.Lines(text) {
		if strings.Contains(line, part) {
			found = append(found, timeless(strings.TrimSpace(line)))
		}
	}
	return found
}

// The same notebooks on an engine write, print and tell what they do without.
func TestNotebooksOnAnEngineAreWhatTheyAreWithout(t *testing.T) {
	if testing.Short() {
		t.Skip("starts workers")
	}
	t.Parallel()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "sub/data.txt", "from the notebook's folder")
	nb := nbformat.New()
	nb.Add(nbformat.Code, "n := 3").Metadata = map[string]any{"tags": []any{"parameters"}}
	nb.Add(nbformat.Code, "raw, err := os.ReadFile(\"data.txt\")\nerr")
	nb.Add(nbformat.Code, "fmt.Println(n, string(raw))\ndisplay.Bundle{Data: map[string]any{\"text/plain\": \"x\", \"text/html\": \"<b>x</b>\"}}")
	nb.Add(nbformat.Code, "display.NewPlot()")
	nb.Add(nbformat.Code, "w := widget.Float(\"rate\", 0, 1)\nw.Get()")
	if err := nbformat.WriteFile(filepath.Join(dir, "sub/good.ipynb"), nb); err != nil {
		t.Fatal(err)
	}
	bad := nbformat.New()
	bad.Add(nbformat.Code, "n := 3").Metadata = map[string]any{"tags": []any{"parameters"}}
	bad.Add(nbformat.Code, "w := widget.Float(\"rate\", 0, 1)\nx := []int{1}\nx[n]")
	bad.Add(nbformat.Code, "\"never\"")
	if err := nbformat.WriteFile(filepath.Join(dir, "bad.ipynb"), bad); err != nil {
		t.Fatal(err)
	}
	writeNotebook(t, dir, "slow.ipynb", "n := 3\nw := widget.Float(\"rate\", 0, 1)", "for {}")
	run := func(to string, more ...string) (result, map[string]string) {
		args := append([]string{"run", "sub/good.ipynb", "bad.ipynb"}, more...)
		args = append(args, "-p", "n=7", "-p", "rate=0.25", "-o", to+"/out", "--html", to+"/html", "--outdir", to+"/files", "--junit", to+"/junit.xml",
			"--omit", "text/html", "--print", "all", "--max-output", "10B")
		if err := os.MkdirAll(filepath.Join(dir, to), 0o755); err != nil {
			t.Fatal(err)
		}
		return krigo(t, dir, "", args...), filesIn(t, filepath.Join(dir, to))
	}
	here, want := run("here")
	there, got := run("there", "--cluster", "local:2")
	if here.status != 1 || there.status != here.status || timeless(there.stdout) != timeless(here.stdout) {
		t.Errorf("status %d and\n%s, want status %d and\n%s\n%s", there.status, there.stdout, here.status, here.stdout, there.stderr)
	}
	if len(want) < 7 || !strings.Contains(want["out/good.ipynb"], "0.25") || !strings.Contains(here.stderr, "bad.ipynb:cell 3:3") {
		t.Fatalf("%d files are written without an engine: %s", len(want), here.stderr)
	}
	for name, text := range want {
		if timeless(got[name]) != timeless(text) {
			t.Errorf("%s differs: %s", name, firstDifference(timeless(got[name]), timeless(text)))
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d files are written, want %d", len(got), len(want))
	}
	for _, part := range []string{"bad.ipynb", "ok after", "Panic", "notebooks did not run"} {
		if got, want := linesWith(there.stderr, part), linesWith(here.stderr, part); strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("it tells %q, want %q", got, want)
		}
	}
	for _, engine := range []string{"", "--cluster=local:1"} {
		args := []string{"run", "slow.ipynb", "sub/good.ipynb", "--timeout", "1", "-j", "1", "--fail-fast"}
		if engine != "" {
			args = append(args, engine)
		}
		r := krigo(t, dir, "", args...)
		if r.status != exit.TimedOut || !strings.Contains(r.stdout, "timeout") || !strings.Contains(r.stdout, "not run") {
			t.Errorf("%s: status %d, %s %s", engine, r.status, r.stdout, r.stderr)
		}
	}
}

// A notebook whose process is killed is run again, one that fails is not, and neither is
// taken from the run before.
func TestANotebookWhoseProcessIsKilledRunsAgain(t *testing.T) {
	if testing.Short() || runtime.GOOS == "windows" {
		t.Skip("starts workers and kills them")
	}
	t.Parallel()
	dir := t.TempDir()
	note := "f := must(os.OpenFile(\"%\", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600))\nf.WriteString(\"run\\n\")\nf.Close()\n"
	writeNotebook(t, dir, "killed.ipynb", strings.ReplaceAll(note, "%", "killed"),
		"raw, _ := os.ReadFile(\"killed\")\nif len(raw) == 4 {\n\tp, _ := os.FindProcess(os.Getppid())\n\tp.Kill()\n\ttime.Sleep(time.Minute)\n}")
	writeNotebook(t, dir, "bad.ipynb", strings.ReplaceAll(note, "%", "bad"), "panic(1)")
	for i, want := range [][2]int{{2, 1}, {3, 2}} {
		r := krigo(t, dir, "", "run", "killed.ipynb", "bad.ipynb", "--cluster", "local:2", "--cluster-dir", "tasks")
		if r.status != 1 || !strings.Contains(r.stderr, "killed.ipynb: ok") || strings.Contains(r.stderr, "1 run again") != (i == 0) {
			t.Errorf("run %d: status %d, %s", i+1, r.status, r.stderr)
		}
		files := filesIn(t, dir)
		if got := [2]int{strings.Count(files["killed"], "run"), strings.Count(files["bad"], "run")}; got != want {
			t.Errorf("run %d: the notebooks were run %v times in all, want %v", i+1, got, want)
		}
	}
}

func TestAnInterruptOfNotebooksOnAnEngineLeavesWhatThereIs(t *testing.T) {
	if testing.Short() || runtime.GOOS == "windows" {
		t.Skip("starts workers and signals them")
	}
	t.Parallel()
	dir := t.TempDir()
	writeNotebook(t, dir, "long.ipynb", "fmt.Println(\"before\")\nos.WriteFile(\"began\", nil, 0o600)\nfor {}", "2")
	writeNotebook(t, dir, "next.ipynb", "1")
	cmd := exec.CommandContext(atMost(t), os.Args[0], "run", "long.ipynb", "next.ipynb", "--cluster", "local:1", "-o", "out")
	var stdout, stderr strings.Builder
	cmd.Env, cmd.Dir, cmd.Stdout, cmd.Stderr = append(os.Environ(), "KRIGO_TEST_MAIN=1"), dir, &stdout, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	awaitFile(t, filepath.Join(dir, "began"))
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	nb, err := nbformat.ReadFile(filepath.Join(dir, "out", "long.ipynb"))
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	out := nb.Cells[0].Outputs // there may be a note between, on how busy the loop was
	if got := cmd.ProcessState.ExitCode(); got != 130 || len(out) < 2 || out[0].Text != "before\n" || out[len(out)-1].ErrorName != "Interrupt" {
		t.Errorf("status %d, want 130; outputs %+v", got, out)
	}
	if text := timeless(stdout.String()); !strings.Contains(text, "1 of 2 TIME interrupted") || !strings.Contains(text, "no result") {
		t.Errorf("the table is\n%s", text)
	}
}

// awaitFile waits until a file is there.
func awaitFile(t *testing.T, path string) {
	t.Helper()
	testwait.Until(t, "the file "+path, func() bool { _, err := os.Stat(path); return err == nil })
}

// TestControlsOfAFileAreSetOnAnEngine: whose numbers are JSON's, of any length.
func TestControlsOfAFileAreSetOnAnEngine(t *testing.T) {
	if testing.Short() {
		t.Skip("starts workers")
	}
	t.Parallel()
	dir := t.TempDir()
	writeNotebook(t, dir, "a.ipynb", "n := widget.Int(\"points\", 1, 100)\nr := widget.Range(\"span\", 0, 10)", "fmt.Println(n.Get())\nfmt.Println(r.Get())")
	write(t, dir, "values.json", `{"points": 7, "span": [2, 5.5]}`)
	for _, engine := range [][]string{nil, {"--cluster", "local:1"}} {
		r := krigo(t, dir, "", append([]string{"run", "a.ipynb", "-f", "values.json", "-o", "out.ipynb", "--print", "all"}, engine...)...)
		if r.status != 0 || !strings.Contains(r.stdout, "7\n") || !strings.Contains(r.stdout, "2 5.5") {
			t.Errorf("%q: status %d and\n%s%s", engine, r.status, r.stdout, r.stderr)
		}
	}
}

func TestWhatEnginesCannotRunIsRefused(t *testing.T) {
	dir := t.TempDir()
	writeNotebook(t, dir, "a.ipynb", "1")
	write(t, dir, "a.go", "1")
	for args, want := range map[string]string{
		"run a.ipynb --cluster-dir x":                   "--cluster-dir x: want --cluster ENGINE too",
		"run a.ipynb --cluster slurm":                   "--cluster slurm: want --cluster-dir DIR",
		"run a.ipynb --cluster local:2 -o -":            "--cluster: tasks have no standard output",
		"run a.ipynb --cluster cloud":                   `there is no engine "cloud"; want local:N`,
		"run --cluster local:2 a.go":                    "--cluster is for notebooks",
		"run --cluster local:2 -e 1":                    "--cluster is for notebooks",
		"reproduce exact --cluster slurm:cpu":           "want --cluster-dir DIR",
		"reproduce exact --cluster local --parts yacth": `there is no part "yacth"; available: ["yacht"`,
	} {
		r := krigo(t, dir, "", strings.Fields(args)...)
		if r.status != exit.Misused || !strings.Contains(r.stderr, want) || r.stdout != "" {
			t.Errorf("%s: status %d, %s%s, want %s", args, r.status, r.stdout, r.stderr, want)
		}
	}
}
