package mime

import (
	"bytes"
	"testing"
)

func TestWhatCellsShowReachesTheOutputInOrder(t *testing.T) {
	r := record(t)
	HTML("<b>1</b>")
	Markdown("*2*")
	LaTeX("$3$")
	SVG("<svg/>")
	PNG([]byte("\x89PNG"))
	JSON(map[string]int{"a": 1})
	Show("x", 7)
	Clear(true)
	Page("help")
	want := []struct{ key, plain string }{
		{TypeHTML, "<b>1</b>"}, {TypeMarkdown, "*2*"}, {TypeLaTeX, "$3$"}, {TypeSVG, "<image/svg+xml>"},
		{TypePNG, "<image/png>"}, {TypeJSON, "{\n  \"a\": 1\n}"}, {TypePlain, "x"}, {TypePlain, "7"},
	}
	if len(r.shows) != len(want) {
		t.Fatalf("%d shown, want %d", len(r.shows), len(want))
	}
	for i, w := range want {
		s := r.shows[i]
		if _, ok := s.Data[w.key]; !ok || s.Plain() != w.plain || s.id != "" || s.update {
			t.Errorf("output %d is %+v, want %s with text %q", i, s, w.key, w.plain)
		}
	}
	if len(r.clear) != 1 || !r.clear[0] || len(r.pages) != 1 || r.pages[0].Plain() != "help" {
		t.Errorf("clear %v, pages %v", r.clear, r.pages)
	}
}

func TestAHandleUpdatesItsOwnOutput(t *testing.T) {
	r := record(t)
	a, b := NewHandle(1), NewHandle(2)
	a.Update(3)
	if a.ID() == b.ID() || a.ID() == "" {
		t.Errorf("ids %q and %q", a.ID(), b.ID())
	}
	last := r.shows[2]
	if r.shows[0].update || r.shows[1].update || !last.update || last.id != a.ID() || last.Plain() != "3" {
		t.Errorf("got %+v", r.shows)
	}
}

func TestTheDefaultOutputWritesPlainText(t *testing.T) {
	var buf bytes.Buffer
	old := SetOutput(&textOutput{w: &buf})
	defer SetOutput(old)
	Show("a", "b\n")
	HTML("<b>c</b>")
	Clear(false)
	if got := buf.String(); got != "a\nb\n<b>c</b>\n" {
		t.Errorf("wrote %q", got)
	}
	if _, ok := SetOutput(nil).(*textOutput); !ok {
		t.Error("SetOutput does not return the output before")
	}
}
