//go:build ignore

// Pages writes notebooks as pages, as they stand: run by the tests of pages, in
// the project's module, with the folder for the pages and the notebooks.
package main

import (
	"log"
	"os"
	"path/filepath"

	"krigo/internal/nbformat"
	"krigo/internal/nbformat/export"
)

func main() {
	for _, path := range os.Args[2:] {
		nb, err := nbformat.ReadFile(path)
		if err != nil {
			log.Fatal(err)
		}
		page, err := export.HTML(nb, export.Options{Files: os.DirFS(filepath.Dir(path)), Notebook: filepath.Base(path)})
		if err != nil {
			log.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(os.Args[1], filepath.Base(path)+".html"), page, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}
