package modules

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/version"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"

	"krigo/internal/replace"
)

// Set has the requirements of a session, a script or a notebook, and finds packages by them. It is safe
// for concurrent use.
type Set struct {
	client *Client
	sums   *Sums
	dir    string // the folder of go.mod and go.sum, "" for none

	mu     sync.Mutex
	file   *modfile.File
	needs  *requirements
	graph  *graph            // nil until it is needed
	onDisk [2]string         // go.mod and go.sum as they were read or written last
	used   map[string]string // versions of the modules that packages came from, by path
	dirs   map[string]found  // packages that were found
	admit  Admit
}

// Admit is asked before a module is used. Its error is that of the use.
type Admit func(ctx context.Context, m module.Version, where Where) error

// Where reports where a module is known.
type Where struct {
	Listed bool // go.sum has its sum
	Cached bool // nothing has to be downloaded
}

// Module is a module of the build list.
type Module struct {
	module.Version
	Replace module.Version // its replacement, or the zero value; a folder has no version
	Direct  bool           // go.mod requires it, and not only for the packages of others
}

// Package is where the source of a package is.
type Package struct {
	Path   string
	Module module.Version // the zero value for a package of the session's own module
	Dir    string
	// Language is the Go version of the module's go.mod, as go/types wants it: "go1.21".
	Language string
}

// New returns a set without requirements.
func New(c *Client) *Set {
	text := "module notebook\n"
	if own := version.Lang(runtime.Version()); own != "" {
		text += "\ngo " + strings.TrimPrefix(own, "go") + "\n"
	}
	s, err := Parse(c, []byte(text), nil, "")
	if err != nil {
		panic(err) // the text is constant but for Go's version
	}
	return s
}

// Parse returns the set of a go.mod and a go.sum file in a folder; "" stands for no folder.
func Parse(c *Client, goMod, goSum []byte, dir string) (*Set, error) {
	f, err := modfile.Parse("go.mod", goMod, nil)
	if err != nil {
		return nil, err
	}
	r, err := newRequirements(f, dir)
	if err != nil {
		return nil, err
	}
	if err := tooNew(module.Version{Path: "go.mod"}, r.language); err != nil {
		return nil, err
	}
	sums, err := ParseSums(goSum)
	if err != nil {
		return nil, err
	}
	return &Set{
		client: c, sums: sums, dir: dir, onDisk: [2]string{string(goMod), string(goSum)},
		file: f, needs: r, used: map[string]string{}, dirs: map[string]found{},
	}, nil
}

