package server

import (
	"cmp"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strings"
)

// guard decides which requests are served, before anything else is looked at, and by which door: that
// of the teacher's page has its own token, and leads to nothing else.
//
// A request to a server on localhost may come from any page that the user's browser shows. Against
// foreign names that lead here (DNS rebinding) the Host has to be ours, unless a program or a proxy
// has put the token into a header; against requests from foreign pages the Origin has to be that of
// the Host, and a browser has to state that a request which changes something comes from our pages.
// Every client has to know the door's token; without it the answer is the same for every request.
type guard struct {
	named func(host string) bool // whether the Host may be this one
	main  *door
	// teacher is the door of the pages at and below teacherPath; nil if there are none.
	teacher     *door
	teacherPath string
}

// door returns the door of a request. The path only decides which token is asked for: what is behind
// a door answers no request of the other one, whatever the path looks like.
func (g *guard) door(r *http.Request) *door {
	if g.teacher != nil && (r.URL.Path == g.teacherPath || strings.HasPrefix(r.URL.Path, g.teacherPath+"/")) {
		return g.teacher
	}
	return g.main
}

func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	protect(w.Header())
	d := g.door(r)
	how := d.proof(r)
	if err := g.strange(r, how); err != nil {
		fail(w, err)
		return
	}
	if d.exchange(w, r) {
		return
	}
	if how == nothing {
		d.refuse(w, r)
		return
	}
	if err := forged(r, how); err != nil {
		fail(w, err)
		return
	}
	d.next.ServeHTTP(w, r)
}

// The policy of what pages may load and do: WebAssembly computes explorable figures.
// Those of pictures and of the frames of outputs are in blobs.go.
const pagePolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
	"connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// protect sets what browsers are to hold every answer to.
func protect(h http.Header) {
	h.Set("Content-Security-Policy", pagePolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
}

// strange describes why a request does not come from a page or program of ours.
func (g *guard) strange(r *http.Request, how proof) error {
	if how != byHeader && !g.named(hostOf(r.Host)) {
		return refuse(http.StatusForbidden, "this server does not answer for the host %q", r.Host)
	}
	site := r.Header.Get("Sec-Fetch-Site")
	for _, origin := range r.Header.Values("Origin") {
		// Forms of pages without a referrer send "null".
		if !sameOrigin(origin, r.Host) && !(origin == "null" && site == "same-origin") {
			return refuse(http.StatusForbidden, "pages of %q may not send requests to this server", origin)
		}
	}
	switch site {
	case "", "same-origin", "none":
		return nil
	}
	// A link elsewhere may lead here; a picture or script elsewhere may not.
	if reads(r) && r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document" {
		return nil
	}
	return refuse(http.StatusForbidden, "pages of others may not send requests to this server")
}

// ownNames returns the hosts by which a server may be called that listens on a host, and has
// a public name or none.
func ownNames(listen, public string) func(host string) bool {
	listen = strings.Trim(listen, "[]")
	everywhere := false
	if address, err := netip.ParseAddr(listen); err == nil {
		everywhere = address.IsUnspecified()
	}
	machine, err := os.Hostname()
	if err != nil {
		machine = ""
	}
	return func(host string) bool {
		address, err := netip.ParseAddr(host)
		switch {
		case host == "":
			return false
		case strings.EqualFold(host, "localhost"), strings.EqualFold(host, listen):
			return true
		case public != "" && strings.EqualFold(host, public):
			return true
		case err == nil: // no name can be made to lead here by others
			return address.IsLoopback() || everywhere
		}
		return everywhere && strings.EqualFold(host, machine)
	}
}

// hostOf returns the host of a host and port, or "" for anything else.
func hostOf(hostport string) string {
	host, _, err := net.SplitHostPort(hostport)
	if err == nil {
		return host
	}
	if strings.HasPrefix(hostport, "[") && strings.HasSuffix(hostport, "]") {
		return hostport[1 : len(hostport)-1]
	}
	if strings.Contains(hostport, ":") {
		return ""
	}
	return hostport
}

func sameOrigin(origin, host string) bool {
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && strings.EqualFold(u.Host, host)
}

// reads reports whether a request changes nothing.
func reads(r *http.Request) bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

// forged refuses a request that changes something and may come from a form on another
// page: one with the cookie whose browser does not say that it comes from here.
func forged(r *http.Request, how proof) error {
	if reads(r) || how != byCookie {
		return nil
	}
	if r.Header.Get("Origin") != "" || r.Header.Get("Sec-Fetch-Site") == "same-origin" {
		return nil // and is ours, see strange
	}
	return refuse(http.StatusForbidden, "the browser does not say which page sent this")
}

// cookies makes cookies that scripts do not see.
type cookies struct {
	secure bool // whether browsers come by https, whatever comes here
	base   base
}

func (c cookies) set(w http.ResponseWriter, r *http.Request, name, value string, site http.SameSite) {
	http.SetCookie(w, &http.Cookie{Name: name, Value: value, Path: cmp.Or(string(c.base), "/"), HttpOnly: true, SameSite: site, Secure: c.secure || r.TLS != nil})
}
