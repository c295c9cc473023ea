package server

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
)

// base is the path below which all pages are: empty at the top of a host, else "/path" for a server behind a
// proxy that passes the whole path on.
type base string

// segments matches paths that need no escaping.
var segments = regexp.MustCompile(`^(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$`)

// baseOf returns the base that a path and the path of the public address give. Either may be empty.
func baseOf(path, public string) (base, error) {
	public = strings.TrimSuffix(public, "/")
	if path = strings.TrimSuffix(path, "/"); path == "" {
		path = public
	}
	switch {
	case path != "" && !segments.MatchString(path):
		return "", fmt.Errorf("server: the base path is %q, want one such as /krigo, of letters, digits and ._~-", path)
	case public != "" && path != public:
		return "", fmt.Errorf("server: the base path is %q and that of the public address %q: the proxy has to pass the path on as it is", path, public)
	}
	return base(path), nil
}

// of returns the address of a path that begins with a slash.
func (b base) of(path string) string { return string(b) + path }

// pattern returns a pattern of a mux such as "GET /tree" below the base.
func (b base) pattern(pattern string) string {
	method, path, _ := strings.Cut(pattern, " ")
	return method + " " + b.of(path)
}

// page returns the address of a notebook's page, list that of a folder's, and end the one that ends a
// notebook's kernel.
func (b base) page(name string) string { return b.escaped("/notebooks/" + name) }
func (b base) list(name string) string { return b.escaped("/tree/" + shown(name)) }
func (b base) end(name string) string  { return b.escaped("/end/" + name) }

func (b base) escaped(path string) string { return b.of((&url.URL{Path: path}).EscapedPath()) }

// toHome leads from the base without its slash to the page there.
func (b base) toHome(w http.ResponseWriter, r *http.Request) error {
	http.Redirect(w, r, b.of("/"), http.StatusSeeOther)
	return nil
}
