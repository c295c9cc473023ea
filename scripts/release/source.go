package main

import (
	"errors"
	"io/fs"
	"os"
	"regexp"
	"runtime"
	"strings"
	"time"

	"krigo"
)

// untracked are the files of a source distribution that git does not track: make builds them.
var untracked = []string{"interp/symbols/docs/docs.zip", "modules/distribution/built/defaults.json",
	"internal/explore/page/built/module.wasm.gz", "internal/explore/page/built/wasm_exec.js"}

// writeSource writes the source distribution, by which pip builds a wheel where Go is installed.
func writeSource(out string, c commit) error {
	tracked, err := output("git", "ls-files", "-z")
	if err != nil {
		return err
	}
	all := files{}
	if err := all.read(append(strings.Split(strings.TrimSuffix(tracked, "\x00"), "\x00"), untracked...)); err != nil {
		return err
	}
	metadata, err := pythonMetadata(os.DirFS("."), c.version, []string{"LICENSE"})
	if err != nil {
		return err
	}
	all["PKG-INFO"] = file{data: metadata}
	data, err := packTar("krigo-"+pythonVersion(c.version), all, c.time)
	if err != nil {
		return err
	}
	return write(out, sourceName(c.version), data)
}

// sourceName returns the file name of a source distribution.
func sourceName(version string) string { return "krigo-" + pythonVersion(version) + ".tar.gz" }

// solutionsFolder holds the course's solutions, which no program has.
const solutionsFolder = "course/solutions"

// writeSolutions writes a zip file of the course's solutions, for teachers.
func writeSolutions(out string, c commit) error {
	paths, err := fs.Glob(os.DirFS("."), solutionsFolder+"/*.cell")
	if err != nil {
		return err
	}
	all := files{}
	if err := all.read(paths); err != nil {
		return err
	}
	name := "krigo-" + c.version + "-solutions"
	data, err := packZip(name, all, c.time)
	if err != nil {
		return err
	}
	return write(out, name+".zip", data)
}

// wheelHere builds and writes the wheel for this machine, from a checkout or a source distribution.
func wheelHere(out string, kind wheelKind) error {
	version, err := versionOf(os.DirFS("."))
	if err != nil {
		return err
	}
	var tags []string
	if kind.static {
		tags = []string{staticTag}
	}
	program, err := build(runtime.GOOS, runtime.GOARCH, tags...)
	if err != nil {
		return err
	}
	c := commit{version, time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)} // a zip file has no earlier time
	texts, err := legal(program, c, runtime.GOOS)
	if err != nil {
		return err
	}
	return writeWheel(out, program, texts, c, kind)
}

var versionLine = regexp.MustCompile(`(?m)^Version: (.+)$`)

// versionOf returns the version of a source distribution, or the development version of a checkout.
func versionOf(root fs.FS) (string, error) {
	metadata, err := fs.ReadFile(root, "PKG-INFO")
	if errors.Is(err, fs.ErrNotExist) {
		return krigo.Version + ".dev0", nil
	}
	if err != nil {
		return "", err
	}
	if found := versionLine.FindSubmatch(metadata); found != nil {
		return string(found[1]), nil
	}
	return "", errors.New("PKG-INFO has no line Version")
}
