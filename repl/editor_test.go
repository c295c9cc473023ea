package repl

import (
	"strings"
	"testing"

	"krigo/cell"
)

// fixed completes with what it is told.
type fixed struct{ cell.Completion }

func (f fixed) Complete(string, int) cell.Completion { return f.Completion }
func (fixed) IsComplete(string) cell.Completeness    { return cell.Completeness{Status: "complete"} }

func TestCompletionsReplaceFromTheStartOfTheMatch(t *testing.T) {
	found := cell.Completion{
		Matches: []cell.Match{{Text: "Println", Type: "function", Signature: "(a ...any)"}},
		Start:   len("π := fmt."), End: len("π := fmt.Pri"),
	}
	c := completions(fixed{found}, []rune("π := fmt.Pri"), len([]rune("π := fmt.Pri")))
	if c.PREFIX != "Pri" {
		t.Errorf("prefix %q, want Pri", c.PREFIX)
	}
}

// What is typed of a name is none: the editor replaces the text since the last
// space, and shows the likeliest first.
func TestCompletionsAfterADot(t *testing.T) {
	found := cell.Completion{Matches: []cell.Match{{Text: "SE"}, {Text: "Matern52"}}, Start: len("π := cov."), End: len("π := cov.")}
	if c := completions(fixed{found}, []rune("π := cov."), len([]rune("π := cov."))); c.PREFIX != "cov." {
		t.Errorf("prefix %q, want cov.", c.PREFIX)
	}
}

func TestColouredKeepsTheText(t *testing.T) {
	const source = "x := f(\"a\") // note"
	colored := coloured(source)
	if !strings.Contains(colored, "\x1b[") {
		t.Errorf("no colour in %q", colored)
	}
	plain := colored
	for {
		start := strings.Index(plain, "\x1b[")
		if start < 0 {
			break
		}
		end := strings.IndexByte(plain[start:], 'm')
		plain = plain[:start] + plain[start+end+1:]
	}
	if plain != source {
		t.Errorf("without colours %q, want %q", plain, source)
	}
}
