//go:build linux

package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// registries are the hosts of packages: the machine's apt sources, Go's proxy and checksum
// database, and pip's index with the hosts of its files.
func registries(root string) ([]string, error) {
	sources, err := os.ReadFile(filepath.Join(root, "etc/apt/sources.list"))
	if err != nil {
		return nil, err
	}
	places := strings.Fields(string(sources))
	goEnv, err := exec.Command("go", "env", "GOPROXY", "GOSUMDB").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	for _, place := range strings.FieldsFunc(string(goEnv), func(r rune) bool { return strings.ContainsRune(",|\n ", r) }) {
		places = append(places, withScheme(place))
	}
	index, err := pipIndex()
	if err != nil {
		return nil, err
	}
	files, err := linksOf(index + "/pip/")
	if err != nil {
		return nil, err
	}
	var hosts []string
	for _, place := range append(append(places, index), files...) {
		if u, err := url.Parse(place); err == nil && u.Hostname() != "" {
			hosts = append(hosts, u.Hostname())
		}
	}
	slices.Sort(hosts)
	return slices.Compact(hosts), nil
}

// withScheme makes a URL of the name of a checksum database, which may be a host name.
func withScheme(place string) string {
	if strings.Contains(place, ".") && !strings.Contains(place, "://") {
		return "https://" + place
	}
	return place
}

// pipIndex returns the address of the package index that pip uses.
func pipIndex() (string, error) {
	if index := os.Getenv("PIP_INDEX_URL"); index != "" {
		return strings.TrimSuffix(index, "/"), nil
	}
	const program = "from pip._internal.models.index import PyPI; print(PyPI.simple_url)"
	for _, python := range []string{"out/python/bin/python", "python3"} {
		if index, err := exec.Command(python, "-c", program).Output(); err == nil {
			return strings.TrimSuffix(strings.TrimSpace(string(index)), "/"), nil
		}
	}
	return "", errors.New("pip did not report where its packages are; run make deps")
}

var link = regexp.MustCompile(`href="(https?://[^"]*)"`)

// linksOf returns the addresses in a page of the package index.
func linksOf(page string) ([]string, error) {
	answer, err := http.Get(page)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", page, answer.Status)
	}
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	var all []string
	for _, m := range link.FindAllStringSubmatch(string(text), -1) {
		all = append(all, m[1])
	}
	return all, nil
}
