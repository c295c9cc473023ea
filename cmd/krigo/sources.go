package main

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"krigo/cell"
)

// standard is the file that stands for the standard input or output, and stdinName
// what the input is called in errors.
const (
	standard  = "-"
	stdinName = "<standard input>"
)

// sourceFile is a notebook or a Go file.
type sourceFile struct {
	path  string
	named bool // on the command line; others were found in a folder
}

// sourceFiles finds the notebooks and Go files that arguments mean: files by their
// names, and all that are in folders, or in the current one where there are no
// arguments. What is hidden, checkpoints among it, and folders that the go command
// passes over are left out.
func sourceFiles(args []string) ([]sourceFile, error) {
	if len(args) == 0 {
		args = []string{"."}
	}
	var files []sourceFile
	for _, arg := range args {
		info, err := os.Stat(arg)
		switch {
		case arg == standard && len(args) == 1:
			return nil, usageErrorf("-: the standard input is not read; want a notebook (.ipynb), a Go file (.go) or a folder")
		case arg == standard:
			return nil, usageErrorf("- stands for the standard input, and alone")
		case err != nil:
			return nil, usageErrorf("%w", err)
		case !info.IsDir() && !isSource(arg):
			return nil, usageErrorf("%s: want a notebook (.ipynb), a Go file (.go) or a folder", arg)
		case !info.IsDir():
			files = append(files, sourceFile{arg, true})
			continue
		}
		found, err := sourcesBelow(arg)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	return files, nil
}

func isSource(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".ipynb", ".go":
		return true
	}
	return false
}

func isNotebook(path string) bool { return strings.ToLower(filepath.Ext(path)) == ".ipynb" }

func sourcesBelow(folder string) (files []sourceFile, err error) {
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path != folder && isPassedOver(d):
			if d.IsDir() {
				return fs.SkipDir
			}
		case d.Type().IsRegular() && isSource(path):
			files = append(files, sourceFile{path: path})
		}
		return nil
	})
	return files, err
}

// isPassedOver tells whether something in a folder is not looked at.
func isPassedOver(d fs.DirEntry) bool {
	name := d.Name()
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") ||
		d.IsDir() && (name == "vendor" || name == "testdata" || name == "node_modules")
}

// readSource reads a file, or the standard input.
func readSource(path string, in io.Reader) ([]byte, error) {
	if path == standard || path == stdinName {
		return io.ReadAll(in)
	}
	return os.ReadFile(path)
}

// placesOf are the places that the error of a cell has.
func placesOf(err error) []cell.Diagnostic {
	failure := (*cell.Error)(nil)
	if !errors.As(err, &failure) {
		return nil
	}
	return failure.Diagnostics
}

// inNotebook is a place in a cell of a notebook as one in its file. The cells of a
// script bear its name already.
func inNotebook(path string, d cell.Diagnostic) cell.Diagnostic {
	return (&cell.Error{Diagnostics: []cell.Diagnostic{d}}).In(path).Diagnostics[0]
}

// placeText is what is wrong at a place, and below what to do, where that is known.
func placeText(d cell.Diagnostic) string {
	if d.Hint == "" {
		return d.Error()
	}
	return d.Error() + "\n    hint: " + d.Hint
}

// isScript tells whether a Go file that was found in a folder is one that krigo runs,
// and not a part of a package: it has no package clause, or is of package main and
// either no Go file but a script, or stands beside nothing that lacks a func main.
func isScript(path string, source []byte) bool {
	file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.SkipObjectResolution)
	switch {
	case err != nil:
		file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.PackageClauseOnly)
		return err != nil || file.Name.Name == "main"
	case file.Name.Name != "main" || strings.HasSuffix(path, "_test.go"):
		return false
	}
	siblings, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*.go"))
	return err == nil && !slices.ContainsFunc(siblings, isPartOfProgram)
}

// isPartOfProgram tells whether a file is of package main, but has no func main.
func isPartOfProgram(path string) bool {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil || file.Name.Name != "main" || strings.HasSuffix(path, "_test.go") {
		return false
	}
	return !slices.ContainsFunc(file.Decls, func(d ast.Decl) bool {
		fn, ok := d.(*ast.FuncDecl)
		return ok && fn.Recv == nil && fn.Name.Name == "main"
	})
}
