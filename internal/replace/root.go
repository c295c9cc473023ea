package replace

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// FileIn is [File] for a path within root, which it does not leave: links are followed while they
// stay there, and what is not an ordinary file is refused.
func FileIn(root *os.Root, path string, write func(io.Writer) error) error {
	path, info, err := targetIn(root, path)
	if err != nil {
		return err
	}
	if special(info) {
		return &fs.PathError{Op: "replace", Path: path, Err: errors.New("it is no ordinary file")}
	}
	return replace(root, path, info, write)
}

// BytesIn is FileIn for content that is in memory.
func BytesIn(root *os.Root, path string, content []byte) error {
	return FileIn(root, path, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// longestChain is the number of links that may lead to a file, as Linux has it.
const longestChain = 40

// targetIn returns the path that a path leads to within root, and the file there, nil for none.
func targetIn(root *os.Root, path string) (string, os.FileInfo, error) {
	for range longestChain {
		info, err := root.Lstat(path)
		if errors.Is(err, fs.ErrNotExist) {
			return path, nil, nil
		}
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return path, info, err
		}
		to, err := root.Readlink(path)
		if err != nil {
			return path, nil, err
		}
		if !filepath.IsAbs(to) { // an absolute one leaves, which Lstat tells
			// Not cleaned: ".." is of where the folder's own links lead.
			to = filepath.Dir(path) + string(filepath.Separator) + to
		}
		path = to
	}
	return path, nil, &fs.PathError{Op: "replace", Path: path, Err: errors.New("too many links")}
}
