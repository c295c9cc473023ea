package server

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// session returns the cookie of a browser that has shown the token.
func (s served) session() string {
	s.t.Helper()
	set := s.askBare("GET", "/?token="+testToken, "").header.Get("Set-Cookie")
	cookie, _, ok := strings.Cut(set, ";")
	if !ok || strings.Contains(cookie, testToken) {
		s.t.Fatalf("the cookie is %q", set)
	}
	return cookie
}

// TestWhoIsLetIn: each line is a request, and whether it is served.
func TestWhoIsLetIn(t *testing.T) {
	s := serve(t)
	here := strings.TrimPrefix(s.http.URL, "http://")
	_, port, _ := strings.Cut(here, ":")
	cookie := s.session()
	const token = "Bearer " + testToken
	for _, c := range []struct {
		about, method, path string
		header              []string
		want                int
	}{
		{"no token", "GET", "/status", nil, 403},
		{"no token, and nothing there", "GET", "/nothing", nil, 403},
		{"a wrong token", "GET", "/status", []string{"Authorization", "Bearer wrong"}, 403},
		{"the beginning of the token", "GET", "/status", []string{"Authorization", token[:len(token)-1]}, 403},
		{"an empty token", "GET", "/status", []string{"Authorization", "Bearer "}, 403},
		{"another scheme", "GET", "/status", []string{"Authorization", "Basic " + testToken}, 403},
		{"the token", "GET", "/status", []string{"Authorization", token}, 200},
		{"bearer", "GET", "/status", []string{"Authorization", "bearer " + testToken}, 200},
		{"the cookie", "GET", "/status", []string{"Cookie", cookie}, 200},
		{"the token as a cookie", "GET", "/status", []string{"Cookie", "krigo-" + port + "=" + testToken}, 403},
		{"the cookie of another port", "GET", "/status", []string{"Cookie", "krigo-1=" + testToken}, 403},
		{"a wrong cookie", "GET", "/status", []string{"Cookie", "krigo-" + port + "=wrong"}, 403},
		{"a change with the token in the address", "POST", "/new?token=" + testToken, nil, 403},
		{"a page with the token in the address", "GET", "/?token=" + testToken, nil, 303},
		{"a page with a wrong one", "GET", "/?token=wrong", nil, 403},
		{"a page with a wrong ticket", "GET", "/?ticket=wrong", nil, 403},

		{"localhost", "GET", "/status", []string{"Authorization", token, "Host", "localhost:" + port}, 200},
		{"LOCALHOST", "GET", "/status", []string{"Authorization", token, "Host", "LOCALHOST:" + port}, 200},
		{"IPv6", "GET", "/status", []string{"Authorization", token, "Host", "[::1]:" + port}, 200},
		{"no port", "GET", "/status", []string{"Authorization", token, "Host", "127.0.0.1"}, 200},
		{"a name that leads here", "GET", "/status", []string{"Cookie", cookie, "Host", "evil.example:" + port}, 403},
		{"a name that ends in localhost", "GET", "/status", []string{"Cookie", cookie, "Host", "evil.localhost:" + port}, 403},
		{"another address", "GET", "/status", []string{"Cookie", cookie, "Host", "192.168.1.2:" + port}, 403},
		{"no host", "GET", "/status", []string{"Cookie", cookie, "Host", ":" + port}, 403},
		{"a name that leads here and a wrong token", "GET", "/status", []string{"Authorization", "Bearer wrong", "Host", "evil.example:" + port}, 403},

		{"a proxy with the token", "GET", "/status", []string{"Authorization", token, "Host", "hub.example"}, 200},
		{"a form of the proxy's pages", "POST", "/new", []string{"Authorization", token, "Host", "hub.example", "Origin", "https://hub.example"}, 303},
		{"a form elsewhere, through the proxy", "POST", "/new", []string{"Authorization", token, "Host", "hub.example", "Origin", "https://evil.example"}, 403},
		{"a picture elsewhere, through the proxy", "GET", "/status", []string{"Authorization", token, "Host", "hub.example", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors"}, 403},

		{"our origin", "POST", "/new", []string{"Cookie", cookie, "Origin", s.http.URL}, 303},
		{"a foreign origin", "GET", "/status", []string{"Authorization", token, "Origin", "http://evil.example"}, 403},
		{"another port's origin", "GET", "/status", []string{"Authorization", token, "Origin", "http://127.0.0.1:1"}, 403},
		{"two origins", "GET", "/status", []string{"Authorization", token, "Origin", s.http.URL, "Origin", "http://evil.example"}, 403},
		{"an opaque origin", "POST", "/new", []string{"Cookie", cookie, "Origin", "null"}, 403},
		{"a form of ours, without a referrer", "POST", "/new", []string{"Cookie", cookie, "Origin", "null", "Sec-Fetch-Site", "same-origin", "Content-Type", "application/x-www-form-urlencoded"}, 303},
		{"an opaque origin elsewhere", "POST", "/new", []string{"Cookie", cookie, "Origin", "null", "Sec-Fetch-Site", "cross-site"}, 403},
		{"a file's origin", "GET", "/status", []string{"Authorization", token, "Origin", "file://" + here}, 403},

		{"a picture on another site", "GET", "/status", []string{"Cookie", cookie, "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "image"}, 403},
		{"a script of another port", "GET", "/status", []string{"Cookie", cookie, "Sec-Fetch-Site", "same-site", "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "script"}, 403},
		{"a frame elsewhere", "GET", "/", []string{"Cookie", cookie, "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "iframe"}, 403},
		{"a link elsewhere", "GET", "/", []string{"Cookie", cookie, "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"}, 200},
		{"a form elsewhere", "POST", "/new", []string{"Cookie", cookie, "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"}, 403},

		{"a cookie and a form that tells no origin", "POST", "/new", []string{"Cookie", cookie, "Content-Type", "text/plain"}, 403},
		{"a cookie and no type", "POST", "/end/x.ipynb", []string{"Cookie", cookie}, 403},
		{"a cookie and JSON", "POST", "/new", []string{"Cookie", cookie, "Content-Type", "application/json; charset=utf-8"}, 403},
		{"a token in the header and no type", "POST", "/new", []string{"Authorization", token}, 303},
		{"a preflight", "OPTIONS", "/new", []string{"Origin", "http://evil.example"}, 403},
	} {
		if got := s.askBare(c.method, c.path, "", c.header...); got.status != c.want {
			t.Errorf("%s: %d %s, want %d", c.about, got.status, got.body, c.want)
		}
	}
}

// TestNothingIsToldBeforeTheToken: what is there and what is not are refused alike.
func TestNothingIsToldBeforeTheToken(t *testing.T) {
	s := serve(t)
	s.write("a.ipynb", "{}")
	for _, accept := range []string{"*/*", "text/html"} {
		one := s.askBare("GET", "/notebooks/a.ipynb", "", "Accept", accept)
		for _, path := range []string{"/notebooks/b.ipynb", "/nothing", "/static/app.js", "/../etc", "/%00"} {
			if got := s.askBare("GET", path, "", "Accept", accept); got.status != one.status || got.body != one.body {
				t.Errorf("%s: %d %s, and of a notebook that is there %d %s", path, got.status, got.body, one.status, one.body)
			}
		}
	}
}

// TestTheTokenLeavesTheAddress: into a cookie that scripts and other sites do not get.
func TestTheTokenLeavesTheAddress(t *testing.T) {
	s := serve(t)
	got := s.askBare("GET", "/notebooks/x%20y.ipynb?token="+testToken+"&line=3", "")
	if to := got.header.Get("Location"); to != "/notebooks/x%20y.ipynb?line=3" {
		t.Errorf("the address is %q", to)
	}
	for _, word := range []string{"HttpOnly", "SameSite=Strict", "Path=/", "krigo-"} {
		if cookie := got.header.Get("Set-Cookie"); !strings.Contains(cookie, word) {
			t.Errorf("the cookie %q is without %s", cookie, word)
		}
	}
	got = s.askBare("GET", "//evil.example/?token="+testToken, "")
	if to := got.header.Get("Location"); strings.HasPrefix(to, "//") || strings.Contains(to, "://") {
		t.Errorf("a browser is sent to %q", to)
	}
	// From another's page the redirected request would lack the cookie.
	got = s.askBare("GET", "/?token="+testToken, "", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document")
	if got.status != 200 || !strings.Contains(got.body, `content="0; url=/"`) {
		t.Errorf("from another's page: %d %s", got.status, got.body)
	}
}

// TestATicketOpensOnce: and a cookie comes of it.
func TestATicketOpensOnce(t *testing.T) {
	s := serve(t)
	path := "/?ticket=" + url.QueryEscape(s.Ticket())
	first, second := s.askBare("GET", path, ""), s.askBare("GET", path, "")
	if first.status != 303 || !strings.HasPrefix(first.header.Get("Set-Cookie"), "krigo-") {
		t.Errorf("the first time: %d %v", first.status, first.header)
	}
	if second.status != 403 || second.header.Get("Set-Cookie") != "" {
		t.Errorf("the second time: %d %v", second.status, second.header)
	}
}

// TestEveryAnswerIsGuarded: refusals and pages have the headers by which
// browsers protect their users.
func TestEveryAnswerIsGuarded(t *testing.T) {
	s := serve(t)
	for _, got := range []answer{s.askBare("GET", "/", ""), s.ask("GET", "/", ""), s.ask("GET", "/status", ""), s.ask("GET", "/nothing", "")} {
		for name, want := range map[string]string{
			"Content-Security-Policy": "default-src 'none'", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
		} {
			if value := got.header.Get(name); !strings.Contains(value, want) {
				t.Errorf("%s is %q, want %q (status %d)", name, value, want, got.status)
			}
		}
		policy := got.header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "frame-ancestors 'none'") || !strings.Contains(policy, "script-src 'self' 'wasm-unsafe-eval';") {
			t.Errorf("the policy is %q", policy)
		}
		if got.header.Get("Access-Control-Allow-Origin") != "" {
			t.Error("other origins are allowed")
		}
	}
}

// TestHostsOfAServerThatOthersReach: by the address that it listens on.
func TestHostsOfAServerThatOthersReach(t *testing.T) {
	for _, c := range []struct {
		listen, host string
		want         bool
	}{
		{"10.0.0.5", "10.0.0.5", true}, {"10.0.0.5", "localhost", true}, {"10.0.0.5", "10.0.0.6", false},
		{"box.example", "box.example", true}, {"box.example", "BOX.example", true}, {"box.example", "evil.example", false},
		{"0.0.0.0", "10.0.0.6", true}, {"0.0.0.0", "evil.example", false}, {"::", "2001:db8::1", true}, {"[::]", "2001:db8::1", true},
		{"", "localhost", true}, {"", "", false}, {"", "10.0.0.6", false},
		{"", "class.example", true}, {"", "CLASS.example", true}, {"10.0.0.5", "class.example", true}, {"", "other.example", false},
	} {
		if got := ownNames(c.listen, "class.example")(c.host); got != c.want {
			t.Errorf("listening on %q, the host %q: %v, want %v", c.listen, c.host, got, c.want)
		}
	}
}

// TestAShortTokenIsRefused: it would be guessed.
func TestAShortTokenIsRefused(t *testing.T) {
	s := serve(t)
	o := s.with
	o.Token = "password"
	if _, err := New(t.Context(), o); err == nil || !strings.Contains(err.Error(), "8 characters") {
		t.Errorf("the error is %v", err)
	}
}

// TestLargeBodiesAreRefused: before they are in memory.
func TestLargeBodiesAreRefused(t *testing.T) {
	s := serve(t)
	if got := s.ask("POST", "/new", "dir="+strings.Repeat("x", formBytes), "Content-Type", formType); got.status != http.StatusRequestEntityTooLarge {
		t.Errorf("%d %s", got.status, got.body)
	}
}

// TestTheCookieOfHTTPSIsSecure: it does not go over plain connections.
func TestTheCookieOfHTTPSIsSecure(t *testing.T) {
	s := serve(t)
	h := httptest.NewTLSServer(s)
	defer h.Close()
	client := h.Client()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	got, err := client.Get(h.URL + "/?token=" + testToken)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	if cookie := got.Header.Get("Set-Cookie"); !strings.Contains(cookie, "Secure") {
		t.Errorf("the cookie is %q", cookie)
	}
}
