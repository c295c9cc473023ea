package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"krigo/internal/browser"
	"krigo/internal/lessons"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/export"
)

// index is the file name of the list of contents.
const index = "index.html"

//go:embed site.css
var style []byte

//go:embed site.js
var script string

// files returns the files of the site, by their paths.
func (s *site) files() (map[string][]byte, error) {
	files := map[string][]byte{"site.css": style}
	if s.cells != nil {
		maps.Copy(files, s.cells.Files())
		files[browser.OfflineFile] = browser.Offline()
	}
	first := textPage("", index, "", s.contents(), githubID)
	for i, p := range append([]*page{first}, s.pages...) {
		content, err := s.render(p, i-1)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.source, err)
		}
		files[p.target] = content
		if p.download {
			s.beside[p.source] = true
		}
	}
	if s.live && slices.ContainsFunc(slices.Collect(maps.Values(files)), hasFigure) {
		content, err := export.LiveModule()
		if err != nil {
			return nil, err
		}
		files[module] = content
	}
	for name := range s.beside {
		content, err := fs.ReadFile(s.root, name)
		if _, ok := lessons.Of(name); ok && err == nil {
			content, err = nbformat.Strip(content) // a lesson is downloaded to be worked through
		}
		if err != nil {
			return nil, err
		}
		files[name] = content
	}
	files["site.js"] = searchScript(files, first, s.pages)
	return files, nil
}

// module is the file of the WebAssembly module of explorable figures, which all pages share and none
// loads before a reader touches a figure.
const module = "krigo-module.js"

// hasFigure reports whether a page has an explorable figure.
func hasFigure(content []byte) bool { return bytes.Contains(content, []byte(`id="krigo-module"`)) }

// contents returns the list of contents as Markdown.
func (s *site) contents() string {
	var b strings.Builder
	b.WriteString("# krigo\n\nGaussian processes in Go, in a notebook.\n")
	if _, err := fs.Stat(s.root, movie); err == nil {
		b.WriteString("\n![" + movieText + "](" + movie + ")\n")
	}
	group := ""
	for _, p := range s.pages {
		if p.group != group {
			group = p.group
			b.WriteString("\n## " + group + "\n\n")
		}
		fmt.Fprintf(&b, "- [%s](%s)", p.title, p.source)
		if p.say != "" {
			b.WriteString(": " + escapeDollars(escape(p.say)))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// The animation in docs/README.md.
const (
	movie     = "docs/lengthscale.gif"
	movieText = "A fit to ten points while the lengthscale moves"
)

// render writes a page, the i-th of the site, or the list of contents if i is -1.
func (s *site) render(p *page, i int) ([]byte, error) {
	folder, err := fs.Sub(s.root, path.Clean(p.folder))
	if err != nil {
		return nil, err
	}
	o := export.Options{
		Files: folder, HeadingID: p.slug, Name: p.title, Frame: s.frame(p, i),
		Link: func(address string) string { return s.link(p, address) },
		Live: s.live, Module: rootOf(p) + module,
	}
	if p.download {
		o.Notebook = path.Base(p.source)
	}
	if s.cells == nil || p.group != lessonGroup {
		return export.HTML(p.nb, o)
	}
	root := strings.Repeat("../", strings.Count(p.target, "/"))
	files, err := browser.FilesOf(p.nb, ".", p.folder)
	if err != nil {
		return nil, err
	}
	return s.cells.HTML(p.nb, browser.Options{
		Export: o, Name: path.Base(p.source), Files: files, Below: root, Home: root + index,
	})
}

// rootOf returns the address of the site's root as a page sees it.
func rootOf(p *page) string { return strings.Repeat("../", strings.Count(p.target, "/")) }

// frame returns the frame of a page around its text.
func (s *site) frame(p *page, i int) export.Frame {
	root := rootOf(p)
	f := export.Frame{
		Head:  template.HTML(`<link rel="stylesheet" href="` + root + `site.css">` + "\n" + `<script src="` + root + `site.js" defer></script>`),
		Above: template.HTML(`<nav class="site" aria-label="Site"><a href="` + root + index + `">krigo</a></nav>`),
	}
	if p.group == lessonGroup || p.group == papers {
		f.Below = s.neighbours(p, i)
	}
	return f
}

// neighbours links to the pages before and after one in its group.
func (s *site) neighbours(p *page, i int) template.HTML {
	var b strings.Builder
	b.WriteString(`<nav class="neighbours" aria-label="Neighbours">`)
	for _, n := range []struct {
		at        int
		rel, word string
	}{{i - 1, "prev", "Previous"}, {i + 1, "next", "Next"}} {
		if n.at < 0 || n.at >= len(s.pages) || s.pages[n.at].group != p.group {
			continue
		}
		to := s.pages[n.at]
		fmt.Fprintf(&b, `<a rel="%s" href="%s">%s: %s</a> `, n.rel, relative(p.target, to.target), n.word, template.HTMLEscapeString(to.title))
	}
	b.WriteString("</nav>")
	return template.HTML(b.String())
}
