package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"

	"krigo/internal/nbformat/export"
	"krigo/internal/server/page"
)

//go:embed home
var homeFiles embed.FS

// asset is a file of ours as it is served, plain and compressed.
type asset struct {
	content, packed []byte // packed is nil unless it is smaller
	tag             string
}

// assets are those that were asked for.
type assets struct {
	base   base
	byName sync.Map // by assetName
}

// assetName is the name of an asset among files of the binary.
type assetName struct {
	files embed.FS
	name  string
}

// getPageAsset serves a file of the notebook's page. Formulas and figures have the style and
// the script of exported pages.
func (as *assets) getPageAsset(w http.ResponseWriter, r *http.Request) error {
	file := r.PathValue("file")
	switch file {
	case "formula.css", "figure.css", "figure.js":
		return as.serve(w, r, export.Files, file)
	}
	if name, ok := strings.CutPrefix(file, "explore/"); ok {
		return as.getExploreAsset(w, r, name)
	}
	return as.serve(w, r, page.Files, file)
}

// getHomeAsset serves a file of the folder's page.
func (as *assets) getHomeAsset(w http.ResponseWriter, r *http.Request) error {
	return as.serve(w, r, homeFiles, "home/"+r.PathValue("file"))
}

// of returns a file of ours.
func (as *assets) of(files embed.FS, name string) (*asset, error) {
	if a, ok := as.byName.Load(assetName{files, name}); ok {
		return a.(*asset), nil
	}
	content, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	if ext := path.Ext(name); ext == ".js" || ext == ".css" {
		content = export.Slim(content)
	} else if ext == ".html" {
		content = bytes.ReplaceAll(content, []byte(`="/`), []byte(`="`+as.base.of("/")))
	}
	sum := sha256.Sum256(content)
	a := &asset{content: content, tag: hex.EncodeToString(sum[:8])}
	if a.packed, err = gzipped(content); err != nil {
		return nil, fmt.Errorf("asset %s: %w", name, err)
	}
	if len(a.packed) >= len(content) {
		a.packed = nil
	}
	as.byName.Store(assetName{files, name}, a)
	return a, nil
}

func gzipped(content []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// serve serves a file of ours, compressed for clients that accept that. Browsers keep it, and ask
// each time whether it is still the same: another version of krigo may serve the same address.
func (as *assets) serve(w http.ResponseWriter, r *http.Request, files embed.FS, name string) error {
	a, err := as.of(files, name)
	if err != nil {
		return refuse(http.StatusNotFound, "there is no %q", shortened(r.URL.Path))
	}
	content, tag := a.content, a.tag
	if a.packed != nil && takesGzip(r) {
		content, tag = a.packed, tag+"-gzip"
		w.Header().Set("Content-Encoding", "gzip")
	}
	w.Header().Set("ETag", `"`+tag+`"`)
	w.Header().Set("Vary", "Accept-Encoding")
	w.Header().Set("Cache-Control", "private, no-cache")
	if kind := assetType(name); kind != "" {
		w.Header().Set("Content-Type", kind)
	}
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(content))
	return nil
}

// takesGzip reports whether a client takes answers that are compressed.
func takesGzip(r *http.Request) bool {
	for _, line := range r.Header.Values("Accept-Encoding") {
		for coding := range strings.SplitSeq(line, ",") {
			name, weight, _ := strings.Cut(strings.ReplaceAll(coding, " ", ""), ";")
			if strings.EqualFold(name, "gzip") {
				q, err := strconv.ParseFloat(strings.TrimPrefix(weight, "q="), 64)
				return weight == "" || err == nil && q > 0
			}
		}
	}
	return false
}

// assetType returns the type of a file of ours, whatever the system's tables say.
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
