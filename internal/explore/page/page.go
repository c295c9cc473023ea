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
	"regexp"
	"strings"
)

// Files has the scripts and the style of figures: modules of JavaScript. The one that draws a figure
// is figure.js.
//
//go:embed *.js *.css
var Files embed.FS

// scripts are the modules in the order in which each has what it imports before it.
var scripts = []string{
	"dom.js", "scale.js", "module.js", "computer.js", "axes.js", "contours.js", "posterior.js", "landscape.js", "terms.js", "controls.js",
	"figure.js", "start.js",
}

// imports and exports are what a module has and a script must not.
var (
	imports = regexp.MustCompile(`(?m)^import .*;\n`)
	exports = regexp.MustCompile(`(?m)^export `)
)

// Script returns the modules as one script, which draws the figures of a page. Modules cannot be
// loaded from a file.
func Script() (string, error) {
	var b strings.Builder
	b.WriteString("(() => {\n\"use strict\";\n")
	for _, name := range scripts {
		text, err := Files.ReadFile(name)
		if err != nil {
			return "", err
		}
		b.Write(exports.ReplaceAll(imports.ReplaceAll(text, nil), nil))
	}
	b.WriteString("})();\n")
	return b.String(), nil
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
