package modules

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"

	"golang.org/x/mod/module"
	modzip "golang.org/x/mod/zip"
)

// Preview has the facts that a proxy reports about a module before the download. They are not verified.
type Preview struct {
	Size    int64  // of the archive in bytes; 0 if the proxy does not report it
	Licence string // such as "MIT" or "BSD-3-Clause" (SPDX); "" if it was not recognised
}

// Preview reads the size of a module's archive and its licence from the first proxy that answers, by a few small
// requests for ranges of bytes. What cannot be read is left out.
func (c *Client) Preview(ctx context.Context, m module.Version) (p Preview) {
	_, name, err := c.file(m, "zip")
	if err != nil {
		return p
	}
	for _, proxy := range c.proxiesFor(m.Path) {
		if proxy.url == "off" || proxy.url == "direct" {
			break
		}
		u, err := url.Parse(proxy.url + "/" + name)
		if err != nil {
			break
		}
		if archive, size, err := c.ranges(ctx, u); err == nil {
			defer archive.Close()
			return Preview{size, licenceOf(archive, size, m)}
		}
	}
	return p
}

// ranges opens a remote or local file whose parts can be read.
func (c *Client) ranges(ctx context.Context, u *url.URL) (_ readerAtCloser, size int64, err error) {
	if u.Scheme != "file" {
		r := &remote{ctx: ctx, client: c, url: u}
		err := r.read(fmt.Sprintf("bytes=-%d", rangeBytes)) // the directory of an archive is at its end
		return r, r.size, err
	}
	file, err := os.Open(filePath(u))
	if err != nil {
		return nil, 0, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, 0, errors.Join(err, file.Close())
	}
	return file, info.Size(), nil
}

type readerAtCloser interface {
	io.ReaderAt
	io.Closer
}

// remote is a file of a server, which is read in ranges.
type remote struct {
	ctx      context.Context
	client   *Client
	url      *url.URL
	size     int64
	at       int64 // the offset of kept
	kept     []byte
	requests int
}

// Bounds of what is read of an archive for its preview.
const (
	rangeBytes   = 64 << 10
	mostRequests = 12
	licenceBytes = 64 << 10
)

// read keeps a range of bytes.
func (r *remote) read(which string) error {
	if r.requests++; r.requests > mostRequests {
		return errors.New("its directory is long")
	}
	ctx, cancel := context.WithTimeout(r.ctx, r.client.config.Patience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.url.String(), nil)
	if err != nil {
		return err
	}
	request.Header.Set("Range", which)
	response, err := r.client.http.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusOK { // the server knows no ranges
		r.size = max(response.ContentLength, 0)
		return r.checkSize()
	}
	if response.StatusCode != http.StatusPartialContent {
		return statusError(response)
	}
	if _, err := fmt.Sscanf(response.Header.Get("Content-Range"), "bytes %d-", &r.at); err != nil {
		return fmt.Errorf("Content-Range is %q", response.Header.Get("Content-Range"))
	}
	_, total, _ := strings.Cut(response.Header.Get("Content-Range"), "/")
	if _, err := fmt.Sscan(total, &r.size); err != nil || r.size < 0 || r.at < 0 {
		return fmt.Errorf("Content-Range is %q", response.Header.Get("Content-Range"))
	}
	if err := r.checkSize(); err != nil {
		return err
	}
	r.kept, err = io.ReadAll(io.LimitReader(response.Body, 2*rangeBytes))
	return err
}

// checkSize refuses a size that no archive of a module has.
func (r *remote) checkSize() error {
	if r.size > modzip.MaxZipFile {
		return fmt.Errorf("an archive of %d bytes is too large for a module", r.size)
	}
	return nil
}

// ReadAt implements io.ReaderAt.
func (r *remote) ReadAt(b []byte, off int64) (n int, err error) {
	for n < len(b) {
		from := off + int64(n) - r.at
		if from < 0 || from >= int64(len(r.kept)) {
			if off+int64(n) >= r.size {
				return n, io.EOF
			}
			if err := r.read(fmt.Sprintf("bytes=%d-%d", off+int64(n), off+int64(n)+rangeBytes-1)); err != nil {
				return n, err
			}
			from = off + int64(n) - r.at
			if from < 0 || from >= int64(len(r.kept)) {
				return n, errors.New("the server sent another range of bytes")
			}
		}
		n += copy(b[n:], r.kept[from:])
	}
	return n, nil
}

// Close implements io.Closer.
func (*remote) Close() error { return nil }

// licenceOf returns the licence in the archive of a module, or "".
func licenceOf(archive io.ReaderAt, size int64, m module.Version) string {
	z, err := zip.NewReader(archive, size)
	if err != nil {
		return ""
	}
	for _, f := range z.File {
		name, inside := strings.CutPrefix(f.Name, m.String()+"/")
		if !inside || !isLicenceFile(name) {
			continue
		}
		r, err := f.Open()
		if err != nil {
			continue
		}
		text, err := io.ReadAll(io.LimitReader(r, licenceBytes))
		r.Close()
		if found := recogniseLicence(string(text)); err == nil && found != "" {
			return found
		}
	}
	return ""
}

func isLicenceFile(name string) bool {
	stem, ext, _ := strings.Cut(strings.ToLower(name), ".")
	return slices.Contains([]string{"license", "licence", "copying", "unlicense", "license-mit", "license-apache"}, stem) &&
		slices.Contains([]string{"", "md", "txt", "rst", "markdown"}, ext)
}

// licences are phrases by which the texts of licences are recognised, in lower case with single spaces. Those of one
// family exclude each other; the first counts.
var licences = []struct{ family, phrase, name string }{
	{"gnu", "gnu affero general public license version 3", "AGPL-3.0"},
	{"gnu", "gnu lesser general public license version 3", "LGPL-3.0"},
	{"gnu", "gnu lesser general public license version 2.1", "LGPL-2.1"},
	{"gnu", "gnu general public license version 3", "GPL-3.0"},
	{"gnu", "gnu general public license version 2", "GPL-2.0"},
	{"mozilla", "mozilla public license version 2.0", "MPL-2.0"},
	{"mozilla", "mozilla public license, version 2.0", "MPL-2.0"},
	{"apache", "apache license version 2.0", "Apache-2.0"},
	{"apache", "apache license, version 2.0", "Apache-2.0"},
	{"mit", "permission is hereby granted, free of charge, to any person obtaining a copy", "MIT"},
	{"bsd", "neither the name", "BSD-3-Clause"},
	{"bsd", "redistribution and use in source and binary forms", "BSD-2-Clause"},
	{"isc", "permission to use, copy, modify, and/or distribute this software for any purpose", "ISC"},
	{"isc", "permission to use, copy, modify, and distribute this software for any purpose", "ISC"},
	{"public", "this is free and unencumbered software released into the public domain", "Unlicense"},
	{"public", "cc0 1.0 universal", "CC0-1.0"},
	{"boost", "boost software license - version 1.0", "BSL-1.0"},
	{"eclipse", "eclipse public license - v 2.0", "EPL-2.0"},
}

// recogniseLicence returns the names of the licences that a text has, or "".
func recogniseLicence(text string) string {
	plain := strings.Join(strings.Fields(strings.ToLower(text)), " ")
	var names, families []string
	for _, l := range licences {
		if !slices.Contains(families, l.family) && strings.Contains(plain, l.phrase) {
			names, families = append(names, l.name), append(families, l.family)
		}
	}
	if slices.Contains(families, "gnu") || slices.Contains(families, "mozilla") { // whose texts name others
		return names[0]
	}
	return strings.Join(names, " and ")
}
