// Package imports has what the cells of a session can import: compiled packages, and packages of Go modules by
// their source (package modules). A module is downloaded only after the user has asked for it; reading it runs none of
// its code.
package imports

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"krigo/cell"
	"krigo/interp/static/check"
	"krigo/interp/symbols/doctext"
	"krigo/modules"
	"krigo/modules/source"
)

// Options say where the modules of a session come from. Modules that a go.sum file lists are always downloaded.
type Options struct {
	// Dir is the folder whose go.mod and go.sum are used and updated, by default the current one.
	Dir string
	// Kept are the requirements of a session whose folder has no go.mod, by default none.
	Kept cell.Modules
	// ReadOnly leaves the go.mod and go.sum of the folder as they are.
	ReadOnly bool
	// Asks means that [World.Get] may ask the user about modules that no go.sum file lists and that are not in the module
	// cache. Without it, Kept counts as a go.sum file.
	Asks bool
	// Allowed are the paths of modules that are downloaded without a question, as globs with commas between them: each
	// matches a module's path or the beginning of it up to a slash, as GOPRIVATE does, and "*" every path.
	Allowed string
	// Client returns the client for modules; by default it is one with the user's settings.
	Client func(context.Context) (*modules.Client, error)
}

// All allows all modules.
const All = "*"

// World finds the packages that one session can import. It implements static.World. Its methods may be called from
// several goroutines.
type World struct {
	check.World // compiled packages
	options     Options
	compiled    func() map[string]bool

	mu       sync.Mutex
	set      *modules.Set // nil until it is needed
	client   *modules.Client
	asked    bool // the user has asked for a module in this session
	quiet    bool // nothing is downloaded
	consent  consent
	told     cell.Modules // as KeptChange has returned them
	packages map[string]*loaded
	docs     map[string]map[string]string
	offered  []string // packages of the modules that the user has asked for, for completion
}

// loaded is a package of a module. Of an error, packages that exist later know nothing.
type loaded struct {
	source *source.Package
	dir    string
	types  *types.Package
	busy   bool // its types are being read
}

// New returns the world of a session that can import compiled packages, and those of modules.
func New(compiled check.World, o Options) *World {
	if o.Client == nil {
		o.Client = client
	}
	w := &World{World: compiled, options: o, told: o.Kept, packages: map[string]*loaded{}, docs: map[string]map[string]string{}}
	w.compiled = sync.OnceValue(func() map[string]bool {
		all := map[string]bool{"unsafe": true}
		for _, path := range compiled.Paths() {
			all[path] = true
		}
		return all
	})
	return w
}

func client(ctx context.Context) (*modules.Client, error) {
	config, err := modules.ReadConfig(ctx)
	if err != nil {
		return nil, err
	}
	return modules.NewClient(config)
}

// Forget forgets the packages of modules: their modules may change. Requirements stay; a go.mod is read again.
func (w *World) Forget() {
	w.mu.Lock()
	defer w.mu.Unlock()
	clear(w.packages)
	clear(w.docs)
	if w.set != nil {
		w.set.Forget()
	}
	if _, err := os.Stat(filepath.Join(w.options.Dir, "go.mod")); err == nil {
		w.set = nil
	}
}

