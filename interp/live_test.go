package interp_test

import (
	"slices"
	"strings"
	"testing"

	"krigo/cell"
)

// A live display ends in its summary when its cell ends, in whatever way.
func TestLiveEndsWithItsCell(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	const fit = "display.Live()(gplib.Step{Iter: 3})\n"
	for _, end := range []string{"7", `panic("no")`, `errors.New("no")`} {
		r := newRecord()
		_, err := s.Eval(t.Context(), cell.Cell{Label: "cell 1", Source: fit + end}, r)
		if (err == nil) != (end == "7") {
			t.Errorf("%s: error is %v", end, err)
		}
		wantSummary(t, r)
	}
	r := newRecord()
	if interruptInto(t, s, r, fit+"fmt.Println(\"running\")\nfor {}") == nil {
		t.Error("the cell was not interrupted")
	}
	wantSummary(t, r)
}

func wantSummary(t *testing.T, r *record) {
	t.Helper()
	lines := slices.DeleteFunc(r.all(), func(line string) bool { return strings.HasPrefix(line, "stderr: note: ") })
	if last := lines[len(lines)-1]; !strings.HasPrefix(last, "update: fit: iteration 3, objective 0, 0 s, the last when the cell ended") {
		t.Errorf("the last output is %q", last)
	}
}

// A loop over display.Progress is ranged over like any other, and says where it ends
// early: by an error, a panic or an interrupt.
func TestProgressInCells(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	const loop = "sum := 0\nfor i := range display.Progress(20) {\nif i == 7 {\n%s\n}\nsum += i\n}\nsum"
	for statement, want := range map[string]string{
		"_ = i": "done: 20 of 20", "break": "ended early: 7 of 20", `panic("no")`: "ended early: 7 of 20", "continue": "done: 20 of 20",
	} {
		r := newRecord()
		_, err := s.Eval(t.Context(), cell.Cell{Label: "cell 1", Source: strings.Replace(loop, "%s", statement, 1)}, r)
		if panics := strings.HasPrefix(statement, "panic"); (err != nil) != panics {
			t.Errorf("%s: error is %v", statement, err)
		}
		wantLast(t, r, want)
	}
	r := newRecord()
	if interruptInto(t, s, r, "for i := range display.Progress(20) {\nif i == 7 {\nfmt.Println(\"running\")\nfor {}\n}\n}") == nil {
		t.Error("the cell was not interrupted")
	}
	wantLast(t, r, "ended early: 7 of 20")
}

// An interrupted fit says so, and that its best parameters are returned.
func TestAnInterruptedFitSaysSo(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	const fit = `model := gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.1)}
data, _ := gplib.NewData(cov.Line([]float64{1, 2, 3, 4}), []float64{0, 1, 0, 2})
live := display.Live()
got, err := gplib.Fit(ctx, model, data, &gplib.Settings{Observe: func(s gplib.Step) error {
	if s.Iter == 2 {
		fmt.Println("running")
		<-ctx.Done()
	}
	return live(s)
}})
fmt.Println(got.Status, err)`
	r := newRecord()
	_ = interruptInto(t, s, r, fit)
	wantLast(t, r, "interrupted at iteration 2: best so far returned")
}

// A loop or a fit whose process dies can tell nothing any more; the session does.
func TestAPanelEndsWithItsProcess(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	r := newRecord()
	const source = "func deep(n int) int { return deep(n+1) + 1 }\n" +
		"for range display.Progress(3) {\n}\nfor i := range display.Progress(20) {\nif i == 7 {\ndeep(0)\n}\n}"
	if _, err := s.Eval(t.Context(), cell.Cell{Label: "cell 1", Source: source}, r); err == nil {
		t.Error("the process lives")
	}
	wantLast(t, r, "update: ended with its process; its last state was: [")
	ends := 0
	for _, line := range r.all() {
		if strings.Contains(line, "ended with its process") {
			ends++
		}
	}
	if ends != 1 {
		t.Errorf("%d displays end with the process, want that of the second loop: %q", ends, r.all())
	}
}

// wantLast wants a part of the last display.
func wantLast(t *testing.T, r *record, part string) {
	t.Helper()
	last := ""
	for _, line := range r.all() {
		if strings.HasPrefix(line, "update: ") || strings.HasPrefix(line, "display: ") {
			last = line
		}
	}
	if !strings.Contains(last, part) {
		t.Errorf("the last display is %q, want %q in it; all: %q", last, part, r.all())
	}
}
