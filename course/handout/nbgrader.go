package handout

import (
	"bytes"
	_ "embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"

	"krigo/internal/nbformat"
)

// TestPrefix is the beginning of the grade_id of the test of an exercise, whose ID follows.
const TestPrefix = "test-"

// nbgraderConfig is the configuration of a course for nbgrader. It begins with the module that the
// package for Python has, too, so that it needs no such package.
var nbgraderConfig = nbgraderModule + `

# A course of Go notebooks, run by krigo (https://nbgrader.readthedocs.io).
c = get_config()  # noqa: F821
configure(c)
c.CourseDirectory.course_id = "krigo"
# Seconds for a cell.
c.ExecutePreprocessor.timeout = 300
`

//go:embed nbgrader.py
var nbgraderModule string

// ForNBGrader returns a course for nbgrader: its configuration, and for each of the course's notebooks with
// exercises the assignment source/NAME/NAME.ipynb with the data that it reads.
func ForNBGrader(course fs.FS, solution func(id string) (string, bool), notebooks, data string) ([]File, error) {
	files := []File{{"nbgrader_config.py", []byte(nbgraderConfig)}}
	read, err := Files(course, keep, data)
	if err != nil {
		return nil, err
	}
	lessons, err := Files(course, func(raw []byte) ([]byte, error) { return assignment(raw, solution, data) }, notebooks)
	if err != nil {
		return nil, err
	}
	for _, lesson := range lessons {
		if len(lesson.Content) == 0 {
			continue // a notebook without exercises
		}
		folder := path.Join("source", strings.TrimSuffix(path.Base(lesson.Path), ".ipynb"))
		files = append(files, File{path.Join(folder, path.Base(lesson.Path)), lesson.Content})
		for _, f := range read {
			if bytes.Contains(lesson.Content, []byte(f.Path)) {
				files = append(files, File{path.Join(folder, f.Path), f.Content})
			}
		}
	}
	return files, nil
}

// keep is the change of a file that stays as it is.
func keep(raw []byte) ([]byte, error) { return raw, nil }

// assignment returns the teacher's notebook of an assignment, or nothing if there are no exercises: the
// solution of each is in a region that nbgrader replaces, and behind it is a locked test. Data is the folder
// of data, which is beside the notebook and not above it.
func assignment(raw []byte, solution func(id string) (string, bool), data string) ([]byte, error) {
	nb, err := nbformat.Parse(raw)
	if err != nil || len(Exercises(nb)) == 0 {
		return nil, err
	}
	var all []*nbformat.Cell
	for _, c := range slices.Clone(nb.Cells) {
		c.Clear()
		c.Source = strings.ReplaceAll(c.Source, "../"+data+"/", data+"/")
		all = append(all, c)
		g := Of(c)
		solved, ok := solution(g.ID)
		if !ok || !g.Solution || c.Type != nbformat.Code {
			continue
		}
		source, err := region(c.Source, strings.TrimRight(solved, "\n"), g.ID)
		if err != nil {
			return nil, fmt.Errorf("exercise %s: %w", g.ID, err)
		}
		c.Source = source
		c.Metadata["nbgrader"] = metadata(Graded{ID: g.ID, Solution: true})
		test := nb.Add(nbformat.Code, fmt.Sprintf("// This test passes when the last answer to exercise %s is right.\ncourse.Require(%q)", g.ID, g.ID))
		test.Metadata["nbgrader"] = metadata(Graded{ID: TestPrefix + g.ID, Grade: true, Points: g.Points})
		all = append(all, test)
	}
	nb.Cells = all
	if raw, err = nb.Encode(); err != nil {
		return nil, err
	}
	return nbformat.Strip(raw)
}

// metadata returns a cell's metadata for nbgrader; cells that students do not write are locked.
func metadata(g Graded) map[string]any {
	m := map[string]any{
		"schema_version": 3, "grade_id": g.ID, "grade": g.Grade, "solution": g.Solution, "locked": !g.Solution, "task": false,
	}
	if g.Grade {
		m["points"], m["cell_type"] = g.Points, "code"
	}
	return m
}

