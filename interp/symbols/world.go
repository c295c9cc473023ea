package symbols

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/gcexportdata"
)

// What is known of the standard library, and of all other packages.
var (
	//go:embed standard.zip
	standard []byte
	//go:embed knowledge.zip
	knowledge []byte
)

// World is what can be imported: types and documentation, read from the
// embedded archives package by package as they are asked for. Its methods may
// be called from several goroutines.
type World struct {
	open  func() ([]*zip.Reader, error)
	index func() index

	mu       sync.Mutex
	packages map[string]*types.Package // by path; shared by all export data
	docs     map[string]map[string]string
}

// NewWorld returns the world of the embedded archives. Nothing is read yet.
func NewWorld() *World {
	w := &World{packages: map[string]*types.Package{}, docs: map[string]map[string]string{}}
	w.open = sync.OnceValues(openArchives)
	w.index = sync.OnceValue(w.readIndex)
	return w
}

func openArchives() ([]*zip.Reader, error) {
	var out []*zip.Reader
	for _, data := range [][]byte{standard, knowledge} {
		z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return nil, err
		}
		out = append(out, z)
	}
	return out, nil
}

// index is the list of packages.
type index struct {
	paths  []string            // sorted
	byName map[string][]string // paths by package name
}

func (w *World) readIndex() index {
	x := index{byName: map[string][]string{}}
	archives, err := w.open()
	if err != nil {
		return x
	}
	names := map[string]string{} // of packages, by path
	for _, z := range archives {
		if data, err := readEntry(z, "names.json"); err == nil {
			_ = json.Unmarshal(data, &names)
		}
	}
	x.paths = slices.Sorted(maps.Keys(names))
	for _, p := range x.paths {
		x.byName[names[p]] = append(x.byName[names[p]], p)
	}
	return x
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
	data, err := w.read("types/" + path)
	if err != nil {
		return nil, fmt.Errorf("package %s is not available here", path)
	}
	return gcexportdata.Read(bytes.NewReader(data), token.NewFileSet(), w.packages, path)
}

// Paths lists the import paths of all packages, sorted.
func (w *World) Paths() []string { return slices.Clone(w.index().paths) }

// Resolve returns the path of the package that an undeclared name stands for:
// krigo's own package of that name, or else the only one. It also returns all
// paths that the name could stand for.
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
func preloaded(p string) bool { return strings.HasPrefix(p, "krigo/") }

// Doc returns the documentation of a package (symbol empty), of one of its
// symbols ("Dense") or of a method or field ("Dense.Mul").
func (w *World) Doc(path, symbol string) (string, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	docs, ok := w.docs[path]
	if !ok {
		// A package without documentation is remembered as one.
		_ = w.readJSON("docs/"+path+".json", &docs)
		w.docs[path] = docs
	}
	text, ok := docs[symbol]
	return text, ok
}

// read returns an entry of the first archive that has it.
func (w *World) read(name string) ([]byte, error) {
	archives, err := w.open()
	if err != nil {
		return nil, err
	}
	for _, z := range archives {
		if data, err := readEntry(z, name); err == nil {
			return data, nil
		}
	}
	return nil, fs.ErrNotExist
}

func readEntry(z *zip.Reader, name string) ([]byte, error) {
	f, err := z.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

func (w *World) readJSON(name string, v any) error {
	data, err := w.read(name)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, v)
}
