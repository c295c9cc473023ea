package cases

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// transcripts are the topics whose files are transcripts.
var transcripts = regexp.MustCompile(`^(cells|notebook|rules)/`)

// Transcript is a session of cells with what krigo shows after each: values, errors and notes,
// which no program prints.
type Transcript struct {
	Name    string // topic/file, without extension
	path    string
	archive *txtar.Archive
}

// The files of a transcript: a cell is followed by one of the others, or must show nothing.
const (
	cellPart     = "cell"     // is evaluated
	showsPart    = "shows"    // what the cell before shows
	containsPart = "contains" // a part of that
	quietPart    = "quiet"    // the cell before shows neither an error nor a note
	restartPart  = "restart"  // the session loses its values
	sessionPart  = "session " // begins a session, whose name follows
)

// Session runs the cells of a transcript.
type Session interface {
	// Eval evaluates a cell and returns its output.
	Eval(label, source string) string
	// Restart makes the session lose its values.
	Restart()
}

// Transcripts reads the transcripts whose names match a pattern.
func Transcripts(t testing.TB, pattern string) []*Transcript {
	t.Helper()
	dir, err := Dir()
	if err != nil {
		t.Fatal(err)
	}
	paths, err := find(dir, func(name string) bool {
		return transcripts.MatchString(name) && regexp.MustCompile(pattern).MatchString(name)
	})
	if err != nil {
		t.Fatal(err)
	}
	var all []*Transcript
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(bytes.TrimSpace(archive.Comment)) == 0 {
			t.Fatalf("%s: want a comment that says what the transcript tests", path)
		}
		all = append(all, &Transcript{nameOf(path), path, archive})
	}
	return all
}

// Has reports whether a transcript has a file.
func (x *Transcript) Has(part string) bool {
	for _, f := range x.archive.Files {
		if f.Name == part {
			return true
		}
	}
	return false
}

// Run evaluates the cells of a transcript in sessions that start makes, and fails the test if
// their output differs. With UPDATE in the environment it writes the output instead.
func (x *Transcript) Run(t testing.TB, start func() Session) {
	t.Helper()
	s, session, number, shown := start(), "", 0, ""
	for i, f := range x.archive.Files {
		where := fmt.Sprintf("%s: %scell %d", x.Name, session, number)
		if name, ok := strings.CutPrefix(f.Name, sessionPart); ok {
			s, session, number = start(), name+": ", 0
			continue
		}
		switch text := string(f.Data); f.Name {
		case cellPart:
			number++
			shown = s.Eval(fmt.Sprint("cell ", number), text)
			if shown != "" && !x.judged(i) {
				t.Errorf("%s: %scell %d shows %q, want nothing", x.Name, session, number, shown)
			}
		case showsPart:
			if shown != text {
				t.Errorf("%s shows\n%s\nwant\n%s", where, shown, text)
				x.archive.Files[i].Data = []byte(shown)
			}
		case containsPart:
			if want := strings.TrimSpace(text); !strings.Contains(shown, want) {
				t.Errorf("%s shows\n%s\nwant %q in it", where, shown, want)
			}
		case quietPart:
			if strings.Contains(shown, "error: ") || strings.Contains(shown, "note: ") {
				t.Errorf("%s shows\n%s", where, shown)
			}
		case restartPart:
			s.Restart()
		default:
			t.Fatalf("%s: unexpected file %q", x.Name, f.Name)
		}
	}
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(x.path, txtar.Format(x.archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// judged reports whether a file follows the cell i that says what it shows.
func (x *Transcript) judged(i int) bool {
	if i+1 == len(x.archive.Files) {
		return false
	}
	next := x.archive.Files[i+1].Name
	return next == showsPart || next == containsPart || next == quietPart
}

// CellsOf returns the cells of archives at patterns of paths, by their location.
func CellsOf(t testing.TB, patterns ...string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, pattern := range patterns {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("nothing is at %s: %v", pattern, err)
		}
		for _, path := range paths {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for i, f := range archive.Files {
				if f.Name == "setup" || strings.HasPrefix(f.Name, cellPart) {
					all[fmt.Sprint(path, " ", i)] = string(f.Data)
				}
			}
		}
	}
	return all
}

// nameOf returns the topic and the file of a path, without extension.
func nameOf(path string) string {
	return filepath.Base(filepath.Dir(path)) + "/" + strings.TrimSuffix(filepath.Base(path), ".txtar")
}

// find lists the files of a folder's topics whose names are wanted, at least one.
func find(dir string, wanted func(name string) bool) ([]string, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*", "*.txtar"))
	if err != nil {
		return nil, err
	}
	var found []string
	for _, path := range paths {
		if wanted(nameOf(path)) {
			found = append(found, path)
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%s: no name matches", dir)
	}
	return found, nil
}
