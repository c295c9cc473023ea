package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// program is one self-checking program: it fails by a panic, by an exit
// status or by what it prints.
type program struct {
	name   string // its path below the corpus, with slashes
	path   string
	output string // what it must print
	prints bool   // whether there is an .out file that says so
}

// folder returns the part of the corpus that the program belongs to.
func (p program) folder() string {
	if dir, _, found := strings.Cut(p.name, "/"); found {
		return dir
	}
	return "."
}

// find lists the programs below dir whose first line is "// run", except those
// that use packages which an interpreter cannot provide.
func find(dir string, wanted *regexp.Regexp) ([]program, error) {
	var found []program
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if !strings.HasPrefix(string(source), "// run\n") || outside(source) {
			return nil
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		p := program{name: filepath.ToSlash(name), path: path}
		if !wanted.MatchString(p.name) {
			return nil
		}
		out, err := os.ReadFile(strings.TrimSuffix(path, ".go") + ".out")
		p.output, p.prints = string(out), err == nil
		found = append(found, p)
		return nil
	})
	return found, err
}

// outside reports whether a program imports a package that an interpreter cannot provide.
func outside(source []byte) bool {
	file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.ImportsOnly)
	if err != nil {
		return false
	}
	for _, spec := range file.Imports {
		switch path := strings.Trim(spec.Path.Value, "\"`"); {
		case path == "unsafe", path == "C", path == "syscall", path == "os/exec", strings.HasPrefix(path, "runtime/"):
			return true
		}
	}
	return false
}
