package repl

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"

	"krigo/cell"
)

// Script evaluates the text of a Go file and prints what it gives. The text is
// a program, whose func main is called, or a script of cells: declarations and
// statements in any order, parted by lines that begin with "// %%". A first
// line that begins with #! is passed over. Positions in errors are those of
// the file, whose name is label.
//
// It returns the error of the first cell that fails, which it has printed. A
// script that calls os.Exit ends there, with an error that ExitCode knows.
func Script(ctx context.Context, engine Engine, screen *Screen, label, source string) error {
	cells, err := scriptCells(source)
	if err != nil {
		return fmt.Errorf("%s: %w", label, err)
	}
	for _, source := range cells {
		value, err := engine.Eval(ctx, cell.Cell{Label: label, Source: source}, screen)
		if _, exits := ExitCode(err); exits {
			screen.finishCell(nil, nil)
			return err
		}
		screen.finishCell(value, err)
		if err != nil {
			return err
		}
	}
	return nil
}

// ExitCode is what a cell gave to os.Exit, where err tells that it called it, or
// what the process of the cell exited with, as log.Fatal has it do.
func ExitCode(err error) (code int, ok bool) {
	failure := (*cell.Error)(nil)
	if !errors.As(err, &failure) || failure.Name != "Exit" && !failure.Exited {
		return 0, false
	}
	return failure.Code, true
}

// scriptCells cuts a file's text into cells, each with as many empty lines
// before it that its lines have the numbers that they have in the file.
func scriptCells(source string) ([]string, error) {
	source = strings.ReplaceAll(source, "\r\n", "\n")
	if strings.HasPrefix(source, "#!") {
		source = strings.TrimLeftFunc(source, func(r rune) bool { return r != '\n' })
	}
	file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.SkipObjectResolution)
	if err != nil {
		return blankFirstPackage(splitCells(source)), nil
	}
	if file.Name.Name != "main" {
		return nil, fmt.Errorf("package %s is no program: want package main, or a script without a package clause", file.Name.Name)
	}
	source = blankPackage(source)
	if hasMain(file) {
		return []string{source, "main()"}, nil
	}
	return splitCells(source), nil
}

// packageClause is the line that a program begins with and a script may.
var packageClause = regexp.MustCompile(`(?m)^package[ \t]+\w+[ \t]*;?`)

// blankPackage makes the package clause white space: a session is package main.
func blankPackage(source string) string {
	at := packageClause.FindStringIndex(source)
	if at == nil {
		return source
	}
	return source[:at[0]] + strings.Repeat(" ", at[1]-at[0]) + source[at[1]:]
}

// blankFirstPackage blanks the package clause of a script, which is not that of
// a file which a command of a cell writes.
func blankFirstPackage(cells []string) []string {
	for i, cell := range cells {
		if strings.HasPrefix(strings.TrimSpace(cell), "%") {
			continue
		}
		if cells[i] = blankPackage(cell); cells[i] != cell {
			break
		}
	}
	return cells
}

func hasMain(file *ast.File) bool {
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "main" {
			return true
		}
	}
	return false
}

// cellMark begins a line that parts two cells, as editors that know cells have
// it.
var cellMark = regexp.MustCompile(`(?m)^//[ \t]*%%.*$`)

func splitCells(source string) []string {
	var cells []string
	start := 0
	add := func(end int) {
		if strings.TrimSpace(source[start:end]) != "" {
			cells = append(cells, strings.Repeat("\n", strings.Count(source[:start], "\n"))+source[start:end])
		}
	}
	for _, at := range cellMark.FindAllStringIndex(source, -1) {
		add(at[0])
		start = at[1]
	}
	add(len(source))
	return cells
}
