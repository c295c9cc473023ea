package main

import (
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"

	"krigo/internal/nbformat"
)

// binary is a program that was built.
type binary struct {
	name string
	data []byte
	info *debug.BuildInfo
}

// staticTag is the build tag by which the program does not load libraries of the system
// (gplib/linalg), and so is linked statically.
const staticTag = "static"

// build builds the program for a platform, with build tags.
func build(goos, goarch string, tags ...string) (binary, error) {
	dir, err := os.MkdirTemp("", "krigo-release-")
	if err != nil {
		return binary{}, err
	}
	defer os.RemoveAll(dir)
	b := binary{name: "krigo"}
	if goos == "windows" {
		b.name += ".exe"
	}
	overlay, err := withoutOutputs(dir, "notebooks")
	if err != nil {
		return binary{}, err
	}
	path := filepath.Join(dir, b.name)
	cmd := exec.Command("go", "build", "-overlay="+overlay, "-trimpath", "-buildvcs=auto", "-tags="+strings.Join(tags, ","), "-ldflags=-s -w -buildid=", "-o", path, "./cmd/krigo")
	cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0", "GOFLAGS=", "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return binary{}, err
	}
	if b.info, err = buildinfo.ReadFile(path); err != nil {
		return binary{}, err
	}
	b.data, err = os.ReadFile(path)
	return b, err
}

// withoutOutputs writes into dir the file for go build's -overlay by which the program carries a
// folder's notebooks without outputs, and returns its path. Students get them so anyway, and they are
// a tenth of a wheel.
func withoutOutputs(dir, notebooks string) (string, error) {
	replaced := map[string]string{}
	err := filepath.WalkDir(notebooks, func(name string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".ipynb" {
			return err
		}
		stripped, changes, err := nbformat.StrippedFile(name)
		if err != nil || !changes {
			return err
		}
		original, err := filepath.Abs(name)
		if err != nil {
			return err
		}
		replaced[original] = filepath.Join(dir, fmt.Sprintf("%d.ipynb", len(replaced)))
		return os.WriteFile(replaced[original], stripped, 0o644)
	})
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(dir, "overlay.json")
	return overlay, os.WriteFile(overlay, text, 0o644)
}

// ofACommit fails if a program does not name a commit: its sums would differ from those
// of one that does.
func ofACommit(info *debug.BuildInfo) error {
	switch setting(info, "vcs.modified") {
	case "false":
		return nil
	case "":
		return errors.New("go build sees no repository here: release from a clone, not from a worktree")
	}
	return errors.New("the checkout has changed since the release began: leave it alone, and start again")
}

// modulesOf returns the modules of others that are in a program.
func modulesOf(info *debug.BuildInfo) []*debug.Module {
	var modules []*debug.Module
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		modules = append(modules, m)
	}
	return modules
}

// contents returns the files of an archive: the program, what legal returns, and the notebooks.
func contents(b binary, legal files) (files, error) {
	all := maps.Clone(legal)
	all[b.name] = file{b.data, true}
	tracked, err := output("git", "ls-files", "README.md", "notebooks")
	if err != nil {
		return nil, err
	}
	return all, all.read(strings.Fields(tracked))
}

// legal returns the licences of a program and its bill of materials.
func legal(b binary, c commit, goos string) (files, error) {
	all := files{}
	if err := all.read([]string{"LICENSE"}); err != nil {
		return nil, err
	}
	modules := modulesOf(b.info)
	if err := addLicences(all, modules); err != nil {
		return nil, err
	}
	bom, err := billOf(b, modules, c, goos)
	all[bomName] = file{data: bom}
	return all, err
}
