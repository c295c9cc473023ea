// Command gen counts how often the notebooks and the examples of the library use names,
// and writes uses.txt, which ranks completions. It runs in interp/static/ask.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"krigo/internal/nbformat"
	"krigo/interp/static/ask"
)

// root is the module's folder.
const root = "../../.."

func main() {
	log.SetFlags(0)
	log.SetPrefix("gen: ")
	uses := ask.Uses{}
	for folder, count := range map[string]func(ask.Uses, string) error{
		"notebooks": countNotebook, "gplib": countExamples, "display": countExamples,
	} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, _ fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			return count(uses, path)
		})
		if err != nil {
			log.Fatal(err)
		}
	}
	if err := os.WriteFile("uses.txt", []byte(text(uses)), 0o644); err != nil {
		log.Fatal(err)
	}
}

// text returns a name and its count in each line. It leaves out single uses, which are
// chance, and unqualified names, which are the authors' own.
func text(uses ask.Uses) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(uses)) {
		if uses[name] > 1 && strings.Contains(name, ".") {
			fmt.Fprintf(&b, "%s %d\n", name, uses[name])
		}
	}
	return b.String()
}

func countNotebook(uses ask.Uses, path string) error {
	if filepath.Ext(path) != ".ipynb" {
		return nil
	}
	nb, err := nbformat.ReadFile(path)
	if err != nil {
		return err
	}
	for _, c := range nb.Cells {
		if c.Type == nbformat.Code {
			uses.Add(c.Source, 1)
		}
	}
	return nil
}

// countExamples counts in the bodies of a file's Example functions.
func countExamples(uses ask.Uses, path string) error {
	if !strings.HasSuffix(path, "_test.go") {
		return nil
	}
	source, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, source, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, d := range file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && strings.HasPrefix(fn.Name.Name, "Example") {
			uses.Add(string(source[set.Position(fn.Body.Pos()).Offset:set.Position(fn.Body.End()).Offset]), 1)
		}
	}
	return nil
}
