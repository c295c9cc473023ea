package main

import (
	"bytes"
	"compress/gzip"
	"crypto/md5"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"text/template"
	"time"
	"unicode/utf8"

	"krigo"
	"krigo/install"
	"krigo/kernel"
)

// debianVersion returns a version as Debian orders it: a commit after a version is before it.
func debianVersion(version string) string { return strings.Replace(version, "-", "~", 1) }

// packDebian writes the Debian package of an archive's files, whose program is for an architecture.
// The repository's root has the package's own texts.
func packDebian(root fs.FS, archive files, version, architecture string, made time.Time) ([]byte, error) {
	data, err := debianFiles(root, archive, version, made)
	if err != nil {
		return nil, err
	}
	size := 0
	var sums bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(data)) {
		size += len(data[name].data)
		fmt.Fprintf(&sums, "%x  %s\n", md5.Sum(data[name].data), name)
	}
	control, err := fill(root, "install/debian/control", map[string]any{
		"Version": debianVersion(version), "Architecture": architecture, "Kilobytes": (size + 1023) / 1024,
	})
	if err != nil {
		return nil, err
	}
	addFolders(data)
	dataTar, err := packTar("", data, made)
	if err != nil {
		return nil, err
	}
	controlTar, err := packTar("", files{"control": {data: control}, "md5sums": {data: sums.Bytes()}}, made)
	if err != nil {
		return nil, err
	}
	return packAr([]member{{"debian-binary", []byte("2.0\n")}, {"control.tar.gz", controlTar}, {"data.tar.gz", dataTar}}, made), nil
}

// debianFiles returns the files that a Debian package installs.
func debianFiles(root fs.FS, archive files, version string, made time.Time) (files, error) {
	const doc = "usr/share/doc/krigo/"
	all := files{"usr/bin/krigo": archive["krigo"]}
	jupyter, err := install.SystemFiles("/usr/bin/krigo", krigo.Version, kernel.ProtocolVersion)
	if err != nil {
		return nil, err
	}
	for name, content := range jupyter {
		all["usr/share/jupyter/"+name] = file{data: content}
	}
	copyright, err := fs.ReadFile(root, "install/debian/copyright")
	if err != nil {
		return nil, err
	}
	var notices []byte
	for _, name := range slices.Sorted(maps.Keys(archive)) {
		switch {
		case strings.HasPrefix(name, "notebooks/"):
			all[doc+"examples/"+strings.TrimPrefix(name, "notebooks/")] = archive[name]
		case strings.HasPrefix(name, "LICENSES/"):
			notices = fmt.Appendf(notices, "== %s\n\n%s\n", strings.TrimPrefix(name, "LICENSES/"), utf8Of(archive[name].data))
		}
	}
	all[doc+"copyright"] = file{data: copyright}
	all[doc+bomName] = archive[bomName]

	overrides, err := fs.ReadFile(root, "install/debian/lintian-overrides")
	if err != nil {
		return nil, err
	}
	all["usr/share/lintian/overrides/krigo"] = file{data: overrides}
	changelog, err := fill(root, "install/debian/changelog", map[string]any{"Version": debianVersion(version), "Date": made.Format(time.RFC1123Z)})
	if err != nil {
		return nil, err
	}
	manual, err := fs.ReadFile(root, "install/debian/krigo.1")
	if err != nil {
		return nil, err
	}
	for name, text := range map[string][]byte{doc + "changelog.gz": changelog, doc + "notices.gz": notices, "usr/share/man/man1/krigo.1.gz": manual} {
		if all[name], err = zipped(text); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// utf8Of returns a text in UTF-8, which is taken for Latin-1 where it is not.
func utf8Of(text []byte) string {
	if utf8.Valid(text) {
		return string(text)
	}
	latin1 := make([]rune, len(text))
	for i, b := range text {
		latin1[i] = rune(b)
	}
	return string(latin1)
}

// addFolders adds the folders of files, which dpkg wants to be listed.
func addFolders(all files) {
	for _, name := range slices.Collect(maps.Keys(all)) {
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			all[dir+"/"] = file{runs: true}
		}
	}
}

// zipped compresses a text as Debian asks for: as well as gzip can, without name and time.
func zipped(text []byte) (file, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return file{}, err
	}
	_, err = w.Write(text)
	err = errors.Join(err, w.Close())
	return file{data: out.Bytes()}, err
}

// fill executes a template of the repository.
func fill(root fs.FS, name string, values any) ([]byte, error) {
	t, err := template.New(path.Base(name)).Option("missingkey=error").ParseFS(root, name)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = t.Execute(&out, values)
	return out.Bytes(), err
}

// member is a file of an ar archive.
type member struct {
	name string
	data []byte
}

// packAr writes an ar archive in the form that deb(5) asks for.
func packAr(members []member, made time.Time) []byte {
	out := []byte("!<arch>\n")
	for _, m := range members {
		out = fmt.Appendf(out, "%-16s%-12d%-6d%-6d%-8o%-10d`\n", m.name, made.Unix(), 0, 0, 0o100644, len(m.data))
		out = append(out, m.data...)
		if len(m.data)%2 == 1 {
			out = append(out, '\n')
		}
	}
	return out
}
