package server

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"time"

	explore "krigo/internal/explore/page"
)

// getExploreAsset serves a file of explorable figures, among them the WebAssembly module, which is
// compressed and stays so, and the worker that runs it.
func (as *assets) getExploreAsset(w http.ResponseWriter, r *http.Request, name string) error {
	switch name {
	case "module.wasm.gz":
		content, err := explore.Module()
		return serveBuilt(w, r, name, "application/gzip", content, err)
	case "module-worker.js":
		content, err := explore.Worker()
		return serveBuilt(w, r, name, assetType(name), []byte(content), err)
	}
	return as.serve(w, r, explore.Files, name)
}

// serveBuilt serves a file that make build has made, unless the error says that it has not.
func serveBuilt(w http.ResponseWriter, r *http.Request, name, kind string, content []byte, err error) error {
	if err != nil {
		return refuse(http.StatusNotFound, "%v", err)
	}
	sum := sha256.Sum256(content)
	w.Header().Set("ETag", `"`+hex.EncodeToString(sum[:8])+`"`)
	w.Header().Set("Cache-Control", "private, no-cache")
	w.Header().Set("Content-Type", kind)
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(content))
	return nil
}
