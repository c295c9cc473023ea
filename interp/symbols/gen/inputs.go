package main

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// inputsFile keeps what inputs returned when the files were generated.
const inputsFile = "inputs.sha256"

// dependency matches the lines of go.mod that the generated files depend on.
var dependency = regexp.MustCompile(`(?m)^go |gonum\.org/v1/(gonum|plot) |traefik/yaegi `)

// inputs is a hash of all that the generated files are made from: the
// project's own packages, the versions of the others, and this generator.
func inputs(root string) (string, error) {
	h := sha256.New()
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(mod)) {
		required, _, _ := strings.Cut(line, "//") // whether it is indirect is no matter
		if dependency.MatchString(required) {
			fmt.Fprint(h, strings.TrimSpace(required), "\n")
		}
	}
	for _, dir := range []string{"gplib", "display", "interp/symbols/gen"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(root, path)
			fmt.Fprintf(h, "%s %d\n%s", filepath.ToSlash(rel), len(data), data)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}
