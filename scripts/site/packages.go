package main

import (
	"fmt"
	"go/ast"
	"go/doc"
	"go/doc/comment"
	"go/format"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// modulePath returns the prefix of the import paths of a repository.
func modulePath(root fs.FS) string {
	raw, err := fs.ReadFile(root, "go.mod")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(raw)) {
		if name, ok := strings.CutPrefix(line, "module "); ok {
			return strings.TrimSpace(name)
		}
	}
	return ""
}

// documented are the folders with packages for users, in the order of the list of contents.
var documented = []string{"gplib", "display", "widget", "course", "cell"}

// isDocumented reports whether a folder is one of these or within one.
func isDocumented(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return slices.Contains(documented, first)
}

// packagePage returns the documentation of a package, as go doc has it, or nil for a
// folder without Go files.
func packagePage(root fs.FS, folder string) (*page, error) {
	fset := token.NewFileSet()
	files, err := goFiles(root, folder, fset)
	if err != nil || len(files) == 0 {
		return nil, err
	}
	module := modulePath(root)
	pkg, err := doc.NewFromFiles(fset, files, path.Join(module, folder))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", folder, err)
	}
	target := path.Join("go", folder) + ".html"
	w := packageWriter{fset: fset, pkg: pkg, module: module, target: target}
	w.write()
	p := textPage(folder, target, "go", w.text.String(), symbolID)
	p.say = synopsis(pkg)
	return p, nil
}

// synopsis returns what a package does, in a sentence without its name.
func synopsis(pkg *doc.Package) string {
	text := strings.TrimPrefix(pkg.Synopsis(pkg.Doc), "Package "+pkg.Name+" ")
	return strings.TrimRight(strings.TrimSuffix(text, " of"), ".:") // "... of" continues with the paper
}

