package interp_test

import (
	"html"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"krigo/cell"
	"krigo/internal/testwait"
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
	testwait.Receive(t, "the end of cell 2", running)
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

// Go below a command is judged as Go; text ends with an empty line.
func TestIsCompleteOfCommandsWithTheRestOfTheCell(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	for source, status := range map[string]string{
		"%%bash": "incomplete", "%%bash\necho a": "incomplete", "%%bash\necho a\n": "complete", "%%bash\nfor i in 1; do\n": "complete",
		"%%writefile f\nfunc {\n\n": "complete",
		"%%capture":                 "incomplete", "%%capture out\nfor {": "incomplete", "%%capture out\nx := 1": "complete", "%%capture out\nx := )": "invalid",
		"%%capture out\n%%bash\nls": "incomplete", "%%capture out\n!ls": "complete", "%cd /tmp": "complete",
	} {
		if got := s.IsComplete(source); got.Status != status {
			t.Errorf("%q is %s, want %s", source, got.Status, status)
		}
	}
}

func TestCompletionBelowACommand(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	for source, want := range map[string]string{
		"%%capture out\nstrings.Repe": "Repeat", "%%capture strings.Repe": "", "%%bash\nstrings.Repe": "", "%%wri": "%writefile",
	} {
		var got []string
		for _, m := range s.Complete(source, len(source)).Matches {
			got = append(got, m.Text)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q completes to %q, want %q", source, got, want)
		}
	}
	if _, ok := s.Inspect("%%capture out\nstrings.Repeat", 27, 0); !ok {
		t.Error("Go below a command is not described")
	}
}

func TestCompletionOfFolders(t *testing.T) {
	t.Parallel()
	o := options(t)
	o.Dir = t.TempDir()
	for _, dir := range []string{"data/raw", "data/raw2", "docs", ".git"} {
		if err := os.MkdirAll(filepath.Join(o.Dir, dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(o.Dir, "dump"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	s := start(t, o)
	for typed, want := range map[string]string{
		"": "data/ docs/", "d": "data/ docs/", ".g": ".git/", "data/r": "data/raw/ data/raw2/", "x": "", o.Dir + "/doc": o.Dir + "/docs/",
	} {
		source := "%cd  " + typed
		c := s.Complete(source, len(source))
		var got []string
		for _, m := range c.Matches {
			got = append(got, m.Text)
		}
		if strings.Join(got, " ") != want || c.Start != len("%cd  ") {
			t.Errorf("%q completes to %q from %d, want %q", source, got, c.Start, want)
		}
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

func TestCompletionOfFiles(t *testing.T) {
	t.Parallel()
	o := options(t)
	o.Dir = t.TempDir()
	if err := os.MkdirAll(filepath.Join(o.Dir, "data", "raw"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"data/a.csv", "data/b c.csv", ".hidden", "notes.txt", "\"quoted\""} {
		if err := os.WriteFile(filepath.Join(o.Dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s := start(t, o)
	check := func(source, want string) {
		t.Helper()
		c := s.Complete(source, len(source))
		var got []string
		for _, m := range c.Matches {
			got = append(got, m.Text)
		}
		if strings.Join(got, "|") != want || len(got) > 0 && c.Start != strings.LastIndexByte(source, '"')+1 {
			t.Errorf("%s completes to %q from %d, want %q", source, got, c.Start, want)
		}
	}
	check(`dataset.ReadCSV("`, "data/|notes.txt")
	check(`dataset.ReadCSV("data/`, "data/a.csv|data/b c.csv|data/raw/")
	check(`os.Open("`+o.Dir+`/n`, o.Dir+"/notes.txt")
	check(`os.Open(".h`, ".hidden")
	check(`%time os.Open("no`, "notes.txt")
	check(`os.Open("none/`, "")
	check(`fmt.Println("da`, "")
	emitted(t, s, "%cd data")
	check(`dataset.ReadCSV("`, "a.csv|b c.csv|raw/")
	check(`os.Open("../no`, "../notes.txt")
}

// What %fast is asked about are functions of cells.
func TestFastCompletesFunctions(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	want(t, s, "type Step struct{}\nfunc (Step) Half() {}\nfunc step(x float64) float64 { return x }\nfunc stop() {}\nsteps := 3\n1", "1")
	for source, names := range map[string][]string{"%fast st": {"step", "stop"}, "%fast ": {"Step.Half", "step", "stop"}, "%fast Step.": {"Step.Half"}, "%fast steps": nil} {
		got := s.Complete(source, len(source))
		var texts []string
		for _, m := range got.Matches {
			texts = append(texts, m.Text)
		}
		if !slices.Equal(texts, names) || got.Start != len("%fast ") || got.End != len(source) {
			t.Errorf("%q completes to %q from %d to %d, want %q", source, texts, got.Start, got.End, names)
		}
	}
	if got := s.Complete("%fast step", len("%fast st")).Matches; len(got) != 2 || got[0].Type != "function" || got[0].Signature != "(x float64) float64" {
		t.Errorf("the matches are %+v", got)
	}
}
