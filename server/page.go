package server

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"
)

//go:embed page
var pageFiles embed.FS

// getAsset serves a file of the notebook's page.
func (s *Server) getAsset(w http.ResponseWriter, r *http.Request) error {
	return serveEmbedded(w, r, pageFiles, "page/"+r.PathValue("file"))
}

// getHomeAsset serves a file of the folder's page.
func (s *Server) getHomeAsset(w http.ResponseWriter, r *http.Request) error {
	return serveEmbedded(w, r, homeFiles, "home/"+r.PathValue("file"))
}

// serveEmbedded serves a file of ours. Browsers keep it, and ask each time whether it
// is still the same: another version of krigo may serve the same address.
func serveEmbedded(w http.ResponseWriter, r *http.Request, files embed.FS, name string) error {
	content, err := fs.ReadFile(files, name)
	if err != nil {
		return refuse(http.StatusNotFound, "there is no %q", shortened(r.URL.Path))
	}
	sum := sha256.Sum256(content)
	w.Header().Set("ETag", `"`+hex.EncodeToString(sum[:8])+`"`)
	w.Header().Set("Cache-Control", "private, no-cache")
	if kind := assetType(name); kind != "" {
		w.Header().Set("Content-Type", kind)
	}
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(content))
	return nil
}

// assetType is the type of a file of ours, whatever the system's tables say.
func assetType(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".html":
		return "text/html; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	}
	return ""
}

// getPage serves the page of a notebook, which says itself where there is no such file,
// and the pictures that its text names, which stand beside it.
func (s *Server) getPage(w http.ResponseWriter, r *http.Request) error {
	name, err := clean(r.PathValue("path"))
	if err != nil {
		return err
	}
	if isNotebook(name) {
		return serveEmbedded(w, r, pageFiles, "page/index.html")
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
