package symbols

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Each pattern of what pages lack matches a package, so that none is misspelt.
func TestWhatPagesLackExists(t *testing.T) {
	paths := NewWorld().Paths()
	for _, pattern := range leftOut {
		if !slices.ContainsFunc(paths, func(p string) bool { ok, _ := path.Match(pattern, p); return ok }) {
			t.Errorf("%s matches no package that cells can import", pattern)
		}
	}
}

var imported = regexp.MustCompile(`\\"((?:krigo|gonum\.org|math|image|os|net)/[a-z0-9/]+)\\"`)

// The course's notebooks import only what pages have.
func TestPagesHaveWhatLessonsImport(t *testing.T) {
	lessons, err := filepath.Glob("../../notebooks/[0-9]*.ipynb")
	if err != nil || len(lessons) == 0 {
		t.Fatal(lessons, err)
	}
	found := 0
	for _, lesson := range lessons {
		raw, err := os.ReadFile(lesson)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range imported.FindAllStringSubmatch(string(raw), -1) {
			if found++; !InPages(m[1]) {
				t.Errorf("%s imports %s, which pages lack", lesson, m[1])
			}
		}
	}
	if found == 0 {
		t.Error("no lesson imports anything")
	}
}

// A page names the package that it lacks, and neither completes nor resolves it.
func TestAPageNamesThePackageThatItLacks(t *testing.T) {
	w := NewPageWorld()
	for lacking, says := range map[string]string{
		"net/http": "package net/http is left out of web pages, which have no sockets", "os/exec": "which have no processes",
		"gonum.org/v1/gonum/graph": "gonum/graph is left out of web pages; run the notebook with krigo",
	} {
		if _, err := w.Import(lacking); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("import of %s: %v, want %q", lacking, err, says)
		}
		if slices.Contains(w.Paths(), lacking) {
			t.Errorf("%s is offered", lacking)
		}
	}
	if _, err := w.Import("net/nothing"); err == nil || strings.Contains(err.Error(), "web pages") {
		t.Errorf("import of a package that does not exist: %v", err)
	}
	if got, _ := w.Resolve("http"); got != "" {
		t.Errorf("http is %s", got)
	}
	for _, p := range []string{"fmt", "krigo/gplib", "gonum.org/v1/plot/plotter", "krigo/gplib/cov/covtest", "math/rand/v2"} {
		if _, err := w.Import(p); err != nil {
			t.Error(err)
		}
	}
}
