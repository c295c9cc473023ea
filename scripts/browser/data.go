package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	gobuild "go/build"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	root "krigo"
	"krigo/interp/symbols"
	"krigo/interp/symbols/doctext"
)

// Folders of what the symbols embed.
var (
	typesFolder = filepath.Join("interp", "symbols", "types")
	docsArchive = filepath.Join("interp", "symbols", "docs", "docs.zip")
)

// ownPrefix begins the import paths of krigo's packages.
const ownPrefix = "krigo/"

// replaceTypes leaves out types of packages that pages do not have, and stores the rest without compression. A package
// of krigo keeps its name, by which its import is refused.
func (o *overlay) replaceTypes() error {
	for _, name := range []string{"standard.zip", "dependencies.zip"} {
		name := filepath.Join(typesFolder, name)
		var stored bytes.Buffer
		w := zip.NewWriter(&stored)
		if err := errors.Join(copyStored(w, name, ""), w.Close(), o.write(name, stored.Bytes())); err != nil {
			return err
		}
	}
	var left []error
	for _, p := range symbols.NewWorld().Paths() {
		if strings.HasPrefix(p, ownPrefix) && !symbols.InPages(p) {
			left = append(left, o.write(filepath.Join(typesFolder, filepath.FromSlash(p)+".types"), nil))
		}
	}
	return errors.Join(left...)
}

// docsOfPages returns the archive of documentation of what cells in pages can import, without compression. That of
// krigo's own packages is as pages have them.
func docsOfPages() ([]byte, error) {
	gobuild.Default.GOOS, gobuild.Default.GOARCH = "js", "wasm"
	var stored bytes.Buffer
	w := zip.NewWriter(&stored)
	if err := copyStored(w, docsArchive, ".json"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, p := range symbols.NewPageWorld().Paths() {
		dir, own := strings.CutPrefix(p, ownPrefix)
		if !own {
			continue
		}
		texts, err := doctext.Read(root.Sources, dir, p)
		if err != nil {
			return nil, err
		}
		raw, err := json.Marshal(texts)
		if err = errors.Join(err, addStored(w, p+".json", bytes.NewReader(raw))); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return stored.Bytes(), err
}

// copyStored adds the files of an archive that belong to packages of pages, and its list of names. Their names are
// import paths with a suffix.
func copyStored(w *zip.Writer, archive, suffix string) error {
	z, err := zip.OpenReader(archive)
	if err != nil {
		return err
	}
	defer z.Close()
	for _, f := range z.File {
		if !symbols.InPages(strings.TrimSuffix(f.Name, suffix)) {
			continue
		}
		r, err := f.Open()
		if err != nil {
			return err
		}
		if err := errors.Join(addStored(w, f.Name, r), r.Close()); err != nil {
			return err
		}
	}
	return nil
}

// addStored adds a file without compression.
func addStored(w *zip.Writer, name string, content io.Reader) error {
	to, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
	if err != nil {
		return err
	}
	_, err = io.Copy(to, content)
	return err
}
