package server

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// identities makes and reads the cookies that tell visitors apart: an id with a signature, so that
// no visitor has an id that this server has not issued. The key lives as long as the server.
type identities struct {
	key     []byte
	proxied bool // whether requests come from a proxy of this machine
}

func newIdentities(proxied bool) identities {
	key := make([]byte, sha256.Size)
	_, _ = rand.Read(key) // never fails
	return identities{key, proxied}
}

// visitorCookie returns the name of the cookie that tells visitors apart.
func visitorCookie(r *http.Request) string { return cookieName(r) + "-visitor" }

// issue returns the cookie of a new visitor.
func (i identities) issue() string { return i.sign(NewToken()) }

func (i identities) sign(id string) string {
	mac := hmac.New(sha256.New, i.key)
	mac.Write([]byte(id))
	return id + "." + base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(mac.Sum(nil))
}

// of returns the id of the visitor who sent a request, or "".
func (i identities) of(r *http.Request) string {
	c, err := r.Cookie(visitorCookie(r))
	if err != nil {
		return ""
	}
	id, _, _ := strings.Cut(c.Value, ".")
	if id == "" || !hmac.Equal([]byte(c.Value), []byte(i.sign(id))) {
		return ""
	}
	return id
}

// address returns the address that a request comes from, of IPv6 its network of 64 bits; or "" where
// a proxy does not say.
func (i identities) address(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return ""
	}
	if i.proxied {
		all := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		host = strings.TrimSpace(all[len(all)-1]) // what our proxy has added
	}
	address, err := netip.ParseAddr(host)
	if err != nil {
		return ""
	}
	address = address.Unmap().WithZone("")
	if address.Is6() {
		if network, err := address.Prefix(64); err == nil {
			return network.String()
		}
	}
	return address.String()
}
