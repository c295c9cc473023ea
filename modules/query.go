package modules

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

// query finds the version of a module that a query names, as "go help get" describes them: a version, a
// prefix (v1.2), a comparison (<v1.2.3), latest, upgrade, patch, or a branch, tag or commit. current is
// the version in use, or "".
func (l *loader) query(ctx context.Context, r *requirements, path, query, current string) (string, error) {
	if err := module.CheckPath(path); err != nil {
		return "", err
	}
	accepts, lowest, err := matcher(path, query, current)
	if err != nil {
		return "", err
	}
	if accepts == nil { // it names one version
		return l.exact(ctx, path, query)
	}
	list, err := l.versions(ctx, path)
	if err != nil {
		return "", err
	}
	refused, err := l.retracted(ctx, path, list)
	if err != nil {
		return "", err
	}
	var fit []string
	for _, v := range list {
		if accepts(v) && refused(v) == nil && !r.excluded[module.Version{Path: path, Version: v}] {
			fit = append(fit, v)
		}
	}
	if fit, err = l.compatible(ctx, path, fit, current); err != nil {
		return "", err
	}
	if v := best(fit, lowest); v != "" {
		return v, nil
	}
	if query == "" || query == "latest" || query == "upgrade" || query == "patch" {
		return l.newest(ctx, path, refused, current)
	}
	return "", noVersion(path, query, list)
}

// noVersion is the error for a query that no version matches.
func noVersion(path, query string, list []string) error {
	if len(list) == 0 {
		return fmt.Errorf("%s has no versions", path)
	}
	return fmt.Errorf("%s has no version that matches %q; its last one is %s", path, query, list[len(list)-1])
}

// matcher returns a function that reports whether a version matches a query, and whether the lowest
// one is wanted. It returns nil for a query that names one version.
func matcher(path, query, current string) (accepts func(string) bool, lowest bool, err error) {
	above := func(v string) bool { return semver.Compare(v, current) >= 0 }
	op := query[:len(query)-len(strings.TrimLeft(query, "<>="))]
	bound := query[len(op):]
	compare := func(v string) int { return semver.Compare(v, bound) }
	switch {
	case op != "" && !semver.IsValid(bound):
		return nil, false, fmt.Errorf("%s@%s: %q is not a version", path, query, bound)
	case op == "<":
		return func(v string) bool { return compare(v) < 0 }, false, nil
	case op == "<=":
		return func(v string) bool { return compare(v) <= 0 }, false, nil
	case op == ">":
		return func(v string) bool { return compare(v) > 0 }, true, nil
	case op == ">=":
		return func(v string) bool { return compare(v) >= 0 }, true, nil
	case op != "":
		return nil, false, fmt.Errorf("%s@%s: %q is not a comparison", path, query, op)
	case query == "" || query == "upgrade":
		return above, false, nil
	case query == "latest":
		return func(string) bool { return true }, false, nil
	case query == "patch":
		if current == "" {
			return nil, false, fmt.Errorf("%s@patch: the module is not in use, so that it has no patch", path)
		}
		return func(v string) bool { return semver.MajorMinor(v) == semver.MajorMinor(current) && above(v) }, false, nil
	case semver.IsValid(query) && semver.Canonical(query) != query && semver.Build(query) == "":
		return func(v string) bool { return strings.HasPrefix(v, query+".") }, false, nil
	}
	return nil, false, nil
}

// exact returns the canonical version that a version, branch, tag or commit stands for.
func (l *loader) exact(ctx context.Context, path, query string) (string, error) {
	if isVersion(query) && module.Check(path, query) == nil {
		_, err := l.goMod(ctx, module.Version{Path: path, Version: query})
		return query, err
	}
	name, err := module.EscapePath(path)
	if err != nil {
		return "", err
	}
	revision, err := module.EscapeVersion(query)
	if err != nil {
		return "", err
	}
	return l.client.version(ctx, path, name+"/@v/"+revision+".info")
}

// versions returns the released versions of a module in order, without pseudo-versions.
func (l *loader) versions(ctx context.Context, path string) ([]string, error) {
	list, err := l.listed(ctx, path)
	return slices.DeleteFunc(list, module.IsPseudoVersion), err
}

// listed returns the versions that proxies list, in order.
func (l *loader) listed(ctx context.Context, path string) ([]string, error) {
	name, err := module.EscapePath(path)
	if err != nil {
		return nil, err
	}
	data, err := l.client.bytes(ctx, path, name+"/@v/list")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var list []string
	for line := range strings.Lines(string(data)) {
		fields := strings.Fields(line)
		if len(fields) > 0 && isVersion(fields[0]) && module.Check(path, fields[0]) == nil {
			list = append(list, fields[0])
		}
	}
	semver.Sort(list)
	return list, nil
}

