package server

import (
	"bytes"
	"net/http"
	"strings"
	"time"

	"krigo/internal/notebook"
)

// What outputs hold is served by the hash of its content, and so for ever the same.
const forEver = "private, max-age=31536000, immutable"

// strangerPolicy is the policy of pictures and files that others may have made: they show
// themselves, and do nothing.
const strangerPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

// getBlob serves a picture of an output.
func (p pages) getBlob(w http.ResponseWriter, r *http.Request) error {
	blob, ok := p.audience.opened(r).blobs.Get(r.PathValue("hash"))
	if !ok || isHTML(blob.Type) {
		return refuse(http.StatusNotFound, "there is no such picture")
	}
	w.Header().Set("Content-Security-Policy", strangerPolicy)
	w.Header().Set("Content-Type", blob.Type)
	w.Header().Set("Cache-Control", forEver)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(blob.Content))
	return nil
}

func isHTML(kind string) bool { return strings.HasPrefix(kind, "text/html") }

// framePolicy is the policy of HTML with scripts: it has no origin, and so no cookie and nothing of
// ours, and no way to the network. What that policy does not know, WebRTC and connections that a page
// has a browser prepare, frameConnections forbids, where the browser knows it; elsewhere the document
// takes WebRTC away.
const (
	framePolicy      = "sandbox allow-scripts; " + notebook.FramePolicy + "; frame-ancestors 'self'"
	frameConnections = "(); webrtc=block"
)

// getFrame serves the HTML of an output as a document of its own, to be shown in a frame: in a tab
// it could lead elsewhere.
func (p pages) getFrame(w http.ResponseWriter, r *http.Request) error {
	if r.Header.Get("Sec-Fetch-Dest") == "document" {
		return refuse(http.StatusForbidden, "this output has scripts and is shown in its notebook only")
	}
	blob, ok := p.audience.opened(r).blobs.Get(r.PathValue("hash"))
	if !ok || !isHTML(blob.Type) {
		return refuse(http.StatusNotFound, "there is no such output")
	}
	w.Header().Set("Content-Security-Policy", framePolicy)
	w.Header().Set("Connection-Allowlist", frameConnections)
	w.Header().Set("X-DNS-Prefetch-Control", "off")
	w.Header().Set("Vary", "Sec-Fetch-Dest")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", forEver)
	_, _ = w.Write(notebook.FrameDocument(blob.Content)) // fails where the browser has gone
	return nil
}
