package main

import (
	"bytes"
	"fmt"
	"go/types"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/traefik/yaegi/extract"
	"golang.org/x/tools/go/packages"
)

// names returns the text from which a package's symbol table is made: the exported
// names, with the values of constants and the methods of interfaces.
func names(p *types.Package) string {
	var b strings.Builder
	for _, name := range p.Scope().Names() {
		o := p.Scope().Lookup(name)
		if !o.Exported() {
			continue
		}
		fmt.Fprintf(&b, "%T %s generic=%t\n", o, name, typeParams(o) != nil)
		if c, ok := o.(*types.Const); ok {
			fmt.Fprintf(&b, "\t%s %s\n", c.Type(), c.Val().ExactString())
		}
		if i, ok := o.Type().Underlying().(*types.Interface); ok {
			for m := range i.Methods() {
				fmt.Fprintf(&b, "\t%s\n", m)
			}
		}
	}
	return b.String()
}

// writeDependencies writes the tables and the types of other modules' packages.
func writeDependencies() error {
	all, err := load(packages.NeedExportFile, dependencies...)
	if err != nil {
		return err
	}
	if err := removeAll("table_gonum_*.go", "table_plot*.go", "table_google_*.go"); err != nil {
		return err
	}
	for _, p := range all {
		if err := writeTable(p.PkgPath); err != nil {
			return err
		}
	}
	return writeTypes("types/dependencies.zip", all)
}

// writeTable writes the symbol table of one package, restricted to the names that
// match one of the patterns if any are given.
func writeTable(path string, include ...string) error {
	log.Print("table of ", path)
	var source bytes.Buffer
	e := extract.Extractor{
		Dest: "tables", License: "//lint:file-ignore SA1019 the table holds all that is exported", Include: include,
	}
	if _, err := e.Extract(path, "", &source); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return writeFile(tableFile(path), source.Bytes())
}

// tableFile returns the file of a package's table, such as tables/table_gonum_mat.go.
func tableFile(path string) string {
	short := "std_" + path
	for _, prefix := range []string{modulePath, "gonum.org/v1/", "github.com/"} {
		if rest, ok := strings.CutPrefix(path, prefix); ok {
			short = rest
			break
		}
	}
	return "tables/table_" + strings.NewReplacer("/", "_", ".", "_").Replace(short) + ".go"
}

// removeAll removes the files that match.
func removeAll(patterns ...string) error {
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		if err != nil {
			return err
		}
		for _, file := range files {
			if err := os.Remove(file); err != nil {
				return err
			}
		}
	}
	return nil
}