// Import implements static.World. What a module's package declares has no function bodies.
func (w *World) Import(path string) (*types.Package, error) {
	if slices.Contains(ownForCells, path) {
		w.mu.Lock()
		defer w.mu.Unlock()
		return inside{World: w}.standard(path)
	}
	if w.isCompiled(path) || !w.isModules(path) {
		return w.World.Import(path)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if !reaches("", path) && !w.isOwn(path) {
		return nil, &check.Unimportable{Err: fmt.Errorf("%s is an internal package, which only its module can import", path)}
	}
	known := w.packages[path] != nil
	pkg, err := w.declarations(path)
	if err == nil && !known && w.mayAdd() {
		if err = w.save(context.Background()); err != nil {
			err = &check.Unimportable{Err: fmt.Errorf("go.mod and go.sum: %w", err)}
		}
	}
	return pkg, err
}

// ownForCells are the packages that cells can import, too, of those that krigo has its own source of.
var ownForCells = []string{"structs", "time/tzdata"}

// Whole implements static.World.
func (w *World) Whole(path string) (*source.Package, error) {
	if w.isCompiled(path) {
		return nil, nil
	}
	if own, ok := source.Own(path); ok {
		return own, nil
	}
	if !w.isModules(path) {
		return nil, nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	p, err := w.load(path)
	if err != nil {
		return nil, err
	}
	return p.source, nil
}

func (w *World) isCompiled(path string) bool { return w.compiled()[path] }

// isModules reports whether a path can be that of a package of a module: of another one, whose first element has a
// dot, or of the module of the folder's go.mod.
func (w *World) isModules(path string) bool {
	if strings.HasPrefix(path, "krigo/") { // a package of this module, whose path may have a dot, too
		return false
	}
	first, _, _ := strings.Cut(path, "/")
	if strings.Contains(first, ".") {
		return true
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.isOwn(path)
}

// isOwn reports whether a path is in the module of the folder's go.mod.
func (w *World) isOwn(path string) bool {
	if w.hasNone() {
		return false
	}
	set, err := w.modules(context.Background())
	return err == nil && set.IsOwn(path)
}

// hasNone reports whether the session has no modules: no one has asked for any, none are kept, and the folder has no
// go.mod. Then the user's settings are not read.
func (w *World) hasNone() bool {
	if w.set != nil || w.options.Kept.GoMod != "" {
		return false
	}
	_, err := os.Stat(filepath.Join(w.options.Dir, "go.mod"))
	return errors.Is(err, fs.ErrNotExist)
}

// modules returns the set of modules, which it reads at first use.
func (w *World) modules(ctx context.Context) (*modules.Set, error) {
	if w.set != nil {
		return w.set, nil
	}
	if w.options.Allowed != "" {
		if err := CheckAllowed(w.options.Allowed); err != nil {
			return nil, fmt.Errorf("the modules that need no question (KRIGO_MODULES): %w", err)
		}
	}
	c, err := w.options.Client(ctx)
	if err != nil {
		return nil, err
	}
	dir := w.options.Dir
	if dir == "" {
		dir = "."
	}
	set, err := modules.Open(c, dir)
	switch {
	case !errors.Is(err, fs.ErrNotExist):
	case w.options.Kept.GoMod != "":
		if set, err = modules.Parse(c, []byte(w.options.Kept.GoMod), []byte(w.options.Kept.GoSum), ""); err != nil {
			err = fmt.Errorf("the notebook's metadata (krigo.modules): %w", err)
		}
	default:
		set, err = modules.New(c), nil
	}
	if err != nil {
		return nil, err
	}
	w.set, w.client = set, c
	w.client.SetOffline(w.quiet)
	w.freeze()
	set.SetAdmit(w.admit)
	return set, nil
}

// mayAdd reports whether modules may be added that go.sum does not list.
func (w *World) mayAdd() bool { return w.options.Allowed != "" || w.options.Asks && w.asked }

// save writes go.mod and go.sum, where the folder has them and they may be written.
func (w *World) save(ctx context.Context) error {
	if w.options.ReadOnly {
		return nil
	}
	return w.set.Save(ctx)
}

// freeze has only listed modules downloaded, without consent.
func (w *World) freeze() { w.set.Freeze(w.quiet || !w.mayAdd()) }

// Quiet has the world use only what the module cache has, or ends that: to read cells downloads nothing.
func (w *World) Quiet(quiet bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.quiet = quiet
	if w.set != nil {
		w.client.SetOffline(quiet)
		w.freeze()
	}
}

// load finds and reads the source of a module's package.
func (w *World) load(path string) (*loaded, error) {
	if p := w.packages[path]; p != nil {
		return p, nil
	}
	if w.hasNone() {
		return nil, &modules.NotFound{Path: path}
	}
	ctx := context.Background()
	set, err := w.modules(ctx)
	if err != nil {
		return nil, &check.Unimportable{Err: err}
	}
	at, err := set.Find(ctx, path)
	if err != nil {
		return nil, explained(path, err)
	}
	read, own := source.Own(path)
	if !own {
		if read, err = source.Read(path, at.Dir, at.Language); err != nil {
			return nil, &check.Unimportable{Err: err}
		}
	}
	if read.Name == "main" {
		return nil, &check.Unimportable{Err: fmt.Errorf("package %s is a program, which cannot be imported", path)}
	}
	p := &loaded{source: read, dir: at.Dir}
	w.packages[path] = p
	return p, nil
}

// explained returns the error for a package that was not found. There may be a module for it.
func explained(path string, err error) error {
	if _, absent := errors.AsType[*modules.NotFound](err); absent {
		return err
	}
	if errors.Is(err, modules.ErrOffline) {
		err = fmt.Errorf("package %s is not downloaded: %w: a cell that runs downloads it; reading, vetting and formatting do not", path, err)
	} else if isRefused(err) {
		err = fmt.Errorf("package %s is not downloaded: %w: run %%get %s in a cell of its own; krigo run needs --get", path, err, path)
	}
	return &check.Unimportable{Err: err}
}

// declarations returns the types that a module's package declares.
func (w *World) declarations(path string) (*types.Package, error) {
	p, err := w.load(path)
	if err != nil {
		return nil, err
	}
	if err := w.check(p); err != nil {
		return nil, &check.Unimportable{Err: err}
	}
	return p.types, nil
}

// check reads the types of a package.
func (w *World) check(p *loaded) (err error) {
	if p.types != nil {
		return nil
	}
	if p.busy {
		return fmt.Errorf("package %s imports itself", p.source.Path)
	}
	p.busy = true
	defer func() { p.busy = false }()
	fset := token.NewFileSet()
	files, err := p.source.Parse(fset)
	if err != nil {
		return err
	}
	if p.types, err = p.source.Check(fset, files, inside{w, p.source.Path}, nil); err != nil {
		delete(w.packages, p.source.Path) // its files may be repaired
	}
	return err
}

// inside imports for the source of a module's package, which may import what cells cannot.
type inside struct {
	*World
	importer string
}

func (in inside) Import(path string) (*types.Package, error) {
	first, _, _ := strings.Cut(path, "/")
	switch {
	case in.isCompiled(path):
		return in.World.World.Import(path)
	case !reaches(in.importer, path):
		return nil, fmt.Errorf("%s cannot use the internal package %s", in.importer, path)
	case !strings.Contains(first, ".") && !(in.set != nil && in.set.IsOwn(path)):
		return in.standard(path)
	}
	p, err := in.load(path)
	if err != nil {
		return nil, fmt.Errorf("%s imports %s: %w", in.importer, path, err)
	}
	return p.types, in.check(p)
}

// standard returns a package of the standard library that cells cannot import.
func (in inside) standard(path string) (*types.Package, error) {
	p := in.packages[path]
	if p == nil {
		own, ok := source.Own(path)
		if !ok {
			return nil, fmt.Errorf("package %s, which %s imports, is not available here", path, in.importer)
		}
		p = &loaded{source: own}
		in.packages[path] = p
	}
	return p.types, in.check(p)
}

// reaches reports whether a package may import another one by the rule for internal packages.
func reaches(importer, path string) bool {
	slashed := "/" + path + "/"
	at := strings.LastIndex(slashed, "/internal/")
	if at < 0 {
		return true
	}
	parent := strings.TrimPrefix(slashed[:at], "/")
	return importer == parent || strings.HasPrefix(importer, parent+"/")
}

// Source implements static.World.
func (w *World) Source(path string) (string, bool) {
	if path == "runtime" {
		return cleanup, true
	}
	return w.World.Source(path)
}

// cleanup is the generic part of package runtime. The interpreter may keep values alive, so that a cleanup may never
// run; this one never does. Cells are refused it.
const cleanup = `package runtime

import "runtime"

func AddCleanup[T, S any](ptr *T, cleanup func(S), arg S) runtime.Cleanup { return runtime.Cleanup{} }
`

// Paths implements static.World.
func (w *World) Paths() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := slices.Concat(w.World.Paths(), w.offered)
	slices.Sort(all)
	return slices.Compact(all)
}

// Doc implements static.World.
func (w *World) Doc(path, symbol string) (string, bool) {
	if w.isCompiled(path) {
		return w.World.Doc(path, symbol)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	texts, known := w.docs[path]
	if p := w.packages[path]; !known && p != nil && p.dir != "" {
		texts, _ = doctext.Read(os.DirFS(p.dir), ".", path) // without a text, there is none
		w.docs[path] = texts
	}
	text, ok := texts[symbol]
	return text, ok
}
