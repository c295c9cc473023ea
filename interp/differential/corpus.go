package main

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

	"golang.org/x/tools/txtar"
)

// corpus is a folder of programs and sessions, with what Go makes of them.
type corpus struct {
	dir      string
	wanted   *regexp.Regexp
	parallel int
	subject  subject
	oracle   oracle
}

// entry is a program or a session of the corpus.
type entry struct {
	name, path string
	cells      []string       // of a session; a program has none
	program    string         // what it does, as a Go program
	archive    *txtar.Archive // of a session
	want       outcome
}

// The files of a session's archive, beside its cells.
const (
	goFile   = "go"   // a program that does the same
	outFile  = "out"  // what that prints
	exitFile = "exit" // its exit code, where it is not 0
	cellFile = "cell "
)

// entries reads the corpus, programs first, each in the order of names.
func (c *corpus) entries() ([]entry, error) {
	var all []entry
	for pattern, read := range map[string]func(path string) (entry, error){
		"programs/*.go": readProgram, "sessions/*.txtar": readSession,
	} {
		files, err := filepath.Glob(filepath.Join(c.dir, filepath.FromSlash(pattern)))
		if err != nil {
			return nil, err
		}
		for _, path := range files {
			name := filepath.Base(filepath.Dir(path)) + "/" + strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
			if !c.wanted.MatchString(name) {
				continue
			}
			e, err := read(path)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			e.name, e.path = name, path
			all = append(all, e)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no program or session matches %q", c.dir, c.wanted)
	}
	sortEntries(all)
	return all, nil
}

func readProgram(path string) (entry, error) {
	source, err := os.ReadFile(path)
	if err != nil {
		return entry{}, err
	}
	base := strings.TrimSuffix(path, ".go")
	out, err := os.ReadFile(base + ".out")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return entry{}, err
	}
	exit, err := os.ReadFile(base + ".exit")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return entry{}, err
	}
	code, err := exitCode(exit)
	return entry{program: string(source), want: outcome{stdout: string(out), exit: code}}, err
}

func readSession(path string) (entry, error) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		return entry{}, err
	}
	e := entry{archive: archive}
	for _, f := range archive.Files {
		switch text := string(f.Data); {
		case strings.HasPrefix(f.Name, cellFile):
			if want := fmt.Sprintf("%s%d", cellFile, len(e.cells)+1); f.Name != want {
				return e, fmt.Errorf("%q follows where %q is due", f.Name, want)
			}
			e.cells = append(e.cells, text)
		case f.Name == goFile:
			e.program = text
		case f.Name == outFile:
			e.want.stdout = text
		case f.Name == exitFile:
			if e.want.exit, err = exitCode(f.Data); err != nil {
				return e, err
			}
		default:
			return e, fmt.Errorf("no file of a session is called %q", f.Name)
		}
	}
	if len(e.cells) == 0 || e.program == "" {
		return e, errors.New(`want the files "cell 1" and "go"`)
	}
	return e, nil
}

func exitCode(text []byte) (int, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return 0, nil
	}
	return strconv.Atoi(string(bytes.TrimSpace(text)))
}

// run runs an entry through the interpreter.
func (e entry) run(s *subject) outcome {
	if e.archive != nil {
		return s.cells(e.cells)
	}
	return s.program(e.program)
}

// compare runs the corpus through the interpreter. Each result is reported as
// it comes.
func (c *corpus) compare(report func(named)) (*tally, error) {
	entries, err := c.entries()
	if err != nil {
		return nil, err
	}
	t := newTally(fmt.Sprintf("%d programs of the corpus", len(entries)))
	return t, c.compareAll(entries, t, report)
}

func (c *corpus) compareAll(entries []entry, t *tally, report func(named)) error {
	results := make([]named, len(entries))
	each(len(entries), c.parallel, func(i int) {
		e := entries[i]
		got := e.run(&c.subject)
		want := e.want
		// The corpus does not keep the texts of panics.
		want.failure = got.failure
		results[i] = named{e.name, compare(want, got)}
		report(results[i])
	})
	for _, r := range results {
		t.add(r.name, r.comparison)
	}
	t.finish()
	return nil
}

// update asks the Go toolchain what the corpus prints and how it exits, and
// writes that.
func (c *corpus) update() error {
	entries, err := c.entries()
	if err != nil {
		return err
	}
	for len(entries) > 0 {
		n := min(len(entries), 50)
		if err := c.updateSome(entries[:n]); err != nil {
			return err
		}
		entries = entries[n:]
	}
	return nil
}

func (c *corpus) updateSome(entries []entry) error {
	sources := make([]string, len(entries))
	for i, e := range entries {
		sources[i] = e.program
	}
	outcomes, err := c.oracle.separate(sources)
	if err != nil {
		return err
	}
	for i, e := range entries {
		if outcomes[i].late {
			return fmt.Errorf("%s: %s", e.path, outcomes[i].failure)
		}
		if err := e.write(outcomes[i]); err != nil {
			return err
		}
	}
	return nil
}

// write writes what an entry is to print and its exit code, where they are not
// what is there already.
func (e entry) write(want outcome) error {
	if e.archive == nil {
		return writeExpectation(e.path, want)
	}
	archive := &txtar.Archive{Comment: e.archive.Comment}
	for _, f := range e.archive.Files {
		if f.Name != outFile && f.Name != exitFile {
			archive.Files = append(archive.Files, f)
		}
	}
	archive.Files = append(archive.Files, txtar.File{Name: outFile, Data: []byte(want.stdout)})
	if want.exit != 0 {
		archive.Files = append(archive.Files, txtar.File{Name: exitFile, Data: fmt.Appendln(nil, want.exit)})
	}
	return os.WriteFile(e.path, txtar.Format(archive), 0o644)
}
