//go:build !js

package symbols

import (
	"archive/zip"
	"embed"
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
// part of the repository.
//
//go:embed docs
var taken embed.FS

// readDocs reads the texts of a package from docs.zip. What is not in there, the project's own is read from the sources
// that the program carries, and others' from the sources of the Go toolchain and of the module cache, if this machine
// has them. Without any of them, a package has no documentation.
func readDocs(path string) (map[string]string, error) {
	if z, err := archive(); err == nil {
		if texts, err := docsIn(z, path); err == nil {
			return texts, nil
		}
	}
	if dir, own := strings.CutPrefix(path, modulePath); own {
		texts, _ := doctext.Read(root.Sources, dir, path)
		return texts, nil
	}
	texts, _ := installedDocs(path)
	return texts, nil
}

// archive opens docs.zip once.
var archive = sync.OnceValues(func() (*zip.Reader, error) {
	data, err := taken.ReadFile("docs/docs.zip")
	if err != nil {
		return nil, err
	}
	return openDocs(data)
})

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

// moduleCache returns the directory where the go command keeps modules.
func moduleCache() string {
	if dir := os.Getenv("GOMODCACHE"); dir != "" {
		return dir
	}
	first, _, _ := strings.Cut(build.Default.GOPATH, string(filepath.ListSeparator))
	return filepath.Join(first, "pkg", "mod")
}
