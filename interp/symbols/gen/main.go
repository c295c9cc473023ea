// Command gen writes package tables, the interpreter's symbol tables of the compiled
// packages that cells may import (for the standard library, the parts that yaegi's own
// tables lack) and the compiled instances of the standard library's generic packages, and
// the embedded files of package symbols: the type export data of all of them, and the lists
// of instances. It rewrites only stale files.
//
//	gen         rewrite stale files: go generate does this
//	gen -check  list stale files, and fail if there are any
//	gen -docs   write docs/docs.zip, the documentation of packages outside the project
//
// It runs in interp/symbols, and needs the Go toolchain.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("gen: ")
	check := flag.Bool("check", false, "list what is stale, and fail if anything is")
	docs := flag.Bool("docs", false, "write docs/docs.zip and nothing else")
	flag.Parse()
	run := generate
	switch {
	case *check:
		run = checkGenerated
	case *docs:
		run = writeDocs
	}
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

// generate rewrites stale files.
func generate() error {
	now, stale, err := compare()
	if err != nil {
		return err
	}
	if stale.standard {
		err = writeStandard()
	}
	if err == nil && stale.dependencies {
		err = writeDependencies()
	}
	for _, p := range stale.tables {
		if err == nil {
			err = writeTable(p)
		}
	}
	for _, p := range stale.types {
		if err == nil {
			err = writeFile(typesFile(p.path), p.data)
		}
	}
	if err == nil && stale.embedded != nil {
		err = writeFile(embeddedFile, stale.embedded)
	}
	for _, file := range stale.gone {
		if err == nil {
			err = os.Remove(file)
		}
	}
	if err != nil {
		return err
	}
	return now.write()
}

// checkGenerated lists stale files, and fails if there are any.
func checkGenerated() error {
	_, stale, err := compare()
	if err != nil {
		return err
	}
	if list := stale.list(); len(list) > 0 {
		return fmt.Errorf("the generated files in interp/symbols are stale:\n\t%s\nRun this and commit what it changes:\n\tgo generate ./interp/symbols",
			strings.Join(list, "\n\t"))
	}
	return nil
}

// writeFile writes a file, and its folder if missing.
func writeFile(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o644)
}
