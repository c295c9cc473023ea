package lineedit

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rivo/uniseg"
	"pgregory.net/rapid"
)

// emulator is as much of a terminal as the view needs: it has an endless number of rows, applies
// the sequences in what it is sent, and panics at others.
type emulator struct {
	cells       [][]string // characters by row and column; a wide one leaves the next empty
	row, column int
}

func (e *emulator) Write(sent []byte) (int, error) {
	text := string(sent)
	for len(text) > 0 {
		if rest, is := strings.CutPrefix(text, "\x1b["); is {
			end := strings.IndexFunc(rest, func(r rune) bool { return r >= '@' })
			e.obey(rest[:end], rest[end])
			text = rest[end+1:]
			continue
		}
		cluster, rest, _, _ := uniseg.FirstGraphemeClusterInString(text, -1)
		e.put(cluster)
		text = rest
	}
	return len(sent), nil
}

func (e *emulator) obey(parameter string, end byte) {
	n := 0
	fmt.Sscan(parameter, &n)
	switch end {
	case 'A':
		e.row -= n
	case 'C':
		e.column += n
	case 'J':
		e.line()
		e.cells = e.cells[:e.row+1]
		e.cells[e.row] = e.line()[:min(e.column, len(e.line()))]
	case 'K':
		e.cells[e.row] = e.line()[:min(e.column, len(e.line()))]
	case 'h', 'l', 'm':
	default:
		panic("sequence " + parameter + string(end))
	}
}

func (e *emulator) line() []string {
	for len(e.cells) <= e.row {
		e.cells = append(e.cells, nil)
	}
	return e.cells[e.row]
}

func (e *emulator) put(cluster string) {
	switch cluster {
	case "\r":
		e.column = 0
		return
	case "\r\n":
		e.row, e.column = e.row+1, 0
		return
	}
	for range uniseg.StringWidth(cluster) {
		for len(e.line()) <= e.column {
			e.cells[e.row] = append(e.line(), " ")
		}
		e.cells[e.row][e.column] = cluster
		cluster = ""
		e.column++
	}
}

// lines returns the rows from one on, without white space at their ends.
func (e *emulator) lines(from int) []string {
	var lines []string
	for _, cells := range e.cells[from:] {
		lines = append(lines, strings.TrimRight(strings.Join(cells, ""), " "))
	}
	return lines
}

// withoutStyles is text without the sequences of styles.
func withoutStyles(text string) string {
	var b strings.Builder
	for {
		before, after, styled := strings.Cut(text, "\x1b[")
		b.WriteString(before)
		if !styled {
			return b.String()
		}
		_, text, _ = strings.Cut(after, "m")
	}
}

// sources are texts as they are while Go is typed.
var sources = rapid.Custom(func(t *rapid.T) string {
	piece := rapid.SampledFrom([]string{"a", " ", "\t", "\n", "世", "e\u0301", "🇩🇪", "{", "}", "(", ")", `"`, "`", "//", "func ", "x := 1", "α", "\n\t\treturn ", "0.5"})
	return strings.Join(rapid.SliceOfN(piece, 0, 40).Draw(t, "pieces"), "")
})

// Rows are narrower than the screen, have the text and nothing else, and the cursor is at the end
// of the text before it.
func TestRowsHaveTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source := sources.Draw(t, "source")
		width := rapid.IntRange(12, 60).Draw(t, "width")
		rows, row, column := layout(coloured(source, len(source)), len(source), width)
		var text strings.Builder
		for i, r := range rows {
			plain := withoutStyles(r.text)
			if columns(plain) != r.width || r.width >= width {
				t.Errorf("row %d %q is %d columns wide, said to be %d of %d", i, plain, columns(plain), r.width, width)
			}
			switch {
			case i == 0:
				text.WriteString(plain[len(Prompt):])
			case strings.HasPrefix(plain, MorePrompt):
				text.WriteString("\n" + plain[len(MorePrompt):])
			default:
				text.WriteString(plain[len(Prompt):])
			}
		}
		if got, want := strings.ReplaceAll(text.String(), " ", ""), strings.NewReplacer(" ", "", "\t", "").Replace(source); got != want {
			t.Errorf("rows have %q, want %q", got, want)
		}
		if row != len(rows)-1 || column != rows[row].width {
			t.Errorf("the cursor is at %d, %d; the text ends at %d, %d", row, column, len(rows)-1, rows[len(rows)-1].width)
		}
	})
}

func TestTabsStandInColumns(t *testing.T) {
	rows, _, column := layout(plainly("\tx\ty", 0), 2, 40)
	if want := Prompt + "    x   y"; rows[0].text != want || column != len(Prompt)+5 {
		t.Errorf("%q with the cursor at %d, want %q", rows[0].text, column, want)
	}
}

// Whatever was there before, the terminal shows the rows and nothing of the old
// ones, below what was printed.
func TestTheViewShowsItsRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		terminal := &emulator{}
		fmt.Fprint(terminal, "printed\r\n")
		v := view{w: terminal}
		for range rapid.IntRange(1, 6).Draw(t, "times") {
			source := sources.Draw(t, "source")
			rows, row, column := layout(coloured(source, -1), len(source), 30)
			if err := v.draw(rows, row, column); err != nil {
				t.Fatal(err)
			}
			var want []string
			for _, r := range rows {
				want = append(want, strings.TrimRight(withoutStyles(r.text), " "))
			}
			got := terminal.lines(1)
			for len(got) > len(want) && got[len(got)-1] == "" {
				got = got[:len(got)-1]
			}
			if strings.Join(got, "\n") != strings.Join(want, "\n") {
				t.Fatalf("shown\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			if terminal.row != 1+row || terminal.column != column {
				t.Fatalf("the cursor is at %d, %d, want %d, %d", terminal.row, terminal.column, 1+row, column)
			}
			if terminal.lines(0)[0] != "printed" {
				t.Fatalf("what was printed is %q now", terminal.lines(0)[0])
			}
		}
	})
}

// A terminal that is made narrower breaks rows in two.
func TestANarrowerScreenIsClearedFromTheFirstRow(t *testing.T) {
	terminal := &emulator{}
	v := view{w: terminal}
	if err := v.draw([]row{{strings.Repeat("a", 50), 50}, {"", 0}, {strings.Repeat("b", 45), 45}}, 2, 45); err != nil {
		t.Fatal(err)
	}
	terminal.row, terminal.column = 3+1+2, 5 // 50 columns are 3 rows of 20, and the cursor is in the third of 45
	terminal.line()
	if err := v.resized(20); err != nil {
		t.Fatal(err)
	}
	if terminal.row != 0 {
		t.Errorf("the cursor is in row %d, want 0", terminal.row)
	}
}
