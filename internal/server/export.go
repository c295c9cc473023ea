package server

import (
	"mime"
	"net/http"
	"path"
	"strings"

	"krigo/internal/nbformat"
	"krigo/internal/nbformat/export"
	"krigo/internal/nbformat/percent"
)

// getExport sends a notebook, in the state of its page or else of its file, as a page, a script or
// a notebook to be kept.
func (p pages) getExport(w http.ResponseWriter, r *http.Request) error {
	name, err := notebookName(r)
	if err != nil {
		return err
	}
	nb, err := p.notebook(r, name)
	if err != nil {
		return err
	}
	select {
	case p.exports <- struct{}{}: // one at a time: each takes memory
		defer func() { <-p.exports }()
	case <-r.Context().Done():
		return nil
	}
	content, kind, ending, err := p.exported(nb, name, r.URL.Query().Get("format"))
	if err != nil {
		return err
	}
	stem := strings.TrimSuffix(path.Base(name), path.Ext(name))
	h := w.Header()
	// It may hold scripts of others, and is not for this origin.
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	h.Set("Content-Type", kind)
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": stem + ending}))
	_, _ = w.Write(content)
	return nil
}

// notebook returns the notebook of a name, with what its page has not saved yet.
func (p pages) notebook(r *http.Request, name string) (*nbformat.Notebook, error) {
	if room := p.audience.opened(r).at(name); room != nil {
		return room.Notebook(), nil
	}
	raw, err := p.folder.read(name)
	if err != nil {
		return nil, err
	}
	nb, err := nbformat.Parse(raw)
	if err != nil {
		return nil, refuse(http.StatusBadRequest, "%s: %v", name, err)
	}
	return nb, nil
}

func (p pages) exported(nb *nbformat.Notebook, name, format string) (content []byte, kind, ending string, err error) {
	switch format {
	case "ipynb":
		content, err = nb.Encode()
		return content, "application/x-ipynb+json", notebookEnding, err
	case "go":
		content, _ = percent.Write(nb)
		return content, "text/x-go; charset=utf-8", ".go", nil
	case "html":
		stem := strings.TrimSuffix(path.Base(name), path.Ext(name))
		content, err = export.HTML(nb, export.Options{Name: stem, Files: files{p.folder, path.Dir(name)}})
		return content, "text/html; charset=utf-8", ".html", err
	}
	return nil, "", "", refuse(http.StatusBadRequest, "format is %q, want html, go or ipynb", shortened(format))
}
