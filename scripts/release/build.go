package main

import (
	"debug/buildinfo"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
)

// binary is a program that was built.
type binary struct {
	name string
	data []byte
	info *debug.BuildInfo
}

// build builds the program for a platform, and returns the modules in it.
func build(goos, goarch string) (binary, []*debug.Module, error) {
	dir, err := os.MkdirTemp("", "krigo-release-")
	if err != nil {
		return binary{}, nil, err
	}
	defer os.RemoveAll(dir)
	b := binary{name: "krigo"}
	if goos == "windows" {
		b.name += ".exe"
	}
	path := filepath.Join(dir, b.name)
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w -buildid=", "-o", path, "./cmd/krigo")
	cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0", "GOFLAGS=", "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return binary{}, nil, err
	}
	if b.info, err = buildinfo.ReadFile(path); err != nil {
		return binary{}, nil, err
	}
	if err := ofACommit(b.info); err != nil {
		return binary{}, nil, err
	}
	b.data, err = os.ReadFile(path)
	return b, modulesOf(b.info), err
}

// ofACommit fails if a program does not name a commit: its sums would differ from those
// of one that does.
func ofACommit(info *debug.BuildInfo) error {
	switch setting(info, "vcs.modified") {
	case "false":
		return nil
	case "":
		return errors.New("go build sees no repository here: release from a clone, which a worktree is not")
	}
	return errors.New("the checkout has changed since the release began: leave it alone, and begin again")
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

// contents returns the files of an archive.
func contents(b binary, modules []*debug.Module, c commit, goos string) (files, error) {
	all := files{b.name: {b.data, true}}
	tracked, err := output("git", "ls-files", "LICENSE", "README.md", "notebooks")
	if err != nil {
		return nil, err
	}
	for path := range strings.FieldsSeq(tracked) {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		all[path] = file{data: data}
	}
	if err := addLicences(all, modules); err != nil {
		return nil, err
	}
	bom, err := billOf(b, modules, c, goos)
	all[bomName] = file{data: bom}
	return all, err
}
