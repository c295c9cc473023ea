package server

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"sync"

	"krigo/internal/replace"
)

// sessions are the sessions of browsers that have shown the token. The cookie of each is a random value. Only a
// hash of it and the token is kept, so that another token ends all sessions. A server on this host
// that gets a cookie learns nothing of the token.
type sessions struct {
	token string
	path  string // of the file that keeps them over restarts, or ""

	mu    sync.Mutex
	known []digest // the latest last
}

// mostSessions is the number of browsers that are known; a new one replaces the oldest.
const mostSessions = 200

// openSessions returns the sessions that a file has, or none.
func openSessions(token, path string) (*sessions, error) {
	s := &sessions{token: token, path: path}
	if path == "" {
		return s, nil
	}
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	for line := range bytes.FieldsSeq(raw) {
		var d digest
		if n, err := hex.Decode(d[:], line[:min(len(line), 2*len(d))]); err != nil || n != len(d) {
			return nil, fmt.Errorf("server: %s is not a file of sessions: remove it", path)
		}
		s.known = append(s.known, d)
	}
	return s, nil
}

// begin returns the cookie of a new session.
func (s *sessions) begin() (secret string, err error) {
	secret = NewToken()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known = append(s.known, s.hash(secret))
	if more := len(s.known) - mostSessions; more > 0 {
		s.known = slices.Delete(s.known, 0, more)
	}
	return secret, s.save()
}

// knows reports whether a cookie is that of a session.
func (s *sessions) knows(secret string) bool {
	d := s.hash(secret)
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Contains(s.known, d)
}

func (s *sessions) hash(secret string) digest { return sha256.Sum256([]byte(s.token + "\n" + secret)) }

// save writes the hashes to the file, which only the user may read.
func (s *sessions) save() error {
	if s.path == "" {
		return nil
	}
	var b bytes.Buffer
	for _, d := range s.known {
		fmt.Fprintf(&b, "%x\n", d)
	}
	if file, err := os.OpenFile(s.path, os.O_CREATE|os.O_EXCL, 0o600); err == nil {
		_ = file.Close() // replace keeps its mode
	}
	return replace.Bytes(s.path, b.Bytes())
}
