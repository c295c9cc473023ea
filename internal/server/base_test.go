package server

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"krigo/internal/server/pagetest"
)

// proxied returns a client with cookies, and the address of a proxy that passes paths below /lab/krigo on to the
// server, and answers all others itself.
func (s served) proxied() (client *http.Client, address string) {
	s.t.Helper()
	behind, err := url.Parse(s.http.URL)
	if err != nil {
		s.t.Fatal(err)
	}
	pass := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(behind)
		r.Out.Host = r.In.Host
	}}
	mux := http.NewServeMux()
	mux.Handle("/lab/krigo", pass)
	mux.Handle("/lab/krigo/", pass)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.t.Errorf("%s %s is not below the base path", r.Method, r.URL.Path)
		http.NotFound(w, r)
	})
	proxy := httptest.NewServer(mux)
	s.t.Cleanup(proxy.Close)
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return &http.Client{Jar: jar}, proxy.URL
}

// addresses matches what a page of ours refers to.
var addresses = regexp.MustCompile(`(?:href|src|action)="([^"#][^"]*)"`)

// Everything that a server with a base path refers to and sets is below that: pages, files, redirects,
// cookies, rooms, pictures and exports.
func TestPagesBelowABasePath(t *testing.T) {
	for name, o := range map[string]Options{
		"base": {Base: "/lab/krigo/"}, "public": {Public: "http://127.0.0.1/lab/krigo"}, "both": {Base: "/lab/krigo", Public: "http://127.0.0.1/lab/krigo/"},
	} {
		t.Run(name, func(t *testing.T) {
			s := serveWith(t, t.TempDir(), o)
			s.write("folder/n.ipynb", notebookText(t, "1"))
			client, proxy := s.proxied()
			base := proxy + "/lab/krigo"
			get := func(path string) (status int, body string) {
				t.Helper()
				r, err := client.Get(base + path)
				if err != nil {
					t.Fatal(err)
				}
				defer r.Body.Close()
				raw, err := io.ReadAll(r.Body)
				if err != nil {
					t.Fatal(err)
				}
				return r.StatusCode, string(raw)
			}
			if status, body := get("?token=" + testToken); status != http.StatusOK || !strings.Contains(body, "/lab/krigo/tree/folder") {
				t.Fatalf("the list: %d %s", status, body)
			}
			for path, want := range map[string]int{"/": 200, "/tree/folder": 200, "/notebooks/folder/n.ipynb": 200, "/notebooks/folder": 200, "/none": 404} {
				status, body := get(path)
				if status != want {
					t.Errorf("%s: %d, want %d", path, status, want)
				}
				for _, m := range addresses.FindAllStringSubmatch(body, -1) {
					if !strings.HasPrefix(m[1], "/lab/krigo/") {
						t.Errorf("%s refers to %s", path, m[1])
					} else if strings.Contains(m[1], "/static/") {
						if status, _ := get(strings.TrimPrefix(m[1], "/lab/krigo")); status != 200 {
							t.Errorf("%s: %s: %d", path, m[1], status)
						}
					}
				}
			}
			if status, body := get("/export/folder/n.ipynb?format=ipynb"); status != 200 || !strings.Contains(body, `"nbformat"`) {
				t.Errorf("the export: %d %s", status, body)
			}
			p := pagetest.Dial(t, base+"/room/folder/n.ipynb", &websocket.DialOptions{HTTPClient: client})
			var doc struct{ Cells []struct{ ID string } }
			if err := json.Unmarshal([]byte(p.Until("doc", "n.ipynb")), &doc); err != nil || len(doc.Cells) != 1 {
				t.Fatalf("%v %+v", err, doc)
			}
			p.Run(doc.Cells[0].ID, "draw a picture")
			var out struct{ Out struct{ Image string } }
			if err := json.Unmarshal([]byte(p.Until("out", "/blob/")), &out); err != nil {
				t.Fatal(err)
			}
			if status, body := get(out.Out.Image); status != 200 || body != "a picture" {
				t.Errorf("the picture %s: %d %s", out.Out.Image, status, body)
			}
			above, err := url.Parse(proxy)
			if err != nil {
				t.Fatal(err)
			}
			if cookies := client.Jar.Cookies(above); len(cookies) > 0 {
				t.Errorf("other pages of the host get the cookies %v", cookies)
			}
			if got := s.ask("GET", "/notebooks/folder/n.ipynb", ""); got.status != 404 {
				t.Errorf("a page that is not below the base path: %d", got.status)
			}
		})
	}
}

func TestBasePathsAreChecked(t *testing.T) {
	for _, c := range [][2]string{{"krigo", ""}, {"/a b", ""}, {"/a/{b}", ""}, {"/a//b", ""}, {"/../a", ""}, {"/a", "http://x.example/b"}, {"", "http://x.example/a%20b"}} {
		public, err := publicAddress(c[1])
		if err != nil {
			t.Fatal(err)
		}
		if b, err := baseOf(c[0], public.Path); err == nil || !strings.Contains(err.Error(), "base path") {
			t.Errorf("%q: %q %v", c, b, err)
		}
	}
}
