package interp_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"krigo/cell"
	"krigo/internal/testwait"
	"krigo/interp"
)

// emitted evaluates a cell that must not fail and returns what it emits.
func emitted(t *testing.T, s *interp.Session, source string) string {
	t.Helper()
	r := newRecord()
	b, err := s.Eval(testwait.Context(t, "the end of "+source), cell.Cell{Label: "cell 1", Source: source}, r)
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	return strings.TrimSpace(r.text() + "\n" + plainText(b))
}

func TestTimeKeepsWhatTheCellDeclares(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	got := emitted(t, s, "%time\nx := 3\nx + 1")
	if !regexp.MustCompile(`(?m)^stdout: took [\d.]+[µmn]?s\n+4$`).MatchString(got) {
		t.Errorf("it emits %q", got)
	}
	want(t, s, "x", "3")
}

func TestBenchReportsOneRun(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("measures for seconds")
	}
	s := start(t, options(t))
	emitted(t, s, "calls := 0\nfunc pause() int { calls++; time.Sleep(20 * time.Millisecond); return calls }")
	for _, source := range []string{"%bench pause()", "%bench len(fmt.Sprint(pause()))", "%bench\ny := pause()\n_ = y"} {
		m := regexp.MustCompile(`^stdout: \d+ runs, ([\d.e+]+) ns/op, \d+ B/op, \d+ allocs/op$`).FindStringSubmatch(emitted(t, s, source))
		if m == nil {
			t.Fatalf("%s emits no figures", source)
		}
		if d, err := time.ParseDuration(expand(m[1]) + "ns"); err != nil || d < 20*time.Millisecond {
			t.Errorf("%s: one run takes %v, %v", source, d, err)
		}
	}
	r := newRecord()
	_, err := s.Eval(t.Context(), cell.Cell{Label: "cell 2", Source: `%bench panic("no")`}, r)
	if err == nil || !strings.Contains(err.Error(), "no") {
		t.Errorf("a panic in %%bench gives %v", err)
	}
}

// expand writes 2.1e+07 without its exponent.
func expand(number string) string {
	mantissa, exponent, found := strings.Cut(number, "e+0")
	if !found {
		return number
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := int(exponent[0] - '0')
	return whole + fraction + strings.Repeat("0", max(digits-len(fraction), 0))
}

// interruptBegun runs a program of a cell until it has written "begun", and
// interrupts it.
func interruptBegun(t *testing.T, s *interp.Session, source string) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	r := newRecord()
	failed := make(chan error, 1)
	go func() {
		_, err := s.Eval(ctx, cell.Cell{Label: "cell 1", Source: source}, r)
		failed <- err
	}()
	r.await(t, "begun")
	stop()
	if err := testwait.Receive(t, "the end of the program that was interrupted", failed); err == nil || !strings.HasPrefix(err.Error(), "Interrupt") {
		t.Errorf("%s ends with %v", source, err)
	}
}

func TestShellIsInterrupted(t *testing.T) {
	skipOnWindows(t, "its shell has no sleep")
	t.Parallel()
	s := start(t, options(t))
	interruptBegun(t, s, "!echo begun; sleep 600 & sleep 600")
	want(t, s, "1 + 1", "2")
}

// The shell and files follow the directory of the cells.
func TestCommandsFollowTheDirectoryOfCells(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("the system does not tell a process's directory")
	}
	s := start(t, options(t))
	dir := t.TempDir()
	emitted(t, s, "os.Chdir("+`"`+dir+`"`+")\nseed := 7")
	emitted(t, s, "%save out.go")
	if got := emitted(t, s, "!ls"); got != "stdout: out.go" {
		t.Errorf("ls shows %q", got)
	}
}

const savedCells = `import m "gonum.org/v1/gonum/mat"
import . "math"
import "math/rand"
// Shape has an area.
type Shape interface{ Area() float64 }
type (
	Disc struct{ r float64 }
	Lost int
)
const (
	first = iota
	second
)
// Area is the disc's.
func (d Disc) Area() float64 { unused := 1; return Pi * d.r * d.r }
func Map[T, U any](in []T, f func(T) U) []U {
	var out []U
	for i, x := range in { out = append(out, f(x)) }
	return out
}
func describe(x any) string {
	switch v := x.(type) {
	case fmt.Stringer:
		return "stringer"
	}
	if n, err := strconv.Atoi("3"); true { return fmt.Sprint(n) }
again:
	return ""
}
a := m.NewDense(2, 2, nil)
model := gplib.Model{}
shapes := map[string]Shape{"disc": Disc{1}}
r := rand.New(rand.NewSource(1))
func ask() string { select { case <-ctx.Done(): return password("?"); case v := <-make(chan int): }; return input("name? ") }
kernel := cov.SE(2)`

func TestSaveWritesAFileThatTheToolchainCompilesUnraced(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err)
	}
	t.Parallel()
	s := start(t, options(t))
	emitted(t, s, savedCells)
	emitted(t, s, "type Lost struct{ n int }\nconst first = 1.5\nlost := Lost{2}")
	dir := t.TempDir()
	file := filepath.Join(dir, "session.go")
	emitted(t, s, "%save "+file)
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	module := "module saved\n\ngo 1.26\n\nrequire krigo v0.0.0\n\nreplace krigo => " + root + "\n"
	for name, data := range map[string][]byte{"go.mod": []byte(module), "go.sum": sums} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.CommandContext(t.Context(), "go", "vet", "-mod=mod", ".")
	build.Dir = dir
	if text, err := build.CombinedOutput(); err != nil {
		source, _ := os.ReadFile(file)
		t.Fatalf("%v\n%s\n%s", err, text, source)
	}
	// What was saved can be loaded, here and twice.
	for range 2 {
		emitted(t, s, "%reset")
		emitted(t, s, "%load "+file)
		want(t, s, "Disc{2}.Area() > 12.5 && second == 1 && describe(1) == \"3\"", "true")
	}
}

// Windows has another shell; common behaviour is tested everywhere.
func TestShellOfWindows(t *testing.T) {
	if runtime.GOOS != "windows" {
		t.Skip("this system has another shell")
	}
	t.Parallel()
	s := start(t, options(t))
	if got := emitted(t, s, `!echo "two  words"& echo more`); got != "stdout: \"two  words\"\r\nmore" {
		t.Errorf("got %q", got)
	}
	if _, err := eval(t, s, "!exit 3"); err == nil || !strings.Contains(err.Error(), "exit status 3") {
		t.Errorf("the error is %v", err)
	}
}

// Reports of %fast have the same in HTML, where it wraps.
func TestFastReportsInHTML(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	emitted(t, s, "func send(c chan<- int) {\n\tc <- 1<<3\n}")
	for source, want := range map[string]string{
		"%fast":      "<tr><td style=\"text-align:left\"><code>send</code></td><td style=\"text-align:left\">cell 1:1: it takes c of type chan&lt;- int</td></tr>",
		"%fast send": "<p>send is interpreted:</p>\n<p><strong>cell 1:1</strong>: it takes c of type chan&lt;- int<br>\n<code>func send(c chan&lt;- int) {</code><br>\nhint: ",
	} {
		b, err := s.Eval(t.Context(), cell.Cell{Label: "cell 2", Source: source}, newRecord())
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := b.Data["text/html"].(string); !strings.Contains(got, want) {
			t.Errorf("%s is\n%s\nwithout\n%s", source, got, want)
		}
	}
}
