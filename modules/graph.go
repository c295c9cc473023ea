package modules

import (
	"context"
	"errors"
	"fmt"
	"go/version"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

// graph is the result of minimal version selection: for each module the highest version that anything
// requires.
type graph struct {
	selected map[string]string
	by       map[module.Version]string // who requires a version first, for messages
	language string                    // the newest Go version that a go.mod file names
	newest   module.Version            // the module of that file
}

// loader reads go.mod files for one set of requirements.
type loader struct {
	client *Client
	sums   *Sums
}

// build selects versions. Roots that are lower than what other modules require are raised, until all
// roots are selected.
func (l *loader) build(ctx context.Context, r *requirements) (*requirements, *graph, error) {
	by := map[module.Version]string{}
	for {
		g, err := l.graph(ctx, r, by)
		if err != nil {
			return nil, nil, err
		}
		raised := maps.Clone(r.roots)
		for path := range raised {
			raised[path] = g.selected[path]
		}
		if maps.Equal(raised, r.roots) {
			return r, g, nil
		}
		r = r.with(raised)
	}
}

// visit is a module whose go.mod file counts.
type visit struct {
	m    module.Version
	deep bool // all that it requires counts, whatever its language version
}

// graph reads go.mod files in waves; it downloads the files of a wave concurrently. Of a module that prunes
// and that another one does not force to be read deeply, only its own requirements count. It adds to by
// who requires a version.
func (l *loader) graph(ctx context.Context, r *requirements, by map[module.Version]string) (*graph, error) {
	g := &graph{selected: map[string]string{}, by: by}
	var wave []visit
	for _, m := range r.sortedRoots() {
		g.require(m, "go.mod")
		wave = append(wave, visit{m, !prunes(r.language)})
	}
	read := map[module.Version]needs{}
	seen := map[module.Version]bool{} // deeply
	for len(wave) > 0 {
		if err := l.read(ctx, r, wave, read); err != nil {
			return nil, err
		}
		var next []visit
		for _, v := range wave {
			n := read[v.m]
			if version.Compare(n.language, g.language) > 0 {
				g.language, g.newest = n.language, v.m
			}
			for _, m := range n.require {
				if r.excluded[m] || m.Version == "none" {
					continue
				}
				g.require(m, v.m.String())
				if (v.deep || !prunes(n.language)) && !seen[m] {
					seen[m] = true
					next = append(next, visit{m, true})
				}
			}
		}
		wave = next
	}
	delete(g.selected, r.path) // the session's own module is not selected: it has no version
	return g, nil
}

// require notes who requires a version.
func (g *graph) require(m module.Version, by string) {
	if g.by[m] == "" {
		g.by[m] = by
	}
	if old, ok := g.selected[m.Path]; !ok || semver.Compare(m.Version, old) > 0 {
		g.selected[m.Path] = m.Version
	}
}

// read reads the go.mod files of a wave that are not read yet.
func (l *loader) read(ctx context.Context, r *requirements, wave []visit, read map[module.Version]needs) error {
	const most = 16
	var (
		mu     sync.Mutex
		wg     sync.WaitGroup
		errs   []error
		tokens = make(chan struct{}, most)
	)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	missing := map[module.Version]bool{}
	for _, v := range wave {
		if _, done := read[v.m]; !done {
			missing[v.m] = true
		}
	}
	for m := range missing {
		wg.Go(func() {
			tokens <- struct{}{}
			defer func() { <-tokens }()
			n, err := l.needs(ctx, r, m)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				cancel() // the others would be of no use
				errs = append(errs, err)
				return
			}
			read[m] = n
		})
	}
	wg.Wait()
	return firstCause(errs)
}

// firstCause returns the first error that is not the consequence of another.
func firstCause(errs []error) error {
	slices.SortStableFunc(errs, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	for _, err := range errs {
		if !errors.Is(err, context.Canceled) {
			return err
		}
	}
	return errors.Join(errs...)
}

// needs returns what a required module needs, by its replacement if it has one.
func (l *loader) needs(ctx context.Context, r *requirements, m module.Version) (n needs, err error) {
	actual := r.actual(m)
	if actual.Version == "" {
		n, err = readFolder(m, actual, r.folder(actual))
	} else {
		var data []byte
		if data, err = l.goMod(ctx, actual); err == nil {
			n, err = readNeeds(m, actual, data)
		}
	}
	if err != nil {
		return needs{}, err
	}
	return n, tooNew(m, n.language)
}

// goMod returns the go.mod file of a module, whose sum is checked.
func (l *loader) goMod(ctx context.Context, m module.Version) ([]byte, error) {
	if err := module.Check(m.Path, m.Version); err != nil {
		return nil, err
	}
	if err := l.sums.admits(module.Version{Path: m.Path, Version: m.Version + "/go.mod"}); err != nil {
		return nil, err
	}
	data, err := l.client.goMod(ctx, m, func(data []byte) error {
		return l.client.checkGoMod(ctx, l.sums, m, data)
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m, err)
	}
	return data, nil
}

// tooNew returns an error for a module that needs a newer Go than krigo was built with.
func tooNew(m module.Version, language string) error {
	if own := runtime.Version(); version.IsValid(own) && version.Compare(language, own) > 0 {
		return fmt.Errorf("%s needs Go %s or newer; krigo was built with %s", m, strings.TrimPrefix(language, "go"), own)
	}
	return nil
}
