package imports

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"krigo/modules"
	"krigo/modules/source"
)

// Got is a module that the user has asked for.
type Got struct {
	modules.Change
	Size int64 // of its files in bytes; 0 for a module that is given up
	// NeedC has the files that are left out of the packages that are imported, since they need C.
	NeedC []string
	// Compiled notes for modules with compiled packages which version these have, if the requirements want another one.
	Compiled []string
	// Unusable is the reason why the package that was asked for cannot be imported, or nil.
	Unusable error
}

// Get requires modules, by "path@version" as [modules.Set.Get] wants them, and downloads them with what they import.
// ask is asked once about each module that go.sum does not list and that has to be downloaded; nil refuses these with
// [NotAgreed]. Go.mod and go.sum are updated, where the folder has a go.mod. After an error the requirements are those
// before; sums of what was downloaded stay known in the session.
func (w *World) Get(ctx context.Context, ask Ask, wanted ...string) ([]Got, error) {
	for {
		all, err := w.tryGet(ctx, wanted)
		if err == nil {
			return all, nil
		}
		if err := w.agree(ctx, ask, err); err != nil {
			return nil, err
		}
	}
}

// tryGet is Get up to the first question.
func (w *World) tryGet(ctx context.Context, wanted []string) ([]Got, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	may := w.options.Asks || w.options.Allowed != ""
	if !may && w.hasNone() {
		return nil, fmt.Errorf("%s: %w", strings.Join(wanted, ", "), modules.ErrUnlisted)
	}
	set, err := w.modules(ctx)
	if err != nil {
		return nil, err
	}
	set.Freeze(!may)
	defer w.freeze()
	restore := set.Mark()
	all, err := w.get(ctx, set, wanted)
	if err != nil {
		return nil, errors.Join(err, restore())
	}
	if may { // otherwise the files are only read
		if err := w.save(ctx); err != nil {
			return nil, errors.Join(err, restore())
		}
	}
	w.asked = true
	return all, nil
}

// get requires and downloads modules.
func (w *World) get(ctx context.Context, set *modules.Set, wanted []string) (all []Got, err error) {
	changes, err := set.Get(ctx, wanted...)
	if err != nil {
		return nil, err
	}
	compiled, err := w.compiledVersions(ctx, set)
	if err != nil {
		return nil, err
	}
	for i, c := range changes {
		got := Got{Change: c}
		if c.New != "" {
			path, _, _ := strings.Cut(wanted[i], "@")
			if got.Size, err = w.fetch(ctx, set, c.Path, path, &got); err != nil {
				return nil, err
			}
		}
		all = append(all, got)
	}
	if len(all) > 0 {
		all[len(all)-1].Compiled = compiled
	}
	return all, nil
}

// compiledVersions notes which compiled packages have another version than the build list has.
func (w *World) compiledVersions(ctx context.Context, set *modules.Set) (notes []string, err error) {
	versioned, ok := w.World.(interface{ Versions() map[string]string })
	if !ok {
		return nil, nil
	}
	built := versioned.Versions()
	for _, path := range slices.Sorted(maps.Keys(built)) {
		wanted, err := set.Selected(ctx, path)
		if err != nil {
			return nil, err
		}
		if wanted != "" && wanted != built[path] {
			notes = append(notes, fmt.Sprintf("packages of %s that krigo embeds are those of %s, not of %s", path, built[path], wanted))
		}
	}
	return notes, nil
}

// Upgrade gets the latest versions of the modules that go.mod requires directly.
func (w *World) Upgrade(ctx context.Context, ask Ask) ([]Got, error) {
	required, err := w.Required(ctx)
	if err != nil {
		return nil, err
	}
	var wanted []string
	for _, m := range required {
		wanted = append(wanted, m.Path+"@upgrade")
	}
	if len(wanted) == 0 {
		return nil, nil
	}
	return w.Get(ctx, ask, wanted...)
}

// Required lists the modules that the user has asked for.
func (w *World) Required(ctx context.Context) ([]modules.Module, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	set, err := w.modules(ctx)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(set.Required(), func(m modules.Module) bool { return !m.Direct }), nil
}

// fetch downloads a module, and the modules that a package of it imports, and returns the size of the module.
func (w *World) fetch(ctx context.Context, set *modules.Set, module, path string, got *Got) (int64, error) {
	dir, err := set.Dir(ctx, module)
	if err != nil {
		return 0, err
	}
	packages := packagesIn(dir, module)
	w.offered = append(w.offered, packages...)
	if slices.Contains(packages, path) {
		err := w.walk(ctx, set, path, map[string]bool{}, got)
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		if isRefused(err) {
			return 0, err
		}
		got.Unusable = err
	}
	return sizeOf(dir)
}

// isRefused reports whether an error is that a module must not be downloaded.
func isRefused(err error) bool {
	_, missing := errors.AsType[*NotAgreed](err)
	return missing || errors.Is(err, modules.ErrUnlisted)
}

// walk reads a package and all that it imports.
func (w *World) walk(ctx context.Context, set *modules.Set, path string, seen map[string]bool, got *Got) error {
	if seen[path] || w.isCompiled(path) {
		return nil
	}
	seen[path] = true
	p, own := source.Own(path)
	if first, _, _ := strings.Cut(path, "/"); !strings.Contains(first, ".") && !set.IsOwn(path) {
		if !own {
			return fmt.Errorf("package %s is not available here", path)
		}
		return nil
	}
	at, err := set.Find(ctx, path)
	if err != nil {
		return err
	}
	if !own {
		if p, err = source.Read(path, at.Dir, at.Language); err != nil {
			return err
		}
	}
	for _, name := range p.NeedC {
		got.NeedC = append(got.NeedC, path+"/"+name)
	}
	for _, imported := range p.Imports {
		if err := w.walk(ctx, set, imported, seen, got); err != nil {
			if _, refused := errors.AsType[*source.Refusal](err); refused || strings.Contains(err.Error(), " imports ") {
				return err
			}
			return fmt.Errorf("%s imports %s: %w", path, imported, err)
		}
	}
	return nil
}

// packagesIn returns the import paths of the packages in the folder of a module that others may import.
func packagesIn(root, module string) []string {
	var all []string
	_ = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return nil // what cannot be read is not offered
		}
		base := d.Name()
		if name != root && (base == "internal" || base == "testdata" || base == "vendor" || base[0] == '.' || base[0] == '_') {
			return fs.SkipDir
		}
		path := module
		if below, err := filepath.Rel(root, name); err == nil && below != "." {
			path += "/" + filepath.ToSlash(below)
		}
		if source.Importable(name) {
			all = append(all, path)
		}
		return nil
	})
	return all
}

// sizeOf returns the number of bytes of the files below a folder.
func sizeOf(dir string) (size int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	return size, err
}
