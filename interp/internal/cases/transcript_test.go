package cases

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// echo is a session that shows what its cells say.
type echo struct{ restarted string }

func (e *echo) Eval(label, source string) string {
	return strings.NewReplacer("LABEL", label, "nothing\n", "").Replace(e.restarted + source)
}

func (e *echo) Restart() { e.restarted = "restarted\n" }

// failures keeps the messages of a failing test.
type failures struct {
	testing.TB
	all []string
}

func (f *failures) Helper() {}
func (f *failures) Errorf(format string, args ...any) {
	f.all = append(f.all, fmt.Sprintf(format, args...))
}

func TestTranscriptsFailWhereCellsShowSomethingElse(t *testing.T) {
	for text, want := range map[string]string{
		"-- cell --\nnothing\n":                                                        "",
		"-- cell --\nx\n":                                                              "cell 1 shows \"x\\n\", want nothing",
		"-- cell --\nx\n-- shows --\nx\n":                                              "",
		"-- cell --\nx\n-- shows --\ny\n":                                              "cell 1 shows\nx\n\nwant\ny",
		"-- cell --\nabc\n-- contains --\nb\n":                                         "",
		"-- cell --\nabc\n-- contains --\nd\n":                                         "want \"d\" in it",
		"-- cell --\nabc\n-- quiet --\n":                                               "",
		"-- cell --\nnote: a\n-- quiet --\n":                                           "cell 1 shows",
		"-- cell --\nerror: a\n-- quiet --\n":                                          "cell 1 shows",
		"-- restart --\n-- cell --\nx\n-- shows --\nrestarted\nx\n":                    "",
		"-- restart --\n-- session b --\n-- cell --\nLABEL\n-- shows --\ncell 1\n":     "",
		"-- cell --\nnothing\n-- session b --\n-- cell --\nx\n":                        "b: cell 1 shows",
		"-- cell --\nnothing\n-- cell --\nLABEL\n-- shows --\ncell 2\n-- cell --\nx\n": "cell 3 shows",
	} {
		f := &failures{TB: t}
		x := &Transcript{Name: "topic/name", archive: txtar.Parse([]byte(text))}
		x.Run(f, func() Session { return &echo{} })
		if got := strings.Join(f.all, "\n"); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s\nfails with %q, want %q", text, got, want)
		}
	}
}
