package interp_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"krigo/cell"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/execute"
	"krigo/interp"
	"krigo/interp/imports"
	"krigo/interp/internal/cases"
	"krigo/interp/static"
	"krigo/interp/static/check"
	"krigo/interp/symbols"
)

// foreseen returns the error that FirstFault finds, or "".
func foreseen(world static.World, sources ...string) string {
	cells := make([]cell.Cell, len(sources))
	for i, source := range sources {
		cells[i] = cell.Cell{Label: fmt.Sprint("cell ", i+1), Source: source}
	}
	at, failure := interp.FirstFault(cells, interp.VetOptions{Symbols: world})
	if failure == nil {
		return ""
	}
	if label := cells[at].Label; failure.Diagnostics[0].Cell != label {
		return fmt.Sprintf("%s for %s", failure.Diagnostics[0].Cell, label)
	}
	return failure.Message
}

// Only what no run can change is a fault.
func TestFirstFaultIsOneOfEveryRun(t *testing.T) {
	for _, c := range []struct {
		cells []string
		want  string
	}{
		{[]string{"x := 1", "y := x + \"a\"", "z"}, "cell 2:1:6: invalid operation: x + \"a\" (mismatched types int and untyped string)"},
		{[]string{"time.Sleep(time.Hour)", "%time f()", "func f() {}"}, "cell 2:1:7: undefined: f"},
		{[]string{"%%capture out\nx := y"}, "cell 1:2:6: undefined: y"},
		{[]string{"func f( {"}, "cell 1:1:9: expected ')', found '{'"},
		{[]string{"!make", "x"}, "cell 2:1:1: undefined: x"},
		{[]string{"%%capture out\nx := 1", "out.Stdout + x"}, "cell 2:1:1: invalid operation: out.Stdout + x (mismatched types string and int)"},
		// What a cell loads, gets or imports is unknown before the run.
		{[]string{"%get example.org/a@v1.0.0", "a.B"}, ""},
		{[]string{"%load later.go", "x"}, ""},
		{[]string{"%%capture\n%load later.go", "x"}, ""},
		{[]string{"import \"example.org/a\"\nx := a.B()", "y"}, ""},
		{[]string{"%nosuch", "y"}, ""},
		{[]string{"x?", "y"}, ""},
		// A cell may end the program before the next one.
		{[]string{"os.Exit(0)", "y"}, ""},
		{[]string{"y", "os.Exit(0)"}, "cell 1:1:1: undefined: y"},
	} {
		world := imports.New(symbols.NewWorld(), imports.Options{Dir: t.TempDir()})
		if got := foreseen(world, c.cells...); got != c.want {
			t.Errorf("%q: found %q, want %q", c.cells, got, c.want)
		}
	}
}

// Sessions that do what their programs do have no fault, and neither have the lessons.
func TestFirstFaultOfSoundCellsUnraced(t *testing.T) {
	for _, c := range cases.ForTest(t, "^(redeclaration|sessions)/") {
		if got := foreseen(symbols.NewWorld(), c.Cells...); got != "" && c.Refused == "" {
			t.Errorf("%s: found %s", c.Name, got)
		}
	}
	for _, path := range lessons(t) {
		nb, err := nbformat.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, failure := interp.FirstFault(execute.Cells(nb), interp.VetOptions{Symbols: symbols.NewWorld()}); failure != nil {
			t.Errorf("%s: found %s", path, failure.Message)
		}
	}
}

func lessons(t testing.TB) []string {
	t.Helper()
	paths, err := filepath.Glob("../notebooks/*.ipynb")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no notebooks: %v", err)
	}
	return paths
}

// The cells of transcripts are refused as a session refuses them, which checks and lowers each in its turn.
func TestFirstFaultIsThatOfASessionUnraced(t *testing.T) {
	all := cases.Transcripts(t, "^(cells|rules)/")
	if testing.Short() {
		all = all[:6]
	}
	for _, x := range all {
		x.Run(silent{t}, func() cases.Session {
			return &foreseeing{t: t, name: x.Name, session: static.New(symbols.NewWorld())}
		})
	}
}

// silent is a test on which what cells show has no effect.
type silent struct{ testing.TB }

func (silent) Errorf(string, ...any) {}

// foreseeing is a session that compares FirstFault with each check.
type foreseeing struct {
	t       *testing.T
	name    string
	session *static.Session
	sound   []string
	strange bool // a cell is a command
}

func (f *foreseeing) Eval(label, source string) string {
	if f.strange = f.strange || strings.ContainsAny(strings.TrimSpace(source)[:1], "%!?"); f.strange {
		return ""
	}
	program, faults := f.session.Check(cell.Cell{Label: fmt.Sprint("cell ", len(f.sound)+1), Source: source})
	got, want := foreseen(symbols.NewWorld(), append(f.sound[:len(f.sound):len(f.sound)], source)...), ""
	if len(faults) > 0 && !f.isLate(faults) {
		want = faults[0].Error()
	}
	if !strings.HasPrefix(got, want) || want == "" && got != "" {
		f.t.Errorf("%s, %s: found %q, want %q", f.name, label, got, want)
	}
	if len(faults) == 0 {
		f.session.Commit(program)
		f.sound = append(f.sound, source)
	}
	return ""
}

// isLate reports whether FirstFault does not find faults: those of packages, and one after the types.
func (f *foreseeing) isLate(faults static.Errors) bool {
	return f.name == "rules/methods_of_hidden_types" ||
		slices.ContainsFunc(faults, func(d cell.Diagnostic) bool { return strings.HasPrefix(d.Message, check.UnknownPackage) })
}

func (f *foreseeing) Restart() {}

func BenchmarkFirstFault(b *testing.B) {
	for _, path := range lessons(b) {
		nb, err := nbformat.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(filepath.Base(path), func(b *testing.B) {
			for b.Loop() {
				world := symbols.NewWorld()
				b.StopTimer()
				interp.FirstFault(execute.Cells(nb), interp.VetOptions{Symbols: world}) // reads the packages' types, as the run does
				b.StartTimer()
				interp.FirstFault(execute.Cells(nb), interp.VetOptions{Symbols: world})
			}
		})
	}
}
