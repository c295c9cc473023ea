package grading

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"krigo/gplib/dataset/fetch"
)

// largest bounds the size of a student's files in bytes.
const largest = 200e6

// copyOf copies what a student has handed in below a folder, plain files only, and returns
// where the copy is.
func copyOf(path, dir string) (string, error) {
	to := filepath.Join(dir, "student", filepath.Base(path))
	var size int64
	return to, filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(path, name)
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(to, rel), 0o755)
		}
		info, err := d.Info()
		if err != nil || !info.Mode().IsRegular() {
			return err
		}
		if size += info.Size(); size > largest {
			return fmt.Errorf("there are more than %.0f MB", largest/1e6)
		}
		return copyFile(name, filepath.Join(to, rel))
	})
}

func copyFile(from, to string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return writeFile(to, content)
}

func writeFile(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o644)
}

// dataFolder is the folder of a course's data, next to the folder of its notebooks.
const dataFolder = "testdata"

// layOut writes the data that notebooks of a folder read, in place of what is there.
func layOut(data fs.FS, notebooks string) error {
	if data == nil {
		return nil
	}
	return fs.WalkDir(data, dataFolder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(data, name)
		if err != nil {
			return err
		}
		return writeFile(filepath.Join(filepath.Dir(notebooks), filepath.FromSlash(name)), content)
	})
}

// notebooksIn lists the notebooks of a student's copy, seen from it.
func notebooksIn(dir string) ([]string, error) {
	var all []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path != dir && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
		case d.Type().IsRegular() && strings.EqualFold(filepath.Ext(path), ".ipynb"):
			all = append(all, path)
		}
		return nil
	})
	return all, err
}

// environment returns the part of the caller's environment that a student's process gets:
// variables that programs need to run, variables that krigo reads, and the location of
// data.
func environment(home string) []string {
	env := []string{"HOME=" + home, "TMPDIR=" + home}
	for _, name := range []string{"PATH", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH", "SystemRoot"} {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	if folder, err := fetch.Folder(); err == nil {
		env = append(env, fetch.FolderVariable+"="+folder)
	}
	for _, v := range os.Environ() {
		if strings.HasPrefix(v, "KRIGO_") {
			env = append(env, v)
		}
	}
	return env
}