// newest returns the latest version of a module without releases. It is current if that is newer.
func (l *loader) newest(ctx context.Context, path string, refused func(string) error, current string) (string, error) {
	found, err := l.latest(ctx, path)
	if err != nil {
		return "", err
	}
	if err := refused(found); err != nil {
		return "", fmt.Errorf("%s: %w, and there is no other", path, err)
	}
	if semver.Compare(current, found) > 0 {
		return current, nil
	}
	return found, nil
}

// latest returns the version that a proxy calls the latest, or if it does not say, the newest
// pseudo-version that it lists.
func (l *loader) latest(ctx context.Context, path string) (string, error) {
	name, err := module.EscapePath(path)
	if err != nil {
		return "", err
	}
	found, err := l.client.version(ctx, path, name+"/@latest")
	if !errors.Is(err, fs.ErrNotExist) {
		return found, err
	}
	list, failure := l.listed(ctx, path)
	if failure != nil {
		return "", failure
	}
	var newest time.Time
	for _, v := range list {
		if at, err := module.PseudoVersionTime(v); err == nil && at.After(newest) {
			found, newest = v, at
		}
	}
	if found == "" {
		return "", err
	}
	return found, nil
}

// version asks a proxy for the canonical version of a branch, a tag, a commit, or of the latest one.
func (c *Client) version(ctx context.Context, path, name string) (string, error) {
	data, err := c.bytes(ctx, path, name)
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	var info struct{ Version string }
	if err := json.Unmarshal(data, &info); err != nil {
		return "", fmt.Errorf("%s: the answer of the proxy for %s is damaged: %w", path, name, err)
	}
	if err := module.Check(path, info.Version); err != nil {
		return "", fmt.Errorf("%s: the answer of the proxy for %s has a wrong version: %w", path, name, err)
	}
	return info.Version, nil
}

// best returns the highest release, or if there is none the highest pre-release; or the lowest ones.
func best(list []string, lowest bool) string {
	if !lowest {
		list = slices.Clone(list)
		slices.Reverse(list)
	}
	for _, v := range list {
		if semver.Prerelease(v) == "" {
			return v
		}
	}
	if len(list) > 0 {
		return list[0]
	}
	return ""
}

// compatible leaves out versions of an incompatible major version, if the last compatible version that
// fits has a go.mod file: from then on, a new major version has another path.
func (l *loader) compatible(ctx context.Context, path string, list []string, current string) ([]string, error) {
	first := slices.IndexFunc(list, incompatible)
	if first <= 0 || incompatible(current) {
		return list, nil
	}
	has, err := l.hasGoMod(ctx, module.Version{Path: path, Version: list[first-1]})
	if has {
		list = list[:first]
	}
	return list, err
}

func incompatible(v string) bool { return strings.HasSuffix(v, "+incompatible") }

// hasGoMod reports whether the author of a module wrote a go.mod file. For others, proxies make one.
func (l *loader) hasGoMod(ctx context.Context, m module.Version) (bool, error) {
	data, err := l.goMod(ctx, m)
	return !bytes.Equal(data, []byte("module "+modfile.AutoQuote(m.Path)+"\n")), err
}

// Retracted is the error for a version that the authors of a module have withdrawn.
type Retracted struct {
	Module    module.Version
	Rationale string // may be empty
}

func (e *Retracted) Error() string {
	text := fmt.Sprintf("%s is retracted by its authors", e.Module)
	if e.Rationale != "" {
		text += ": " + e.Rationale
	}
	return text
}

// retracted returns a function that gives a [Retracted] error for retracted versions. Retractions are in
// the go.mod file of the latest version.
func (l *loader) retracted(ctx context.Context, path string, list []string) (func(v string) error, error) {
	none := func(string) error { return nil }
	allowed, err := l.compatible(ctx, path, list, "")
	if err != nil {
		return nil, err
	}
	last := best(allowed, false)
	if last == "" {
		last, err = l.latest(ctx, path)
		if errors.Is(err, fs.ErrNotExist) {
			return none, nil
		}
		if err != nil {
			return nil, err
		}
	}
	data, err := l.goMod(ctx, module.Version{Path: path, Version: last})
	if err != nil {
		return nil, err
	}
	f, err := modfile.ParseLax("go.mod", data, nil)
	if err != nil {
		return nil, fmt.Errorf("%s@%s: %w", path, last, err)
	}
	return func(v string) error {
		for _, x := range f.Retract {
			if semver.Compare(x.Low, v) <= 0 && semver.Compare(v, x.High) <= 0 {
				return &Retracted{module.Version{Path: path, Version: v}, strings.Join(strings.Fields(x.Rationale), " ")}
			}
		}
		return nil
	}, nil
}