// Open returns the set of the go.mod file in a folder. If there is none, errors.Is(err, fs.ErrNotExist).
func Open(c *Client, dir string) (*Set, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	goMod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return nil, err
	}
	goSum, err := os.ReadFile(filepath.Join(dir, "go.sum"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	s, err := Parse(c, goMod, goSum, dir)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return s, nil
}

// Freeze has the set refuse modules whose sum go.sum does not list, with [ErrUnlisted]. It must not be
// called while other methods run.
func (s *Set) Freeze(frozen bool) { s.sums.Frozen = frozen }

// SetAdmit sets what is asked before a module is used; nil admits all. It must not be called while other methods run.
func (s *Set) SetAdmit(a Admit) { s.admit = a }

func (s *Set) loader() *loader { return &loader{s.client, s.sums} }

// HasFolder reports whether the set has a folder with its go.mod file, in which [Set.Save] writes.
func (s *Set) HasFolder() bool { return s.dir != "" }

// Mark returns a function that gives the set the requirements that it has now. Sums that were added since stay.
func (s *Set) Mark() (restore func() error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	goMod, err := s.file.Format()
	needs, graph, used := s.needs, s.graph, maps.Clone(s.used)
	return func() error {
		s.mu.Lock()
		defer s.mu.Unlock()
		if err != nil {
			return err
		}
		f, err := modfile.Parse("go.mod", goMod, nil)
		if err != nil {
			return err
		}
		s.file, s.needs, s.graph, s.used = f, needs, graph, used
		clear(s.dirs)
		return nil
	}
}

// Files returns the contents of the set's go.mod and go.sum files. Modules that packages of others came from are
// listed as indirect requirements, as the go command wants them.
func (s *Set) Files(ctx context.Context) (goMod, goSum []byte, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.files(ctx)
}

func (s *Set) files(ctx context.Context) (goMod, goSum []byte, err error) {
	if err := s.tidy(ctx); err != nil {
		return nil, nil, err
	}
	goMod, err = s.file.Format()
	return goMod, s.sums.Format(), err
}

// Save writes the contents of [Set.Files] into the set's folder, if it has one. Files that are right are not written.
func (s *Set) Save(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dir == "" {
		return nil
	}
	goMod, goSum, err := s.files(ctx)
	if err != nil {
		return err
	}
	content := [2]string{string(goMod), string(goSum)}
	for i, name := range [2]string{"go.mod", "go.sum"} {
		if err := update(filepath.Join(s.dir, name), s.onDisk[i], content[i]); err != nil {
			return err
		}
		s.onDisk[i] = content[i]
	}
	return nil
}

// update writes a file whose content is not right. One that is not as it was read is somebody else's.
func update(name, read, content string) error {
	if content == read {
		return nil
	}
	old, err := os.ReadFile(name)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case string(old) == content:
		return nil
	case string(old) != read:
		return fmt.Errorf("%s has changed since the session read it and is left as it is; %%reset reads it again", name)
	}
	return replace.Bytes(name, []byte(content))
}

// tidy requires the modules that packages came from.
func (s *Set) tidy(ctx context.Context) error {
	roots := maps.Clone(s.needs.roots)
	for path := range s.used {
		if _, is := roots[path]; !is && s.graph.selected[path] != "" { // the graph led to it
			roots[path] = s.graph.selected[path]
		}
	}
	if !prunes(s.needs.language) || len(roots) == len(s.needs.roots) {
		return nil
	}
	r, g, err := s.loader().build(ctx, s.needs.with(roots))
	if err != nil {
		return err
	}
	return s.adopt(r, g, nil)
}

// selection returns the build list's versions, and raises roots that are lower.
func (s *Set) selection(ctx context.Context) (map[string]string, error) {
	if s.graph == nil {
		r, g, err := s.loader().build(ctx, s.needs)
		if err != nil {
			return nil, err
		}
		if err := s.adopt(r, g, nil); err != nil {
			return nil, err
		}
	}
	return s.graph.selected, nil
}

// adopt makes a result of the loader that of the set. Roots of the paths that direct lists are direct
// requirements, other new ones are indirect.
func (s *Set) adopt(r *requirements, g *graph, direct []string) error {
	var required []*modfile.Require
	indirect := map[string]bool{}
	for _, x := range s.file.Require {
		indirect[x.Mod.Path] = x.Indirect
	}
	for _, m := range r.sortedRoots() {
		known, old := indirect[m.Path]
		required = append(required, &modfile.Require{Mod: m, Indirect: (known || !old) && !slices.Contains(direct, m.Path)})
	}
	if !slices.EqualFunc(required, s.file.Require, sameRequire) {
		s.file.SetRequireSeparateIndirect(required)
		s.file.Cleanup()
	}
	if r.language != s.needs.language {
		if err := s.file.AddGoStmt(strings.TrimPrefix(r.language, "go")); err != nil {
			return err
		}
	}
	s.needs, s.graph = r, g
	clear(s.dirs)
	return nil
}

func sameRequire(a, b *modfile.Require) bool { return a.Mod == b.Mod && a.Indirect == b.Indirect }

