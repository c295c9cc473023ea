package symbols

import (
	"archive/zip"
	"bytes"
	"embed"
	"encoding/json"
	"go/build"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	root "krigo"
	"krigo/interp/symbols/doctext"
)

// taken holds docs.zip, the documentation of the standard library and of the
// dependencies, if make build has extracted it from their sources. It is not
// part of the repository. In web pages it also has that of the project's own
// packages (scripts/browser).
//
//go:embed docs
var taken embed.FS

// manifest tells in its lines the versions of modules, among others.
//
//go:embed generated.txt
var manifest string

// documentation holds the documentation of packages, by import path. It is read from
// docs.zip. What is not in there, the project's own is read from the sources that the program
// carries, and others' from the sources of the Go toolchain and of the module cache, if this machine
// has them. Without any of them, a package has no documentation.
type documentation struct {
	mu    sync.Mutex
	texts map[string]map[string]string
}

// of returns the texts of a package, as [doctext.Of] does.
func (d *documentation) of(path string) map[string]string {
	d.mu.Lock()
	defer d.mu.Unlock()
	texts, ok := d.texts[path]
	if !ok {
		texts = readDocs(path)
		if d.texts == nil {
			d.texts = map[string]map[string]string{}
		}
		d.texts[path] = texts
	}
	return texts
}

func readDocs(path string) map[string]string {
	if texts, err := takenDocs(path); err == nil {
		return texts
	}
	if dir, own := strings.CutPrefix(path, modulePath); own {
		texts, _ := doctext.Read(root.Sources, dir, path)
		return texts
	}
	texts, _ := installedDocs(path)
	return texts
}

// archive opens docs.zip once.
var archive = sync.OnceValues(func() (*zip.Reader, error) {
	data, err := taken.ReadFile("docs/docs.zip")
	if err != nil {
		return nil, err
	}
	return zip.NewReader(bytes.NewReader(data), int64(len(data)))
})

func takenDocs(path string) (texts map[string]string, err error) {
	z, err := archive()
	if err != nil {
		return nil, err
	}
	data, err := fs.ReadFile(z, path+".json")
	if err != nil {
		return nil, err
	}
	err = json.Unmarshal(data, &texts)
	return texts, err
}

// installedDocs reads the sources of a package that this machine has.
func installedDocs(path string) (map[string]string, error) {
	dir, err := installed(path)
	if err != nil {
		return nil, err
	}
	return doctext.Read(os.DirFS(dir), ".", path)
}

// installed returns the folder of a package's sources: in the toolchain, or in the
// module cache in the version that the tables were made from.
func installed(path string) (string, error) {
	first, _, _ := strings.Cut(path, "/")
	if !strings.Contains(first, ".") {
		return filepath.Join(build.Default.GOROOT, "src", filepath.FromSlash(path)), nil
	}
	for line := range strings.Lines(manifest) {
		module, version, _ := strings.Cut(strings.TrimSpace(line), " ")
		if rest, ok := strings.CutPrefix(path+"/", module+"/"); ok {
			return filepath.Join(moduleCache(), filepath.FromSlash(module+"@"+version), filepath.FromSlash(rest)), nil
		}
	}
	return "", fs.ErrNotExist
}

// Versions returns the versions of the modules whose packages are compiled, by their paths.
func (w *World) Versions() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(manifest) {
		module, version, _ := strings.Cut(strings.TrimSpace(line), " ")
		if strings.Contains(module, ".") && strings.HasPrefix(version, "v") {
			all[module] = version
		}
	}
	return all
}

// moduleCache returns the directory where the go command keeps modules.
func moduleCache() string {
	if dir := os.Getenv("GOMODCACHE"); dir != "" {
		return dir
	}
	first, _, _ := strings.Cut(build.Default.GOPATH, string(filepath.ListSeparator))
	return filepath.Join(first, "pkg", "mod")
}
