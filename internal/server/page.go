package server

import (
	"bytes"
	"mime"
	"net/http"
	"path"
	"strings"

	"krigo/internal/server/page"
)

// pages serves what browsers show: lists of folders, notebooks and what belongs to them.
type pages struct {
	folder   folder
	audience audience
	assets   *assets
	exports  chan struct{} // holds one while a notebook is exported
	saves    bool          // else it offers no change of the folder
	// known returns what the teacher calls the visitor, where nothing is saved.
	known func(*http.Request) (number int, name string)
	base  base
}

// notebookName returns the name of the notebook that a request's address has.
func notebookName(r *http.Request) (string, error) {
	name, err := clean(r.PathValue("path"))
	if err == nil && !isNotebook(name) {
		err = refuse(http.StatusNotFound, "there is no notebook %q", shortened(name))
	}
	return name, err
}

// getNotebook serves the page of a notebook, which itself reports a missing file, and the pictures
// from the notebook's folder that its text names.
func (p pages) getNotebook(w http.ResponseWriter, r *http.Request) error {
	name, err := clean(r.PathValue("path"))
	if err != nil {
		return err
	}
	if isNotebook(name) {
		return p.assets.serve(w, r, page.Files, "index.html")
	}
	if kind := mime.TypeByExtension(path.Ext(name)); strings.HasPrefix(kind, "image/") {
		return p.servePicture(w, r, name, kind)
	}
	info, err := p.folder.stat(name)
	if err == nil && info.IsDir() {
		http.Redirect(w, r, p.base.list(name), http.StatusSeeOther)
		return nil
	}
	return refuse(http.StatusNotFound, "there is no notebook %q", shortened(name))
}

// servePicture serves a picture of the folder.
func (p pages) servePicture(w http.ResponseWriter, r *http.Request, name, kind string) error {
	info, err := p.folder.stat(name)
	if err != nil {
		return err
	}
	raw, err := p.folder.read(name)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Security-Policy", strangerPolicy)
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", "private, no-cache")
	http.ServeContent(w, r, "", info.ModTime(), bytes.NewReader(raw))
	return nil
}
