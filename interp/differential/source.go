package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path"
	"regexp"
	"strings"
	"sync"
)

// importable are the packages that generated programs import, by name.
var importable = map[string]string{}

func init() {
	for _, p := range []string{
		"bufio", "bytes", "cmp", "container/heap", "encoding/json", "errors", "fmt", "io", "iter", "maps", "math", "math/bits", "math/cmplx", "os",
		"runtime", "slices", "sort", "strconv", "strings", "sync", "text/template", "time", "unicode", "unicode/utf8",
	} {
		importable[path.Base(p)] = p
	}
}

// tidy gives a program the imports that it needs, and formats it.
func tidy(source string) (string, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "program.go", source, parser.ParseComments)
	if err != nil {
		return source, err
	}
	return print(fset, file, spaced)
}

// spacing says what becomes of empty lines within declarations.
type spacing bool

const (
	spaced spacing = false
	dense  spacing = true // without empty lines, as parts that are left out leave them
)

// emptyLine is an empty line.
var emptyLine = regexp.MustCompile(`(?m)^\s*\n`)

// print formats a file. Its imports become those that it needs from importable,
// and its other ones.
func print(fset *token.FileSet, file *ast.File, how spacing) (string, error) {
	needed := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && importable[x.Name] != "" {
				needed[importable[x.Name]] = true
			}
		}
		return true
	})
	var specs []string
	for _, p := range sortedKeys(needed) {
		specs = append(specs, fmt.Sprintf("%q", p))
	}
	var rest bytes.Buffer
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			for _, s := range g.Specs {
				i := s.(*ast.ImportSpec)
				if p := strings.Trim(i.Path.Value, `"`); i.Name != nil || importable[path.Base(p)] != p {
					var b bytes.Buffer
					_ = format.Node(&b, fset, i)
					specs = append(specs, b.String())
				}
			}
			continue
		}
		var text bytes.Buffer
		if err := format.Node(&text, fset, d); err != nil {
			return "", err
		}
		rest.WriteString("\n\n")
		if how == dense && !bytes.ContainsRune(text.Bytes(), '`') {
			rest.Write(emptyLine.ReplaceAll(text.Bytes(), nil))
			continue
		}
		rest.Write(text.Bytes())
	}
	imports := ""
	if len(specs) > 0 {
		imports = "import (\n" + strings.Join(specs, "\n") + "\n)"
	}
	text, err := format.Source([]byte("package " + file.Name.Name + "\n\n" + imports + rest.String() + "\n"))
	return string(text), err
}

// checker type-checks programs by what the Go toolchain has compiled of the
// packages that they import.
type checker struct {
	importer types.Importer
}

// newChecker lists the packages that programs can import.
var newChecker = sync.OnceValues(func() (*checker, error) {
	args := []string{"list", "-export", "-deps", "-f", "{{if .Export}}{{.ImportPath}} {{.Export}}{{end}}"}
	out, err := exec.Command("go", append(args, sortedValues(importable)...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		if p, file, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			files[p] = file
		}
	}
	open := func(p string) (io.ReadCloser, error) {
		if files[p] == "" {
			return nil, fmt.Errorf("programs do not import %s", p)
		}
		return os.Open(files[p])
	}
	return &checker{importer.ForCompiler(token.NewFileSet(), "gc", open)}, nil
})

// check returns the errors of a program, in the order of its text.
func (c *checker) check(fset *token.FileSet, file *ast.File) []types.Error {
	var errs []types.Error
	config := types.Config{
		Importer: c.importer, GoVersion: "go1.26",
		Error: func(err error) { errs = append(errs, err.(types.Error)) },
	}
	_, _ = config.Check("main", fset, []*ast.File{file}, nil)
	return errs
}

// checkSource returns the first error of a program's text.
func (c *checker) checkSource(source string) error {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "program.go", source, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	if errs := c.check(fset, file); len(errs) > 0 {
		return errs[0]
	}
	return nil
}
