package percent

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"

	"krigo/cell"
	"krigo/internal/nbformat"
)

// Cell is a cell of a file as it runs.
type Cell struct {
	// Source has as many empty lines before it that its lines have the numbers that
	// they have in the file.
	Source string
	// Tags are the tags in its metadata.
	Tags []string
}

// Cells cuts the text of a Go file into the cells that run: those of a notebook in
// the percent format or of a script. A program is one cell, after which its func main
// is to be called. Errors name the line.
func Cells(text string) (cells []Cell, isProgram bool, err error) {
	source, isProgram, err := program(text)
	if err != nil || isProgram {
		return []Cell{{Source: source}}, isProgram, err
	}
	f, err := readFile(text)
	if err != nil {
		return nil, false, err
	}
	packaged := false // the only package clause was found
	for _, p := range f.pieces {
		r := f.cell(p)
		if !r.runs || strings.TrimSpace(r.Source) == "" {
			continue
		}
		if _, whole, _ := program(r.Source); !packaged && !whole { // a session runs a cell that is a whole program
			r.Source, packaged = withoutPackage(r.Source)
		}
		cells = append(cells, Cell{strings.Repeat("\n", r.line) + r.Source, r.Tags()})
	}
	return cells, false, nil
}

// Modules returns the go.mod and go.sum files in the metadata that the header of a Go file has, or the zero value.
func Modules(text string) (cell.Modules, error) {
	h, err := readHeader(linesOf(text))
	if err != nil {
		return cell.Modules{}, err
	}
	return (&nbformat.Notebook{Metadata: h.metadata}).Modules()
}

// Program returns the text of a Go file that is a program: it has a package clause and a func main. A first line for
// the shell (#!) is left empty. For another file, it returns "".
func Program(text string) string {
	if _, is, err := program(text); !is || err != nil {
		return ""
	}
	if strings.HasPrefix(text, "#!") {
		text = text[max(0, strings.IndexByte(text, '\n')):]
	}
	return text
}

// Marks returns the places of the lines that begin cells in a text whose lines end in
// "\n": the offsets of their beginnings and ends.
func Marks(text string) ([][2]int, error) {
	f, err := readFile(text)
	if err != nil {
		return nil, err
	}
	var marks [][2]int
	line, at := 0, 0
	for _, p := range f.pieces {
		if !p.marked {
			continue
		}
		for ; line < p.line; line++ {
			at += strings.IndexByte(text[at:], '\n') + 1
		}
		end := len(text)
		if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
			end = at + n
		}
		marks = append(marks, [2]int{at, end})
	}
	return marks, nil
}

// program finds a program in the text of a file: its func main makes it one. The
// package clause is made white space.
func program(text string) (source string, ok bool, err error) {
	lines := linesOf(text)
	if strings.HasPrefix(lines[0], "#!") {
		lines[0] = ""
	}
	source = strings.Join(lines, "\n") + "\n"
	parsed, failed := parser.ParseFile(token.NewFileSet(), "", source, parser.SkipObjectResolution)
	switch {
	case failed != nil:
		return "", false, nil
	case parsed.Name.Name != "main":
		return "", false, fmt.Errorf("package %s is not a program: want package main, or a script without a package clause", parsed.Name.Name)
	case !hasMain(parsed):
		return "", false, nil
	}
	source, _ = withoutPackage(source)
	return source, true, nil
}

func hasMain(file *ast.File) bool {
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "main" {
			return true
		}
	}
	return false
}

// packageClause is the line that a program begins with and a script may.
var packageClause = regexp.MustCompile(`(?m)^package[ \t]+\w+[ \t]*;?`)

// withoutPackage makes the package clause white space: a session is package main.
// What a command writes into a file keeps its own.
func withoutPackage(source string) (blanked string, found bool) {
	at := packageClause.FindStringIndex(source)
	if at == nil || strings.HasPrefix(strings.TrimSpace(source), "%") {
		return source, false
	}
	return source[:at[0]] + strings.Repeat(" ", at[1]-at[0]) + source[at[1]:], true
}

// programNotebook returns a program as a cell and a call.
func programNotebook(source string) *nbformat.Notebook {
	nb := header{}.notebook()
	for _, text := range []string{strings.TrimSpace(source), "main()"} {
		nb.Add(nbformat.Code, text).ID = ""
	}
	settleIDs(nb)
	nb.CompleteMetadata()
	return nb
}
