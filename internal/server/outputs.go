package server

import (
	"bytes"
	"net/http"
	"strings"
	"time"
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
// has a browser prepare, frameConnections forbids, where the browser knows it; elsewhere frameHead
// takes WebRTC away.
const (
	framePolicy = "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; " +
		"img-src data: blob:; font-src data:; media-src data: blob:; frame-ancestors 'self'"
	frameConnections = "(); webrtc=block"
)

// The document around the HTML of an output. It reports its height to the page.
const (
	frameHead = `<!DOCTYPE html><html><head><meta charset="utf-8">
<script>for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection"]) delete window[name];</script>
<style>body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; display: flow-root }</style></head><body>
`
	frameTail = `
<script>{
const tell = () => parent.postMessage({height: Math.ceil(document.body.getBoundingClientRect().height)}, "*");
new ResizeObserver(tell).observe(document.body);
addEventListener("load", tell);
}</script></body></html>
`
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
	for _, part := range [][]byte{[]byte(frameHead), blob.Content, []byte(frameTail)} {
		if _, err := w.Write(part); err != nil {
			return nil // the browser has gone
		}
	}
	return nil
}
