package server

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Sessions outlast a restart with the same token, and end with another one. Their file has no
// cookie.
func TestSessionsAreKeptByHash(t *testing.T) {
	path := filepath.Join(t.TempDir(), "token.sessions")
	begin := func(token string) *sessions {
		t.Helper()
		s, err := openSessions(token, path)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := begin("token")
	one, err := s.begin()
	if err != nil {
		t.Fatal(err)
	}
	two, err := s.begin()
	if err != nil || one == two {
		t.Fatalf("%q, %q, %v", one, two, err)
	}
	raw, err := os.ReadFile(path)
	info, failure := os.Stat(path)
	if err != nil || failure != nil || strings.Contains(string(raw), one) || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %q (%v, %v), mode %v", raw, err, failure, info.Mode())
	}
	if again := begin("token"); !again.knows(one) || !again.knows(two) || again.knows("token") || again.knows("") {
		t.Error("after a restart the sessions are others")
	}
	if other := begin("another"); other.knows(one) {
		t.Error("a session is valid with another token")
	}
	for range mostSessions {
		if _, err := s.begin(); err != nil {
			t.Fatal(err)
		}
	}
	if s.knows(two) || len(s.known) != mostSessions {
		t.Errorf("%d sessions are known", len(s.known))
	}
	if err := os.WriteFile(path, []byte("no hash"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := openSessions("token", path); err == nil || !strings.Contains(err.Error(), "remove it") {
		t.Errorf("a file of something else: %v", err)
	}
}
