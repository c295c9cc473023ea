package browser

import (
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"krigo/internal/nbformat"
)

// home is the folder of the notebook among the files of a page.
const home = "/home/krigo/notebooks"

// largest is the number of bytes of the largest file that a page holds.
const largest = 16 << 20

// attachment is a file that the page holds for its cells.
type attachment struct {
	named   string // in a cell
	path    string // among the files of the page
	content []byte
}

// attachments returns the files that texts in a notebook's cells name, relative to the folder dir. Only files
// within the folder root count, and no hidden ones: a notebook of others cannot bring private files into a page.
func attachments(nb *nbformat.Notebook, root, dir string) (found []attachment, err error) {
	if root == "" {
		return nil, nil
	}
	within, err := os.OpenRoot(root)
	if err != nil {
		return nil, fmt.Errorf("browser: %w", err)
	}
	defer within.Close()
	below, err := filepath.Rel(root, dir)
	if err != nil {
		return nil, fmt.Errorf("browser: %w", err)
	}
	seen := map[string]bool{}
	for _, c := range nb.Cells {
		if c.Type != nbformat.Code {
			continue
		}
		for _, text := range stringLiterals(c.Source) {
			name := path.Join(filepath.ToSlash(below), text)
			if seen[text] || !isFileName(text) || isHidden(name) {
				continue
			}
			seen[text] = true
			info, err := within.Stat(filepath.FromSlash(name))
			if err != nil || !info.Mode().IsRegular() {
				continue // it is no file's name, or that of a file that a cell will write
			}
			if info.Size() > largest {
				return nil, fmt.Errorf("browser: %s has %d MB; a page holds files of at most %d MB", text, info.Size()>>20, largest>>20)
			}
			content, err := within.ReadFile(filepath.FromSlash(name))
			if err != nil {
				return nil, fmt.Errorf("browser: %w", err)
			}
			found = append(found, attachment{text, path.Join(home, text), content})
		}
	}
	return found, nil
}

// isFileName reports whether a text may be the name of a file: relative, with an ending, and short.
func isFileName(text string) bool {
	return len(text) < 256 && path.Ext(text) != "" && !path.IsAbs(text) && !strings.ContainsAny(text, "\n\x00")
}

// isHidden reports whether a path, seen from the root, leaves that or has a hidden part.
func isHidden(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(part, ".") {
			return true
		}
	}
	return false
}

// stringLiterals returns the values of the string literals of Go source, as far as it is Go.
func stringLiterals(source string) (values []string) {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(source))
	s.Init(file, []byte(source), func(token.Position, string) {}, 0)
	for {
		_, tok, literal := s.Scan()
		if tok == token.EOF {
			return values
		}
		if value, err := strconv.Unquote(literal); tok == token.STRING && err == nil {
			values = append(values, value)
		}
	}
}
