package symbols

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"encoding/json"
	"io/fs"
	"strings"
	"sync"
)

// manifest tells in its lines the versions of modules, among others.
//
//go:embed generated.txt
var manifest string

// documentation holds the documentation of packages, by import path. A package without any has no texts.
type documentation struct {
	mu    sync.Mutex
	texts map[string]map[string]string
}

// of returns the texts of a package, as [doctext.Of] does. An error says why there is no documentation at the moment.
func (d *documentation) of(path string) (map[string]string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	texts, ok := d.texts[path]
	if ok {
		return texts, nil
	}
	texts, err := readDocs(path)
	if err != nil {
		return nil, err
	}
	if d.texts == nil {
		d.texts = map[string]map[string]string{}
	}
	d.texts[path] = texts
	return texts, nil
}

// openDocs opens an archive of documentation.
func openDocs(data []byte) (*zip.Reader, error) {
	return zip.NewReader(bytes.NewReader(data), int64(len(data)))
}

// docsIn returns the texts that an archive has of a package.
func docsIn(z *zip.Reader, path string) (texts map[string]string, err error) {
	data, err := fs.ReadFile(z, path+".json")
	if err != nil {
		return nil, err
	}
	err = json.Unmarshal(data, &texts)
	return texts, err
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
