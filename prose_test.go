package krigo

import (
	"go/scanner"
	"go/token"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// habits are phrases that plain technical English does not need, with what to write instead.
var habits = []struct{ phrase, instead string }{
	{`\b(is|are) what\b`, "say what it does"},
	{`\bin the place of\b`, "instead of"},
	{`\b[Tt]ells? whether\b`, "reports whether"},
	{`\b(is|are) told\b`, "is reported"},
	{`\bof which\b`, "a sentence of its own"},
	{`\bwhat is known of\b`, "name what is known"},
	{`\bhangs? on\b`, "depends on"},
	{`\bto be had\b`, "available"},
	{`\bat hand\b`, "available"},
	{`\bwithout a word\b`, "silently"},
	{`\b(himself|whoever)\b`, "the user, the caller"},
	{`\banew\b`, "again"},
}

// passage is a comment, a message or a paragraph of Markdown, on one line, with its first line number.
type passage struct {
	line int
	text string
}

// TestProseIsPlain checks the comments and messages of Go and the Markdown for habits.
func TestProseIsPlain(t *testing.T) {
	compiled := make([]*regexp.Regexp, len(habits))
	for i, h := range habits {
		compiled[i] = regexp.MustCompile(h.phrase)
	}
	for file, passages := range prose(t) {
		for _, p := range passages {
			for i, re := range compiled {
				if found := re.FindString(p.text); found != "" {
					t.Errorf("%s:%d: %q; write: %s", file, p.line, found, habits[i].instead)
				}
			}
		}
	}
}

// TestCommentsAreWrapped checks that no line of a comment is longer than 120 characters, but for
// directives, the outputs of examples, and lines that have no space to break at.
func TestCommentsAreWrapped(t *testing.T) {
	const longest = 120
	for _, file := range handWritten(t, ".go") {
		if strings.HasSuffix(file, "example_test.go") {
			continue
		}
		eachComment(read(t, file), func(line int, text string) {
			if strings.HasPrefix(text, "// ") && utf8.RuneCountInString(text) > longest && breakable(text, longest) {
				t.Errorf("%s:%d has more than %d characters", file, line, longest)
			}
		})
	}
}

// prose returns the passages of each hand-written file of Go and Markdown, by file.
func prose(t *testing.T) map[string][]passage {
	all := map[string][]passage{}
	for _, file := range handWritten(t, ".go") {
		source := read(t, file)
		all[file] = comments(source)
		if !strings.HasSuffix(file, "_test.go") {
			all[file] = append(all[file], messages(source)...)
		}
	}
	for _, file := range handWritten(t, ".md") {
		if file != "docs/slowest-tests.md" { // quotes comments of tests
			all[file] = paragraphs(read(t, file))
		}
	}
	return all
}

// handWritten returns the files with an extension that are not generated and not data of tests.
func handWritten(t *testing.T, ext string) []string {
	generated := regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)
	_, files := tree(t)
	var found []string
	for _, file := range files {
		if path.Ext(file) == ext && !strings.Contains(file, "testdata/") && file != "prose_test.go" && !generated.MatchString(read(t, file)) {
			found = append(found, file)
		}
	}
	return found
}

func read(t *testing.T, file string) string {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// comments returns the comments of a Go file; line comments on consecutive lines are one.
func comments(source string) []passage {
	var all []passage
	last := -1
	eachComment(source, func(line int, text string) {
		text = strings.TrimSpace(strings.Trim(text, "/*"))
		if line == last+1 && len(all) > 0 {
			all[len(all)-1].text += " " + text
		} else {
			all = append(all, passage{line, text})
		}
		last = line
	})
	return all
}

// messages returns the string literals of a Go file that are longer than a name.
func messages(source string) []passage {
	const shortest = 25
	var all []passage
	each(token.STRING, source, func(line int, literal string) {
		text, err := strconv.Unquote(literal)
		if err == nil && len(text) > shortest && strings.Contains(text, " ") {
			all = append(all, passage{line, text})
		}
	})
	return all
}

// eachComment calls f with each comment of a Go file and the number of its first line.
func eachComment(source string, f func(line int, text string)) { each(token.COMMENT, source, f) }

// each calls f with each token of a kind in a Go file and the number of its first line.
func each(kind token.Token, source string, f func(line int, text string)) {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(source))
	s.Init(file, []byte(source), nil, scanner.ScanComments)
	for {
		pos, tok, text := s.Scan()
		switch tok {
		case token.EOF:
			return
		case kind:
			f(file.Line(pos), text)
		}
	}
}

// paragraphs returns the paragraphs of Markdown without code.
func paragraphs(text string) []passage {
	var all []passage
	inFence, begins := false, true
	for i, line := range strings.Split(text, "\n") {
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "```") {
			inFence = !inFence
		}
		switch {
		case inFence || trimmed == "":
			begins = true
		case begins:
			all, begins = append(all, passage{i + 1, trimmed}), false
		default:
			all[len(all)-1].text += " " + trimmed
		}
	}
	return all
}
