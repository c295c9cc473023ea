package main

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"krigo/internal/lessons"
	"krigo/internal/nbformat"
)

// notebookPage reads a notebook.
func notebookPage(root fs.FS, name string) (*page, error) {
	raw, err := fs.ReadFile(root, name)
	if err != nil {
		return nil, err
	}
	nb, err := nbformat.Parse(raw)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	p := &page{
		source: name, target: replaceExt(name), folder: path.Dir(name), title: cmp.Or(nb.Title(), name), nb: nb, download: true,
	}
	if l, ok := lessons.Of(name); ok {
		p.title = l.Number() + " " + p.title
		p.say = l.Question + " (" + l.Terms() + ")"
	}
	return p, nil
}

// markdownPage reads a Markdown file, whose headings have the ids that GitHub gives them.
func markdownPage(root fs.FS, name string) (*page, error) {
	raw, err := fs.ReadFile(root, name)
	if err != nil {
		return nil, err
	}
	p := textPage(name, replaceExt(name), path.Dir(name), string(raw), githubID)
	if name == "README.md" {
		p.say = "what it is, and five minutes to the first figure"
	}
	return p, nil
}

// textPage returns a page of one Markdown text.
func textPage(source, target, folder, text string, slug func(string) string) *page {
	nb := nbformat.New()
	nb.Add(nbformat.Markdown, text).ID = "text"
	return &page{source: source, target: target, folder: folder, title: cmp.Or(nb.Title(), source), nb: nb, slug: slug}
}

func replaceExt(name string) string { return strings.TrimSuffix(name, path.Ext(name)) + ".html" }

var unslugged = regexp.MustCompile(`[^\p{L}\p{M}\p{N}\p{Pc} -]`)

// githubID returns the id that GitHub gives to a heading.
func githubID(text string) string {
	return strings.ReplaceAll(unslugged.ReplaceAllString(strings.ToLower(text), ""), " ", "-")
}
