package interp_test

import (
	"html"
	"slices"
	"strings"
	"testing"

	"krigo/cell"
)

func TestQuestionsWhileACellRuns(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	want(t, s, "lengthscale := 0.5\nfunc double(x float64) float64 { return 2 * x }\nlengthscale", "0.5")
	running := make(chan error, 1)
	r := newRecord()
	go func() {
		_, err := s.Eval(t.Context(), cell.Cell{Label: "cell 2", Source: `input("wait ")`}, r)
		running <- err
	}()
	r.await(t, "wait")

	completion := s.Complete("y := leng", 9)
	if !slices.ContainsFunc(completion.Matches, func(m cell.Match) bool { return m.Text == "lengthscale" }) {
		t.Errorf("leng completes to %v", completion.Matches)
	}
	if completion.Start != 5 || completion.End != 9 {
		t.Errorf("it replaces %d to %d", completion.Start, completion.End)
	}
	b, ok := s.Inspect("double(1)", 3, 1)
	if text := plainText(&b); !ok || !strings.Contains(text, "func double(x float64) float64") || !strings.Contains(text, "return 2 * x") {
		t.Errorf("double is described as %q", text)
	}
	if got := s.IsComplete("for {"); got.Status != "incomplete" || got.Indent == "" {
		t.Errorf("for { is %+v", got)
	}
	<-running
}

func TestInspectionShowsTheValue(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	want(t, s, "type P struct{ x float64; Name string; next *P }\np := &P{1.5, \"a<b\", nil}\nxs := make([]int, 100)\n1", "1")
	for source, value := range map[string]string{"p": `&{1.5 "a<b" nil}`, "xs": "[0 0 0 0 0 0 0 0 0 0 … 100 in all]"} {
		b, ok := s.Inspect(source, 1, 0)
		if !ok || !strings.Contains(plainText(&b), "value: "+value) {
			t.Errorf("%s is described as %q, want the value %s", source, plainText(&b), value)
		}
		if markdown, _ := b.Data["text/markdown"].(string); !strings.Contains(markdown, "`"+value+"`") {
			t.Errorf("%s has the Markdown %q", source, markdown)
		}
		if text, _ := b.Data["text/html"].(string); !strings.Contains(text, html.EscapeString(value)) || !strings.Contains(text, "<pre><code>var ") {
			t.Errorf("%s has the HTML %q", source, text)
		}
	}
	b, _ := s.Inspect("strings", 3, 0)
	if text, _ := b.Data["text/html"].(string); !strings.Contains(text, "<p>Package strings") {
		t.Errorf("a package is described as %q", text)
	}
}

func TestQuestionsAboutCommands(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	c := s.Complete("%he", 3)
	if len(c.Matches) != 1 || c.Matches[0].Text != "help" || c.Start != 1 || c.End != 3 {
		t.Errorf("%%he completes to %+v", c)
	}
	if c := s.Complete("%help x", 7); len(c.Matches) != 0 || c.Start != 6 {
		t.Errorf("an argument completes to %+v", c)
	}
	if c := s.Complete("%time strings.Repe", 18); len(c.Matches) != 1 || c.Matches[0].Text != "Repeat" || c.Start != 14 {
		t.Errorf("Go after %%time completes to %+v", c)
	}
	if b, ok := s.Inspect("%time strings.Repeat", 18, 0); !ok || !strings.Contains(plainText(&b), "func Repeat(") {
		t.Errorf("Go after %%time is described as %q", plainText(&b))
	}
	if got := s.IsComplete("!echo %time {"); got.Status != "complete" {
		t.Errorf("a line for the shell is %+v", got)
	}
	if got := s.IsComplete("%time for {"); got.Status != "incomplete" {
		t.Errorf("%%time for { is %+v", got)
	}
	if b, ok := s.Inspect("%help", 2, 0); !ok || !strings.Contains(plainText(&b), "%help [COMMAND]") {
		t.Errorf("%%help is described as %q", plainText(&b))
	}
	if _, ok := s.Inspect("%nothing", 2, 0); ok {
		t.Error("a command that does not exist is described")
	}
	if got := s.IsComplete("%help"); got.Status != "complete" {
		t.Errorf("%%help is %+v", got)
	}
}
