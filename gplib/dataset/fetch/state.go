package fetch

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// State is the part of a set that a data folder holds.
type State string

const (
	// Absent: nothing.
	Absent State = "no"
	// Partial: some of its files, or a .part of one.
	Partial State = "part"
	// Present: every file, with the right sum.
	Present State = "yes"
	// Different: a file of that name has another content.
	Different State = "differs"
)

// partSuffix ends the name of an incomplete file.
const partSuffix = ".part"

// State returns the part of the set that the data folder dir holds. The error
// names a file that cannot be read.
func (s Set) State(dir string) (State, error) {
	found := map[State]int{}
	for _, f := range s.Files {
		state, err := f.state(dir)
		if err != nil {
			return "", fmt.Errorf("fetch: %s: %w", s.Name, err)
		}
		found[state]++
	}
	switch {
	case found[Different] > 0:
		return Different, nil
	case found[Present] == len(s.Files):
		return Present, nil
	case found[Absent] == len(s.Files):
		return Absent, nil
	}
	return Partial, nil
}

func (f File) state(dir string) (State, error) {
	sum, err := sumOf(f.in(dir))
	switch {
	case err == nil && sum == f.SHA256:
		return Present, nil
	case err == nil:
		return Different, nil
	case !errors.Is(err, fs.ErrNotExist):
		return "", err
	}
	if _, err := os.Stat(f.in(dir) + partSuffix); err == nil {
		return Partial, nil
	}
	return Absent, nil
}

// sumOf returns the SHA-256 sum of a file, in hexadecimal digits.
func sumOf(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	return sumFrom(file)
}

func sumFrom(r io.Reader) (string, error) {
	sum := sha256.New()
	if _, err := io.Copy(sum, r); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
