package lineedit

import (
	"fmt"
	"strings"
	"testing"

	"krigo/cell"
)

// helper is an assistant that knows some names and takes open brackets for
// incomplete.
type helper struct{ names []cell.Match }

func (h helper) Complete(source string, cursor int) cell.Completion {
	start := len(strings.TrimRightFunc(source[:cursor], isWord))
	return cell.Completion{Matches: h.names, Start: start, End: cursor}
}

func (helper) IsComplete(source string) cell.Completeness {
	if strings.Count(source, "{") > strings.Count(source, "}") {
		return cell.Completeness{Status: "incomplete"}
	}
	return cell.Completeness{Status: "complete"}
}

func (helper) Inspect(string, int, int) (cell.Bundle, bool) { return cell.Bundle{}, false }

func newState(names ...string) *state {
	h := helper{}
	for _, n := range names {
		h.names = append(h.names, cell.Match{Text: n, Type: "function"})
	}
	s := &state{assistant: h, style: plainly, earlier: func() []string { return nil }, width: 80, height: 24}
	return s
}

// pressAll presses what a terminal sends, and asks the assistant at once.
func (s *state) pressAll(sent string) action {
	for _, k := range keysOf(sent) {
		switch did := s.press(k); did {
		case goOn:
		case ask:
			s.offer(s.assistant.Complete(s.text, s.cursor))
		default:
			return did
		}
	}
	return goOn
}

const (
	upKey, downKey, leftKey = "\x1b[A", "\x1b[B", "\x1b[D"
	altEnter                = "\x1b\r"
)

func paste(text string) string { return pasteStart + text + pasteEnd }

func TestKeysEditTheCell(t *testing.T) {
	for _, c := range []struct {
		name, sent, want string
		did              action
	}{
		{"Enter runs what is complete", "x\r", "x|", accept},
		{"Enter within a line runs it", "xy" + leftKey + "\r", "x|y", accept},
		{"Enter goes on with what is not", "if x {\r", "if x {\n\t|", goOn},
		{"a bracket goes back", "if x {\ry\r}", "if x {\n\ty\n}|", goOn},
		{"Enter at the end runs", "if x {\ry\r}\r", "if x {\n\ty\n}|", accept},
		{"Enter above the last line breaks it", "if x {\ry\r}" + upKey + "\x05\r", "if x {\n\ty\n\t|\n}", goOn},
		{"Alt-Enter never runs", "x" + altEnter + "y", "x\ny|", goOn},
		{"nor does Ctrl-J", "x\ny", "x\ny|", goOn},
		{"nor Shift-Enter", "x\x1b[13;2uy", "x\ny|", goOn},
		{"blank lines keep no white space", "if x {\r\ry", "if x {\n\n\ty|", goOn},
		{"between brackets", "f{}" + leftKey + altEnter, "f{\n\t|\n}", goOn},
		{"cases stand at their switch", "switch x {\rcase 1:\rf()\rdefault:", "switch x {\ncase 1:\n\tf()\ndefault:|", goOn},
		{"a paste is literal", paste("for {\r\tx(\"a\")\r\t}\r"), "for {\n\tx(\"a\")\n\t}\n|", goOn},
		{"and runs at Enter", paste("x\r\ty\r") + "\r", "x\n\ty\n|", accept},
		{"Tab at the start of a line is one", "\t\tx", "\t\tx|", goOn},
		{"Shift-Tab takes it back", "\t\tx\x1b[Z", "\tx|", goOn},
		{"Ctrl-C gives up", "x\x03", "x|", giveUp},
		{"Ctrl-D leaves", "\x04", "|", leave},
		{"Ctrl-D deletes", "xy" + leftKey + "\x04", "x|", goOn},
		{"Ctrl-L clears", "x\x0c", "x|", clearAll},
		{"Ctrl-Z suspends", "\x1a", "|", suspend},
		{"Ctrl-X Ctrl-E", "x\x18\x05", "x|", compose},
		{"Ctrl-X and a letter", "x\x18y", "x|", goOn},
		{"Ctrl-W, Ctrl-U, Ctrl-Y", "a bc\x17d\x15\x19e", "a de|", goOn},
		{"Ctrl-K at the end joins lines", "a" + altEnter + "b" + upKey + "\x0b", "a|b", goOn},
		{"undo", "one two\x1f", "one |", goOn},
	} {
		s := newState()
		did := s.pressAll(c.sent)
		if got := s.buffer.String(); got != c.want || did != c.did {
			t.Errorf("%s: %q, %d; want %q, %d", c.name, got, did, c.want, c.did)
		}
	}
}

