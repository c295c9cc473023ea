package server

import (
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"krigo/internal/nbformat"
)

const notebookEnding = ".ipynb"

func isNotebook(name string) bool { return strings.EqualFold(path.Ext(name), notebookEnding) }

// folder is the served folder. Nothing outside it is read or written.
type folder struct {
	root *os.Root
	dir  string // its absolute path
}

// The limits of a path and a file, in bytes.
const (
	longestPath = 4096
	fileBytes   = 256 << 20
)

// clean gives the name within the folder that a client's path has, "." for the folder
// itself. Hidden files are not there.
func clean(client string) (string, error) {
	absent := refuse(http.StatusNotFound, "there is no %q", shortened(client))
	if len(client) > longestPath || !utf8.ValidString(client) || strings.ContainsRune(client, 0) {
		return "", absent
	}
	var parts []string
	for part := range strings.SplitSeq(client, "/") {
		if isHidden(part) {
			return "", absent
		}
		if part != "" {
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		return ".", nil
	}
	name := path.Join(parts...)
	if strings.ContainsRune(filepath.FromSlash("/"), '\\') && strings.ContainsAny(name, `\:`) {
		return "", absent // parts and streams of Windows
	}
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return "", absent
	}
	return name, nil
}

// isHidden reports whether a name begins with a dot, as "." and ".." do.
func isHidden(name string) bool { return strings.HasPrefix(name, ".") }

// shortened returns a name short enough for messages.
func shortened(name string) string {
	if len(name) <= 200 {
		return name
	}
	return strings.ToValidUTF8(name[:200], "") + "…"
}

// shown returns the path by which clients know a name within the folder.
func shown(name string) string {
	if name == "." {
		return ""
	}
	return name
}

// stat describes the file of a name. Only folders and ordinary files are there.
func (f folder) stat(name string) (fs.FileInfo, error) {
	info, err := f.root.Stat(filepath.FromSlash(name))
	if err != nil {
		return nil, f.explain(name, err)
	}
	if !info.IsDir() && !info.Mode().IsRegular() {
		return nil, refuse(http.StatusForbidden, "%s is neither a file nor a folder", name)
	}
	if f.leadsToHidden(name) {
		return nil, refuse(http.StatusNotFound, "there is no %q", shortened(name))
	}
	return info, nil
}

// leadsToHidden reports whether links on the way to a name lead to something hidden. What is
// hidden around the served folder does not matter.
func (f folder) leadsToHidden(name string) bool {
	base, err := filepath.EvalSymlinks(f.root.Name())
	if err != nil {
		return true
	}
	resolved, err := filepath.EvalSymlinks(filepath.Join(f.root.Name(), filepath.FromSlash(name)))
	if err != nil {
		return true
	}
	within, err := filepath.Rel(base, resolved)
	return err != nil || within != "." && slices.ContainsFunc(strings.Split(within, string(filepath.Separator)), isHidden)
}

// asked returns the file or folder that the path of a request names.
func (f folder) asked(r *http.Request) (name string, info fs.FileInfo, err error) {
	if name, err = clean(r.PathValue("path")); err != nil {
		return "", nil, err
	}
	info, err = f.stat(name)
	return name, info, err
}

// explain describes why a name could not be reached, without the paths of this machine.
func (f folder) explain(name string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return refuse(http.StatusNotFound, "there is no %q", shortened(name))
	case errors.Is(err, fs.ErrExist):
		return refuse(http.StatusConflict, "%s is there already", name)
	case errors.Is(err, fs.ErrPermission):
		return refuse(http.StatusForbidden, "%s: permission denied", name)
	case f.leaves(name):
		return refuse(http.StatusForbidden, "%s is a link that leads out of the folder, which is not followed", name)
	}
	cause := err
	if fault := (*fs.PathError)(nil); errors.As(err, &fault) {
		cause = fault.Err
	}
	if fault := (*os.LinkError)(nil); errors.As(err, &fault) {
		cause = fault.Err
	}
	return refuse(http.StatusBadRequest, "%s: %v", shortened(name), cause)
}

