package modules

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/mod/module"

	"krigo/modules/distribution"
)

// Config says where modules come from, in the terms of the go command ("go help environment").
type Config struct {
	// Proxy is GOPROXY: a list of URLs (https, http, file), "off" and "direct", with commas or bars.
	Proxy string
	// SumDB is GOSUMDB: "off", the name of a checksum database with a known key, or its verifier key,
	// and optionally its URL.
	SumDB string
	// NoProxy and NoSumDB are GONOPROXY and GONOSUMDB: patterns of modules that no proxy and no checksum
	// database is asked for.
	NoProxy, NoSumDB string
	// Cache is the folder GOMODCACHE.
	Cache string
	// Trees is the folder for the signed trees of checksum databases; the go command's is
	// GOPATH/pkg/sumdb.
	Trees string
	// Keys are the verifier keys of checksum databases, by name.
	Keys map[string]string
	// Patience is the time that a proxy may send nothing; 0 means 30 seconds.
	Patience time.Duration
}

// ReadConfig returns the settings of the user: those of the go command where one is installed,
// otherwise environment variables and the defaults of the Go distribution that built the program.
func ReadConfig(ctx context.Context) (Config, error) {
	known, err := distribution.Built()
	if err != nil {
		return Config{}, err
	}
	set, err := goCommand(ctx)
	if err != nil {
		return Config{}, err
	}
	if set == nil {
		set = os.Getenv
	} else if local, err := distribution.Read(set("GOROOT")); err == nil {
		known = local
	}
	return configFrom(set, known)
}

// configFrom makes a Config of variables and of the defaults of a Go distribution.
func configFrom(set func(string) string, known distribution.Defaults) (Config, error) {
	private := set("GOPRIVATE")
	c := Config{
		Proxy:   cmp.Or(set("GOPROXY"), known.Proxy),
		SumDB:   cmp.Or(set("GOSUMDB"), known.SumDB),
		NoProxy: cmp.Or(set("GONOPROXY"), private),
		NoSumDB: cmp.Or(set("GONOSUMDB"), private),
		Cache:   set("GOMODCACHE"),
		Keys:    known.Keys,
	}
	path := filepath.SplitList(set("GOPATH"))
	if len(path) == 0 || path[0] == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return Config{}, fmt.Errorf("modules: no folder for modules: set GOMODCACHE and GOPATH: %w", err)
		}
		path = []string{filepath.Join(home, "go")}
	}
	c.Cache = cmp.Or(c.Cache, filepath.Join(path[0], "pkg", "mod"))
	c.Trees = filepath.Join(path[0], "pkg", "sumdb")
	return c, nil
}

// goCommand returns the settings of the installed go command, or nil if there is none.
func goCommand(ctx context.Context) (func(string) string, error) {
	name, err := exec.LookPath("go")
	if err != nil {
		return nil, nil
	}
	const limit = 10 * time.Second
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, "env", "-json",
		"GOPROXY", "GOSUMDB", "GOPRIVATE", "GONOPROXY", "GONOSUMDB", "GOMODCACHE", "GOPATH", "GOROOT")
	cmd.Dir = os.TempDir()
	cmd.Env = append(os.Environ(), "GOTOOLCHAIN=local") // settings need no download
	var failure bytes.Buffer
	cmd.Stderr = &failure
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("modules: go env: %w: %s", err, bytes.TrimSpace(failure.Bytes()))
	}
	values := map[string]string{}
	if err := json.Unmarshal(out, &values); err != nil {
		return nil, fmt.Errorf("modules: go env: %w", err)
	}
	return func(name string) string { return values[name] }, nil
}

// errDirect ends the search for modules that only their version control has.
var errDirect = errors.New("krigo downloads modules from module proxies only, not from version control")

// proxy is an entry of GOPROXY.
type proxy struct {
	url      string // or "direct" or "off"
	fallback bool   // any error leads to the next entry, not only that there is no such module
}

// proxies returns the entries of GOPROXY, and an error for one that is not an entry.
func proxies(list string) ([]proxy, error) {
	var all []proxy
	for rest := list; rest != ""; {
		entry, bar := rest, false
		if i := strings.IndexAny(rest, ",|"); i >= 0 {
			entry, bar, rest = rest[:i], rest[i] == '|', rest[i+1:]
		} else {
			rest = ""
		}
		entry = strings.TrimSuffix(strings.TrimSpace(entry), "/")
		switch {
		case entry == "":
			continue
		case entry == "off" || entry == "direct":
			return append(all, proxy{url: entry}), nil
		case !strings.Contains(entry, "://") && strings.ContainsAny(entry, ".:") && !filepath.IsAbs(entry):
			entry = "https://" + entry
		}
		scheme, _, _ := strings.Cut(entry, "://")
		if scheme != "https" && scheme != "http" && scheme != "file" {
			return nil, fmt.Errorf("modules: GOPROXY has %q, which is not an https, http or file URL", entry)
		}
		all = append(all, proxy{entry, bar})
	}
	return all, nil
}

// proxiesFor returns the entries of GOPROXY that may be asked for a module.
func (c *Client) proxiesFor(path string) []proxy {
	if module.MatchPrefixPatterns(c.config.NoProxy, path) {
		return []proxy{{url: "direct"}}
	}
	return c.proxies
}
