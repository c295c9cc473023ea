//go:build linux

package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// The proxy lets its clients reach the hosts that it knows, with and without TLS, and no others.
func TestTheProxyKnowsRegistriesOnly(t *testing.T) {
	hello := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Proxy-Connection") != "" {
			t.Error("a header for the proxy was passed on")
		}
		io.WriteString(w, "hello")
	})
	plain, secure := httptest.NewServer(hello), httptest.NewTLSServer(hello)
	defer plain.Close()
	defer secure.Close()
	gate := httptest.NewServer(proxy{[]string{"127.0.0.1"}})
	defer gate.Close()
	address, err := url.Parse(gate.URL)
	if err != nil {
		t.Fatal(err)
	}
	through := secure.Client().Transport.(*http.Transport).Clone()
	through.Proxy = http.ProxyURL(address)
	defer through.CloseIdleConnections()
	client := http.Client{Transport: through}
	for _, server := range []*httptest.Server{plain, secure} {
		answer, err := client.Get(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || string(text) != "hello" {
			t.Errorf("%s: %q (%v)", server.URL, text, err)
		}
		other := strings.Replace(server.URL, "127.0.0.1", "localhost", 1)
		answer, err = client.Get(other)
		if err == nil {
			answer.Body.Close()
			if answer.StatusCode != http.StatusForbidden {
				t.Errorf("%s: %s, want a refusal", other, answer.Status)
			}
		} else if !strings.Contains(err.Error(), "Forbidden") {
			t.Errorf("%s: %v, want a refusal", other, err)
		}
	}
}

func TestWithScheme(t *testing.T) {
	for place, want := range map[string]string{
		"sum.example.org": "https://sum.example.org", "https://proxy.example.org": "https://proxy.example.org", "direct": "direct", "off": "off",
	} {
		if got := withScheme(place); got != want {
			t.Errorf("%s is %s, want %s", place, got, want)
		}
	}
}
