package server

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"html/template"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"path"
	"strings"
	"sync"
	"time"
)

// door lets in clients that know its token, to the pages behind it.
type door struct {
	token    string
	hint     template.HTML // says where the token is
	open     bool          // whether everybody may ask
	sessions *sessions
	cookies  cookies
	suffix   string // of the name of its cookie
	log      *slog.Logger
	next     http.Handler

	mu      sync.Mutex
	tickets map[digest]time.Time // until when they are taken
}

// newDoor returns a door with a token. Its sessions are those of a file, if that is not "".
func newDoor(token, file string) (*door, error) {
	known, err := openSessions(token, file)
	if err != nil {
		return nil, err
	}
	return &door{token: token, sessions: known, tickets: map[digest]time.Time{}}, nil
}

// cookie returns the name of the cookie of the door's sessions.
func (d *door) cookie(r *http.Request) string { return cookieName(r) + d.suffix }

// digest is the digest of a secret.
type digest = [sha256.Size]byte

// knows reports whether a secret is the token. The time that it takes tells neither the
// token's length nor its content.
func (d *door) knows(secret string) bool {
	want, got := sha256.Sum256([]byte(d.token)), sha256.Sum256([]byte(secret))
	return subtle.ConstantTimeCompare(want[:], got[:]) == 1
}

// shortestToken is the number of characters of a token at least.
const shortestToken = 16

// NewToken makes a token that cannot be guessed.
func NewToken() string { return rand.Text() }

// How a request has shown that its sender knows the token.
type proof int

const (
	nothing  proof = iota
	byCookie       // which browsers send by themselves
	byHeader       // which only programs send
)

func (d *door) proof(r *http.Request) proof {
	if d.open {
		return byCookie // as strict as with one
	}
	scheme, secret, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if strings.EqualFold(scheme, "Bearer") && d.knows(strings.TrimSpace(secret)) {
		return byHeader
	}
	if c, err := r.Cookie(d.cookie(r)); err == nil && d.sessions.knows(c.Value) {
		return byCookie
	}
	return nothing
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
func (d *door) exchange(w http.ResponseWriter, r *http.Request) bool {
	query := r.URL.Query()
	if !reads(r) || !query.Has("token") && !query.Has("ticket") {
		return false
	}
	if !d.knows(query.Get("token")) && !d.redeem(query.Get("ticket")) {
		return false
	}
	secret, err := d.sessions.begin()
	if err != nil {
		d.log.Warn("browsers will have to enter the token again when the server was restarted", "err", err)
	}
	d.cookies.set(w, r, d.cookie(r), secret, http.SameSiteStrictMode)
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
<p>{{.}}</p>
<form method="get"><label>Token <input name="token" type="password" autocomplete="off" required autofocus></label> <button>Enter</button></form>
</html>
`))

// refuse answers a request without the token.
func (d *door) refuse(w http.ResponseWriter, r *http.Request) {
	if reads(r) && wantsPage(r) {
		writePage(w, http.StatusForbidden, entry, d.hint)
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
func (d *door) ticket() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := time.Now()
	for t, until := range d.tickets {
		if now.After(until) || len(d.tickets) >= mostTickets {
			delete(d.tickets, t)
		}
	}
	secret := NewToken()
	d.tickets[sha256.Sum256([]byte(secret))] = now.Add(ticketLife)
	return secret
}

// redeem takes a ticket, and returns whether it was one.
func (d *door) redeem(secret string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	hash := sha256.Sum256([]byte(secret))
	until, ok := d.tickets[hash]
	delete(d.tickets, hash)
	return ok && time.Now().Before(until)
}
