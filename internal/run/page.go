package run

import (
	"errors"
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

// Cells says whether the cells of a page run in the browser.
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
	root, folder, err := rootOf(folder)
	if err != nil {
		return nil, err
	}
	page, _, err := module.HTML(j.notebook, browser.Options{
		Export: o, Name: filepath.Base(j.path), Root: root, Dir: folder, Alone: j.cells == InOneFile,
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

// rootOf returns the folder whose files a page may hold, the current one, and a notebook's folder in it. The root
// is that folder itself if it is elsewhere.
func rootOf(folder string) (root, dir string, err error) {
	if dir, err = filepath.Abs(folder); err != nil {
		return "", "", err
	}
	if root, err = os.Getwd(); err != nil {
		return "", "", err
	}
	if below, err := filepath.Rel(root, dir); err != nil || below == ".." || strings.HasPrefix(below, ".."+string(filepath.Separator)) {
		root = dir
	}
	return root, dir, nil
}
