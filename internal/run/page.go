package run

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"krigo/internal/browser"
	"krigo/internal/destination"
	"krigo/internal/nbformat/export"
	"krigo/internal/source"
)

// Cells is the form of a page, by whether its cells run in the browser.
type Cells int

// The forms of a page with cells that run.
const (
	NoCells   Cells = iota
	WithFiles       // what the page loads is next to it
	InOneFile       // the page holds all that it needs
)

// findModule finds the module of pages with cells, which is large, once.
var findModule = sync.OnceValues(browser.Find)

// check returns an error if pages with cells cannot be made.
func (c Cells) check() error {
	if c == NoCells {
		return nil
	}
	_, err := findModule()
	return inContext("cells", err)
}

// page returns the page of the executed notebook, and writes the files that it loads.
func (j *job) page() ([]byte, error) {
	folder := filepath.Dir(j.path)
	o := export.Options{Name: source.Stem(j.path), Files: os.DirFS(folder), Notebook: j.link(), Slides: j.slides, Live: j.live}
	if j.cells == NoCells {
		return export.HTML(j.notebook, o)
	}
	module, err := findModule()
	if err != nil {
		return nil, err
	}
	page, err := module.HTML(j.notebook, browser.Options{
		Export: o, Name: filepath.Base(j.path), Files: j.attached, Alone: j.cells == InOneFile,
	})
	if err == nil && j.cells == WithFiles {
		err = writeNextTo(j.html, module)
	}
	return page, err
}

// writeNextTo writes the files that a page loads.
func writeNextTo(page string, module *browser.Pages) error {
	files := module.Files()
	files[browser.OfflineFile] = browser.Offline()
	var faults []error
	for _, name := range slices.Sorted(maps.Keys(files)) {
		faults = append(faults, destination.Write(filepath.Join(filepath.Dir(page), name), files[name]))
	}
	return errors.Join(faults...)
}

// attach finds the files that the page holds for its cells: those of the folder root, by default the notebook's own,
// that cells name. It prints their names, since the notebook's author may have named files that readers may not see.
func (j *job) attach(root string, stderr io.Writer) error {
	if j.cells == NoCells {
		return nil
	}
	dir, err := filepath.Abs(filepath.Dir(j.path))
	if err != nil {
		return err
	}
	if root == "" {
		root = dir
	}
	if root, err = filepath.Abs(root); err != nil {
		return err
	}
	if j.attached, err = browser.FilesOf(j.notebook, root, dir); err != nil || len(j.attached) == 0 {
		return inContext(j.path, err)
	}
	var names []string
	for _, f := range j.attached {
		names = append(names, f.Name)
	}
	_, err = fmt.Fprintf(stderr, "%s: the page will hold the files that cells name: %s\n", j.path, strings.Join(names, ", "))
	return err
}
