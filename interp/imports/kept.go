package imports

import (
	"context"

	"krigo/cell"
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

// Files returns the contents of go.mod and go.sum for a program with the imports of the session, or the zero value if
// it has used no modules.
func (w *World) Files() (cell.Modules, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.set == nil {
		return w.options.Kept, nil
	}
	goMod, goSum, err := w.set.Files(context.Background())
	return cell.Modules{GoMod: string(goMod), GoSum: string(goSum)}, err
}
