package server

import (
	"bytes"
	"mime"
	"net/http"
	"path"
	"strings"

	"krigo/internal/nbformat/export"
)

// getAsset serves a file of the notebook's page. The style of formulas is that of
// exported pages.
func (s *Server) getAsset(w http.ResponseWriter, r *http.Request) error {
	if file := r.PathValue("file"); file == "formula.css" {
		return s.serveEmbedded(w, r, export.Styles, file)
	}
	return s.serveEmbedded(w, r, pageFiles, "page/"+r.PathValue("file"))
}

// getHomeAsset serves a file of the folder's page.
func (s *Server) getHomeAsset(w http.ResponseWriter, r *http.Request) error {
	return s.serveEmbedded(w, r, homeFiles, "home/"+r.PathValue("file"))
}

// getPage serves the page of a notebook, which says itself where there is no such file,
// and the pictures that its text names, which stand beside it.
func (s *Server) getPage(w http.ResponseWriter, r *http.Request) error {
	name, err := clean(r.PathValue("path"))
	if err != nil {
		return err
	}
	if isNotebook(name) {
		return s.serveEmbedded(w, r, pageFiles, "page/index.html")
	}
	if kind := mime.TypeByExtension(path.Ext(name)); strings.HasPrefix(kind, "image/") {
		return s.servePicture(w, r, name, kind)
	}
	info, err := s.folder.stat(name)
	if err == nil && info.IsDir() {
		http.Redirect(w, r, listOf(shown(name)), http.StatusSeeOther)
		return nil
	}
	return refuse(http.StatusNotFound, "there is no notebook %q", shortened(name))
}

// servePicture serves a picture of the folder.
func (s *Server) servePicture(w http.ResponseWriter, r *http.Request, name, kind string) error {
	info, err := s.folder.stat(name)
	if err != nil {
		return err
	}
	raw, err := s.folder.read(name)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Security-Policy", strangerPolicy)
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", "private, no-cache")
	http.ServeContent(w, r, "", info.ModTime(), bytes.NewReader(raw))
	return nil
}
