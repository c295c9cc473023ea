package server

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"

	"krigo/internal/nbformat"
)

// add makes something new in a folder, by a name that is free, and returns that: a
// copy, an empty folder, an empty file or a notebook with one cell.
func (s *Server) add(dir string, q wantedContent) (name string, err error) {
	if q.CopyFrom != "" {
		return s.copy(dir, q.CopyFrom)
	}
	if strings.ContainsAny(q.Ext, `/\`) || len(q.Ext) > 64 || strings.ContainsRune(q.Ext, 0) {
		return "", refuse(http.StatusBadRequest, "ext is %q, want the ending of a name", shortened(q.Ext))
	}
	kind := q.Type
	if kind == "" {
		kind = typeFile
		if q.Ext == notebookEnding {
			kind = typeNotebook
		}
	}
	switch kind {
	case typeFolder:
		return s.folder.free(dir, "Untitled Folder", " ", "", func(name string) error {
			return s.folder.root.Mkdir(filepath.FromSlash(name), 0o777)
		})
	case typeNotebook:
		return s.newNotebook(dir)
	case typeFile:
		return s.folder.free(dir, "untitled", "", q.Ext, func(name string) error { return s.folder.create(name, nil) })
	}
	return "", refuse(http.StatusBadRequest, "type is %q, want directory, notebook or file", q.Type)
}

// newNotebook makes a notebook.
func (s *Server) newNotebook(dir string) (name string, err error) {
	return s.folder.free(dir, "Untitled", "", notebookEnding, s.folder.createNotebook)
}

// NewNotebook makes a notebook of krigo with an empty cell. Where a file of that name
// is, in the folder root and with slashes, it fails with [fs.ErrExist].
func NewNotebook(root *os.Root, name string) error {
	return folder{root: root}.createNotebook(name)
}

func (f folder) createNotebook(name string) error {
	nb := nbformat.New()
	nb.CompleteMetadata()
	nb.Add(nbformat.Code, "")
	raw, err := nb.Encode()
	if err != nil {
		return err
	}
	return f.create(name, raw)
}

// copy copies a file into a folder.
func (s *Server) copy(dir, from string) (name string, err error) {
	from, err = clean(from)
	if err != nil {
		return "", err
	}
	raw, err := s.folder.read(from)
	if err != nil {
		return "", err
	}
	stem, ext := strings.TrimSuffix(path.Base(from), path.Ext(from)), path.Ext(from)
	if at := strings.LastIndex(stem, "-Copy"); at > 0 && strings.Trim(stem[at+len("-Copy"):], "0123456789") == "" {
		stem = stem[:at]
	}
	create := func(name string) error { return s.folder.create(name, raw) }
	if path.Dir(from) == dir {
		return s.folder.numbered(dir, stem+"-Copy", ext, create)
	}
	return s.folder.free(dir, stem, "-Copy", ext, create)
}

// create writes a file that is not there yet.
func (f folder) create(name string, content []byte) error {
	file, err := f.root.OpenFile(filepath.FromSlash(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Close())
}

// mostNames is how many names are tried.
const mostNames = 10_000

// free makes something by the first name of "stem", "stem1", "stem2", ..., with a
// separator before the number, that is free.
func (f folder) free(dir, stem, separator, ext string, create func(name string) error) (name string, err error) {
	name = path.Join(dir, stem+ext)
	if err = create(name); errors.Is(err, fs.ErrExist) {
		return f.numbered(dir, stem+separator, ext, create)
	}
	if err != nil {
		return "", f.explain(name, err)
	}
	return name, nil
}

// numbered is free with a number from the beginning.
func (f folder) numbered(dir, stem, ext string, create func(name string) error) (name string, err error) {
	for i := range mostNames {
		name = path.Join(dir, fmt.Sprintf("%s%d%s", stem, i+1, ext))
		err = create(name)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", f.explain(name, err)
		}
		return name, nil
	}
	return "", refuse(http.StatusConflict, "%s: %d names are taken", path.Join(dir, stem+ext), mostNames)
}
