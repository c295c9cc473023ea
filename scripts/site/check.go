package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// read is the content of a page of the site, as a browser would find it.
type read struct {
	title    string
	headings []heading
	ids      map[string]bool
	leads    []string // addresses of links
	loads    []string // addresses that the page loads
	unshown  []string // formulas that are shown as their sources
}

type heading struct{ id, text string }

// readPage reads a page.
func readPage(content []byte) (read, error) {
	tree, err := html.Parse(bytes.NewReader(content))
	r := read{ids: map[string]bool{}}
	if err != nil {
		return r, err
	}
	for n := range tree.Descendants() {
		if n.Type == html.ElementNode {
			r.element(n)
		}
	}
	return r, nil
}

func (r *read) element(n *html.Node) {
	id := attribute(n, "id")
	if id != "" {
		r.ids[id] = true
	}
	switch n.Data {
	case "title":
		r.title = text(n)
	case "h1", "h2", "h3", "h4":
		if id != "" {
			r.headings = append(r.headings, heading{id, text(n)})
		}
	case "a":
		if href := attribute(n, "href"); href != "" {
			r.leads = append(r.leads, href)
		}
	case "link":
		r.loads = append(r.loads, attribute(n, "href"))
	case "code":
		if attribute(n, "class") == "tex" {
			r.unshown = append(r.unshown, text(n)+" ("+attribute(n, "title")+")")
		}
	}
	if src := cmp.Or(attribute(n, "src"), attribute(n, "data-src")); src != "" && !strings.HasPrefix(src, "data:") {
		r.loads = append(r.loads, src)
	}
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// text returns the text of an element. It leaves out the source that MathML may
// carry, and the pieces of a formula, which are the formula again, for print.
func text(n *html.Node) string {
	var b strings.Builder
	var add func(n *html.Node)
	add = func(n *html.Node) {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
		if n.Data == "annotation" || attribute(n, "class") == "pieces" {
			return
		}
		for c := range n.ChildNodes() {
			add(c)
		}
	}
	add(n)
	return strings.Join(strings.Fields(b.String()), " ")
}

// check reports what is wrong with a site of these files: links that lead nowhere,
// requests to other hosts, formulas that are not shown.
func check(files map[string][]byte) (problems []string) {
	pages := map[string]read{}
	for name, content := range files {
		if path.Ext(name) != ".html" {
			continue
		}
		r, err := readPage(content)
		if err != nil {
			problems = append(problems, name+": "+err.Error())
		}
		pages[name] = r
	}
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		p := pages[name]
		tell := func(format string, a ...any) { problems = append(problems, name+": "+fmt.Sprintf(format, a...)) }
		for _, formula := range p.unshown {
			tell("the formula %s cannot be shown", formula)
		}
		for _, address := range p.loads {
			if u, err := url.Parse(address); err != nil || u.Scheme != "" || u.Host != "" {
				tell("asks for %s", address)
			}
		}
		for _, address := range slices.Concat(p.leads, p.loads) {
			if why := dead(name, address, files, pages); why != "" {
				tell("%s: %s", address, why)
			}
		}
	}
	return problems
}

// dead returns the reason why an address leads nowhere from a page, or "". Links to
// other hosts are not followed.
func dead(from, address string, files map[string][]byte, pages map[string]read) string {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return err.Error()
	case u.Scheme != "" || u.Host != "":
		return ""
	}
	to := from
	if u.Path != "" {
		to = path.Join(path.Dir(from), u.Path)
	}
	if files[to] == nil {
		return "there is no such file"
	}
	if page, ok := pages[to]; ok && u.Fragment != "" && !page.ids[u.Fragment] {
		return "the page has no such anchor"
	}
	return ""
}

// searchScript returns site.js with the headings of all pages.
func searchScript(files map[string][]byte, first *page, pages []*page) []byte {
	type entry struct {
		Page     string      `json:"p"`
		Title    string      `json:"t"`
		Headings [][2]string `json:"h"` // id, text
	}
	var all []entry
	for _, p := range pages {
		r, err := readPage(files[p.target])
		if err != nil {
			continue // check reports it
		}
		e := entry{p.target, r.title, [][2]string{}}
		for _, h := range r.headings {
			e.Headings = append(e.Headings, [2]string{h.id, h.text})
		}
		all = append(all, e)
	}
	raw, err := json.Marshal(all)
	if err != nil {
		panic(err) // strings and slices of them
	}
	return []byte(strings.Replace(script, "[/* headings */]", string(raw), 1))
}
