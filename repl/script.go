package repl

import (
	"context"
	"encoding/json"
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
	cells, err := ScriptCells(label, source)
	if err != nil {
		return err
	}
	return RunScript(ctx, engine, screen, cells)
}

// ScriptCell is a cell of a script.
type ScriptCell struct {
	cell.Cell
	// Tags are those that the line which begins it gives, as in
	//
	//	// %% tags=["parameters"]
	Tags []string
}

// ScriptCells cuts the text of a Go file into cells. Of a program with a func main
// there are two: its declarations, and the call.
func ScriptCells(label, source string) ([]ScriptCell, error) {
	cells, err := scriptCells(source)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", label, err)
	}
	for i := range cells {
		cells[i].Label = label
	}
	return cells, nil
}

// RunScript is Script for cells that are cut already.
func RunScript(ctx context.Context, engine Engine, screen *Screen, cells []ScriptCell) error {
	for _, c := range cells {
		value, err := engine.Eval(ctx, c.Cell, screen)
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
func scriptCells(source string) ([]ScriptCell, error) {
	source = strings.ReplaceAll(source, "\r\n", "\n")
	if strings.HasPrefix(source, "#!") {
		source = strings.TrimLeftFunc(source, func(r rune) bool { return r != '\n' })
	}
	file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.SkipObjectResolution)
	if err != nil {
		cells := splitCells(source)
		blankFirstPackage(cells)
		return cells, nil
	}
	if file.Name.Name != "main" {
		return nil, fmt.Errorf("package %s is no program: want package main, or a script without a package clause", file.Name.Name)
	}
	source = blankPackage(source)
	if hasMain(file) {
		return []ScriptCell{{Cell: cell.Cell{Source: source}}, {Cell: cell.Cell{Source: "main()"}}}, nil
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
func blankFirstPackage(cells []ScriptCell) {
	for i := range cells {
		source := cells[i].Source
		if strings.HasPrefix(strings.TrimSpace(source), "%") {
			continue
		}
		if cells[i].Source = blankPackage(source); cells[i].Source != source {
			return
		}
	}
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

func splitCells(source string) []ScriptCell {
	var cells []ScriptCell
	start, mark := 0, ""
	add := func(end int) {
		if strings.TrimSpace(source[start:end]) != "" {
			before := strings.Repeat("\n", strings.Count(source[:start], "\n"))
			cells = append(cells, ScriptCell{cell.Cell{Source: before + source[start:end]}, markTags(mark)})
		}
	}
	for _, at := range cellMark.FindAllStringIndex(source, -1) {
		add(at[0])
		start, mark = at[1], source[at[0]:at[1]]
	}
	add(len(source))
	return cells
}

// tagsOfMark are the tags in a line that begins a cell, as Jupytext writes them.
var tagsOfMark = regexp.MustCompile(`[ \t]tags=(\[[^\]]*\])`)

func markTags(mark string) []string {
	found := tagsOfMark.FindStringSubmatch(mark)
	if found == nil {
		return nil
	}
	var tags []string
	if json.Unmarshal([]byte(found[1]), &tags) != nil {
		return nil
	}
	return tags
}