// goFiles reads the Go files of a folder, tests for their examples.
func goFiles(root fs.FS, folder string, fset *token.FileSet) ([]*ast.File, error) {
	names, err := fs.Glob(root, folder+"/*.go")
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, name := range names {
		source, err := fs.ReadFile(root, name)
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(fset, path.Base(name), source, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	if !slices.ContainsFunc(names, func(name string) bool { return !strings.HasSuffix(name, "_test.go") }) {
		return nil, nil
	}
	return files, nil
}

// packageWriter writes the documentation of a package as Markdown.
type packageWriter struct {
	fset   *token.FileSet
	pkg    *doc.Package
	module string // the prefix of krigo's import paths
	target string
	text   strings.Builder
}

func (w *packageWriter) add(format string, a ...any) { fmt.Fprintf(&w.text, format+"\n\n", a...) }

func (w *packageWriter) write() {
	w.add("# package `%s`", strings.TrimPrefix(w.pkg.ImportPath, w.module+"/"))
	w.add("```go\nimport %q\n```", w.pkg.ImportPath)
	w.comment(w.pkg.Doc, 2)
	w.examples(w.pkg.Examples)
	w.values("Constants", w.pkg.Consts)
	w.values("Variables", w.pkg.Vars)
	if len(w.pkg.Funcs) > 0 {
		w.add("## Functions")
	}
	for _, f := range w.pkg.Funcs {
		w.function(f, "###")
	}
	if len(w.pkg.Types) > 0 {
		w.add("## Types")
	}
	for _, t := range w.pkg.Types {
		w.typ(t)
	}
}

func (w *packageWriter) values(title string, values []*doc.Value) {
	if len(values) > 0 && title != "" {
		w.add("## %s", title)
	}
	for _, v := range values {
		w.anchors("", v.Names)
		w.declaration(v.Decl)
		w.comment(v.Doc, 5)
	}
}

// anchors writes link targets for symbols without a heading.
func (w *packageWriter) anchors(prefix string, names []string) {
	for _, name := range names {
		w.text.WriteString(`<a id="` + prefix + name + `"></a>`)
	}
	w.add("")
}

// methods returns the methods of an interface.
func methods(t *doc.Type) (names []string) {
	for _, spec := range t.Decl.Specs {
		of, ok := spec.(*ast.TypeSpec).Type.(*ast.InterfaceType)
		if !ok {
			continue
		}
		for _, m := range of.Methods.List {
			for _, name := range m.Names {
				names = append(names, name.Name)
			}
		}
	}
	return names
}

func (w *packageWriter) typ(t *doc.Type) {
	w.add("### type %s", t.Name)
	w.anchors(t.Name+".", methods(t))
	w.declaration(t.Decl)
	w.comment(t.Doc, 5)
	w.examples(t.Examples)
	w.values("", t.Consts)
	w.values("", t.Vars)
	for _, f := range slices.Concat(t.Funcs, t.Methods) {
		w.function(f, "####")
	}
}

func (w *packageWriter) function(f *doc.Func, level string) {
	name := f.Name
	if f.Recv != "" {
		name = "(" + f.Recv + ") " + name
	}
	w.add("%s func %s", level, escape(name))
	w.declaration(f.Decl)
	w.comment(f.Doc, 5)
	w.examples(f.Examples)
}

func (w *packageWriter) declaration(decl ast.Decl) {
	var b strings.Builder
	if err := format.Node(&b, w.fset, decl); err != nil {
		b.WriteString(err.Error())
	}
	w.add("```go\n%s\n```", b.String())
}

func (w *packageWriter) examples(examples []*doc.Example) {
	for _, e := range examples {
		var b strings.Builder
		if err := format.Node(&b, w.fset, &printer.CommentedNode{Node: e.Code, Comments: e.Comments}); err != nil {
			b.WriteString(err.Error())
		}
		w.add("*Example*")
		w.comment(e.Doc, 5)
		w.add("```go\n%s\n```", body(b.String()))
		if e.Output != "" {
			w.add("```text\n%s\n```", strings.TrimSpace(e.Output))
		}
	}
}

var outputComment = regexp.MustCompile(`(?si)\n?\s*// (?:unordered )?output:.*$`)

// body returns the code of an example without its braces and its output.
func body(code string) string {
	inner, ok := strings.CutPrefix(code, "{")
	if !ok {
		return outputComment.ReplaceAllString(code, "")
	}
	inner = strings.TrimSuffix(outputComment.ReplaceAllString(strings.TrimSuffix(inner, "}"), ""), "\n")
	return strings.TrimPrefix(strings.ReplaceAll(inner, "\n\t", "\n"), "\n")
}

// comment adds a documentation comment, whose headings have the given level.
func (w *packageWriter) comment(text string, level int) {
	if text == "" {
		return
	}
	p := w.pkg.Printer()
	p.HeadingLevel = level
	p.HeadingID = func(*comment.Heading) string { return "" }
	p.DocLinkURL = w.link
	w.add("%s", escapeDollars(string(p.Markdown(w.pkg.Parser().Parse(text)))))
}

// link returns the target of a link in a comment.
func (w *packageWriter) link(l *comment.DocLink) string {
	symbol := strings.TrimPrefix(l.Recv+"."+l.Name, ".")
	if symbol != "" {
		symbol = "#" + symbol
	}
	switch folder, ours := strings.CutPrefix(l.ImportPath, w.module+"/"); {
	case l.ImportPath == "":
		return symbol
	case ours && isDocumented(folder):
		return relative(w.target, path.Join("go", folder)+".html") + symbol
	case ours:
		return relative(w.target, path.Join("go", w.pkg.ImportPath)) // no page: check reports it
	}
	return "https://pkg.go.dev/" + l.ImportPath + symbol
}

// escapeDollars prevents Markdown from comment.Printer from containing formulas. Its
// code is indented.
func escapeDollars(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "\t") {
			line = strings.ReplaceAll(line, "$", `\$`)
		}
		b.WriteString(line)
	}
	return b.String()
}

func escape(text string) string {
	return strings.NewReplacer("*", `\*`, "_", `\_`, "[", `\[`).Replace(text)
}

var receiver = regexp.MustCompile(`^\(\*?([^)\[]*)(?:\[[^)]*)?\) `)

// symbolID returns the id of a declaration, as on pkg.go.dev: Fit, Model.Params.
func symbolID(heading string) string {
	name, function := strings.CutPrefix(heading, "func ")
	name, typ := strings.CutPrefix(name, "type ")
	if !function && !typ {
		return githubID(heading)
	}
	return receiver.ReplaceAllString(name, "$1.")
}
