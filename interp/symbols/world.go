package symbols

import (
	"archive/zip"
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/gcexportdata"
)

// exported is the type export data: an archive each for the standard library and
// the dependencies, with names.json next to them, and a file for each of the
// project's own packages.
//
//go:embed types
var exported embed.FS

// modulePath is the prefix of the import paths of the project's own packages.
const modulePath = "krigo/"

// World is the set of importable packages: their types and documentation, read
// package by package on demand. Its methods may be called from several
// goroutines.
type World struct {
	open  func() (archives, error)
	index func() index
	docs  documentation
	pages bool // has what cells of web pages can import

	mu       sync.Mutex
	packages map[string]*types.Package // by path; shared by all export data
}

// NewWorld returns the world of the embedded files. Nothing is read yet.
func NewWorld() *World {
	w := &World{packages: map[string]*types.Package{}}
	w.open = sync.OnceValues(openArchives)
	w.index = sync.OnceValue(w.readIndex)
	return w
}

// NewPageWorld returns the world of cells in web pages, which lacks the packages that [InPages] denies.
func NewPageWorld() *World {
	w := NewWorld()
	w.pages = true
	return w
}

// archives are the export data of packages that are not the project's own.
type archives []*zip.Reader

func openArchives() (archives, error) {
	var all archives
	for _, name := range []string{"standard.zip", "dependencies.zip"} {
		data, err := exported.ReadFile("types/" + name)
		if err != nil {
			return nil, err
		}
		z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, z)
	}
	return all, nil
}

// index is the list of packages.
type index struct {
	all    []string            // paths, sorted
	paths  []string            // those that cells can import
	byName map[string][]string // paths by package name, of what a name can stand for
}

func (w *World) readIndex() index {
	x := index{byName: map[string][]string{}}
	names := map[string]string{} // of packages, by path
	all, err := w.open()
	if err != nil {
		return x
	}
	for _, z := range all {
		if data, err := fs.ReadFile(z, "names.json"); err == nil {
			_ = json.Unmarshal(data, &names)
		}
	}
	for _, p := range ownPackages() {
		names[p] = path.Base(p)
	}
	x.all = slices.Sorted(maps.Keys(names))
	x.paths = x.all
	if w.pages {
		x.paths = forPages(x.all)
	}
	for _, p := range x.paths {
		if !behindFront(p) {
			x.byName[names[p]] = append(x.byName[names[p]], p)
		}
	}
	return x
}

// ownPackages returns the import paths of the project's packages that cells may
// import.
func ownPackages() []string {
	var paths []string
	_ = fs.WalkDir(exported, "types", func(name string, _ fs.DirEntry, err error) error {
		if p, ok := strings.CutSuffix(name, ".types"); ok {
			paths = append(paths, strings.TrimPrefix(p, "types/"))
		}
		return err
	})
	return paths
}

// Import returns the types of the package at path. It implements
// types.Importer.
func (w *World) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if p := w.packages[path]; p != nil && p.Complete() {
		return p, nil
	}
	if w.pages && !InPages(path) && slices.Contains(w.allPaths(), path) {
		return nil, errLeftOut(path)
	}
	data, err := w.exportData(path)
	if err != nil {
		return nil, fmt.Errorf("package %s is not available here", path)
	}
	return gcexportdata.Read(bytes.NewReader(data), token.NewFileSet(), w.packages, path)
}

func (w *World) exportData(path string) ([]byte, error) {
	if strings.HasPrefix(path, modulePath) {
		return exported.ReadFile("types/" + path + ".types")
	}
	all, err := w.open()
	if err != nil {
		return nil, err
	}
	for _, z := range all {
		if data, err := fs.ReadFile(z, path); err == nil {
			return data, nil
		}
	}
	return nil, fs.ErrNotExist
}

// allPaths lists the import paths of all packages, also of those that pages lack.
func (w *World) allPaths() []string { return w.index().all }

// Paths lists the import paths of all packages, sorted.
func (w *World) Paths() []string { return slices.Clone(w.index().paths) }

// Resolve returns the path of the package that an undeclared name refers to:
// krigo's own package of that name, or else the only one. It also returns all
// paths that the name could refer to.
func (w *World) Resolve(name string) (string, []string) {
	candidates := w.index().byName[name]
	for _, p := range candidates {
		if preloaded(p) {
			return p, []string{p}
		}
	}
	if len(candidates) == 1 {
		return candidates[0], candidates
	}
	return "", slices.Clone(candidates)
}

// preloaded packages are the project's own: they win over others of the same
// name.
func preloaded(p string) bool { return strings.HasPrefix(p, modulePath) }

// behindFront reports whether p is a subpackage of display, which re-exports what
// users need of it, or of gonum/graph. Such packages are imported by path: their
// names, such as mime, draw and path, are also used elsewhere.
func behindFront(p string) bool {
	return strings.HasPrefix(p, modulePath+"display/") || strings.HasPrefix(p, "gonum.org/v1/gonum/graph/")
}

// Doc returns the documentation of a package (symbol empty), of one of its
// symbols ("Dense") or of a method or field ("Dense.Mul"). If a web page could not load it, the text says why.
func (w *World) Doc(path, symbol string) (string, bool) {
	texts, err := w.docs.of(path)
	if err != nil {
		return err.Error(), true
	}
	text, ok := texts[symbol]
	return text, ok
}