// region returns the cell of an exercise with its solution between // BEGIN SOLUTION and // END SOLUTION, so
// that course.Check stays when nbgrader puts a stub there. If the stub and the solution differ within a
// function, the region is there, and else before the call of course.Check, whose answer it sets.
func region(stub, solution, id string) (string, error) {
	given, asked, err := cutCheck(stub, id)
	if err != nil {
		return "", fmt.Errorf("the stub: %w", err)
	}
	solved, answer, err := cutCheck(solution, id)
	if err != nil {
		return "", fmt.Errorf("the solution: %w", err)
	}
	before, after := common(given, solved)
	write := func(parts ...[]string) string { return strings.Join(slices.Concat(parts...), "\n") }
	inner, replaced := solved[before:len(solved)-after], given[before:len(given)-after]
	if asked == answer && depth(solved[:before]) > 0 {
		indent := inner[0][:len(inner[0])-len(strings.TrimLeft(inner[0], "\t"))]
		return write(solved[:before], []string{indent + "// BEGIN SOLUTION"}, inner, []string{indent + "// END SOLUTION"},
			solved[len(solved)-after:], []string{call(id, answer)}), nil
	}
	var hints []string
	for _, line := range replaced {
		hints = append(hints, strings.TrimRight("// "+line, " "))
	}
	return write(solved[:before], hints, []string{"var answer any = course.Todo // set it below: answer = ...", "// BEGIN SOLUTION"},
		inner, solved[len(solved)-after:], []string{"answer = " + answer, "// END SOLUTION", call(id, "answer")}), nil
}

// call returns the call that checks an answer.
func call(id, answer string) string { return fmt.Sprintf("course.Check(%q, %s)", id, answer) }

// cutCheck returns the lines of an exercise before the call of course.Check with which it ends, and the
// call's answer.
func cutCheck(source, id string) (lines []string, answer string, err error) {
	lines = strings.Split(strings.TrimRight(source, "\n"), "\n")
	at := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, fmt.Sprintf("course.Check(%q,", id)) })
	if at < 0 {
		return nil, "", fmt.Errorf("no line begins with course.Check(%q, ...)", id)
	}
	text := strings.Join(lines[at:], "\n")
	x, err := parser.ParseExpr(text)
	if err != nil {
		return nil, "", err
	}
	c, ok := x.(*ast.CallExpr)
	if !ok || len(c.Args) != 2 {
		return nil, "", fmt.Errorf("course.Check(%q, ...) does not end it", id)
	}
	return lines[:at], text[c.Args[1].Pos()-1 : c.Args[1].End()-1], nil
}

// common returns how many lines the stub and the solution have in common before and after what differs. What
// is between has as many closing brackets as opening ones, in both.
func common(given, solved []string) (before, after int) {
	most := min(len(given), len(solved))
	for before < most && given[before] == solved[before] {
		before++
	}
	for after < most-before && given[len(given)-1-after] == solved[len(solved)-1-after] {
		after++
	}
	for before > 0 && (depth(given[before:len(given)-after]) != 0 || depth(solved[before:len(solved)-after]) != 0) {
		before--
	}
	return before, after
}

// depth returns how many more brackets lines open than close.
func depth(lines []string) int {
	var s scanner.Scanner
	src := []byte(strings.Join(lines, "\n"))
	file := token.NewFileSet().AddFile("", -1, len(src))
	s.Init(file, src, func(token.Position, string) {}, 0)
	open := 0
	for {
		switch _, t, _ := s.Scan(); t {
		case token.LBRACE, token.LPAREN, token.LBRACK:
			open++
		case token.RBRACE, token.RPAREN, token.RBRACK:
			open--
		case token.EOF:
			return open
		}
	}
}