// List returns the build list: the modules and versions that requirements lead to, in the order of paths,
// as "go list -m all" does after the main module.
func (s *Set) List(ctx context.Context) ([]Module, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	selected, err := s.selection(ctx)
	if err != nil {
		return nil, err
	}
	direct := map[string]bool{}
	for _, x := range s.file.Require {
		direct[x.Mod.Path] = !x.Indirect
	}
	var all []Module
	for _, m := range versions(selected) {
		item := Module{Version: m, Direct: direct[m.Path]}
		if actual := s.needs.actual(m); actual != m {
			item.Replace = actual
		}
		all = append(all, item)
	}
	return all, nil
}

// Change is a requirement that [Set.Get] changed.
type Change struct {
	Path     string
	Old, New string // versions; "" for none
	// Retracted is the reason to choose another version, if the authors have withdrawn this one.
	Retracted *Retracted
}

// InUse is the error for a change of a module whose packages [Set.Find] has returned.
type InUse struct {
	Module module.Version
	Other  string // the version that would replace it, "" for none
}

func (e *InUse) Error() string {
	if e.Other == "" {
		return fmt.Sprintf("%s is in use", e.Module)
	}
	return fmt.Sprintf("%s is in use and cannot become %s", e.Module, e.Other)
}

// Forget forgets which packages [Set.Find] has returned: their modules may change again.
func (s *Set) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.used)
}

// Get requires the modules of packages: "path@version" with a path of a module or of a package of it, and
// a version, a prefix of one (v1.2), a comparison (<v2.1), latest, upgrade, patch, none, or a branch or
// commit. Without a version, it is the latest. Either all are required or, with an error, nothing has
// changed.
func (s *Set) Get(ctx context.Context, wanted ...string) ([]Change, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var changes []Change
	roots := maps.Clone(s.needs.roots)
	for _, text := range wanted {
		path, query, _ := strings.Cut(text, "@")
		c, err := s.choose(ctx, path, query)
		if err != nil {
			return nil, err
		}
		if c.New == "" {
			delete(roots, c.Path)
		} else {
			roots[c.Path] = c.New
		}
		changes = append(changes, c)
	}
	r, g, err := s.loader().build(ctx, s.needs.with(roots))
	if err != nil {
		return nil, err
	}
	if r, err = raise(r, g); err != nil {
		return nil, err
	}
	for path, v := range s.used {
		if other := g.selected[path]; other != v {
			return nil, &InUse{module.Version{Path: path, Version: v}, other}
		}
	}
	var direct []string
	for _, c := range changes {
		if other := g.selected[c.Path]; other != c.New && c.New != "" {
			return nil, fmt.Errorf("%s@%s is too old: %s requires %s; get another version of either",
				c.Path, c.New, g.by[module.Version{Path: c.Path, Version: other}], other)
		}
		direct = append(direct, c.Path)
	}
	return changes, s.adopt(r, g, direct)
}

// raise returns the requirements with the Go version that the modules need, as the go command wants it.
func raise(r *requirements, g *graph) (*requirements, error) {
	if version.Compare(g.language, r.language) <= 0 {
		return r, nil
	}
	if !prunes(r.language) && prunes(g.language) { // then other modules would be selected
		needed, now := strings.TrimPrefix(g.language, "go"), strings.TrimPrefix(r.language, "go")
		return nil, fmt.Errorf("%s needs Go %s, and go.mod says go %s: change it with go mod tidy -go=%s", g.newest, needed, now, needed)
	}
	changed := *r
	changed.language = g.language
	return &changed, nil
}

// choose finds the module of a package and its version.
func (s *Set) choose(ctx context.Context, path, query string) (Change, error) {
	if query == "none" {
		if s.needs.roots[path] == "" {
			return Change{}, fmt.Errorf("%s is not required", path)
		}
		return Change{Path: path, Old: s.needs.roots[path]}, nil
	}
	if s.sums.Frozen && !isVersion(query) {
		return s.pinned(path, query) // any other answer would come from a proxy
	}
	var failure error
	for _, candidate := range parents(path) {
		c, err := s.candidate(ctx, candidate, path, query)
		_, malformed := errors.AsType[*module.InvalidPathError](err) // as gopkg.in alone
		switch absent := malformed || errors.Is(err, fs.ErrNotExist) || errors.Is(err, errDirect); {
		case err == nil:
			return c, nil
		case !absent: // a refusal, or a fault that is not about the package
			return Change{}, err
		case failure == nil:
			failure = err
		}
	}
	return Change{}, failure
}

