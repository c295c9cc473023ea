package main

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"krigo/internal/browser"
	explore "krigo/internal/explore/page"
	"krigo/internal/nbformat"
)

// site is the repository as pages.
type site struct {
	root  fs.FS
	pages []*page // in the order of the list of contents
	// live makes explorable figures compute; the site's folder has the module then.
	live bool
	// beside are the files, by path, that pages link to and that are not pages.
	beside map[string]bool
	// cells has the module with which cells of lessons run, nil if they do not.
	cells *browser.Pages
}

// page is a notebook, a Markdown file or a package as a page.
type page struct {
	source string // its path in the repository
	target string // its path in the site
	group  string
	title  string // as Markdown
	// say is the text next to the title in the list of contents, or "".
	say string
	nb  *nbformat.Notebook
	// slug makes the ids of headings, nil as Jupyter has them.
	slug func(string) string
	// folder is the base of the page's links, in the repository.
	folder string
	// download makes the page offer its source.
	download bool
}

// Parts of the list of contents.
const (
	lessonGroup = "Lessons"
	papers      = "The papers as cells"
)

// groups are the parts, with the files in each by patterns of path.Match. A file
// belongs to the first part that matches it.
var groups = []struct {
	title    string
	patterns []string
}{
	{"Start", []string{"README.md", "docs/install.md"}},
	{lessonGroup, []string{"notebooks/[0-9]*.ipynb"}},
	{papers, []string{"notebooks/papers/*.ipynb"}},
	{"More notebooks", []string{"notebooks/*.ipynb", "notebooks/*/*.ipynb"}},
	{"Guides", []string{"docs/README.md", "docs/*.md"}},
	{"The methods", []string{"docs/methods/README.md", "docs/methods/*.md"}},
	{"Packages", nil},
	{"Decisions", []string{"docs/decisions/README.md", "docs/decisions/*.md"}},
	{"The project", []string{"*.md", "*/*.md", "*/*/*.md"}},
}

const packages = 6 // among the groups

// place returns the position of a page in the list of contents: its group, and its rank in
// that.
func place(p *page) (group, rank int) {
	if path.Ext(p.source) == "" {
		first, _, _ := strings.Cut(p.source, "/")
		return packages, slices.Index(documented, first)
	}
	for i, g := range groups {
		for j, pattern := range g.patterns {
			if ok, _ := path.Match(pattern, p.source); ok {
				return i, j
			}
		}
	}
	return len(groups), 0
}

// newSite finds the pages of a repository.
func newSite(root fs.FS) (*site, error) {
	_, err := explore.Module()
	s := &site{root: root, live: err == nil, beside: map[string]bool{}}
	if err := fs.WalkDir(root, ".", s.visit); err != nil {
		return nil, err
	}
	slices.SortStableFunc(s.pages, func(a, b *page) int {
		aGroup, aRank := place(a)
		bGroup, bRank := place(b)
		return cmp.Or(cmp.Compare(aGroup, bGroup), cmp.Compare(aRank, bRank), cmp.Compare(a.source, b.source))
	})
	for _, p := range s.pages {
		group, _ := place(p)
		if group == len(groups) {
			return nil, fmt.Errorf("%s: no part of the list of contents takes it", p.source)
		}
		p.group = groups[group].title
	}
	return s, nil
}

// passedOver are folders without pages: build output, and files of tests and programs.
var passedOver = []string{"bin", "dist", "out", "node_modules", "testdata", "internal", "templates", "symbols", "colab", "paper"}

func (s *site) visit(name string, d fs.DirEntry, err error) error {
	switch {
	case err != nil:
		return err
	case name == ".":
		return nil
	case strings.HasPrefix(d.Name(), ".") || d.IsDir() && slices.Contains(passedOver, d.Name()):
		if d.IsDir() {
			return fs.SkipDir
		}
		return nil
	}
	p, err := s.pageOf(name, d)
	if p != nil {
		s.pages = append(s.pages, p)
	}
	return err
}

// pageOf returns the page of a file or of a package's folder, or nil if there is none.
func (s *site) pageOf(name string, d fs.DirEntry) (*page, error) {
	switch {
	case d.IsDir() && isDocumented(name):
		return packagePage(s.root, name)
	case path.Ext(name) == ".ipynb":
		return notebookPage(s.root, name)
	case path.Ext(name) == ".md":
		return markdownPage(s.root, name)
	}
	return nil, nil
}

// at returns the page of a path in the repository, or nil. For a folder it is the page
// of its README.
func (s *site) at(name string) *page {
	for _, p := range s.pages {
		if p.source == name || p.source == path.Join(name, "README.md") {
			return p
		}
	}
	return nil
}
