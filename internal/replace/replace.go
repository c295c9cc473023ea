// Package replace writes files that are whole or not there: what stands at a path
// is lost only when all of the new content is written.
package replace

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// File writes a file beside path, which then takes its place; where write fails,
// nothing has changed. The permissions of a file that is there are kept, links to
// files are followed, and what is no ordinary file, such as /dev/stdout, is written
// as it is.
func File(path string, write func(io.Writer) error) error {
	path, info := target(path)
	if special(info) {
		return direct(path, write)
	}
	file, err := beside(path, info)
	if err != nil {
		return err
	}
	err = errors.Join(write(file), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, discard(file.Name()))
	}
	return nil
}

// Bytes is File for content that is in memory.
func Bytes(path string, content []byte) error {
	return File(path, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// Probe tells whether File could write path now, by what File does first, and
// changes nothing: for work that is long, before it begins.
func Probe(path string) error {
	path, info := target(path)
	switch {
	case info != nil && info.Mode()&fs.ModeNamedPipe != 0:
		return nil // its reader would take a probe for the content
	case special(info):
		return direct(path, func(io.Writer) error { return nil })
	}
	file, err := beside(path, info)
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), os.Remove(file.Name()))
}

// target is where a path leads, and what is there: nil for nothing.
func target(path string) (string, os.FileInfo) {
	if linked, err := filepath.EvalSymlinks(path); err == nil {
		path = linked
	}
	info, err := os.Stat(path)
	if err != nil {
		return path, nil
	}
	return path, info
}

// special tells of what can be written to, but not replaced.
func special(info os.FileInfo) bool { return info != nil && !info.Mode().IsRegular() }

func direct(path string, write func(io.Writer) error) error {
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}

// beside creates a file in the folder of path, with the permissions of the one
// there, or else those that new files have.
func beside(path string, there os.FileInfo) (*os.File, error) {
	file, err := create(filepath.Dir(path), filepath.Ext(path))
	if fault := (*fs.PathError)(nil); errors.As(err, &fault) {
		return nil, &fs.PathError{Op: "create", Path: path, Err: fault.Err}
	}
	if err != nil || there == nil {
		return file, err
	}
	if err := file.Chmod(there.Mode().Perm()); err != nil {
		return nil, errors.Join(err, file.Close(), os.Remove(file.Name()))
	}
	return file, nil
}

// create makes a hidden file of a new name; unlike os.CreateTemp with the
// permissions that the user's umask gives.
func create(dir, ext string) (*os.File, error) {
	for {
		name := filepath.Join(dir, fmt.Sprintf(".krigo-%08x%s", rand.Uint32(), ext))
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return file, err
		}
	}
}

// discard removes a file that may be gone, with its folder.
func discard(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
