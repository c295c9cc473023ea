package cases

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/tools/txtar"
)

// Case is a program, or a session of cells with a program that does the same.
type Case struct {
	Name    string   // topic/file, without extension
	About   string   // what it tests
	Cells   []string // of a session; a program has none
	Program string   // what the Go toolchain runs
	Want    Outcome  // what that does
	// Refused is part of the message with which krigo refuses the program or a cell; empty
	// if krigo does what Go does.
	Refused string
}

// The files of a case.
const (
	programFile = "main.go"
	outFile     = "stdout"
	quotedFile  = "stdout.quoted" // each line as a Go string, for texts that are not plain
	exitFile    = "exit"
	panicFile   = "panic" // the text, then a line "function:line" for each call, innermost first
	refusedFile = "refused"
)

func cellFile(i int) string { return fmt.Sprintf("cell%d.go", i+1) }

// Dir returns the folder of the corpus in the module of the working directory.
func Dir() (string, error) {
	root, err := moduleRoot()
	return filepath.Join(root, "testdata", "go"), err
}

// moduleRoot returns the nearest folder above the working directory that has a go.mod.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("the working directory is in no module")
		}
		dir = parent
	}
}

// Read reads the cases of a folder whose names match, in the order of names.
func Read(dir string, wanted *regexp.Regexp) ([]Case, error) {
	paths, err := find(dir, func(name string) bool { return !transcripts.MatchString(name) && wanted.MatchString(name) })
	if err != nil {
		return nil, err
	}
	var all []Case
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		c, err := parse(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		c.Name = nameOf(path)
		all = append(all, c)
	}
	return all, nil
}

// ForTest reads the cases of the corpus whose names match a pattern.
func ForTest(t testing.TB, pattern string) []Case {
	t.Helper()
	dir, err := Dir()
	if err != nil {
		t.Fatal(err)
	}
	all, err := Read(dir, regexp.MustCompile(pattern))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// parse reads the text of a case.
func parse(text []byte) (c Case, err error) {
	archive := txtar.Parse(text)
	c.About = strings.TrimSpace(string(archive.Comment))
	for _, f := range archive.Files {
		switch text := string(f.Data); f.Name {
		case cellFile(len(c.Cells)):
			c.Cells = append(c.Cells, text)
		case programFile:
			c.Program = text
		case outFile:
			c.Want.Stdout = text
		case quotedFile:
			c.Want.Stdout, err = unquoted(text)
		case exitFile:
			c.Want.Exit, err = strconv.Atoi(strings.TrimSpace(text))
		case panicFile:
			c.Want.Failure, c.Want.Places, err = parsePanic(text)
		case refusedFile:
			c.Refused = strings.TrimSpace(text)
		default:
			err = fmt.Errorf("unexpected file %q, want %q or one that README.md lists", f.Name, cellFile(len(c.Cells)))
		}
		if err != nil {
			return c, err
		}
	}
	if c.Program == "" || c.About == "" {
		return c, fmt.Errorf("want a comment that says what the case tests, and %s", programFile)
	}
	return c, nil
}

func parsePanic(text string) (failure string, places []Place, err error) {
	failure, rest, _ := strings.Cut(text, "\n")
	for line := range strings.Lines(rest) {
		function, number, _ := strings.Cut(strings.TrimSpace(line), ":")
		n, err := strconv.Atoi(number)
		if err != nil {
			return "", nil, err
		}
		places = append(places, Place{function, n})
	}
	return failure, places, nil
}

// Format returns the text of a case.
func (c Case) Format() ([]byte, error) {
	a := &txtar.Archive{Comment: []byte(c.About + "\n")}
	add := func(name, text string) { a.Files = append(a.Files, txtar.File{Name: name, Data: []byte(text)}) }
	for i, cell := range c.Cells {
		add(cellFile(i), cell)
	}
	add(programFile, c.Program)
	switch out := c.Want.Stdout; {
	case out == "":
	case plain(out):
		add(outFile, out)
	default:
		add(quotedFile, quoted(out))
	}
	if c.Want.Exit != 0 {
		add(exitFile, fmt.Sprintln(c.Want.Exit))
	}
	if c.Want.Failure != "" {
		text := c.Want.Failure + "\n"
		for _, p := range c.Want.Places {
			text += p.String() + "\n"
		}
		add(panicFile, text)
	}
	if c.Refused != "" {
		add(refusedFile, c.Refused+"\n")
	}
	text := txtar.Format(a)
	if again := txtar.Parse(text); len(again.Files) != len(a.Files) || !bytes.Equal(txtar.Format(again), text) {
		return nil, errors.New("a line of the case looks like the name of a file")
	}
	return text, nil
}

// plain reports whether a text can be a file of an archive, and can be read.
func plain(text string) bool {
	a := &txtar.Archive{Files: []txtar.File{{Name: outFile, Data: []byte(text)}}}
	again := txtar.Parse(txtar.Format(a))
	return len(again.Files) == 1 && string(again.Files[0].Data) == text && utf8.ValidString(text) &&
		!strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' })
}

// quoted has a Go string for each line of a text, with the end of the line.
func quoted(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		fmt.Fprintln(&b, strconv.Quote(line))
	}
	return b.String()
}

func unquoted(text string) (string, error) {
	var b strings.Builder
	for line := range strings.Lines(text) {
		s, err := strconv.Unquote(strings.TrimSpace(line))
		if err != nil {
			return "", fmt.Errorf("%s: %s: %w", quotedFile, line, err)
		}
		b.WriteString(s)
	}
	return b.String(), nil
}

// Write writes a case into a folder, if that changes the file.
func (c Case) Write(dir string) error {
	path := filepath.Join(dir, filepath.FromSlash(c.Name)+".txtar")
	text, err := c.Format()
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	before, err := os.ReadFile(path)
	switch {
	case err == nil && bytes.Equal(before, text):
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return writeFile(path, string(text))
}
