package interp_test

import (
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
	lines := r.all()
	if last := lines[len(lines)-1]; !strings.HasPrefix(last, "update: fitted: iteration 3") {
		t.Errorf("the last output is %q", last)
	}
}
