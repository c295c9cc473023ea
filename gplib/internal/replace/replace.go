// Package replace writes files that are whole or not there: what stands at a path
// is lost only when all of the new content is written.
package replace

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// File writes a file beside path, which then takes its place; where write fails,
// nothing has changed. The permissions of a file that is there are kept, links are
// followed, and what is no ordinary file, such as /dev/stdout, is written as it is.
func File(path string, write func(io.Writer) error) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
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
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}

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
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return nil, err
	}
	mode := os.FileMode(0o644)
	if there != nil {
		mode = there.Mode().Perm()
	}
	if err := file.Chmod(mode); err != nil {
		return nil, errors.Join(err, file.Close(), os.Remove(file.Name()))
	}
	return file, nil
}
