// Package page has the files of the page of a notebook: scripts, style and HTML. Server.js begins it where krigo serves
// notebooks; package browser begins it in pages without a server.
package page

import "embed"

// Files are the files.
//
//go:embed *.js *.css *.html *.svg
var Files embed.FS
