package main

import (
	"io/fs"
	"net/url"
	"path"
	"strings"
)

// link returns the address of the target of a link in a page of the repository, seen
// from the page in the site. A link that leads nowhere stays as it is, and check
// reports it.
func (s *site) link(from *page, address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "" || u.Host != "" || u.Path == "" {
		return address
	}
	name := path.Join(from.folder, u.Path)
	if to := s.at(name); to != nil {
		u.Path = relative(from.target, to.target)
		return u.String()
	}
	info, err := fs.Stat(s.root, name)
	switch {
	case err != nil:
		return address
	case info.IsDir():
		return s.folder(from, name, address)
	}
	s.beside[name] = true
	u.Path = relative(from.target, name)
	return u.String()
}

// folder returns the place in the list of contents of the first page in a folder.
func (s *site) folder(from *page, name, address string) string {
	for _, p := range s.pages {
		if strings.HasPrefix(p.source, name+"/") {
			return relative(from.target, index) + "#" + githubID(p.group)
		}
	}
	return address
}

// relative returns the address of a file of the site, seen from another.
func relative(from, to string) string {
	steps := strings.Count(from, "/")
	return strings.Repeat("../", steps) + to
}
