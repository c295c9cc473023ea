package main

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// moduleCopy is a module that pages have as a copy, without what is large and of little use to them. The go command
// sees the copy in a folder that is nowhere but in the overlay.
type moduleCopy struct {
	module, name string
	leftOut      *regexp.Regexp // of the paths of files, or nil
}

// fontFile is the ending of fonts, which copies have without hints.
const fontFile = ".ttf"

var copies = []moduleCopy{
	// The fonts are without those that krigo's figures do not use, and text.Latex, which needs a TeX and 4 more fonts, is
	// without its implementation.
	{"gonum.org/v1/plot", "plot", nil},
	{"codeberg.org/go-fonts/liberation", "liberation", regexp.MustCompile(`(?i)italic|mono|serif`)},
	// BLAS is without single precision: nothing in the module calls it.
	{"gonum.org/v1/gonum", "gonum", regexp.MustCompile(`^blas/(gonum/(sgemm|level[123](float32|cmplx64).*)|(c?blas32|cblas64)/.*)\.go$`)},
}

// replacements has files that replace those of a copy, by name, path and the suffix .txt.
//
//go:embed copies
var replacements embed.FS

// replaceModules has modules replaced by their copies.
func (o *overlay) replaceModules() error {
	requirements, err := os.ReadFile("go.mod")
	if err != nil {
		return err
	}
	for _, c := range copies {
		if err := o.copyModule(c); err != nil {
			return err
		}
		requirements = append(requirements, "\nreplace "+c.module+" => ./"+c.folder()+"\n"...)
	}
	return o.write("go.mod", requirements)
}

func (c moduleCopy) folder() string { return path.Join("copies-for-pages", c.name) }

// copyModule adds the files of a copy.
func (o *overlay) copyModule(c moduleCopy) error {
	from, err := moduleFolder(c.module)
	if err != nil {
		return err
	}
	return filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil || strings.HasSuffix(rel, "_test.go") || c.leftOut != nil && c.leftOut.MatchString(filepath.ToSlash(rel)) {
			return err
		}
		to := filepath.Join(filepath.FromSlash(c.folder()), rel)
		if filepath.Ext(name) == fontFile {
			return o.writeFont(to, name)
		}
		own, err := replacements.ReadFile(path.Join("copies", c.name, filepath.ToSlash(rel)+".txt"))
		if errors.Is(err, fs.ErrNotExist) {
			o.replace[to] = name
			return nil
		}
		return errors.Join(err, o.write(to, own))
	})
}

// writeFont adds a font without its hints.
func (o *overlay) writeFont(to, from string) error {
	font, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	bare, err := withoutHints(font)
	if err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	return o.write(to, bare)
}
