// Package page has what a browser needs to draw and compute explorable figures (internal/explore): scripts,
// a style, and the WebAssembly module, which `make build` makes. It imports nothing of figures, so
// that notebooks can be shown without the library.
package page

import (
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Files has the scripts and the style of figures: modules of JavaScript. Those that draw figures are
// figure.js (widget.Explore), race.js, occam.js and search.js.
//
//go:embed *.js *.css
var Files embed.FS

// starts are the modules that draw the figures of an exported page, by their kind.
var starts = map[string]string{"explore": "start.js", "occam": "startoccam.js", "race": "startrace.js", "search": "startsearch.js"}

// Kinds returns the kinds of figures.
func Kinds() []string { return slices.Sorted(maps.Keys(starts)) }

// imports and exports match statements that a module has and a script must not have.
var (
	imports = regexp.MustCompile(`(?m)^import .* from "\./([\w.]+)";\n`)
	exports = regexp.MustCompile(`(?m)^export `)
)

// Script returns the modules that draw the figures of some kinds as one script, which draws those of
// a page. Modules cannot be loaded from a file.
func Script(kinds ...string) (string, error) {
	b := scriptWriter{added: map[string]bool{}}
	b.text.WriteString("(() => {\n\"use strict\";\n")
	for _, kind := range kinds {
		if err := b.add(starts[kind]); err != nil {
			return "", err
		}
	}
	b.text.WriteString("})();\n")
	return b.text.String(), nil
}

// Library returns the modules that draw figures of all kinds as one module, for front ends that keep
// their models. It exports kinds (kinds.js), keep and Questions (kept.js).
func Library() (string, error) {
	b := scriptWriter{added: map[string]bool{}}
	for _, name := range []string{"kinds.js", "kept.js"} {
		if err := b.add(name); err != nil {
			return "", err
		}
	}
	b.text.WriteString("export { kinds, keep, Questions };\n")
	return b.text.String(), nil
}

// scriptWriter writes modules into one script.
type scriptWriter struct {
	text  strings.Builder
	added map[string]bool
}

// add adds a module, behind those that it imports.
func (b *scriptWriter) add(name string) error {
	if b.added[name] {
		return nil
	}
	b.added[name] = true
	text, err := Files.ReadFile(name)
	if err != nil {
		return err
	}
	for _, m := range imports.FindAllSubmatch(text, -1) {
		if err := b.add(string(m[1])); err != nil {
			return err
		}
	}
	b.text.Write(exports.ReplaceAll(imports.ReplaceAll(text, nil), nil))
	return nil
}

// Style returns the style of the figures.
func Style() (string, error) {
	text, err := Files.ReadFile("explore.css")
	return string(text), err
}

//go:embed built
var built embed.FS

// ErrNotBuilt is the error of a program that was built without the WebAssembly module.
var ErrNotBuilt = errors.New("this krigo was built without the WebAssembly module of figures: build it by make build")

// Module returns the WebAssembly module, compressed by gzip, or [ErrNotBuilt].
func Module() ([]byte, error) { return builtFile("module.wasm.gz") }

// Worker returns the script of the worker that runs the module, or [ErrNotBuilt].
func Worker() (string, error) {
	support, err := builtFile("wasm_exec.js")
	if err != nil {
		return "", err
	}
	own, err := Files.ReadFile("worker.js")
	return string(support) + "\n" + string(own), err
}

func builtFile(name string) ([]byte, error) {
	content, err := built.ReadFile("built/" + name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotBuilt
	}
	return content, err
}

// Embedded returns the module and its worker as the object that page/module.js reads, in JSON that may
// be in a script of HTML, or [ErrNotBuilt].
func Embedded() ([]byte, error) {
	wasm, err := Module()
	if err != nil {
		return nil, err
	}
	worker, err := Worker()
	if err != nil {
		return nil, err
	}
	return json.Marshal(map[string]string{"worker": worker, "wasm": base64.StdEncoding.EncodeToString(wasm)})
}
