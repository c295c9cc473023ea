package interp_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"krigo/cell"
	"krigo/internal/testwait"
	"krigo/interp"
)

// die ends the worker.
func die(t *testing.T, s *interp.Session) {
	t.Helper()
	if _, err := s.Eval(t.Context(), cell.Cell{Label: "cell 1", Source: "func down(n int) int { return down(n+1) + 1 }\ndown(0)"}, newRecord()); err == nil {
		t.Fatal("the worker lives on")
	}
}

// resolved returns a folder as the system names it.
func resolved(t *testing.T, dir string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestFolderAndEnvironmentOutliveTheWorkerUnraced(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("ends several workers")
	}
	s := start(t, options(t))
	dir := resolved(t, t.TempDir())
	if err := os.Mkdir(filepath.Join(dir, "of mine"), 0o777); err != nil {
		t.Fatal(err)
	}
	emitted(t, s, "%cd "+dir)
	if got := emitted(t, s, "%cd of mine"); got != "stdout: "+dir+"/of mine" {
		t.Errorf("%%cd tells %q", got)
	}
	emitted(t, s, "%env KRIGO_TEST_KEPT=yes")
	for range 2 {
		want(t, s, `func() string { d, _ := os.Getwd(); return d + " " + os.Getenv("KRIGO_TEST_KEPT") }()`, dir+"/of mine yes")
		if got := emitted(t, s, "!pwd; echo $KRIGO_TEST_KEPT"); got != "stdout: "+dir+"/of mine\nyes" {
			t.Errorf("the shell is at %q", got)
		}
		die(t, s)
	}
	for _, to := range []string{dir, dir + "/of mine"} { // there and back
		if got := emitted(t, s, "%cd -"); got != "stdout: "+to {
			t.Errorf("%%cd - leads to %q, want %s", got, to)
		}
	}
}

func TestCdGoesHome(t *testing.T) {
	s := start(t, options(t))
	home := resolved(t, t.TempDir())
	t.Setenv("HOME", home)
	for _, source := range []string{"%cd", "%cd ~", "%cd ~/", `%cd "~"`} {
		if got := emitted(t, s, source); got != "stdout: "+home {
			t.Errorf("%s leads to %q", source, got)
		}
	}
}

// A folder that is gone does not keep the next worker from starting.
func TestTheFolderOfAWorkerMayBeGoneUnraced(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("ends a worker")
	}
	o := options(t)
	o.Dir = resolved(t, t.TempDir())
	s := start(t, o)
	dir := filepath.Join(t.TempDir(), "gone")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	emitted(t, s, "%cd "+dir)
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	die(t, s)
	want(t, s, "func() string { d, _ := os.Getwd(); return d }()", o.Dir)
}

func TestEnvListsByName(t *testing.T) {
	t.Parallel()
	o := options(t)
	o.Env = []string{"B=2", "KRIGO_TEST_WORKER=1", "A=1", "PATH=" + os.Getenv("PATH")}
	s := start(t, o)
	emitted(t, s, `os.Setenv("AB", "x=y")`)
	got := emitted(t, s, "%env")
	if !strings.HasPrefix(got, "A=1\nAB=x=y\nB=2\n") {
		t.Errorf("%%env lists\n%s", got)
	}
}

func TestWriteFileWritesTheRestOfTheCell(t *testing.T) {
	t.Parallel()
	o := options(t)
	o.Dir = t.TempDir()
	s := start(t, o)
	text := "%bash is no command here\n\n\tindented  \r\nno end"
	for _, c := range []struct{ source, told, content string }{
		{"%%writefile notes.txt\n" + text, "wrote notes.txt: 46 bytes", text + "\n"},
		{"\n %%writefile  'notes.txt' \né\n", "overwrote notes.txt: 3 bytes", "é\n"},
		{"%%writefile -a notes.txt\nmore", "appended to notes.txt: 5 bytes", "é\nmore\n"},
	} {
		if got := emitted(t, s, c.source); got != "stdout: "+c.told {
			t.Errorf("it tells %q, want %q", got, c.told)
		}
		content, err := os.ReadFile(filepath.Join(o.Dir, "notes.txt"))
		if err != nil || string(content) != c.content {
			t.Errorf("the file holds %q, %v, want %q", content, err, c.content)
		}
	}
}

