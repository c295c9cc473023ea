package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// siteOf makes the site of a repository.
func siteOf(t *testing.T, root fstest.MapFS) (files map[string][]byte) {
	t.Helper()
	s, err := newSite(root)
	if err != nil {
		t.Fatal(err)
	}
	if files, err = s.files(); err != nil {
		t.Fatal(err)
	}
	return files
}

// here returns the site of this repository.
func here(t *testing.T) (*site, map[string][]byte) {
	t.Helper()
	s, err := newSite(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	files, err := s.files()
	if err != nil {
		t.Fatal(err)
	}
	return s, files
}

// No link between files of the repository leads nowhere, neither there nor on a page;
// every formula is MathML; and no page asks another host for anything.
func TestTheSiteHasNoFaults(t *testing.T) {
	_, files := here(t)
	for _, p := range check(files) {
		t.Error(p)
	}
}

// Each notebook and Markdown file that git would list for a reader, and each package,
// is in the list of contents.
func TestEveryTextIsAPage(t *testing.T) {
	_, files := here(t)
	contents, err := readPage(files[index])
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md", "notebooks/*.ipynb", "notebooks/*/*.ipynb"} {
		found, err := filepath.Glob("../../" + pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range found {
			want = append(want, replaceExt(strings.TrimPrefix(filepath.ToSlash(name), "../../")))
		}
	}
	want = append(want, "go/gplib.html", "go/gplib/cov.html", "go/gplib/rkhs/feature.html", "go/display.html", "go/widget.html", "go/course.html")
	for _, page := range want {
		if !slices.Contains(contents.leads, page) {
			t.Errorf("%s is not in the list of contents", page)
		}
	}
}

func TestEveryExportedFunctionHasAPlace(t *testing.T) {
	_, files := here(t)
	for folder, page := range map[string]string{"gplib": "go/gplib.html", "display": "go/display.html", "gplib/cov": "go/gplib/cov.html"} {
		r, err := readPage(files[page])
		if err != nil {
			t.Fatal(err)
		}
		sources, err := filepath.Glob("../../" + folder + "/*.go")
		if err != nil || len(sources) == 0 {
			t.Fatal(sources, err)
		}
		for _, source := range sources {
			if strings.HasSuffix(source, "_test.go") {
				continue
			}
			tree, err := parser.ParseFile(token.NewFileSet(), source, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range tree.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.IsExported() && !r.ids[f.Name.Name] {
					t.Errorf("%s has no place %s", page, f.Name.Name)
				}
			}
		}
	}
}

func markdown(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

func TestLinksLeadToPagesAndPlaces(t *testing.T) {
	files := siteOf(t, fstest.MapFS{
		"README.md":         markdown("# A\n\n[b](docs/b.md#two-words--more) [folder](docs/methods) [package](gplib) [file](LICENSE) [out](https://example.org/x)"),
		"docs/b.md":         markdown("# B\n\n## Two words & more\n\n[up](../README.md) [self](#b)"),
		"docs/methods/m.md": markdown("# M"),
		"gplib/doc.go":      markdown("// Package gplib has [Fit] and [Model.Params].\npackage gplib\n\n// Fit fits.\nfunc Fit() {}\n\n// Model is one.\ntype Model struct{}\n\n// Params are its.\nfunc (*Model) Params() {}\n"),
		"LICENSE":           markdown("mine"),
	})
	if problems := check(files); len(problems) > 0 {
		t.Errorf("problems %q", problems)
	}
	r, err := readPage(files["README.html"])
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"docs/b.html#two-words--more", "index.html#the-methods", "go/gplib.html", "LICENSE", "https://example.org/x"} {
		if !slices.Contains(r.leads, want) {
			t.Errorf("no link to %s among %q", want, r.leads)
		}
	}
	if string(files["LICENSE"]) != "mine" {
		t.Error("the file that is linked is not in the site")
	}
	if r, _ := readPage(files["go/gplib.html"]); !r.ids["Fit"] || !r.ids["Model.Params"] || !slices.Contains(r.leads, "#Model.Params") {
		t.Errorf("the package has %v, links %q", slices.Sorted(maps.Keys(r.ids)), r.leads)
	}
}

func TestFaultsAreFound(t *testing.T) {
	for text, want := range map[string]string{
		"[a](missing.md)":                        "missing.md: there is no such file",
		"[a](docs)":                              "docs: there is no such file",
		"[a](#nowhere)":                          "#nowhere: the page has no such anchor",
		"[a](b.md#nowhere)":                      "b.html#nowhere: the page has no such anchor",
		"![a](https://example.org/a.png)":        "asks for https://example.org/a.png",
		"<script src=\"//x.org/a.js\"></script>": "asks for //x.org/a.js",
		`$\nope$`:                                `the formula \nope (`,
	} {
		files := siteOf(t, fstest.MapFS{"README.md": markdown("# A\n\n" + text), "b.md": markdown("# B")})
		problems := check(files)
		if len(problems) != 1 || !strings.Contains(problems[0], "README.html: ") || !strings.Contains(problems[0], want) {
			t.Errorf("%s: %q, want %q", text, problems, want)
		}
	}
}

// Lower case, hyphens for blanks, and no punctuation but hyphens and underscores.
func TestHeadingsHaveTheIDsOfGitHub(t *testing.T) {
	for text, want := range map[string]string{
		"Which way imports run": "which-way-imports-run", "What it takes": "what-it-takes", "The page of krigo notebook": "the-page-of-krigo-notebook",
		"Exact inference: gplib.Fit": "exact-inference-gplibfit", "A & B": "a--b", "snake_case": "snake_case", "Größe": "größe", "A % command": "a--command",
	} {
		if got := githubID(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestLessonsLeadToTheirNeighbours(t *testing.T) {
	const empty = `{"cells": [{"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# NAME"}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}`
	root := fstest.MapFS{}
	for _, name := range []string{"01-one", "02-two", "03-three", "gallery"} {
		root["notebooks/"+name+".ipynb"] = markdown(strings.Replace(empty, "NAME", name, 1))
	}
	files := siteOf(t, root)
	neighbour := regexp.MustCompile(`rel="(\w+)" href="([^"]*)"`)
	for name, want := range map[string][]string{
		"01-one": {"next ../notebooks/02-two.html"}, "02-two": {"prev ../notebooks/01-one.html", "next ../notebooks/03-three.html"},
		"03-three": {"prev ../notebooks/02-two.html"}, "gallery": nil,
	} {
		var got []string
		for _, m := range neighbour.FindAllStringSubmatch(string(files["notebooks/"+name+".html"]), -1) {
			if m[1] != "stylesheet" {
				got = append(got, m[1]+" "+m[2])
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s leads to %q, want %q", name, got, want)
		}
	}
}

// The list of contents has a lesson's number, its question, how long it takes and what comes before.
func TestTheContentsSayWhatALessonNeeds(t *testing.T) {
	const lesson = `{"cells": [{"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# Hills"}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}`
	files := siteOf(t, fstest.MapFS{"notebooks/04-hyper-parameters.ipynb": markdown(lesson)})
	index := string(files["index.html"])
	for _, want := range []string{">04 Hills</a>", "how does a fit find the best hyper-parameters", "(60 minutes, after 03)"} {
		if !strings.Contains(index, want) {
			t.Errorf("the list of contents lacks %q:\n%s", want, index)
		}
	}
}

// A lesson's page has its outputs; the notebook that the page offers has none, as a reader works through it.
func TestLessonsAreDownloadedWithoutOutputs(t *testing.T) {
	const lesson = `{"cells": [{"cell_type": "code", "execution_count": 1, "id": "a", "metadata": {}, "outputs": [
		{"output_type": "stream", "name": "stdout", "text": "seventeen"}], "source": "f()"}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}`
	files := siteOf(t, fstest.MapFS{"notebooks/04-hyper-parameters.ipynb": markdown(lesson), "notebooks/gallery.ipynb": markdown(lesson)})
	for name, want := range map[string]bool{
		"notebooks/04-hyper-parameters.html": true, "notebooks/04-hyper-parameters.ipynb": false, "notebooks/gallery.ipynb": true,
	} {
		if got := strings.Contains(string(files[name]), "seventeen"); got != want {
			t.Errorf("%s has the output: %v, want %v", name, got, want)
		}
	}
}

// An example is shown without the braces of its function and without its output, which
// is below.
func TestBodyOfAnExample(t *testing.T) {
	for code, want := range map[string]string{
		"{\n\tx := 1\n\tfmt.Println(x)\n\t// Output: 1\n}":      "x := 1\nfmt.Println(x)",
		"{\n\t// why\n\tf()\n\t// Unordered output:\n\t// 1\n}": "// why\nf()",
		"package main\n\nfunc main() {}\n":                      "package main\n\nfunc main() {}\n",
	} {
		if got := body(code); got != want {
			t.Errorf("%q: %q, want %q", code, got, want)
		}
	}
}