// leaves reports whether a link on the way to a name leads out of the folder.
func (f folder) leaves(name string) bool {
	for at := name; at != "."; at = path.Dir(at) {
		info, err := f.root.Lstat(filepath.FromSlash(at))
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			continue
		}
		if _, err := f.root.Stat(filepath.FromSlash(at)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return true
		}
	}
	return false
}

// read reads an ordinary file of at most fileBytes.
func (f folder) read(name string) ([]byte, error) {
	info, err := f.stat(name)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, refuse(http.StatusBadRequest, "%s is a folder, not a file", name)
	}
	if info.Size() > fileBytes {
		return nil, refuse(http.StatusRequestEntityTooLarge, "%s has %d MB; at most %d are read", name, info.Size()>>20, fileBytes>>20)
	}
	raw, err := f.root.ReadFile(filepath.FromSlash(name))
	if err != nil {
		return nil, f.explain(name, err)
	}
	return raw, nil
}

// files are the files in a folder of the served one, for an export: what clients do not reach is not
// there.
type files struct {
	folder folder
	dir    string
}

// name returns a name within the served folder.
func (f files) name(name string) (string, error) {
	if !fs.ValidPath(name) {
		return "", fs.ErrNotExist
	}
	return clean(path.Join(f.dir, name))
}

// Stat describes a file.
func (f files) Stat(name string) (fs.FileInfo, error) {
	within, err := f.name(name)
	if err != nil {
		return nil, err
	}
	return f.folder.stat(within)
}

// ReadFile reads a file.
func (f files) ReadFile(name string) ([]byte, error) {
	within, err := f.name(name)
	if err != nil {
		return nil, err
	}
	return f.folder.read(within)
}

// Open opens no file: exports read whole ones.
func (files) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: errors.ErrUnsupported}
}

// fileEntry is a file or folder that a folder holds.
type fileEntry struct {
	name string // within the served folder
	info fs.FileInfo
}

// list returns the entries of a folder by name. What is hidden, leads out of the served
// folder or is neither file nor folder is left out.
func (f folder) list(name string) ([]fileEntry, error) {
	all, err := fs.ReadDir(f.root.FS(), name)
	if err != nil {
		return nil, f.explain(name, err)
	}
	var list []fileEntry
	for _, e := range all {
		inner := path.Join(name, e.Name())
		if isHidden(e.Name()) || !utf8.ValidString(e.Name()) {
			continue
		}
		if info, err := f.stat(inner); err == nil {
			list = append(list, fileEntry{inner, info})
		}
	}
	return list, nil
}

// NewNotebook makes a notebook of krigo with an empty cell. Where a file of that name
// is, in the folder root and with slashes, it fails with [fs.ErrExist].
func NewNotebook(root *os.Root, name string) error {
	nb := nbformat.New()
	nb.CompleteMetadata()
	nb.Add(nbformat.Code, "")
	raw, err := nb.Encode()
	if err != nil {
		return err
	}
	file, err := root.OpenFile(filepath.FromSlash(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = file.Write(raw)
	return errors.Join(err, file.Close())
}

// mostNames is the number of names that are tried.
const mostNames = 10_000

// newNotebook makes a notebook in a folder, with the first name of Untitled.ipynb,
// Untitled1.ipynb, ... that is free.
func (f folder) newNotebook(dir string) (name string, err error) {
	for i := range mostNames {
		number := ""
		if i > 0 {
			number = strconv.Itoa(i)
		}
		name = path.Join(dir, "Untitled"+number+notebookEnding)
		switch err := NewNotebook(f.root, name); {
		case err == nil:
			return name, nil
		case !errors.Is(err, fs.ErrExist):
			return "", f.explain(name, err)
		}
	}
	return "", refuse(http.StatusConflict, "%s holds %d untitled notebooks", path.Join(dir, "."), mostNames)
}
