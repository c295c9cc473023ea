package repl

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"krigo/cell"
)

// terminal shows what a user sees of what is written: it applies the few sequences that a Screen
// writes, and wraps lines.
type terminal struct {
	columns  int
	lines    []string
	row, col int
}

var sequence = regexp.MustCompile(`^\x1b\[(\d+)([AM])`)

func (v *terminal) Write(text []byte) (int, error) {
	for rest := string(text); rest != ""; {
		if m := sequence.FindStringSubmatch(rest); m != nil {
			n, _ := strconv.Atoi(m[1])
			switch m[2] {
			case "A":
				v.row = max(v.row-n, 0)
			case "M":
				v.lines = append(v.lines[:v.row], v.lines[min(v.row+n, len(v.lines)):]...)
			}
			rest = rest[len(m[0]):]
			continue
		}
		r, size := utf8.DecodeRuneInString(rest)
		switch r {
		case '\r':
			v.col = 0
		case '\n':
			v.row, v.col = v.row+1, 0
		default:
			v.put(r)
		}
		rest = rest[size:]
	}
	return len(text), nil
}

// put writes a character, of one column here, at the cursor.
func (v *terminal) put(r rune) {
	if v.col == v.columns {
		v.row, v.col = v.row+1, 0
	}
	for v.row >= len(v.lines) {
		v.lines = append(v.lines, "")
	}
	line := []rune(v.lines[v.row])
	for v.col >= len(line) {
		line = append(line, ' ')
	}
	line[v.col] = r
	v.lines[v.row] = string(line)
	v.col++
}

// want compares what is seen.
func (v *terminal) want(t *testing.T, when string, lines ...string) {
	t.Helper()
	if got, want := strings.Join(v.lines, "\n"), strings.Join(lines, "\n"); got != want {
		t.Errorf("%s: the terminal shows\n%s\nwant\n%s", when, got, want)
	}
}

// onTerminal returns a Screen on a terminal of 20 columns.
func onTerminal() (*Screen, *terminal) {
	v := &terminal{columns: 20}
	return &Screen{Out: v, Err: v, Size: func() (int, int) { return 20, 10 }}, v
}

func passing(id, text string, update bool) cell.Display {
	d := show(id, text, update)
	d.Bundle = d.AsPassing()
	return d
}

func TestALiveLineStaysBelowWhatIsPrinted(t *testing.T) {
	s, v := onTerminal()
	s.Display(passing("fit", "1 of 9", false))
	v.want(t, "at first", "1 of 9")
	s.Stream("stdout", "step 1\n")
	v.want(t, "after a print", "step 1", "1 of 9")
	s.Display(passing("fit", "2 of 9", true))
	v.want(t, "after a step", "step 1", "2 of 9")
	s.Stream("stdout", "half")
	v.want(t, "within a line", "step 1", "half")
	s.Display(passing("fit", "3 of 9", true))
	v.want(t, "after a step within a line", "step 1", "half")
	s.Stream("stderr", " done\n")
	v.want(t, "after the line", "step 1", "half done", "3 of 9")
	s.Display(show("table", "a table", false))
	v.want(t, "after a display", "step 1", "half done", "a table", "3 of 9")
	s.Display(show("fit", "done\nin 2 s", true))
	s.Finish(nil, nil)
	v.want(t, "at the end", "step 1", "half done", "a table", "done", "in 2 s")
}

func TestSeveralLiveLinesEndOneByOne(t *testing.T) {
	s, v := onTerminal()
	s.Display(passing("a", "a 1", false))
	s.Display(passing("b", "b 1", false))
	s.Display(passing("a", "a 2", true))
	v.want(t, "at first", "a 2", "b 1")
	s.Display(show("a", "a done", true))
	v.want(t, "after the end of one", "a done", "b 1")
	s.Finish(nil, &cell.Error{Name: "Interrupt", Message: "the cell was interrupted"})
	v.want(t, "after an interrupt", "a done", "b 1", "Interrupt: the cell", "was interrupted")
}

// Fits in a loop, which one observer shows, leave one end.
func TestWhatHasEndedGoesOnInItsPlace(t *testing.T) {
	s, v := onTerminal()
	for i := range 3 {
		s.Display(passing("fit", fmt.Sprintf("fit %d runs", i), i > 0))
		s.Display(show("fit", fmt.Sprintf("fit %d ended", i), true))
	}
	s.Finish(nil, nil)
	v.want(t, "at the end", "fit 2 ended")
}

func TestALiveLineNeverWraps(t *testing.T) {
	s, v := onTerminal()
	for i := range 3 {
		s.Display(passing("fit", strings.Repeat("words ", 9)+fmt.Sprint(i), i > 0))
	}
	s.Stream("stdout", "text\n")
	v.want(t, "at the end", "text", "words words words w…")
}

// The terminal echoes ^C where the cursor is.
func TestAnEchoedInterruptGoesWithTheLiveLine(t *testing.T) {
	s, v := onTerminal()
	s.Display(passing("fit", "1 of 9", false))
	v.Write([]byte("^C"))
	s.Display(show("fit", "ended early", true))
	s.Finish(nil, nil)
	v.want(t, "at the end", "ended early")
}

func TestLiveLinesLeaveAQuestionAlone(t *testing.T) {
	s, v := onTerminal()
	s.Ask = func(_ context.Context, prompt string, _ bool) (string, error) {
		v.Write([]byte(prompt))
		s.Display(passing("fit", "2 of 9", true))
		v.want(t, "while asking", "name? ")
		v.Write([]byte("x\n"))
		return "x", nil
	}
	s.Display(passing("fit", "1 of 9", false))
	if _, err := s.Input(t.Context(), "name? ", false); err != nil {
		t.Fatal(err)
	}
	v.want(t, "after the answer", "name? x", "2 of 9")
}

// Fits of goroutines go on where the user types, and nothing is drawn there.
func TestNothingPassesBetweenCells(t *testing.T) {
	s, v := onTerminal()
	s.Display(passing("fit", "1 of 9", false))
	s.Finish(nil, nil)
	v.Write([]byte("krigo> "))
	s.Display(passing("fit", "2 of 9", true))
	v.want(t, "at the prompt", "1 of 9", "krigo> ")
	v.Write([]byte("\n"))
	s.begin(cell.Cell{})
	s.Display(passing("fit", "3 of 9", true))
	v.want(t, "in the next cell", "1 of 9", "krigo> ", "3 of 9")
}

func TestRowsOfATerminal(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
	}{
		{"", 1}, {"one", 1}, {"12345678901234567890", 1}, {"123456789012345678901", 2}, {"a\nb\n", 2},
		{"東京都東京都東京都東京", 2}, {"\x1b[31m12345678901234567890\x1b[0m", 1},
		{"\x1b]8;;file:///a/long/address\x1b\\figure-1.png\x1b]8;;\x1b\\", 1}, {"a\tb\tc\td", 2},
	} {
		if got := rows(c.text, 20); got != c.want {
			t.Errorf("%q takes %d rows, want %d", c.text, got, c.want)
		}
	}
}
