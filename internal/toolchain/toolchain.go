// Package toolchain builds programs with an installed Go toolchain, next to the packages of krigo and of modules that
// they import. It keeps what it has built.
package toolchain

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/mod/modfile"

	"krigo/cell"
	"krigo/internal/replace"
)

// Program is a Go program in one file.
type Program struct {
	// Text is package main.
	Text string
	// Dir is the folder whose go.mod, if it has one, the program is built with; then packages of its module can be
	// imported.
	Dir string
	// Modules are the requirements of a program whose folder has no go.mod.
	Modules cell.Modules
	// Get downloads modules that go.sum does not list.
	Get bool
	// Cache is the folder that keeps programs, each in a folder of its own.
	Cache string
	// Krigo is the module of krigo's packages, which the program may import.
	Krigo Module
}

// Build builds the program and returns the path of the binary. One that was built from the same text, requirements,
// versions and settings is used again, unless they name folders or C, which may change. The error of a program that
// does not compile has the messages of the compiler.
func (p Program) Build(ctx context.Context) (binary string, err error) {
	goCommand, err := exec.LookPath("go")
	if err != nil {
		return "", errors.New("no Go toolchain is installed: the command go was not found on PATH")
	}
	files, err := p.files()
	if err != nil {
		return "", err
	}
	settings, err := settings(ctx, goCommand)
	if err != nil {
		return "", err
	}
	dir := filepath.Join(p.Cache, key(files, settings, p.Dir, p.Krigo.stamp()))
	binary = filepath.Join(dir, "program"+extension())
	if _, err := os.Stat(binary); err != nil || files.local || namesFiles.MatchString(settings) {
		if err := files.write(dir); err != nil {
			return "", err
		}
		if err := p.build(ctx, goCommand, files, dir, binary); err != nil {
			return "", err
		}
	}
	return binary, bound(p.Cache, dir)
}

// build has the go command build the files in a folder.
func (p Program) build(ctx context.Context, goCommand string, f files, dir, binary string) error {
	built := binary + fmt.Sprintf(".%d", os.Getpid()) // moved when it is whole
	args := []string{"build", "-mod=readonly", "-o", built}
	if p.Get {
		args[1] = "-mod=mod"
	}
	build := exec.CommandContext(ctx, goCommand, args...)
	build.Dir = dir
	build.Args = append(build.Args, "main.go")
	if f.own {
		build.Dir = p.Dir
		build.Args = append(build.Args[:len(build.Args)-1], "-modfile="+filepath.Join(dir, "go.mod"), filepath.Join(dir, "main.go"))
	}
	build.Env = environment(p.Get)
	if out, err := build.CombinedOutput(); err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return p.explained(err, out, dir)
	}
	return os.Rename(built, binary)
}

// explained returns the error of a build.
func (p Program) explained(err error, out []byte, dir string) error {
	text := strings.ReplaceAll(string(bytes.TrimSpace(out)), filepath.Join(dir, "main.go"), "main.go")
	text = strings.ReplaceAll(text, "./main.go", "main.go")
	if !p.Get && (strings.Contains(text, "missing go.sum entry") || strings.Contains(text, "provides package") || strings.Contains(text, "providing package")) {
		text += "\ngo.mod and go.sum do not list all modules of the program; krigo run --compiled --get downloads the others, " +
			"and go mod tidy in the script's folder adds them"
	}
	if !p.Get && strings.Contains(text, "GOTOOLCHAIN=local") {
		text += "\nkrigo run --compiled --get downloads the Go toolchain that go.mod wants, if GOTOOLCHAIN allows it"
	}
	return fmt.Errorf("the Go toolchain cannot build the program: %w\n%s", err, text)
}

func extension() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}

// files are the source files of the program.
type files struct {
	main         string
	goMod, goSum []byte
	own          bool // the folder's go.mod
	local        bool // folders or C are in it, whose files may change
}

// files returns the text of the program with its requirements, to which those of krigo's packages are added.
func (p Program) files() (f files, err error) {
	f.main = p.Text
	f.goMod, f.goSum = []byte(p.Modules.GoMod), []byte(p.Modules.GoSum)
	own, err := os.ReadFile(filepath.Join(p.Dir, "go.mod"))
	switch {
	case err == nil:
		f.own, f.local, f.goMod = true, true, own
		if f.goSum, err = os.ReadFile(filepath.Join(p.Dir, "go.sum")); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return f, err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return f, err
	case len(f.goMod) == 0:
		f.goMod = []byte("module program\n\ngo " + language() + "\n")
	}
	mod, err := modfile.Parse("go.mod", f.goMod, nil)
	if err != nil {
		return f, err
	}
	if err := refuseFolders(mod, f.own); err != nil {
		return f, err
	}
	usesKrigo, usesC, err := p.uses()
	f.local = f.local || usesC
	if err != nil || !usesKrigo {
		return f, err
	}
	if err := p.Krigo.addTo(mod, &f); err != nil {
		return f, err
	}
	mod.Cleanup()
	f.goMod, err = mod.Format()
	return f, err
}

// language is the version of Go that krigo was built with, as go.mod has it.
func language() string {
	version := strings.TrimPrefix(runtime.Version(), "go")
	if major, rest, ok := strings.Cut(version, "."); ok {
		minor, _, _ := strings.Cut(rest, ".")
		if _, err := strconv.Atoi(minor); err == nil {
			return major + "." + minor
		}
	}
	return "1.26"
}

// refuseFolders refuses folders as replacements in a go.mod that is in no folder.
func refuseFolders(mod *modfile.File, own bool) error {
	for _, r := range mod.Replace {
		if r.New.Version == "" && !own {
			return fmt.Errorf("the script's header replaces %s by the folder %s, which only a go.mod file next to the script can", r.Old.Path, r.New.Path)
		}
	}
	return nil
}

// uses reports whether the program imports a package of krigo, and C.
func (p Program) uses() (krigo, c bool, err error) {
	file, err := parser.ParseFile(token.NewFileSet(), "main.go", p.Text, parser.ImportsOnly)
	if err != nil {
		return false, false, err
	}
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		krigo = krigo || err == nil && strings.HasPrefix(path, p.Krigo.Path+"/")
		c = c || path == "C"
	}
	return krigo, c, nil
}

// keyLength is the number of letters of a key.
const keyLength = 32

// key names what was built from the same input.
func key(f files, more ...string) string {
	h := sha256.New()
	for _, text := range append([]string{f.main, string(f.goMod), string(f.goSum), runtime.GOOS, runtime.GOARCH}, more...) {
		fmt.Fprintf(h, "%d %s\n", len(text), text)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:keyLength/2])
}

// write writes the files into a folder.
func (f files) write(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for name, content := range map[string][]byte{"main.go": []byte(f.main), "go.mod": f.goMod, "go.sum": f.goSum} {
		if err := replace.Bytes(filepath.Join(dir, name), content); err != nil {
			return err
		}
	}
	return nil
}
