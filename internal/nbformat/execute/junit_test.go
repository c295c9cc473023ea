package execute

import (
	"encoding/xml"
	"errors"
	"testing"
	"time"

	"krigo/cell"
	"krigo/internal/nbformat"
)

// parsed is a report as a reader of JUnit's XML sees it.
type parsed struct {
	Tests, Failures, Errors, Skipped int
	Time                             float64
	Suites                           []struct {
		Name  string  `xml:"name,attr"`
		Tests int     `xml:"tests,attr"`
		Time  float64 `xml:"time,attr"`
		Cases []struct {
			Name    string  `xml:"name,attr"`
			Class   string  `xml:"classname,attr"`
			Time    float64 `xml:"time,attr"`
			Failure *struct {
				Message string `xml:"message,attr"`
				Type    string `xml:"type,attr"`
				Text    string `xml:",chardata"`
			} `xml:"failure"`
			Skipped *struct {
				Message string `xml:"message,attr"`
			} `xml:"skipped"`
		} `xml:"testcase"`
	} `xml:"testsuite"`
}

func TestJUnitTellsHowEachCellEnded(t *testing.T) {
	nb := notebookOf("ok()", "", "named()", "bad()", "expected()", "skip()", "never()")
	nb.Add(nbformat.Markdown, "words")
	cells := nb.Cells
	cells[2].Metadata["name"] = "the \x1b[31mscores\x1b[0m"
	cells[4].Metadata["tags"] = []any{"raises-exception"}
	cells[5].Metadata["tags"] = []any{"skip-execution"}
	bad := &cell.Error{
		Name: "Panic", Message: "\x1b[1mboom\x1b[0m <&> \x00\x07\ufffe",
		Diagnostics: []cell.Diagnostic{{Cell: "cell 3", Line: 2, Source: "panic(1)"}},
	}
	raw, err := JUnit([]Report{
		{"a & b.ipynb", nb, []Step{
			{At: cells[0], Done: true, Elapsed: 1500 * time.Millisecond}, {At: cells[2], Done: true},
			{At: cells[3], Done: true, Err: bad}, {At: cells[4], Done: true, Err: bad},
		}},
		{"b.ipynb", notebookOf("x"), nil},
	})
	if err != nil {
		t.Fatal(err)
	}
	var got parsed
	if err := xml.Unmarshal(raw, &got); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
	if len(got.Suites) != 2 || got.Suites[0].Name != "a & b.ipynb" || got.Suites[0].Tests != 6 || got.Suites[0].Time != 1.5 {
		t.Fatalf("%+v", got)
	}
	names := []string{"cell 1: ok()", "cell 2: the scores", "cell 3: bad()", "cell 4: expected()", "skipped: skip()", "cell 5: never()"}
	for i, c := range got.Suites[0].Cases {
		if c.Name != names[i] || c.Class != "a & b.ipynb" || (c.Failure != nil) != (i == 2) || (c.Skipped != nil) != (i >= 4) {
			t.Errorf("case %d is %+v, want %s", i+1, c, names[i])
		}
	}
	const text = "Panic: boom <&>    \n  a & b.ipynb:cell 3:2\n      panic(1)"
	if f := got.Suites[0].Cases[2].Failure; f.Message != "boom <&>    " || f.Type != "Panic" || f.Text != text {
		t.Errorf("failure %+v", *f)
	}
	if c := got.Suites[1].Cases; len(c) != 1 || c[0].Skipped == nil {
		t.Errorf("a notebook that did not begin: %+v", c)
	}
}

func TestJUnitTellsAnEngineThatFails(t *testing.T) {
	nb := notebookOf("x")
	raw, err := JUnit([]Report{{"a", nb, []Step{{At: nb.Cells[0], Done: true, Err: errors.New("no worker")}}}})
	var got parsed
	if err := errors.Join(err, xml.Unmarshal(raw, &got)); err != nil {
		t.Fatal(err)
	}
	if f := got.Suites[0].Cases[0].Failure; f == nil || f.Message != "no worker" {
		t.Errorf("%s", raw)
	}
}
