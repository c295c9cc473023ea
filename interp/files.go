package interp

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// files are those that cells see by relative paths.
type files struct {
	workers *workers
	place   *workerPlace
}

// directory returns the working directory of cells: the worker's own if the system
// reports it, since os.Chdir changes it.
func (f files) directory() string {
	if dir, err := f.workers.current().host.directory(); err == nil {
		return dir
	}
	return f.place.folder()
}

// path returns the path of a file that cells call name.
func (f files) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(f.directory(), name)
}

// list lists the paths that begin with typed, relative to the folder of the cells:
// folders, which end in a slash, and files, unless foldersOnly is set. It omits hidden
// ones unless typed begins one.
func (f files) list(typed string, foldersOnly bool) []string {
	parent := typed[:strings.LastIndexByte(typed, '/')+1]
	dir := parent
	if dir == "" {
		dir = "."
	}
	if strings.HasPrefix(dir, "~/") && foldersOnly {
		home, err := folderNamed(dir, "")
		if err != nil {
			return nil
		}
		dir = home
	}
	entries, err := os.ReadDir(f.path(dir))
	if err != nil {
		return nil
	}
	hidden := strings.HasPrefix(typed[len(parent):], ".")
	var out []string
	for _, e := range entries {
		name := parent + e.Name()
		if strings.HasPrefix(e.Name(), ".") != hidden || !strings.HasPrefix(name, typed) {
			continue
		}
		switch folder := f.isFolder(filepath.Join(dir, e.Name()), e); {
		case folder:
			out = append(out, name+"/")
		case !foldersOnly:
			out = append(out, name)
		}
	}
	return out
}

// isFolder follows links.
func (f files) isFolder(name string, e fs.DirEntry) bool {
	if e.Type()&fs.ModeSymlink == 0 {
		return e.IsDir()
	}
	info, err := os.Stat(f.path(name))
	return err == nil && info.IsDir()
}
