package fetch

import (
	"fmt"
	"path/filepath"
	"slices"

	"krigo/internal/words"
)

// Set is a public data set.
type Set struct {
	Name string
	// About describes the observations in a line.
	About string
	// Rows and Columns are the size of its table.
	Rows, Columns int
	// Header is the first line that the table should have, where its own is
	// wrong.
	Header string
	// Source is the publisher's page, Licence the publisher's licence.
	Source, Licence string
	// Files are its files; the first is the table.
	Files []File
}

// File is a file of a set, whose content never changes.
type File struct {
	// Path is its place in the data folder, with slashes.
	Path string
	// URL is its address.
	URL string
	// Size is in bytes, SHA256 in hexadecimal digits.
	Size   int64
	SHA256 string
}

// Size returns the size of all files, in bytes.
func (s Set) Size() int64 {
	var size int64
	for _, f := range s.Files {
		size += f.Size
	}
	return size
}

// Table returns the path of the table in the data folder dir.
func (s Set) Table(dir string) string { return s.Files[0].in(dir) }

func (f File) in(dir string) string { return filepath.Join(dir, filepath.FromSlash(f.Path)) }

// Catalogue is a list of sets in the order of their names.
type Catalogue []Set

// Find returns the set of a name. The error suggests a similar name.
func (c Catalogue) Find(name string) (Set, error) {
	i := slices.IndexFunc(c, func(s Set) bool { return s.Name == name })
	if i >= 0 {
		return c[i], nil
	}
	names := c.Names()
	if near := words.Nearest(name, names); near != "" {
		return Set{}, fmt.Errorf("fetch: there is no data set %q; did you mean %q?", name, near)
	}
	return Set{}, fmt.Errorf("fetch: there is no data set %q; available: %q", name, names)
}

// Names returns the names of all sets.
func (c Catalogue) Names() []string {
	names := make([]string, len(c))
	for i, s := range c {
		names[i] = s.Name
	}
	return names
}
