// Package destination checks before long work that its results can be written, and writes them. A
// path names a file, or is "-" for the standard output.
package destination

import (
	"fmt"
	"os"
	"path/filepath"

	"krigo/internal/replace"
	"krigo/internal/source"
)

// File is a file that a command writes because of a flag.
type File struct {
	Flag string // its name, without "--"
	Path string
}

// Check returns an error if a file cannot be written, if two of them are the same, or if one
// that is not given by --output would replace an input.
func Check(files []File, inputs []string) error {
	seen := map[string]File{}
	for _, f := range files {
		where := realPath(f.Path)
		if other, ok := seen[where]; ok && !isDevice(where) {
			if other.Flag == f.Flag {
				return fmt.Errorf("--%s: two notebooks would be written to %s", f.Flag, f.Path)
			}
			return fmt.Errorf("--%s and --%s are both %s", other.Flag, f.Flag, f.Path)
		}
		seen[where] = f
		for _, input := range inputs {
			if f.Flag != "output" && where == realPath(input) {
				return fmt.Errorf("--%s: %s is one of the notebooks to run", f.Flag, f.Path)
			}
		}
		if f.Path == source.Standard {
			continue
		}
		if err := replace.Probe(f.Path); err != nil {
			return fmt.Errorf("--%s: %w", f.Flag, err)
		}
	}
	return nil
}

// Write writes the result of long work. If the file cannot be written any more, the content is
// kept elsewhere and the error says where.
func Write(path string, content []byte) error {
	if path == source.Standard {
		_, err := os.Stdout.Write(content)
		return err
	}
	return replace.Keep(path, content)
}

// realPath resolves the links in a path whose last element may be missing.
func realPath(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	if linked, err := filepath.EvalSymlinks(abs); err == nil {
		return linked
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(abs)); err == nil {
		return filepath.Join(dir, filepath.Base(abs))
	}
	return abs
}

// isDevice reports whether a path names a device such as /dev/null, to which several results may be
// written.
func isDevice(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&os.ModeDevice != 0
}

// For returns the path of the results of an input for which a flag gives name. If name is a
// folder, as it has to be for one of several inputs, that is a file in it with the input's name
// and the extension ext. The folder is made if it is missing. The path is "" if name is.
func For(flag, name, input, ext string, several bool) (string, error) {
	switch {
	case name == "":
		return "", nil
	case name == source.Standard && several:
		return "", fmt.Errorf("--%s -: the results of several notebooks need a folder", flag)
	case name == source.Standard:
		return name, nil
	}
	info, err := os.Stat(name)
	exists := err == nil
	switch {
	case exists && info.IsDir():
	case several && exists:
		return "", fmt.Errorf("--%s: %s is a file; the results of several notebooks need a folder", flag, name)
	case several || os.IsPathSeparator(name[len(name)-1]):
		if err := os.MkdirAll(name, 0o777); err != nil {
			return "", fmt.Errorf("--%s: %w", flag, err)
		}
	default:
		return name, nil
	}
	return filepath.Join(name, source.Stem(input)+ext), nil
}
