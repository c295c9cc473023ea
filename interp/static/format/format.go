// Package format writes the Go of a cell as gofmt writes that of a file.
//
// A cell holds declarations and statements in any order, which go/format takes only
// apart. So the pieces of a cell are joined into maximal runs of declarations only or of
// statements only, in which gofmt's alignment over several lines works.
package format

import (
	"fmt"
	"go/format"
	"go/scanner"
	"go/token"
	"strings"

	"krigo/cell"
	"krigo/interp/static/syntax"
)

// Cell formats a cell of Go. A cell with a syntax error is returned as it is. The text
// ends in a newline if the cell's does, and has no empty lines at its ends. Lines end in
// "\n".
func Cell(c *cell.Cell) (string, []syntax.Fault) {
	pieces, faults := syntax.Split(c)
	if len(faults) > 0 {
		return c.Source, faults // what follows them is guessed
	}
	for _, p := range pieces {
		_, more := syntax.Parse(token.NewFileSet(), p)
		faults = append(faults, more...)
	}
	if len(faults) > 0 || len(pieces) == 0 {
		return c.Source, faults
	}
	var texts []string
	gaps := []string{""}
	for _, r := range runs(c.Source, pieces) {
		text, err := r.formatted()
		if err != nil {
			return c.Source, []syntax.Fault{{Cell: c, Offset: pieces[0].Start, Message: fmt.Sprintf("cannot be formatted: %v", err)}}
		}
		if len(texts) > 0 {
			gaps = append(gaps, gap(r.text))
		}
		texts = append(texts, text)
	}
	var b strings.Builder
	for i, text := range texts {
		b.WriteString(gaps[i] + text)
	}
	if strings.HasSuffix(c.Source, "\n") {
		b.WriteString("\n")
	}
	return b.String(), nil
}

// gap returns the text between a run and the one before: a line break, and an empty line
// if the source has any.
func gap(text string) string {
	space := text[:len(text)-len(strings.TrimLeft(text, " \t\r\n"))]
	return "\n" + strings.Repeat("\n", min(max(strings.Count(space, "\n")-1, 0), 1))
}

// The text before a run when it is formatted: a package clause makes it a file, whose
// imports are sorted; a statement makes it a list of statements.
const (
	fileHead  = "package p\n\n"
	stmtsHead = "_ = 0\n\n"
)

// steps bounds how often gofmt formats a text again; two have sufficed for all texts so far.
const steps = 8

// formatted returns the text of a run as gofmt writes it, without space around it. It is formatted
// until gofmt leaves it as it is: a comment of several lines within an expression may take more
// than one step.
func (r run) formatted() (string, error) {
	text := strings.TrimSpace(r.text)
	for range steps {
		out, err := r.gofmt(text)
		if err != nil || out == text {
			return out, err
		}
		text = out
	}
	return text, nil
}

// gofmt formats a text of the kind of the run once.
func (r run) gofmt(text string) (string, error) {
	head := fileHead
	switch {
	case r.clause:
		head = ""
	case r.could&declarations == 0:
		head, text = stmtsHead, indentComments(text)
	}
	out, err := format.Source([]byte(head + text + "\n"))
	return strings.TrimSpace(strings.TrimPrefix(string(out), head)), err
}

// indentComments indents the comments that begin in the first column: there gofmt
// takes them for documentation, and sets the lists and the code in them.
func indentComments(text string) string {
	src := []byte(text)
	file := token.NewFileSet().AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, scanner.ScanComments)
	var b strings.Builder
	at := 0
	for {
		pos, tok, _ := s.Scan()
		offset := file.Offset(pos)
		if tok == token.EOF {
			return b.String() + text[at:]
		}
		if tok == token.COMMENT && (offset == 0 || text[offset-1] == '\n') {
			b.WriteString(text[at:offset] + "\t")
			at = offset
		}
	}
}