// candidate tries whether a path is that of a module with a package.
func (s *Set) candidate(ctx context.Context, path, pkg, query string) (Change, error) {
	l := s.loader()
	v, err := l.query(ctx, s.needs, path, query, s.needs.roots[path])
	if err != nil {
		return Change{}, err
	}
	m := module.Version{Path: path, Version: v}
	c := Change{Path: path, Old: s.needs.roots[path], New: v}
	if pkg != path {
		dir, _, err := s.folder(ctx, m)
		if err != nil {
			return Change{}, err
		}
		if !hasGo(inside(dir, path, pkg)) {
			return Change{}, missing{fmt.Errorf("%s has no package %s", m, pkg)}
		}
	}
	if isVersion(query) && !s.sums.Frozen {
		err = s.warn(ctx, &c)
	}
	return c, err
}

// pinned returns the required version of the module of a package, if its newest one is asked for.
func (s *Set) pinned(path, query string) (Change, error) {
	if slices.Contains([]string{"", "latest", "upgrade", "patch"}, query) {
		for _, candidate := range parents(path) {
			if required := s.needs.roots[candidate]; required != "" {
				return Change{Path: candidate, Old: required, New: required}, nil
			}
		}
	}
	return Change{}, fmt.Errorf("%s@%s: %w", path, cmp.Or(query, "latest"), ErrUnlisted)
}

// warn notes whether a version that the user has named is retracted. It is no reason to fail if the proxy
// has no list of versions.
func (s *Set) warn(ctx context.Context, c *Change) error {
	l := s.loader()
	list, err := l.versions(ctx, c.Path)
	if err != nil {
		return ctx.Err()
	}
	refused, err := l.retracted(ctx, c.Path, list)
	if err != nil {
		return ctx.Err()
	}
	errors.As(refused(c.New), &c.Retracted)
	return nil
}

// NotFound is the error for a package that no required module has.
type NotFound struct{ Path string }

func (e *NotFound) Error() string { return fmt.Sprintf("no required module has package %s", e.Path) }

// found is a package or the error for it.
type found struct {
	pkg Package
	err error
}

