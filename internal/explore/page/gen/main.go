// Command gen writes the WebAssembly module of explorable figures, built/module.wasm.gz, with Go's own
// script for such modules, built/wasm_exec.js, and prints the module's size. The working folder is that
// of package page.
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"krigo/internal/replace"
)

func main() {
	if err := write("built"); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func write(folder string) error {
	wasm, err := compiled()
	if err != nil {
		return err
	}
	packed, err := gzipped(wasm)
	if err != nil {
		return err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	support, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	fmt.Printf("module.wasm: %.1f MB, by gzip %.2f MB\n", float64(len(wasm))/1e6, float64(len(packed))/1e6)
	return errors.Join(
		replace.Bytes(filepath.Join(folder, "module.wasm.gz"), packed),
		replace.Bytes(filepath.Join(folder, "wasm_exec.js"), support),
	)
}

// compiled returns the module.
func compiled() ([]byte, error) {
	dir, err := os.MkdirTemp("", "krigo-module")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "module.wasm")
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", name, "../module")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	return os.ReadFile(name)
}

func gzipped(content []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
