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

// File is a file that a page holds for its cells.
type File struct {
	Name string // in a cell, relative to the notebook's folder
	Path string // of the system
}

// FilesOf returns the files that texts in a notebook's cells name, relative to the folder dir, and that a page may
// hold: regular files within the folder root, none that is hidden, and none that leads by links out of root or to a
// hidden one. Any other file of root that the notebook names is among them: show the names to the user, and choose a
// root without files that readers of the page may not see. An error names a file that is too large. The notebook need
// not have run.
func FilesOf(nb *nbformat.Notebook, root, dir string) (found []File, err error) {
	root, err = filepath.EvalSymlinks(root)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return nil, fmt.Errorf("browser: %w", err)
	}
	folder := below(root, dir)
	if !isVisible(folder) {
		return nil, fmt.Errorf("browser: the notebook's folder %s is not within %s, or is hidden there", dir, root)
	}
	seen := map[string]bool{}
	for _, c := range nb.Cells {
		if c.Type != nbformat.Code {
			continue
		}
		for _, text := range stringLiterals(c.Source) {
			if seen[text] || !isFileName(text) || !isVisible(path.Join(folder, text)) {
				continue
			}
			seen[text] = true
			file, err := filepath.EvalSymlinks(filepath.Join(dir, filepath.FromSlash(text)))
			if err != nil || !isVisible(below(root, file)) {
				continue // it is no file's name, or that of a file that a cell will write
			}
			info, err := os.Stat(file)
			if err != nil || !info.Mode().IsRegular() {
				continue
			}
			if err := checkSize(text, info.Size()); err != nil {
				return nil, err
			}
			found = append(found, File{text, file})
		}
	}
	return found, nil
}

// content returns the content of a file, which may have changed since it was found.
func (f File) content() ([]byte, error) {
	content, err := os.ReadFile(f.Path)
	if err != nil {
		return nil, fmt.Errorf("browser: %w", err)
	}
	return content, checkSize(f.Name, int64(len(content)))
}

func checkSize(name string, size int64) error {
	if size > largest {
		return fmt.Errorf("browser: %s has %d MB; a page holds files of at most %d MB", name, size>>20, largest>>20)
	}
	return nil
}

// isFileName reports whether a text may be the name of a file: relative, with an ending, and short.
func isFileName(text string) bool {
	return len(text) < 256 && path.Ext(text) != "" && !path.IsAbs(text) && !strings.ContainsAny(text, "\n\x00")
}

// isVisible reports whether a path, relative to the root and with slashes, stays in the root and has no hidden part.
func isVisible(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(part, ".") && part != "." {
			return false
		}
	}
	return true
}

// below returns a path as it is seen from the root, with slashes, or ".." if it is elsewhere.
func below(root, name string) string {
	relative, err := filepath.Rel(root, name)
	if err != nil {
		return ".."
	}
	return filepath.ToSlash(relative)
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
