package install

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"krigo/internal/userdir"
)

// Place is a machine and its user, to which krigo is to be made known.
type Place userdir.Place

// UserDataDir returns the user's Jupyter data folder, as `jupyter --data-dir` tells
// it.
func (p Place) UserDataDir() (string, error) {
	if dir := p.Getenv("JUPYTER_DATA_DIR"); dir != "" {
		return dir, nil
	}
	base, err := userdir.Place(p).Data()
	if err != nil {
		return "", err
	}
	switch p.GOOS {
	case "darwin":
		return filepath.Join(p.Home, "Library", "Jupyter"), nil
	}
	return filepath.Join(base, "jupyter"), nil
}

// PrefixDataDir returns the Jupyter data folder of an installation prefix, such as
// /usr/local or a Python environment.
func PrefixDataDir(prefix string) string {
	return filepath.Join(prefix, "share", "jupyter")
}

// SysPrefix returns the prefix of the active Python environment: that of
// VIRTUAL_ENV or CONDA_PREFIX, else what the first python3 on the path says.
func (p Place) SysPrefix() (string, error) {
	for _, name := range []string{"VIRTUAL_ENV", "CONDA_PREFIX"} {
		if dir := p.Getenv(name); dir != "" {
			return dir, nil
		}
	}
	python := "python3"
	if p.GOOS == "windows" {
		python = "python"
	}
	out, err := exec.Command(python, "-c", "import sys; print(sys.prefix)").Output()
	if err != nil {
		return "", fmt.Errorf("no Python environment is active and %s does not answer; use --user or --prefix: %w", python, err)
	}
	return string(bytes.TrimSpace(out)), nil
}

// SearchPath lists the Jupyter data folders that are looked through for
// kernelspecs, first the one that wins.
func (p Place) SearchPath() []string {
	dirs := filepath.SplitList(p.Getenv("JUPYTER_PATH"))
	if dir, err := p.UserDataDir(); err == nil {
		dirs = append(dirs, dir)
	}
	for _, name := range []string{"VIRTUAL_ENV", "CONDA_PREFIX"} {
		if prefix := p.Getenv(name); prefix != "" {
			dirs = append(dirs, PrefixDataDir(prefix))
		}
	}
	if p.GOOS == "windows" {
		if dir := p.Getenv("PROGRAMDATA"); dir != "" {
			dirs = append(dirs, filepath.Join(dir, "jupyter"))
		}
		return dirs
	}
	return append(dirs, PrefixDataDir("/usr/local"), PrefixDataDir("/usr"))
}

// IsTemporary reports whether an executable is one that `go run` or `go test`
// built, which is gone when its command ends.
func IsTemporary(binary string) bool {
	for element := range strings.SplitSeq(filepath.ToSlash(binary), "/") {
		if strings.HasPrefix(element, "go-build") {
			return true
		}
	}
	return false
}

// CopyBinary copies an executable into dir, which is made where it is missing,
// and returns the copy's path. A copy that is there is replaced whole.
func CopyBinary(binary, dir string) (string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("copy the binary: %w", err)
	}
	source, err := os.ReadFile(binary)
	if err != nil {
		return "", fmt.Errorf("copy the binary: %w", err)
	}
	target := filepath.Join(dir, "krigo"+filepath.Ext(binary))
	fresh := target + ".new"
	defer os.Remove(fresh)
	if err := os.WriteFile(fresh, source, 0o755); err != nil {
		return "", fmt.Errorf("copy the binary: %w", err)
	}
	if err := os.Rename(fresh, target); err != nil {
		return "", fmt.Errorf("copy the binary: %w", err)
	}
	return target, nil
}
