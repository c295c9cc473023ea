// Command browser builds the module of web pages whose cells run (docs/web-pages.md) and the script that loads it.
//
//	go run ./scripts/browser -out bin/krigo-pages
//
// It runs in the root of a checkout. The folder then has krigo.wasm.gz, the module, and krigo.js, with Go's own script
// for WebAssembly in it. With -brotli it also has krigo.wasm.br, which takes several minutes; krigo.wasm is for
// measurements. With -vet it runs go vet instead, which compiles all that the module imports.
//
// Cells in pages can import fewer packages than elsewhere (symbols.InPages): the others' symbol tables are left out,
// and of yaegi's, which are one package, those that are left are copied. Go's -overlay does both without a change of
// the checkout.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/andybalholm/brotli"

	"krigo/internal/browser"
	"krigo/interp/symbols"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("browser: ")
	out := flag.String("out", filepath.Join("bin", browser.Folder), "the `folder` for the module and its script")
	pack := flag.Bool("brotli", false, "pack the module as brotli too")
	vet := flag.Bool("vet", false, "vet the module and what it imports of krigo, and build nothing")
	flag.Parse()
	if err := build(*out, *pack, *vet); err != nil {
		log.Fatal(err)
	}
}

func build(out string, pack, vet bool) error {
	temporary, err := os.MkdirTemp("", "krigo-browser-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	overlay, err := writeOverlay(temporary)
	if err != nil {
		return err
	}
	if vet {
		return goForPages("vet", "-overlay", overlay, "./cmd/krigo-browser")
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	module := filepath.Join(out, "krigo.wasm")
	if err := goForPages("build", "-overlay", overlay, "-trimpath", "-ldflags", "-s -w", "-o", module, "./cmd/krigo-browser"); err != nil {
		return err
	}
	return errors.Join(packModule(module, pack), writeScript(out))
}

// goForPages runs the go command for the system of web pages.
func goForPages(args ...string) error {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("go %s: %w", args[0], err)
	}
	return nil
}

// packModule compresses the module.
func packModule(module string, pack bool) error {
	raw, err := os.ReadFile(module)
	if err != nil {
		return err
	}
	sizes := fmt.Sprintf("%s: %.1f MB", module, megabytes(raw))
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(raw)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		return err
	}
	if err := os.WriteFile(module+".gz", b.Bytes(), 0o666); err != nil {
		return err
	}
	sizes += fmt.Sprintf(", gzip %.1f MB", megabytes(b.Bytes()))
	if pack {
		b.Reset()
		w := brotli.NewWriterOptions(&b, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: 24})
		if _, err = w.Write(raw); err == nil {
			err = w.Close()
		}
		if err == nil {
			err = os.WriteFile(module+".br", b.Bytes(), 0o666)
		}
		sizes += fmt.Sprintf(", brotli %.1f MB", megabytes(b.Bytes()))
	} else if err = os.Remove(module + ".br"); errors.Is(err, fs.ErrNotExist) { // of an earlier module
		err = nil
	}
	fmt.Println(sizes)
	return err
}

func megabytes(b []byte) float64 { return float64(len(b)) / 1e6 }

// writeScript writes the script of pages, with that of the Go that built the module.
func writeScript(out string) error {
	root, err := output("go", "env", "GOROOT")
	if err != nil {
		return err
	}
	support, err := os.ReadFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	script, err := browser.Script(support)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, browser.ScriptFile), script, 0o666)
}

// output returns what a command prints, in a line.
func output(name string, args ...string) (string, error) {
	raw, err := exec.Command(name, args...).Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(raw)), nil
}

// Folders of symbol tables: krigo's own, and those of yaegi's that pages have.
var (
	ownTables      = filepath.Join("interp", "symbols", "tables")
	standardTables = filepath.Join(ownTables, "std")
)

// writeOverlay writes the files of the overlay into a folder, and returns the path of its list.
func writeOverlay(folder string) (string, error) {
	replace := map[string]string{}
	if err := errors.Join(leaveOut(replace), addStandard(replace, folder)); err != nil {
		return "", err
	}
	raw, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	list := filepath.Join(folder, "overlay.json")
	return list, os.WriteFile(list, raw, 0o666)
}

// leaveOut takes away the tables of packages that pages do not have.
func leaveOut(replace map[string]string) error {
	names, err := filepath.Glob(filepath.Join(ownTables, "table_*.go"))
	if err != nil {
		return err
	}
	for _, name := range names {
		importPath, err := tableOf(name)
		if err != nil {
			return err
		}
		if importPath != "" && !symbols.InPages(importPath) {
			replace[name] = ""
		}
	}
	return nil
}

// addStandard adds copies of yaegi's tables of the standard library.
func addStandard(replace map[string]string, folder string) error {
	module, err := output("go", "list", "-m", "-f", "{{.Dir}}", "github.com/traefik/yaegi")
	if err != nil {
		return err
	}
	tables, err := output("go", "list", "-f", "{{join .GoFiles \"\\n\"}}", "github.com/traefik/yaegi/stdlib")
	if err != nil {
		return err
	}
	for name := range strings.FieldsSeq(tables) {
		from := filepath.Join(module, "stdlib", name)
		importPath, err := tableOf(from)
		if err != nil {
			return err
		}
		if name != "restricted.go" && (importPath == "" || !symbols.InPages(importPath)) {
			continue
		}
		raw, err := os.ReadFile(from)
		if err != nil {
			return err
		}
		to := filepath.Join(folder, name)
		if err := os.WriteFile(to, clause.ReplaceAll(raw, []byte("package std")), 0o666); err != nil {
			return err
		}
		replace[filepath.Join(standardTables, name)] = to
	}
	return nil
}

var clause = regexp.MustCompile(`(?m)^package stdlib$`)

var table = regexp.MustCompile(`\n\tSymbols\["([^"]+)"\] = `)

// tableOf returns the import path of the package whose table a file has, or "".
func tableOf(name string) (string, error) {
	raw, err := os.ReadFile(name)
	if err != nil || filepath.Base(name) == "stdlib.go" {
		return "", err
	}
	m := table.FindSubmatch(raw)
	if m == nil {
		return "", nil
	}
	return path.Dir(string(m[1])), nil
}
