package imports

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"krigo/cell"
	"krigo/internal/replace"
)

// Kept returns the requirements of a session whose folder has no go.mod, for the notebook's metadata; without modules
// they are those that it began with.
func (w *World) Kept() (cell.Modules, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.kept()
}

func (w *World) kept() (cell.Modules, error) {
	if w.set == nil || w.set.HasFolder() { // the notebook's own are not in use
		return w.told, nil
	}
	if len(w.set.Required()) == 0 {
		return cell.Modules{}, nil
	}
	goMod, goSum, err := w.set.Files(context.Background())
	return cell.Modules{GoMod: string(goMod), GoSum: string(goSum)}, err
}

// KeptChange returns [World.Kept], and reports whether it has changed since the last call, or the beginning.
func (w *World) KeptChange() (m cell.Modules, changed bool, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if m, err = w.kept(); err != nil || m == w.told {
		return m, false, err
	}
	w.told = m
	return m, true, nil
}

// WriteFiles writes go.mod and go.sum for a program with the imports of the session into a folder, and returns a note
// that says so, or why not. A session without modules, or one whose own folder has a go.mod, has nothing to write. In a
// folder that has one of the files, or that is in another module, nothing is written.
func (w *World) WriteFiles(dir string) (note string, err error) {
	kept, err := w.own()
	if err != nil || kept.GoMod == "" {
		return "", err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return "", err
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return "note: the folder of the program has a " + name + " already, so that the session's modules were not written", nil
		} else if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	if outer := outerModule(dir); outer != "" {
		return "note: the program is in the module of " + outer + ", so that no go.mod was written: run go mod tidy there to add its modules", nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	if err := replace.Bytes(filepath.Join(dir, "go.sum"), []byte(kept.GoSum)); err != nil {
		return "", err
	}
	return "wrote go.mod and go.sum next to it", replace.Bytes(filepath.Join(dir, "go.mod"), []byte(kept.GoMod))
}

// own returns the requirements of the session that no folder's go.mod has.
func (w *World) own() (cell.Modules, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.hasNone() {
		return cell.Modules{}, nil
	}
	if set, err := w.modules(context.Background()); err != nil || set.HasFolder() {
		return cell.Modules{}, err
	}
	return w.kept()
}

// outerModule returns the nearest go.mod above a folder, or "".
func outerModule(dir string) string {
	for parent := filepath.Dir(dir); parent != dir; dir, parent = parent, filepath.Dir(parent) {
		if name := filepath.Join(parent, "go.mod"); isFile(name) {
			return name
		}
	}
	return ""
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}
