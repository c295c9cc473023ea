package modules

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/mod/module"
	"golang.org/x/mod/sumdb"
	"golang.org/x/mod/sumdb/note"
)

// database is a checksum database: the operations that its client (golang.org/x/mod/sumdb) needs. It is
// asked by way of the module proxies that mirror it.
type database struct {
	client  *Client
	name    string
	key     string // its verifier key
	address string // its URL
	lookups *sumdb.Client

	mu    sync.Mutex
	base  string // the URL that is asked, found at first use
	fault string // how it contradicts itself
}

// newDatabase returns the database of the settings, nil for none.
func newDatabase(c *Client) (*database, error) {
	fields := strings.Fields(c.config.SumDB)
	if len(fields) == 0 || fields[0] == "off" {
		return nil, nil
	}
	key := fields[0]
	if known, ok := c.config.Keys[key]; ok {
		key = known
	}
	verifier, err := note.NewVerifier(key)
	if err != nil || len(fields) > 2 {
		return nil, fmt.Errorf("modules: GOSUMDB is %q: want off, the verifier key of a checksum database or a known name, and optionally its URL", c.config.SumDB)
	}
	d := &database{client: c, name: verifier.Name(), key: key, address: "https://" + verifier.Name()}
	if len(fields) == 2 {
		d.address = strings.TrimSuffix(fields[1], "/")
	}
	d.lookups = sumdb.NewClient(d)
	return d, nil
}

// check compares a hash with that of the database.
func (d *database) check(ctx context.Context, m module.Version, hash string) error {
	type answer struct {
		lines []string
		err   error
	}
	answered := make(chan answer, 1)
	go func() { // its requests end with the patience of the client
		lines, err := d.lookups.Lookup(m.Path, m.Version)
		answered <- answer{lines, err}
	}()
	var found answer
	select {
	case <-ctx.Done():
		return fmt.Errorf("%s: the checksum database %s did not answer: %w", m, d.name, context.Cause(ctx))
	case found = <-answered:
	}
	if found.err != nil {
		if fault := d.faults(); fault != "" {
			return fmt.Errorf("SECURITY: the checksum database %s contradicts itself: %s", d.name, fault)
		}
		return fmt.Errorf("%s: checksum database %s: %w", m, d.name, found.err)
	}
	prefix := m.Path + " " + m.Version + " "
	if slices.Contains(found.lines, prefix+hash) {
		return nil
	}
	for _, line := range found.lines {
		if other, ok := strings.CutPrefix(line, prefix+"h1:"); ok {
			return mismatch(m, hash, "the checksum database", "h1:"+other)
		}
	}
	return fmt.Errorf("the checksum database %s has no hash of %s", d.name, m)
}

// ReadRemote implements [sumdb.ClientOps].
func (d *database) ReadRemote(path string) ([]byte, error) {
	base, err := d.place()
	if err != nil {
		return nil, err
	}
	return d.read(base + path)
}

// place returns the URL that is asked: that of a module proxy that mirrors the database, or its own.
func (d *database) place() (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.base != "" {
		return d.base, nil
	}
	for _, p := range d.client.proxies {
		if p.url == "direct" || p.url == "off" {
			break
		}
		mirror := p.url + "/sumdb/" + d.name
		_, err := d.read(mirror + "/supported")
		if err == nil {
			d.base = mirror
			return mirror, nil
		}
		if !p.fallback && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	d.base = d.address
	return d.base, nil
}

func (d *database) read(url string) (data []byte, err error) {
	const limit = 1 << 20
	err = d.client.get(context.Background(), url, limit, func(r io.Reader) error {
		data, err = io.ReadAll(r)
		return err
	})
	return data, err
}

// ReadConfig implements [sumdb.ClientOps].
func (d *database) ReadConfig(file string) ([]byte, error) {
	if file == "key" {
		return []byte(d.key), nil
	}
	data, err := os.ReadFile(filepath.Join(d.client.config.Trees, filepath.FromSlash(file)))
	if errors.Is(err, fs.ErrNotExist) {
		return []byte{}, nil // an empty tree
	}
	return data, err
}

// WriteConfig implements [sumdb.ClientOps].
func (d *database) WriteConfig(file string, old, content []byte) error {
	name := filepath.Join(d.client.config.Trees, filepath.FromSlash(file))
	return edit(context.Background(), name, func(now []byte) ([]byte, error) {
		if !bytes.Equal(now, old) {
			return nil, sumdb.ErrWriteConflict
		}
		return content, nil
	})
}

// ReadCache implements [sumdb.ClientOps].
func (d *database) ReadCache(file string) ([]byte, error) { return os.ReadFile(d.cache(file)) }

// WriteCache implements [sumdb.ClientOps]. What cannot be written is downloaded again.
func (d *database) WriteCache(file string, data []byte) {
	_ = write(d.cache(file), func(file *os.File) error { _, err := file.Write(data); return err })
}

func (d *database) cache(file string) string {
	return filepath.Join(d.client.config.Cache, "cache", "download", "sumdb", filepath.FromSlash(file))
}

// Log implements [sumdb.ClientOps].
func (*database) Log(string) {}

// SecurityError implements [sumdb.ClientOps].
func (d *database) SecurityError(text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.fault = strings.TrimSpace(text)
}

func (d *database) faults() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.fault
}
