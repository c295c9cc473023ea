package krigo

import (
	"go/build"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

var (
	fence    = regexp.MustCompile("(?ms)^ *```.*?^ *```")
	codeSpan = regexp.MustCompile("`([^`\n]+)`")
	filePath = regexp.MustCompile(`^[\w.-]+(/[\w.-]+)*/?$`)
)

// named returns the code spans of a Markdown file that are paths or packages of this
// repository: relative to its root or to a folder in it. NAME and the like are
// placeholders, and out is not committed.
func named(t *testing.T, file string) []string {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, m := range codeSpan.FindAllStringSubmatch(fence.ReplaceAllString(string(raw), ""), -1) {
		span := strings.TrimPrefix(m[1], "krigo/")
		top, _, isPath := strings.Cut(span, "/")
		if !filePath.MatchString(span) || strings.Contains(span, "NAME") || strings.Contains(span, "PACKAGE") || top == "out" || top == "bin" {
			continue
		}
		if isPath || slices.Contains([]string{".go", ".md", ".py", ".ipynb", ".jsonl"}, path.Ext(span)) {
			all = append(all, span)
		}
	}
	return all
}

// tree returns the folders of the repository and its files.
func tree(t *testing.T) (folders, files []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS("."), ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (slices.Contains([]string{"out", "bin", "dist"}, p) || strings.HasPrefix(d.Name(), ".") && p != "."):
			return fs.SkipDir
		case d.IsDir():
			folders = append(folders, p)
		default:
			files = append(files, p)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return folders, files
}

// TestDocumentsNameWhatExists checks paths and packages in the documents for contributors.
// A path is relative to the root or to any folder: "kernel/doc.go", "matern.go".
func TestDocumentsNameWhatExists(t *testing.T) {
	folders, files := tree(t)
	all := slices.Concat(folders, files)
	exists := func(name string) bool {
		name = strings.TrimSuffix(name, "/")
		if _, err := build.Import(name, "", build.FindOnly); err == nil {
			return true // of the standard library
		}
		return slices.ContainsFunc(all, func(p string) bool { return p == name || strings.HasSuffix(p, "/"+name) })
	}
	for _, file := range []string{"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "paper/paper.md"} {
		for _, name := range named(t, file) {
			if !exists(name) {
				t.Errorf("%s names %q, which does not exist", file, name)
			}
		}
	}
}

// TestTheArchitectureNamesEachPackage checks that ARCHITECTURE.md has a place for each
// package but the generated ones and the fixtures of tests.
func TestTheArchitectureNamesEachPackage(t *testing.T) {
	skipped := regexp.MustCompile(`^(docs|testdata|notebooks|interp/symbols/library)|/(testdata|gen|kernels|numeric|emittest)(/|$)`)
	listed := named(t, "ARCHITECTURE.md")
	raw, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, files := tree(t)
	for _, file := range files {
		dir := path.Dir(file)
		if path.Ext(file) != ".go" || dir == "." || skipped.MatchString(dir) || slices.Contains(listed, dir) {
			continue
		}
		if !strings.Contains(string(raw), "`"+dir+"`") {
			t.Errorf("ARCHITECTURE.md does not name package %s", dir)
			listed = append(listed, dir)
		}
	}
}

// TestTheLibraryNeedsTheModulesOfItsGuide checks the table of docs/library.md: its first row has the
// modules of gplib, which are the most that a package below gplib needs, but for what later rows add.
func TestTheLibraryNeedsTheModulesOfItsGuide(t *testing.T) {
	raw, err := os.ReadFile("docs/library.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string][]string{}
	for line := range strings.Lines(string(raw)) {
		cells := strings.Split(line, "|")
		if len(cells) != 4 || !strings.Contains(cells[1], "`gplib") {
			continue
		}
		for _, name := range codeSpan.FindAllStringSubmatch(cells[1], -1) {
			for _, module := range codeSpan.FindAllStringSubmatch(cells[2], -1) {
				listed[name[1]] = append(listed[name[1]], module[1])
			}
		}
	}
	slices.Sort(listed["gplib"])
	const parquet = "gplib/dataset/parquet" // the table does not list all that it needs
	for name, needs := range libraryNeeds(t) {
		allowed := slices.Concat(listed["gplib"], listed[name])
		switch {
		case name == "gplib" && !slices.Equal(needs, listed[name]):
			t.Errorf("gplib needs %q, docs/library.md says %q", needs, listed[name])
		case name != parquet && slices.ContainsFunc(needs, func(m string) bool { return !slices.Contains(allowed, m) }):
			t.Errorf("%s needs %q, docs/library.md says %q at most", name, needs, allowed)
		}
	}
}

// libraryNeeds returns the modules of others that each package of gplib needs, in order.
func libraryNeeds(t *testing.T) map[string][]string {
	t.Helper()
	list := func(args ...string) []string {
		out, err := exec.Command("go", append([]string{"list"}, args...)...).Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.Split(strings.TrimSpace(string(out)), "\n")
	}
	moduleOf := map[string]string{}
	for _, line := range list("-deps", "-f", "{{.ImportPath}}{{with .Module}}{{if not .Main}} {{.Path}}{{end}}{{end}}", "./gplib/...") {
		name, module, _ := strings.Cut(line, " ")
		moduleOf[name] = module
	}
	needs := map[string][]string{}
	for _, line := range list("-f", `{{.ImportPath}} {{join .Deps " "}}`, "./gplib/...") {
		names := strings.Fields(line)
		var modules []string
		for _, name := range names[1:] {
			if m := moduleOf[name]; m != "" && !slices.Contains(modules, m) {
				modules = append(modules, m)
			}
		}
		slices.Sort(modules)
		needs[strings.TrimPrefix(names[0], "krigo/")] = modules
	}
	return needs
}

// TestThePaperCitesItsBibliography checks that the paper cites each entry of its bibliography, and no
// other.
func TestThePaperCitesItsBibliography(t *testing.T) {
	keys := func(file, pattern string) []string {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(string(raw), -1) {
			all = append(all, m[1])
		}
		slices.Sort(all)
		return slices.Compact(all)
	}
	cited, listed := keys("paper/paper.md", `\[@(\w+)\]`), keys("paper/paper.bib", `(?m)^@\w+\{(\w+),$`)
	if len(cited) == 0 || !slices.Equal(cited, listed) {
		t.Errorf("paper.md cites %q, paper.bib has %q", cited, listed)
	}
}

// TestTheCitationHasTheVersion checks the version that CITATION.cff tells others to cite.
func TestTheCitationHasTheVersion(t *testing.T) {
	raw, err := os.ReadFile("CITATION.cff")
	if err != nil {
		t.Fatal(err)
	}
	if line := "\nversion: " + Version + "\n"; !strings.Contains(string(raw), line) {
		t.Errorf("CITATION.cff needs the line %q", strings.TrimSpace(line))
	}
}

// TestMarkdownIsWrapped checks that no line of prose is longer than 100 characters, but for a
// word that has no space to break at.
func TestMarkdownIsWrapped(t *testing.T) {
	const longest = 100
	_, files := tree(t)
	for _, file := range files {
		if path.Ext(file) != ".md" || strings.Contains(file, "testdata/") {
			continue
		}
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		inFence := false
		for i, line := range strings.Split(string(raw), "\n") {
			trimmed := strings.TrimSpace(line)
			if strings.HasPrefix(trimmed, "```") {
				inFence = !inFence
			}
			isProse := !inFence && !strings.HasPrefix(trimmed, "|") && !strings.HasPrefix(trimmed, "$$")
			if n := utf8.RuneCountInString(line); isProse && n > longest && breakable(line, longest) {
				t.Errorf("%s:%d has %d characters, want at most %d", file, i+1, n, longest)
			}
		}
	}
}

// breakable reports whether a line has a space outside code spans and links before the limit.
func breakable(line string, limit int) bool {
	unbreakable := regexp.MustCompile("`[^`]*`|\\]\\([^)]*\\)|\\$[^$]*\\$")
	plain := unbreakable.ReplaceAllStringFunc(strings.TrimLeft(line, " "), func(s string) string { return strings.ReplaceAll(s, " ", "x") })
	at := strings.Index(strings.TrimLeft(plain, "-*0123456789. "), " ")
	return at >= 0 && at < limit
}