// Find returns where a package is. Its module is downloaded if it is not in the cache. The error for a
// package of no module is a [NotFound].
func (s *Set) Find(ctx context.Context, path string) (Package, error) {
	if err := module.CheckImportPath(path); err != nil { // as one with ..
		return Package{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, ok := s.dirs[path]; ok {
		return known.pkg, known.err
	}
	p, err := s.find(ctx, path)
	if absent := (*NotFound)(nil); err == nil || errors.As(err, &absent) {
		s.dirs[path] = found{p, err}
	}
	if err == nil && p.Module.Path != "" {
		s.used[p.Module.Path] = p.Module.Version
	}
	return p, err
}

// find looks in the required modules first, as go.mod files list all that is needed, mostly. Then it
// looks in the whole build list.
func (s *Set) find(ctx context.Context, path string) (Package, error) {
	if p, ok := s.own(path); ok {
		return p, nil
	}
	if s.graph == nil && prunes(s.needs.language) {
		p, err := s.search(ctx, path, s.needs.roots)
		if absent := (*NotFound)(nil); !errors.As(err, &absent) {
			return p, err
		}
	}
	selected, err := s.selection(ctx)
	if err != nil {
		return Package{}, err
	}
	return s.search(ctx, path, selected)
}

// own returns a package of the set's own module.
func (s *Set) own(path string) (Package, bool) {
	if !s.isOwn(path) {
		return Package{}, false
	}
	dir := inside(s.dir, s.needs.path, path)
	return Package{Path: path, Dir: dir, Language: s.needs.language}, hasGo(dir)
}

// search looks for a package in modules. Two modules with the same package are an error.
func (s *Set) search(ctx context.Context, path string, in map[string]string) (Package, error) {
	var all []Package
	for _, candidate := range parents(path) {
		v, ok := in[candidate]
		if !ok {
			continue
		}
		m := module.Version{Path: candidate, Version: v}
		root, language, err := s.folder(ctx, m)
		if err != nil {
			return Package{}, err
		}
		if dir := inside(root, candidate, path); hasGo(dir) {
			all = append(all, Package{path, m, dir, language})
		}
	}
	switch len(all) {
	case 0:
		return Package{}, &NotFound{path}
	case 1:
		return all[0], nil
	}
	return Package{}, fmt.Errorf("package %s is in two modules, %s and %s: get one of them at another version", path, all[0].Module, all[1].Module)
}

// folder returns the folder of a module or of its replacement, and its language version.
func (s *Set) folder(ctx context.Context, m module.Version) (dir, language string, err error) {
	actual := s.needs.actual(m)
	if actual.Version != "" {
		if err := s.admits(ctx, actual); err != nil {
			return "", "", err
		}
	}
	l := s.loader()
	n, err := l.needs(ctx, s.needs, m)
	if err != nil {
		return "", "", err
	}
	if actual.Version != "" {
		dir, err = s.client.Dir(ctx, actual, s.sums)
	} else {
		dir = s.needs.folder(actual)
	}
	if err != nil {
		return "", "", fmt.Errorf("%s: %w", m, err)
	}
	return dir, n.language, nil
}

// admits returns an error for a module that must not be used.
func (s *Set) admits(ctx context.Context, m module.Version) error {
	if err := s.sums.admits(m); err != nil {
		return err
	}
	if s.admit == nil {
		return nil
	}
	return s.admit(ctx, m, Where{Listed: s.sums.lists(m), Cached: s.client.has(m)})
}

// inside returns the folder of a package in that of its module.
func inside(root, module, path string) string {
	return filepath.Join(root, filepath.FromSlash(strings.TrimPrefix(path, module)))
}

// hasGo reports whether a folder has Go files.
func hasGo(dir string) bool {
	entries, err := os.ReadDir(dir)
	return err == nil && slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return strings.HasSuffix(e.Name(), ".go") && !strings.HasSuffix(e.Name(), "_test.go") && !e.IsDir()
	})
}

// IsOwn reports whether a path is in the module of the set's own go.mod file.
func (s *Set) IsOwn(path string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.isOwn(path)
}

func (s *Set) isOwn(path string) bool {
	return s.dir != "" && (path == s.needs.path || strings.HasPrefix(path, s.needs.path+"/"))
}

// Required returns the requirements of the go.mod file, in the order of paths. Their versions are those of the file:
// the build list may have higher ones until something was found.
func (s *Set) Required() []Module {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []Module
	for _, x := range s.file.Require {
		m := Module{Version: x.Mod, Direct: !x.Indirect}
		if actual := s.needs.actual(x.Mod); actual != x.Mod {
			m.Replace = actual
		}
		all = append(all, m)
	}
	slices.SortFunc(all, func(a, b Module) int { return strings.Compare(a.Path, b.Path) })
	return all
}

// Selected returns the version of a module in the build list, or "".
func (s *Set) Selected(ctx context.Context, path string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	selected, err := s.selection(ctx)
	return selected[path], err
}

// Dir returns the folder with the files of a module of the build list, which is downloaded if the cache does not have
// it.
func (s *Set) Dir(ctx context.Context, path string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	selected, err := s.selection(ctx)
	if err != nil {
		return "", err
	}
	dir, _, err := s.folder(ctx, module.Version{Path: path, Version: selected[path]})
	return dir, err
}
