package modules

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"

	"golang.org/x/mod/module"
	"golang.org/x/mod/sumdb/dirhash"
)

// ErrUnlisted is the error for a module whose sum is unknown where only known modules may be used.
var ErrUnlisted = errors.New("go.sum does not list it")

// Sums are the hashes of modules and of their go.mod files, as go.sum has them. The zero value is empty.
// Sums are safe for concurrent use.
type Sums struct {
	// Frozen refuses modules that are not listed, with [ErrUnlisted]. Otherwise the checksum database
	// has to know them, and they are added.
	Frozen bool

	mu    sync.Mutex
	known map[module.Version][]string // the version may end in /go.mod
}

// ParseSums reads a go.sum file. Lines whose hash is not of the kind h1 are kept, and of no use, as the
// go command does.
func ParseSums(data []byte) (*Sums, error) {
	s := &Sums{known: map[module.Version][]string{}}
	for i, line := range strings.Split(string(data), "\n") {
		fields := strings.Fields(line)
		switch len(fields) {
		case 0:
		case 3:
			s.add(module.Version{Path: fields[0], Version: fields[1]}, fields[2])
		default:
			return nil, fmt.Errorf("go.sum:%d: %q has %d fields, want module, version and hash", i+1, line, len(fields))
		}
	}
	return s, nil
}

// Format returns the content of a go.sum file.
func (s *Sums) Format() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	keys := slices.Collect(maps.Keys(s.known))
	module.Sort(keys)
	var b bytes.Buffer
	for _, m := range keys {
		for _, hash := range slices.Sorted(slices.Values(s.known[m])) {
			fmt.Fprintln(&b, m.Path, m.Version, hash)
		}
	}
	return b.Bytes()
}

func (s *Sums) add(m module.Version, hash string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == nil {
		s.known = map[module.Version][]string{}
	}
	if !slices.Contains(s.known[m], hash) {
		s.known[m] = append(s.known[m], hash)
	}
}

// listed reports whether a hash is that of the list. An error says that the list has another one.
func (s *Sums) listed(m module.Version, hash string) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if slices.Contains(s.known[m], hash) {
		return true, nil
	}
	for _, other := range s.known[m] {
		if strings.HasPrefix(other, "h1:") {
			return false, mismatch(m, hash, "go.sum", other)
		}
	}
	return false, nil
}

// lists reports whether the list has a hash of a module, or of its go.mod file.
func (s *Sums) lists(m module.Version) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.known[m]) > 0
}

// admits returns [ErrUnlisted] for a module, or a go.mod file, that must not even be asked for.
func (s *Sums) admits(m module.Version) error {
	if s.Frozen && !s.lists(m) {
		return fmt.Errorf("%s: %w", m, ErrUnlisted)
	}
	return nil
}

// mismatch is the error for content that is not what it was when its hash was published.
func mismatch(m module.Version, hash, where, want string) error {
	return fmt.Errorf("SECURITY: %s has the hash %s, %s has %s: somebody has changed it since it was published", m, hash, where, want)
}

// check compares the hash of a module, or of its go.mod file, with the list, and if it is not listed
// with the checksum database.
func (c *Client) check(ctx context.Context, s *Sums, m module.Version, hash string) error {
	listed, err := s.listed(m, hash)
	if listed || err != nil {
		return err
	}
	if s.Frozen {
		return fmt.Errorf("%s: %w", m, ErrUnlisted)
	}
	switch {
	case module.MatchPrefixPatterns(c.config.NoSumDB, m.Path) || c.config.SumDB == "off":
	case c.sumdb == nil:
		return fmt.Errorf("%s cannot be checked, as no checksum database is known: "+
			"set the environment variable GOSUMDB to the key of one, or to off, or install Go", m)
	default:
		if err := c.sumdb.check(ctx, m, hash); err != nil {
			return err
		}
	}
	s.add(m, hash)
	return nil
}

// checkGoMod checks the go.mod file of a module.
func (c *Client) checkGoMod(ctx context.Context, s *Sums, m module.Version, data []byte) error {
	hash, err := dirhash.Hash1([]string{"go.mod"}, func(string) (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(data)), nil
	})
	if err != nil {
		return err
	}
	return c.check(ctx, s, module.Version{Path: m.Path, Version: m.Version + "/go.mod"}, hash)
}
