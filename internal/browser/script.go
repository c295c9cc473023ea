package browser

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"

	explore "krigo/internal/explore/page"
	"krigo/internal/nbformat/export"
	"krigo/internal/server/page"
)

//go:embed web
var web embed.FS

// Script returns the script of pages, krigo.js. Support is Go's own script for WebAssembly, wasm_exec.js, of the
// version that built the module.
func Script(support []byte) ([]byte, error) {
	var b scriptWriter
	b.text.WriteString("\"use strict\";\n(() => {\n")
	b.host(support)
	b.constant("krigoStyle", b.style("formula.css")+b.style("figure.css")+b.style("page.css")+b.read(explore.Files, "explore.css")+b.own("status.css"))
	b.constant("krigoBody", b.body())
	for _, name := range []string{"load.js", "workers.js", "session.js", "cells.js"} {
		b.text.WriteString(b.own(name))
	}
	b.text.WriteString("function krigoApp() {\nconst modules = {};\n")
	b.text.WriteString(b.read(page.Files, "theme.js") + b.read(export.Files, "figure.js"))
	b.module("live.js")
	b.text.WriteString("return modules[\"live.js\"];\n}\n})();\n")
	return []byte(b.text.String()), b.err
}

// scriptWriter writes a script, until the first error.
type scriptWriter struct {
	text  strings.Builder
	added map[string]bool // modules
	err   error
}

// read returns a file, without comments and indentation.
func (b *scriptWriter) read(files fs.FS, name string) string {
	content, err := fs.ReadFile(files, name)
	if err != nil {
		b.err = fmt.Errorf("browser: %w", err)
	}
	return string(export.Slim(content)) + "\n"
}

// own returns a script of this package.
func (b *scriptWriter) own(name string) string { return b.read(web, "web/"+name) }

// host writes the script of the Web Workers as a constant.
func (b *scriptWriter) host(support []byte) {
	b.constant("krigoHost", "\"use strict\";\n"+b.own("files.js")+string(support)+b.own("host.js"))
}

// style returns a style of the page of krigo notebook, which shares some with package export.
func (b *scriptWriter) style(name string) string {
	if _, err := fs.Stat(page.Files, name); err == nil {
		return b.read(page.Files, name)
	}
	return b.read(export.Files, name)
}

// body returns the content of the body of the page of krigo notebook.
func (b *scriptWriter) body() string {
	_, body, ok := strings.Cut(b.read(page.Files, "index.html"), "<body>")
	body, _, closed := strings.Cut(body, "</body>")
	if !ok || !closed {
		b.err = fmt.Errorf("browser: index.html has no body")
	}
	return body
}

// constant writes a constant text.
func (b *scriptWriter) constant(name, text string) {
	literal, err := json.Marshal(text)
	if err != nil {
		b.err = fmt.Errorf("browser: %w", err)
	}
	fmt.Fprintf(&b.text, "const %s = %s;\n", name, literal) // json.Marshal escapes < so that no tag ends a script
}

// The statements of the page's modules that a function around each replaces. Each is on lines of its own, names are not
// changed by import or export, and no module exports by default.
var (
	imports  = regexp.MustCompile(`(?m)^import \{([^}]*)\} from "\./([a-z/]+\.js)";$`)
	later    = regexp.MustCompile(`\bimport\("\./([a-z/]+\.js)"\)`)
	exports  = regexp.MustCompile(`(?m)^export ((?:async )?(?:const|let|class|function\*?) +([A-Za-z_$][A-Za-z0-9_$]*))`)
	leftOver = regexp.MustCompile(`(?m)^(?:import|export)\b.*`)
)

// module writes a module of the page as a function that is called once, behind those that it imports. Modules do not
// import each other in circles.
func (b *scriptWriter) module(name string) {
	if b.added[name] {
		return
	}
	if b.added == nil {
		b.added = map[string]bool{}
	}
	b.added[name] = true
	source := b.source(name)
	for _, m := range imports.FindAllStringSubmatch(source, -1) {
		b.module(path.Join(path.Dir(name), m[2]))
	}
	for _, m := range later.FindAllStringSubmatch(source, -1) {
		b.module(path.Join(path.Dir(name), m[1]))
	}
	var names []string
	for _, m := range exports.FindAllStringSubmatch(source, -1) {
		names = append(names, fmt.Sprintf("get %s() { return %[1]s; }", m[2]))
	}
	folder := strings.TrimPrefix(path.Dir(name)+"/", "./")
	source = imports.ReplaceAllString(source, `const {$1} = modules["`+folder+`$2"];`)
	source = later.ReplaceAllString(source, `Promise.resolve(modules["`+folder+`$1"])`)
	source = exports.ReplaceAllString(source, "$1")
	source = strings.ReplaceAll(source, "import.meta.url", `"page:///static/page.js"`)
	if left := leftOver.FindString(source); left != "" {
		b.err = fmt.Errorf("browser: %s: %s: write it as the other modules do", name, left)
	}
	fmt.Fprintf(&b.text, "modules[%q] = (() => {\n%s\nreturn { %s };\n})();\n", name, source, strings.Join(names, ", "))
}

// source returns a module of this package, of the page of krigo notebook, or of explorable figures, where krigo serves
// these.
func (b *scriptWriter) source(name string) string {
	if figure, ok := strings.CutPrefix(name, "explore/"); ok {
		return b.read(explore.Files, figure)
	}
	if _, err := fs.Stat(web, "web/"+name); err == nil {
		return b.own(name)
	}
	return b.read(page.Files, name)
}
