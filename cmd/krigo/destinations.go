package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"krigo/internal/replace"
)

// destination is a file that a command is to write, by a flag.
type destination struct {
	flag, path string
}

// checkDestinations tells before long work that a file cannot be written, that two
// are one, or that something other than a notebook would take the place of an input.
func checkDestinations(all []destination, inputs []string) error {
	seen := map[string]destination{}
	for _, d := range all {
		where := realPath(d.path)
		if other, ok := seen[where]; ok && !isDevice(where) {
			if other.flag == d.flag {
				return fmt.Errorf("--%s: two notebooks would be written to %s", d.flag, d.path)
			}
			return fmt.Errorf("--%s and --%s are both %s", other.flag, d.flag, d.path)
		}
		seen[where] = d
		for _, input := range inputs {
			if d.flag != "output" && where == realPath(input) {
				return fmt.Errorf("--%s: %s is a notebook that is run", d.flag, d.path)
			}
		}
		if d.path == standard {
			continue
		}
		if err := replace.Probe(d.path); err != nil {
			return fmt.Errorf("--%s: %w", d.flag, err)
		}
	}
	return nil
}

// keep writes what long work has given to a file or, for "-", to the standard output.
func keep(path string, content []byte) error {
	if path == standard {
		_, err := os.Stdout.Write(content)
		return err
	}
	return replace.Keep(path, content)
}

// realPath is a path without links, of a file that need not be there.
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

// isDevice tells of what several may write to, such as /dev/null.
func isDevice(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&os.ModeDevice != 0
}

// inFolder is the file that a flag names for the results of an input. Where the flag
// names a folder, as it has to for several inputs, that is one of the input's name in
// it; the folder is made where it is missing.
func inFolder(flag, name, input, ext string, several bool) (string, error) {
	switch {
	case name == "":
		return "", nil
	case name == standard && several:
		return "", fmt.Errorf("--%s -: the results of several notebooks want a folder", flag)
	case name == standard:
		return name, nil
	}
	info, err := os.Stat(name)
	there := err == nil
	switch {
	case there && info.IsDir():
	case several && there:
		return "", fmt.Errorf("--%s: %s is a file; the results of several notebooks want a folder", flag, name)
	case several || os.IsPathSeparator(name[len(name)-1]):
		if err := os.MkdirAll(name, 0o777); err != nil {
			return "", fmt.Errorf("--%s: %w", flag, err)
		}
	default:
		return name, nil
	}
	return filepath.Join(name, stem(input)+ext), nil
}

// stem is the name of a file without its ending.
func stem(path string) string {
	return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
}