func TestTheMenu(t *testing.T) {
	names := []string{"SE", "Matern52", "Matern32", "Linear", "SqExp"}
	for _, c := range []struct{ name, sent, want string }{
		{"Enter takes the first", "cov.\t\r", "cov.SE|"},
		{"Tab moves", "cov.\t\t\t\r", "cov.Matern32|"},
		{"Shift-Tab moves back, from the first to the last", "cov.\t\x1b[Z\r", "cov.SqExp|"},
		{"arrows", "cov.\t" + downKey + downKey + upKey + "\r", "cov.Matern52|"},
		{"typing narrows", "cov.\tM3\r", "cov.Matern32|"},
		{"capitals do not count", "cov.\tli\r", "cov.Linear|"},
		{"Backspace widens", "cov.\tl\x7f\r", "cov.SE|"},
		{"nothing left closes it", "cov.\tMz", "cov.Mz|"},
		{"Tab takes the only one that is left", "cov.\tlin\t", "cov.Linear|"},
		{"Ctrl-G closes it", "cov.\t\x07x", "cov.x|"},
		{"and so does Escape", "cov.\t\x1b", "cov.|"},
		{"other characters close it", "cov.\t(", "cov.(|"},
		{"what all begin with is inserted", "Mat\t", "Matern|"},
		{"then listed", "Mat\t\t" + downKey + "\r", "Matern52|"},
	} {
		s := newState(names...)
		s.pressAll(c.sent)
		if got := s.buffer.String(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestCtrlCGivesUpTheCellBesideTheMenu(t *testing.T) {
	s := newState("SE", "Matern52")
	if did := s.pressAll("cov.\t\x03"); did != giveUp || s.menu != nil {
		t.Errorf("it does %d, with the menu %v", did, s.menu)
	}
}

func TestTheOnlyCandidateIsInsertedWhateverItBeginsWith(t *testing.T) {
	s := newState("Matern52")
	s.pressAll("cov.mtn\t")
	if got := s.buffer.String(); got != "cov.Matern52|" {
		t.Errorf("%q", got)
	}
	s = newState()
	s.pressAll("x\t")
	if s.note == "" {
		t.Error("nothing is told where nothing is found")
	}
}

// The menu takes the place of the rest of the name, and a change of it is undone at
// once.
func TestWhatIsTakenReplacesTheWholeName(t *testing.T) {
	s := newState()
	s.buffer = *at(t, "f(cov.S|E2, x)")
	s.offer(cell.Completion{Matches: []cell.Match{{Text: "Sum"}, {Text: "Scale"}}, Start: 6, End: 9})
	s.pressAll("c\r")
	if got := s.buffer.String(); got != "f(cov.Scale|, x)" {
		t.Errorf("%q", got)
	}
	s.undo()
	if got := s.buffer.String(); got != "f(cov.Sc|E2, x)" {
		t.Errorf("undone: %q", got)
	}
}

func TestTheMenuTakesAThirdOfTheScreen(t *testing.T) {
	var names []string
	for i := range 100 {
		names = append(names, fmt.Sprintf("Name%d", i))
	}
	for height := 12; height < 60; height++ {
		s := newState(names...)
		s.height = height
		s.pressAll("cov.\t\t" + strings.Repeat(downKey, 50))
		rows, _, _ := s.rows()
		text := ""
		for _, r := range rows {
			text += r.text + "\n"
			if r.width >= s.width {
				t.Errorf("row %q is %d wide", r.text, r.width)
			}
		}
		if below := len(rows) - 1; below > height/3 && below > 4 {
			t.Errorf("at height %d the menu has %d rows", height, below)
		}
		if !strings.Contains(text, "> Name50 ") {
			t.Errorf("at height %d the chosen one is not shown:\n%s", height, text)
		}
	}
}

func recalling(cells ...string) *state {
	s := newState()
	s.earlier = func() []string { return cells }
	return s
}

func TestEarlierCellsAreRecalled(t *testing.T) {
	cells := []string{"fit(1)", "x := 1", "for {\n\tx\n}", "fit(2)"}
	for _, c := range []struct{ name, sent, want string }{
		{"up", upKey, "fit(2)|"},
		{"up twice", upKey + upKey, "for {\n\tx\n}|"},
		{"up within a cell", upKey + upKey + upKey, "for {\n|\tx\n}"},
		{"Ctrl-P goes by cells", upKey + upKey + "\x10", "x := 1|"},
		{"down again", upKey + upKey + downKey, "fit(2)|"},
		{"back to what was typed", "fi" + upKey + downKey, "fi|"},
		{"by what is typed", "fit" + upKey + upKey, "fit(1)|"},
		{"by what is before the cursor", "fix" + leftKey + upKey, "fit(2)|"},
		{"none", "zz" + upKey, "zz|"},
		{"to the oldest and no further", "\x10\x10\x10\x10\x10\x10", "fit(1)|"},
		{"what was changed is a cell of its own", upKey + "!" + downKey, "fit(2)!|"},
	} {
		s := recalling(cells...)
		s.pressAll(c.sent)
		if got := s.buffer.String(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestSearchFindsEarlierCells(t *testing.T) {
	cells := []string{"model := Cov", "x := 1", "for {\n\tcov\n}", "fit(2)"}
	for _, c := range []struct{ name, sent, want string }{
		{"the latest", "\x12cov\x1b", "for {\n\tcov\n}|"},
		{"the one before", "\x12cov\x12\x1b", "model := Cov|"},
		{"and back", "\x12cov\x12\x13\x1b", "for {\n\tcov\n}|"},
		{"capitals count", "\x12Cov\x1b", "model := Cov|"},
		{"Enter leaves it to be edited", "\x12x :\r", "x := 1|"},
		{"other keys edit it", "\x12x :\x01y", "y|x := 1"},
		{"Backspace", "\x12x :zz\x7f\x7f\x1b", "x := 1|"},
		{"Ctrl-G gives up", "typed\x12x :\x07", "typed|"},
		{"nothing found", "typed\x12zz\x1b", "typed|"},
	} {
		s := recalling(cells...)
		s.pressAll(c.sent)
		if got := s.buffer.String(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if s.search != nil {
			t.Errorf("%s: the search is open", c.name)
		}
	}
}

// As much of a long cell is shown as the screen has room for, around the cursor.
func TestALongCellIsShownInPart(t *testing.T) {
	s := newState()
	s.height = 5
	s.pressAll(paste("1\n2\n3\n4\n5\n6\n7\n8"))
	for _, want := range []string{"45678", "45678", "45678", "45678", "45678", "34567"} {
		rows, row, _ := s.rows()
		got := ""
		for _, r := range rows {
			got += r.text[len(Prompt):]
		}
		if got != want || row < 0 || row >= len(rows) {
			t.Errorf("shown %q with the cursor in row %d, want %q", got, row, want)
		}
		s.pressAll(upKey)
	}
}

// What was typed while a cell ran is whole lines with their own indentation.
func TestTypedAhead(t *testing.T) {
	var q typed
	q.add([]byte("ab"))
	q.expect(len("if x {\n\ty\n}\nz\t"))
	q.add([]byte("if x {\n\ty\n}\n"))
	q.add([]byte("z\tw\t"))
	var got []string
	for {
		k, ok := q.next(false)
		if !ok {
			break
		}
		switch k.code {
		case keyLine:
			got = append(got, "line "+k.text)
		case keyPaste:
			got = append(got, "paste "+k.text)
		case keyTab:
			got = append(got, "tab")
		default:
			got = append(got, string(rune(k.code)))
		}
	}
	if want := "a, b, line if x {, line \ty, line }, z, paste \t, w, tab"; strings.Join(got, ", ") != want {
		t.Errorf("%q, want %q", strings.Join(got, ", "), want)
	}
}

// A paste without brackets keeps its indentation, where Enter alone has the next line
// indented.
func TestIndentedLinesThatArriveAtOnce(t *testing.T) {
	for _, source := range []string{
		"func f() int {\n\tfor {\n\t\tx++\n\t}\n\n\treturn x\n}",
		"f{\n    1,\n    2,\n}",
	} {
		var q typed
		q.add([]byte(strings.ReplaceAll(source, "\n", "\r")))
		s := newState()
		for k, ok := q.next(false); ok; k, ok = q.next(false) {
			s.press(k)
		}
		if s.text != source {
			t.Errorf("the cell is %q, want %q", s.text, source)
		}
	}
}

// A cell that asks reads line by line what was typed ahead of it.
func TestLinesForACellThatAsks(t *testing.T) {
	var q typed
	q.add([]byte("Ann\rBob\r\ny"))
	first, _ := q.line()
	second, _ := q.line()
	if third, ok := q.line(); first != "Ann" || second != "Bob" || ok {
		t.Errorf("read %q, %q, %q", first, second, third)
	}
	if k, _ := q.next(false); k != (key{code: 'y'}) {
		t.Errorf("then %v", k)
	}
}

func TestTheFirstSentence(t *testing.T) {
	for text, want := range map[string]string{
		"SE is 1. It\nis so.\n\nfunc SE()": "SE is 1.",
		"one\ntwo\n\nmore":                 "one two",
		"":                                 "",
	} {
		if got := firstSentence(cell.Bundle{Data: map[string]any{"text/plain": text}}); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
