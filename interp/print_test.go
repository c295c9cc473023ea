package interp_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"krigo/cell"
	"krigo/internal/testwait"
)

// printedBy returns the standard output of a cell.
func printedBy(t *testing.T, source string) (string, error) {
	t.Helper()
	s, r := start(t, options(t)), newRecord()
	_, err := s.Eval(testwait.Context(t, "the end of the cell"), cell.Cell{Label: "cell 1", Source: source}, r)
	return strings.TrimPrefix(r.text(), "stdout: "), err
}

func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintln(&b, i)
	}
	return b.String()
}

// Printed text and other writes to the file stay in order.
func TestPrintsStayInOrderWithWrites(t *testing.T) {
	t.Parallel()
	got, err := printedBy(t, `
out := bufio.NewWriter(os.Stdout)
for i := 0; i < 4000; i += 4 {
	fmt.Println(i)
	os.Stdout.WriteString(fmt.Sprintln(i + 1))
	fmt.Fprintln(out, i+2)
	out.Flush()
	fmt.Fprintln(os.Stdout, i+3)
}`)
	if err != nil {
		t.Fatal(err)
	}
	if want := numbered(4000); got != want {
		t.Errorf("%d of %d bytes, or out of order", len(got), len(want))
	}
}

// Prints, errors and displays stay in order too.
func TestPrintsStayInOrderWithOtherOutput(t *testing.T) {
	t.Parallel()
	s, r := start(t, options(t)), newRecord()
	source := `for i := 0; i < 300; i++ { fmt.Print("a"); fmt.Fprint(os.Stderr, "b"); fmt.Print("c"); display.Show(i) }`
	if _, err := s.Eval(t.Context(), cell.Cell{Label: "cell 1", Source: source}, r); err != nil {
		t.Fatal(err)
	}
	var want []string
	for i := range 300 {
		want = append(want, "stdout: a", "stderr: b", "stdout: c", fmt.Sprintf("display: %d", i))
	}
	if got := r.all(); !slices.Equal(got, want) {
		t.Errorf("%d outputs, or out of order: %.12q...", len(got), got)
	}
}

// A worker that is killed loses nothing of what it printed, and nothing
// arrives twice, wherever in its sending the end comes.
func TestPrintsOutliveTheirProcess(t *testing.T) {
	t.Parallel()
	death := "killed from outside"
	if runtime.GOOS == "windows" { // where no status tells it
		death = "exited with code 1"
	}
	for _, lines := range []int{1, 100, 9001, 20_000, 100_003} {
		got, err := printedBy(t, fmt.Sprintf(`
for i := 0; i < %d; i++ { fmt.Println(i) }
self, _ := os.FindProcess(os.Getpid())
self.Kill()
time.Sleep(time.Hour)`, lines))
		if err == nil || !strings.Contains(err.Error(), death) {
			t.Fatalf("the error is %v", err)
		}
		if want := numbered(lines); got != want {
			t.Errorf("%d of %d bytes, or out of order", len(got), len(want))
		}
	}
}

// A worker that is killed from outside while it prints leaves whole lines, in
// order, without a gap.
func TestPrintsOfAWorkerKilledFromOutside(t *testing.T) {
	skipOnWindows(t, "it has no kill")
	t.Parallel()
	for range 5 {
		got, err := printedBy(t, `
import "os/exec"
for i := 0; ; i++ {
	if fmt.Println(i); i == 100 {
		exec.Command("sh", "-c", fmt.Sprintf("sleep 0.05; kill -9 %d", os.Getpid())).Start()
	}
}`)
		if err == nil {
			t.Fatal("the cell did not fail")
		}
		if lines := strings.Count(got, "\n"); lines == 0 || got != numbered(lines) {
			t.Errorf("%d lines, or out of order", lines)
		}
	}
}

// One print of more than the memory for text holds.
func TestPrintOfALongText(t *testing.T) {
	t.Parallel()
	got, err := printedBy(t, `fmt.Print(strings.Repeat("0123456789€", 300_000))`)
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Repeat("0123456789€", 300_000); got != want {
		t.Errorf("%d of %d bytes, or other ones", len(got), len(want))
	}
}

// Lines of several goroutines stay whole.
func TestPrintsOfGoroutinesUnraced(t *testing.T) {
	if raceDetector {
		t.Skip("the marks of lines are races that harm nobody; their report is output")
	}
	t.Parallel()
	got, err := printedBy(t, `
var wg sync.WaitGroup
for g := 0; g < 4; g++ {
	wg.Add(1)
	go func() {
		defer wg.Done()
		for i := 0; i < 3000; i++ { fmt.Println(g, i, "end") }
	}()
}
wg.Wait()`)
	if err != nil {
		t.Fatal(err)
	}
	var next [4]int
	for line := range strings.Lines(got) {
		var g, i int
		if _, err := fmt.Sscanf(line, "%d %d end\n", &g, &i); err != nil || g < 0 || g > 3 || i != next[g] {
			t.Fatalf("%q is out of order, or no line (%v)", line, err)
		}
		next[g]++
	}
	if next != [4]int{3000, 3000, 3000, 3000} {
		t.Errorf("%v lines", next)
	}
}

// A character may be printed in two pieces, and in two ways.
func TestPrintsOfHalfCharacters(t *testing.T) {
	t.Parallel()
	got, err := printedBy(t, `
for i := 0; i < 100; i++ { fmt.Print("\xe2\x82"); fmt.Print("\xac") }
fmt.Print("\xe2"); os.Stdout.WriteString("\x82"); fmt.Print("\xac")`)
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Repeat("€", 101); got != want {
		t.Errorf("printed %q", got)
	}
}

// What os.Stdout is when something is printed gets it.
func TestPrintsGoToWhatStdoutIs(t *testing.T) {
	t.Parallel()
	got, err := printedBy(t, `
r, w, err := os.Pipe()
own := os.Stdout
os.Stdout = w
fmt.Println("a")
fmt.Fprint(os.Stdout, "b")
os.Stdout.WriteString("c")
fmt.Fprint(own, "before\n")
os.Stdout = own
w.Close()
text, err := io.ReadAll(r)
fmt.Printf("%q\n", text)`)
	if err != nil {
		t.Fatal(err)
	}
	if want := "before\n\"a\\nbc\"\n"; got != want {
		t.Errorf("printed %q, want %q", got, want)
	}
}

// TestAClosedStandardOutputIsReported, once: what cells print later is lost.
func TestAClosedStandardOutputIsReported(t *testing.T) {
	for name, want := range map[string]string{"os.Stdout": "os.Stdout is closed", "os.Stderr": "os.Stderr is closed"} {
		s := start(t, options(t))
		out := newRecord()
		for _, source := range []string{"import \"os\"\n" + name + ".Close()", "fmt.Println(1)\nfmt.Fprintln(os.Stderr, 2)", "3"} {
			if _, err := s.Eval(t.Context(), cell.Cell{Source: source}, out); err != nil {
				t.Fatal(err)
			}
		}
		if said := strings.Join(out.all(), "\n"); strings.Count(said, want) != 1 {
			t.Errorf("%s is closed, and said is %q", name, said)
		}
	}
}
