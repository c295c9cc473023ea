package server

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"html/template"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"path"
	"strings"
	"sync"
	"time"
)

// guard decides which requests are served, before anything else is looked at.
//
// A request to a server on localhost may come from any page that the user's browser shows. Against
// foreign names that lead here (DNS rebinding) the Host has to be ours, unless a program or a proxy
// has put the token into a header; against requests from foreign pages the Origin has to be that of
// the Host, and a browser has to state that a request which changes something comes from our pages.
// Every client has to know the token; without it the answer is the same for every request.
type guard struct {
	token    string
	open     bool // whether everybody may ask
	sessions *sessions
	cookies  cookies
	log      *slog.Logger
	named    func(host string) bool // whether the Host may be this one
	next     http.Handler

	mu      sync.Mutex
	tickets map[digest]time.Time // until when they are taken
}

// digest is the digest of a secret.
type digest = [sha256.Size]byte

// knows reports whether a secret is the token. The time that it takes tells neither the
// token's length nor its content.
func (g *guard) knows(secret string) bool {
	want, got := sha256.Sum256([]byte(g.token)), sha256.Sum256([]byte(secret))
	return subtle.ConstantTimeCompare(want[:], got[:]) == 1
}

// shortestToken is the number of characters of a token at least.
const shortestToken = 16

// NewToken makes a token that cannot be guessed.
func NewToken() string { return rand.Text() }

func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	protect(w.Header())
	how := g.proof(r)
	if err := g.strange(r, how); err != nil {
		fail(w, err)
		return
	}
	if g.exchange(w, r) {
		return
	}
	if how == nothing {
		refuseEntry(w, r)
		return
	}
	if err := forged(r, how); err != nil {
		fail(w, err)
		return
	}
	g.next.ServeHTTP(w, r)
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

// How a request has shown that its sender knows the token.
type proof int

const (
	nothing  proof = iota
	byCookie       // which browsers send by themselves
	byHeader       // which only programs send
)

func (g *guard) proof(r *http.Request) proof {
	if g.open {
		return byCookie // as strict as with one
	}
	scheme, secret, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if strings.EqualFold(scheme, "Bearer") && g.knows(strings.TrimSpace(secret)) {
		return byHeader
	}
	if c, err := r.Cookie(cookieName(r)); err == nil && g.sessions.knows(c.Value) {
		return byCookie
	}
	return nothing
}

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

// cookieName has the port that the client sees: browsers send the cookies of a host
// to all of its ports.
func cookieName(r *http.Request) string {
	_, port, err := net.SplitHostPort(r.Host)
	if err != nil {
		return "krigo"
	}
	return "krigo-" + port
}

// exchange gives a browser that comes with the token, or a ticket, in the address of a
// page the cookie of a session, and sends it on to the address without. It reports whether it
// did.
func (g *guard) exchange(w http.ResponseWriter, r *http.Request) bool {
	query := r.URL.Query()
	if !reads(r) || !query.Has("token") && !query.Has("ticket") {
		return false
	}
	if !g.knows(query.Get("token")) && !g.redeem(query.Get("ticket")) {
		return false
	}
	secret, err := g.sessions.begin()
	if err != nil {
		g.log.Warn("browsers will have to enter the token again when the server was restarted", "err", err)
	}
	g.cookies.set(w, r, cookieName(r), secret, http.SameSiteStrictMode)
	query.Del("token")
	query.Del("ticket")
	sendOn(w, r, (&url.URL{Path: path.Clean("/" + r.URL.Path), RawQuery: query.Encode()}).String())
	return true
}

var onward = template.Must(template.New("").Parse(`<!DOCTYPE html><meta charset="utf-8">` +
	`<meta http-equiv="refresh" content="0; url={{.}}"><title>krigo</title><p><a href="{{.}}">To the notebooks</a>
`))

// sendOn sends a browser to an address of ours. Of a navigation that began on
// another's page the redirected request would lack the strict cookie: there a page of
// ours begins another.
func sendOn(w http.ResponseWriter, r *http.Request, to string) {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "cross-site", "same-site":
		writePage(w, http.StatusOK, onward, to)
	default:
		http.Redirect(w, r, to, http.StatusSeeOther)
	}
}

var entry = template.Must(template.New("").Parse(`<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>krigo: token</title>
<style>:root { color-scheme: light dark } body { font: 1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 4rem auto; padding: 0 1rem }
input, button { font: inherit; padding: .2rem .5rem }</style>
<h1>krigo</h1>
<p>This server requires its token. The command <code>krigo notebook list</code> prints the address that has it.</p>
<form method="get"><label>Token <input name="token" type="password" autocomplete="off" required autofocus></label> <button>Enter</button></form>
</html>
`))

// refuseEntry answers a request without the token.
func refuseEntry(w http.ResponseWriter, r *http.Request) {
	if reads(r) && wantsPage(r) {
		writePage(w, http.StatusForbidden, entry, nil)
		return
	}
	fail(w, refuse(http.StatusForbidden, "a token is required: in the header Authorization, as \"Bearer TOKEN\""))
}

// The life of a ticket, and how many there may be.
const (
	ticketLife  = time.Minute
	mostTickets = 100
)

// ticket makes a secret that opens one page once, within a minute. Commands that open
// a browser pass it and not the token, since every user of a machine may see the
// arguments of its processes.
func (g *guard) ticket() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	for t, until := range g.tickets {
		if now.After(until) || len(g.tickets) >= mostTickets {
			delete(g.tickets, t)
		}
	}
	secret := NewToken()
	g.tickets[sha256.Sum256([]byte(secret))] = now.Add(ticketLife)
	return secret
}

// redeem takes a ticket, and returns whether it was one.
func (g *guard) redeem(secret string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	d := sha256.Sum256([]byte(secret))
	until, ok := g.tickets[d]
	delete(g.tickets, d)
	return ok && time.Now().Before(until)
}
