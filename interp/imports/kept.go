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
	if w.set == nil || w.set.HasFolder() {
		return w.options.Kept, nil
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

// WriteFiles writes go.mod and go.sum for a program with the imports of the session into a folder that has no go.mod,
// and reports whether it has. A session without modules, or one whose own folder has a go.mod, has nothing to write.
func (w *World) WriteFiles(dir string) (wrote bool, err error) {
	kept, err := w.Kept()
	if err != nil || kept.GoMod == "" {
		return false, err
	}
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return false, err
	}
	if err := replace.Bytes(filepath.Join(dir, "go.sum"), []byte(kept.GoSum)); err != nil {
		return false, err
	}
	return true, replace.Bytes(filepath.Join(dir, "go.mod"), []byte(kept.GoMod))
}
