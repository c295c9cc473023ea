// Command browser builds the module of web pages whose cells run (docs/web-pages.md) and the script that loads it.
//
//	go run ./scripts/browser -out bin/krigo-pages
//
// It runs in the root of a checkout. The folder then has krigo.wasm.gz, the module, krigo.js, with Go's own script for
// WebAssembly in it, and krigo.docs.gz, the documentation of packages. With -brotli it also has krigo.wasm.br, which
// takes several minutes; krigo.wasm is for measurements. With -lite it also writes an extension of JupyterLite into a
// folder. With -vet it runs go vet instead, which compiles all that the module imports.
//
// Cells in pages can import fewer packages than elsewhere (symbols.InPages). The module has neither the symbol tables
// nor the types nor the documentation of the others, and what it embeds is not compressed, since the module is: a
// second compression takes the first one's redundancy only if it sees it. Go's -overlay does all of that without a
// change of the checkout (overlay.go, tables.go, data.go, copies.go). Line tables are taken out of the
// linked module (shrink.go, lines.go).
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/andybalholm/brotli"

	"krigo"
	"krigo/install"
	"krigo/internal/browser"
	"krigo/kernel"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("browser: ")
	out := flag.String("out", filepath.Join("bin", browser.Folder), "the `folder` for the module and its script")
	pack := flag.Bool("brotli", false, "pack the module as brotli too")
	lite := flag.String("lite", "", "the `folder` for an extension of JupyterLite with the module")
	vet := flag.Bool("vet", false, "vet the module and what it imports of krigo, and build nothing")
	flag.Parse()
	err := build(*out, *pack, *vet)
	if err == nil && *lite != "" {
		err = writeLite(*out, *lite)
	}
	if err != nil {
		log.Fatal(err)
	}
}

func build(out string, pack, vet bool) error {
	temporary, err := os.MkdirTemp("", "krigo-browser-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	list, err := writeOverlay(temporary, !vet)
	if err != nil {
		return err
	}
	if vet {
		return goForPages("vet", "-overlay", list, "-tags", tags, "./cmd/krigo-browser")
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	module := filepath.Join(out, "krigo.wasm")
	args := append([]string{"build", "-overlay", list, "-tags", tags, "-trimpath", "-ldflags", "-s -w"}, inlining()...)
	if err := goForPages(append(args, "-o", module, "./cmd/krigo-browser")...); err != nil {
		return err
	}
	return errors.Join(packModule(module, pack), writeDocs(out), writeScript(out))
}

// tags are the build tags of the module: gonum's plots write no PDF, EPS or TeX with this one.
const tags = "minimal"

// hot are patterns of the packages that compute or that all others call.
var hot = []string{
	"runtime", "internal/...", "bufio", "bytes", "compress/...", "crypto/...", "encoding/binary", "hash/...", "image/...", "io", "math/...",
	"reflect", "slices", "sort", "strconv", "strings", "sync/...", "unicode/...",
	"github.com/golang/freetype/...", "github.com/traefik/yaegi/interp", "golang.org/x/image/...", "gonum.org/v1/gonum/...",
	"krigo/gplib/...", "krigo/interp/internal/...", "krigo/interp/machine/...",
}

// inlining returns the flags that let the compiler inline calls in hot packages only, which makes the packed module 8%
// smaller.
func inlining() []string {
	flags := []string{"-gcflags=all=-l"}
	for _, pattern := range hot {
		flags = append(flags, "-gcflags="+pattern+"=")
	}
	return flags
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

// packModule shrinks the module and compresses it.
func packModule(module string, pack bool) error {
	raw, err := os.ReadFile(module)
	if err == nil {
		raw, err = shrink(raw)
	}
	if err == nil {
		err = os.WriteFile(module, raw, 0o666)
	}
	if err != nil {
		return err
	}
	sizes := fmt.Sprintf("%s: %.1f MB", module, megabytes(raw))
	zipped, err := gzipped(raw)
	if err != nil {
		return err
	}
	if err := os.WriteFile(module+".gz", zipped, 0o666); err != nil {
		return err
	}
	sizes += fmt.Sprintf(", gzip %.1f MB", megabytes(zipped))
	if pack {
		var b bytes.Buffer
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

// writeDocs writes the documentation of packages.
func writeDocs(out string) error {
	archive, err := docsOfPages()
	if err != nil {
		return err
	}
	zipped, err := gzipped(archive)
	if err != nil {
		return err
	}
	file := filepath.Join(out, browser.DocsFile)
	fmt.Printf("%s: %.2f MB\n", file, megabytes(zipped))
	return os.WriteFile(file, zipped, 0o666)
}

func gzipped(raw []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(raw)
	}
	err = errors.Join(err, w.Close())
	return b.Bytes(), err
}

func megabytes(b []byte) float64 { return float64(len(b)) / 1e6 }

// writeScript writes the script of pages, with that of the Go that built the module.
func writeScript(out string) error {
	support, err := support()
	if err != nil {
		return err
	}
	script, err := browser.Script(support)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, browser.ScriptFile), script, 0o666)
}

// support returns Go's own script for WebAssembly.
func support() ([]byte, error) {
	root, err := output("go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js"))
}

// writeLite writes the extension of JupyterLite with the module of a folder.
func writeLite(out, dir string) error {
	support, err := support()
	if err != nil {
		return err
	}
	pages, err := browser.Open(out)
	if err != nil {
		return err
	}
	static, err := pages.Lite(support, install.LiteSpec(krigo.Version, kernel.ProtocolVersion), krigo.Version)
	if err != nil {
		return err
	}
	return install.WriteLite(dir, krigo.Version, browser.LiteScriptFile, static)
}

// output returns what a command prints, in a line.
func output(name string, args ...string) (string, error) {
	raw, err := exec.Command(name, args...).Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(raw)), nil
}
