package replace

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Keep is Bytes for the end of long work: content that cannot be written to path
// any more, because the disk is full or the folder gone, goes to a new file in the
// folder for temporary files, which the error names.
func Keep(path string, content []byte) error {
	err := Bytes(path, content)
	if err == nil {
		return nil
	}
	kept, failure := Elsewhere(filepath.Base(path), content)
	if failure != nil {
		return errors.Join(err, failure)
	}
	return fmt.Errorf("%w; the new content is kept as %s", err, kept)
}

// Elsewhere writes content to a new file in the folder for temporary files, whose name
// ends as the one that it was for, and returns its path.
func Elsewhere(name string, content []byte) (string, error) {
	file, err := os.CreateTemp("", "krigo-*-"+name)
	if err != nil {
		return "", err
	}
	_, err = file.Write(content)
	if err = errors.Join(err, file.Close()); err != nil {
		return "", errors.Join(err, os.Remove(file.Name()))
	}
	return file.Name(), nil
}
