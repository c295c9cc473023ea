// Package replace writes files that are whole or not there: the old content of a path is lost only
// when all of the new content is written.
package replace

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

// File writes a file next to path, which then takes its place; if write fails, nothing has changed.
// The permissions of an existing file are kept, and one that may not be written is not replaced;
// links to files are followed, and what is not an ordinary file, such as /dev/stdout, is written
// directly.
func File(path string, write func(io.Writer) error) error {
	path, info := target(path)
	if special(info) {
		return direct(path, write)
	}
	return replace(anywhere{}, path, info, write)
}

// replace writes a file next to path and gives it that name.
func replace(in folder, path string, there os.FileInfo, write func(io.Writer) error) error {
	file, name, err := beside(in, path, there)
	if err != nil {
		return err
	}
	err = errors.Join(write(file), flush(file), file.Close())
	if err == nil {
		err = in.Rename(name, path)
	}
	if err != nil {
		return errors.Join(err, discard(in, name))
	}
	return flushFolder(in, filepath.Dir(path))
}

// flushFolder has the file's new name on the disk, else the name may have the old content again after
// the machine has lost its power. A folder that may be written and not read is left to the
// system.
func flushFolder(in folder, dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	file, err := in.OpenFile(dir, os.O_RDONLY, 0)
	if err != nil {
		return nil // the file is in its place
	}
	return errors.Join(flush(file), file.Close())
}

// flush has the content on the disk before the file takes its name: else a machine
// that loses its power may have the name, and neither the old content nor the new.
// Some file systems cannot tell.
func flush(file *os.File) error {
	err := file.Sync()
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) {
		return nil
	}
	return err
}

// folder is a place for files: an [os.Root], or anywhere.
type folder interface {
	OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error)
	Rename(from, to string) error
	Remove(name string) error
}

// anywhere is the whole file system.
type anywhere struct{}

func (anywhere) OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	return os.OpenFile(name, flag, perm)
}
func (anywhere) Rename(from, to string) error { return os.Rename(from, to) }
func (anywhere) Remove(name string) error     { return os.Remove(name) }

// Bytes is File for content that is in memory.
func Bytes(path string, content []byte) error {
	return File(path, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// Probe reports whether File could write path now, by what File does first, and
// changes nothing: for work that is long, before it begins.
func Probe(path string) error {
	path, info := target(path)
	switch {
	case info != nil && info.Mode()&fs.ModeNamedPipe != 0:
		return nil // its reader would take a probe for the content
	case special(info):
		return direct(path, func(io.Writer) error { return nil })
	}
	file, name, err := beside(anywhere{}, path, info)
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), os.Remove(name))
}

// target returns the path that a path leads to, and the file there, nil for none.
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

// special reports whether a file can be written to, but not replaced.
func special(info os.FileInfo) bool { return info != nil && !info.Mode().IsRegular() }

func direct(path string, write func(io.Writer) error) error {
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}

// beside creates a file in the folder of path, with the permissions of the old one, or else
// those of new files.
func beside(in folder, path string, there os.FileInfo) (file *os.File, name string, err error) {
	if there != nil {
		if err := writable(in, path, there); err != nil {
			return nil, "", err
		}
	}
	file, name, err = create(in, filepath.Dir(path), filepath.Ext(path))
	if fault := (*fs.PathError)(nil); errors.As(err, &fault) {
		return nil, "", &fs.PathError{Op: "create", Path: path, Err: fault.Err}
	}
	if err != nil || there == nil {
		return file, name, err
	}
	if err := file.Chmod(there.Mode().Perm()); err != nil {
		return nil, "", errors.Join(err, file.Close(), in.Remove(name))
	}
	return file, name, nil
}

// writable returns an error if a file may not be written. Replacing it needs only a writable
// folder, but a user that protects a file does not want it replaced; nor does root, which the
// system lets write anything.
func writable(in folder, path string, there os.FileInfo) error {
	if there.Mode().Perm()&0o222 == 0 {
		return &fs.PathError{Op: "replace", Path: path, Err: fmt.Errorf("it is write-protected: %w", fs.ErrPermission)}
	}
	file, err := in.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return file.Close()
}

// create makes a hidden file of a new name; unlike os.CreateTemp with the
// permissions that the user's umask gives.
func create(in folder, dir, ext string) (file *os.File, name string, err error) {
	for {
		name = filepath.Join(dir, fmt.Sprintf(".krigo-%08x%s", rand.Uint32(), ext))
		file, err = in.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return file, name, err
		}
	}
}

// discard removes a file that may be gone, with its folder.
func discard(in folder, name string) error {
	if err := in.Remove(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
