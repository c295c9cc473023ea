// Package source finds the notebooks and Go files that command-line arguments name, and reads
// them.
package source

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"krigo/internal/exit"
)

const (
	// Standard is the argument for the standard input or output.
	Standard = "-"
	// StdinName is the name of the standard input in error messages.
	StdinName = "<standard input>"
)

// File is a notebook or a Go file.
type File struct {
	Path string
	// Named reports whether an argument names the file; otherwise it was found in a folder.
	Named bool
}

// Files returns the notebooks and Go files that arguments name, and those in the folders that
// they name, or in the current one if there are no arguments. Hidden files and folders
// (checkpoints are hidden) and those that the go command ignores are left out. Any other
// argument is an error with the status of wrong use.
func Files(args []string) ([]File, error) {
	if len(args) == 0 {
		args = []string{"."}
	}
	var files []File
	for _, arg := range args {
		info, err := os.Stat(arg)
		switch {
		case arg == Standard && len(args) == 1:
			return nil, exit.Misusef("-: standard input is not read here; want a notebook (.ipynb), a Go file (.go) or a folder")
		case arg == Standard:
			return nil, exit.Misusef("- stands for standard input and must be the only argument")
		case err != nil:
			return nil, exit.Misuse(err)
		case !info.IsDir() && !isSource(arg):
			return nil, exit.Misusef("%s: want a notebook (.ipynb), a Go file (.go) or a folder", arg)
		case !info.IsDir():
			files = append(files, File{arg, true})
			continue
		}
		found, err := below(arg)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	return files, nil
}

func isSource(path string) bool { return IsNotebook(path) || IsGo(path) }

// IsNotebook reports whether a path has the extension of notebooks.
func IsNotebook(path string) bool { return hasExtension(path, ".ipynb") }

// IsGo reports whether a path has the extension of Go files.
func IsGo(path string) bool { return hasExtension(path, ".go") }

func hasExtension(path, ext string) bool { return strings.EqualFold(filepath.Ext(path), ext) }

// Kind is a kind of file that krigo runs.
type Kind int

// The kinds of files.
const (
	Notebook Kind = iota + 1
	Script
)

// KindOf returns the kind of a file: by its extension, or Script if its first line names krigo
// after "#!". The standard input is a script.
func KindOf(path string) (Kind, error) {
	if path == Standard {
		return Script, nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	switch {
	case info.IsDir():
		return 0, FolderError(path)
	case IsNotebook(path):
		return Notebook, nil
	case IsGo(path), hasShebang(path):
		return Script, nil
	}
	return 0, fmt.Errorf("%s: want a notebook (.ipynb) or a Go file (.go)", path)
}

func hasShebang(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	line, err := bufio.NewReader(io.LimitReader(f, 256)).ReadString('\n')
	return err == nil && strings.HasPrefix(line, "#!") && strings.Contains(line, "krigo")
}

// FolderError is the error of a folder in place of notebooks.
func FolderError(path string) error {
	return fmt.Errorf("%s is a folder: want notebooks, such as %s", path, filepath.Join(path, "*.ipynb"))
}

func below(folder string) (files []File, err error) {
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path != folder && isIgnored(d):
			if d.IsDir() {
				return fs.SkipDir
			}
		case d.Type().IsRegular() && isSource(path):
			files = append(files, File{Path: path})
		}
		return nil
	})
	return files, err
}

func isIgnored(d fs.DirEntry) bool {
	name := d.Name()
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") ||
		d.IsDir() && (name == "vendor" || name == "testdata" || name == "node_modules")
}

// Read returns the content of a file, or of the standard input in.
func Read(path string, in io.Reader) ([]byte, error) {
	if path == Standard || path == StdinName {
		return io.ReadAll(in)
	}
	return os.ReadFile(path)
}

// Stem returns the name of a file without folder and extension.
func Stem(path string) string {
	return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
}

// IsScript reports whether krigo runs a Go file that was found in a folder; otherwise it is part of
// a package. A script has no package clause, or is of package main and either is not a valid Go
// file or shares its folder only with files that have a func main.
func IsScript(path string, content []byte) bool {
	file, err := parser.ParseFile(token.NewFileSet(), "", content, parser.SkipObjectResolution)
	switch {
	case err != nil:
		file, err := parser.ParseFile(token.NewFileSet(), "", content, parser.PackageClauseOnly)
		return err != nil || file.Name.Name == "main"
	case file.Name.Name != "main" || strings.HasSuffix(path, "_test.go"):
		return false
	}
	siblings, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*.go"))
	return err == nil && !slices.ContainsFunc(siblings, lacksMain)
}

// lacksMain reports whether a file is of package main and has no func main.
func lacksMain(path string) bool {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil || file.Name.Name != "main" || strings.HasSuffix(path, "_test.go") {
		return false
	}
	return !slices.ContainsFunc(file.Decls, func(d ast.Decl) bool {
		fn, ok := d.(*ast.FuncDecl)
		return ok && fn.Recv == nil && fn.Name.Name == "main"
	})
}
