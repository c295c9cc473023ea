// Command site makes static pages of the repository: lessons, papers, the gallery,
// guides and the documentation of packages, with a list of contents and a search over
// headings.
//
//	go run ./scripts/site -out out/site
//
// It runs in the root of a checkout. Notebooks keep their saved outputs; nothing is
// run. With -cells, readers can edit and run the cells of the lessons. The pages need
// no server and ask no other host for anything. Links between files of the repository
// lead to their pages; one that leads nowhere, in the repository or on a page, and a
// formula that cannot be shown are reported, and the command fails.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"krigo/internal/browser"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("site: ")
	out := flag.String("out", filepath.Join("out", "site"), "the `folder` for the pages, which takes the place of an earlier one")
	cells := flag.String("cells", "", "let the cells of lessons run, with the module in this `folder` (make browser)")
	flag.Parse()
	if err := write(*out, *cells); err != nil {
		log.Fatal(err)
	}
}

// write makes the site of the current folder, with the module of cells in a folder, or none if that is "".
func write(out, cells string) error {
	s, err := newSite(os.DirFS("."))
	if err != nil {
		return err
	}
	if cells != "" {
		if s.cells, err = browser.Open(cells); err != nil {
			return err
		}
	}
	files, err := s.files()
	if err != nil {
		return err
	}
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	for name, content := range files {
		path := filepath.Join(out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o666); err != nil {
			return err
		}
	}
	problems := check(files)
	for _, p := range problems {
		log.Print(p)
	}
	if len(problems) > 0 {
		return fmt.Errorf("%d faults; the pages are in %s all the same", len(problems), out)
	}
	fmt.Printf("%d pages: %s\n", len(s.pages)+1, filepath.Join(out, "index.html"))
	return nil
}