func TestBashStreamsAndIsInterrupted(t *testing.T) {
	t.Parallel()
	interruptBegun(t, start(t, options(t)), "%%bash\necho begun\nsleep 600 &\nsleep 600")
}

func TestBashThatIsNotThere(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("looks elsewhere, too")
	}
	s := start(t, options(t))
	t.Setenv("PATH", t.TempDir())
	_, err := s.Eval(t.Context(), cell.Cell{Label: "cell 1", Source: "%%bash\ntrue"}, newRecord())
	if err == nil || !strings.Contains(err.Error(), "bash is not installed") {
		t.Errorf("error is %v", err)
	}
}

// A saved program has what a captured cell does, and is without the commands.
func TestSaveTellsOfCommands(t *testing.T) {
	t.Parallel()
	o := options(t)
	o.Dir = t.TempDir()
	s := start(t, o)
	emitted(t, s, "%cd .")
	emitted(t, s, "%%capture\nfmt.Println(\"captured\")")
	if _, err := s.Eval(t.Context(), cell.Cell{Label: "cell 1", Source: "%%bash\nfalse"}, newRecord()); err == nil {
		t.Error("false is true")
	}
	if got := emitted(t, s, "%save saved.go"); !strings.HasSuffix(got, "note: the program omits these commands and their effects: %%capture, %cd") {
		t.Errorf("%%save tells %q", got)
	}
	program, err := os.ReadFile(filepath.Join(o.Dir, "saved.go"))
	if err != nil || !strings.Contains(string(program), `fmt.Println("captured")`) {
		t.Errorf("the program is %s, %v", program, err)
	}
}

// What a goroutine says after its cell was captured is shown.
func TestCaptureEndsWithItsCell(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	r := newRecord()
	source := "%%capture out\ngo_ := make(chan int)\nfmt.Println(\"kept\")\ngo func() { <-go_; fmt.Println(\"late\") }()"
	for _, source := range []string{source, "close(go_)"} {
		if _, err := s.Eval(t.Context(), cell.Cell{Label: "cell 1", Source: source}, r); err != nil {
			t.Fatal(err)
		}
	}
	r.await(t, "late")
	if strings.Contains(r.text(), "kept") {
		t.Errorf("there is %q", r.text())
	}
	want(t, s, "out.Stdout", "kept\n")
}

func TestCaptureIsInterruptedAndKeepsWhatCame(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	ctx, stop := context.WithTimeout(t.Context(), 0)
	stop()
	if _, err := s.Eval(ctx, cell.Cell{Label: "cell 1", Source: "%%capture out\n1"}, newRecord()); err == nil {
		t.Error("a cell that was interrupted before it began ends well")
	}
	ctx, stop = context.WithCancel(t.Context())
	defer stop()
	ended := make(chan error, 1)
	go func() {
		_, err := s.Eval(ctx, cell.Cell{Label: "cell 2", Source: "%%capture out\nfmt.Println(\"kept\")\ninput(\"go on? \")\nfor {}"}, stopper{newRecord("yes"), stop})
		ended <- err
	}()
	if err := testwait.Receive(t, "the end of cell 2", ended); err == nil || !strings.HasPrefix(err.Error(), "Interrupt") {
		t.Errorf("the cell ends with %v", err)
	}
	want(t, s, "out.Stdout", "kept\n")
}

// stopper interrupts when it is asked.
type stopper struct {
	*record
	stop func()
}

func (s stopper) Input(ctx context.Context, prompt string, password bool) (string, error) {
	defer s.stop()
	return s.record.Input(ctx, prompt, password)
}
