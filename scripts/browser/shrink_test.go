package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const traced = `package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
)

type grid [3]struct{ name string; values []int }

var table = grid{{"a", []int{1, 2}}, {"b", nil}, {"c", []int{1 << 40, -5}}}

//go:noinline
func deep(n int, f func()) {
	if n == 0 {
		f()
		return
	}
	deep(n-1, f)
}

func main() {
	fmt.Println(table, strings.Repeat("x", 5), os.Args[1:])
	func() {
		defer func() { fmt.Println(recover()) }()
		var none map[string]int
		none["a"] = 1
	}()
	deep(300, runtime.GC)
	deep(2, func() {
		pc := make([]uintptr, 20)
		frames := runtime.CallersFrames(pc[:runtime.Callers(1, pc)])
		for more := true; more; {
			var f runtime.Frame
			f, more = frames.Next()
			fmt.Println(f.Function, f.File, f.Line)
		}
		panic("the end")
	})
}
`

var place = regexp.MustCompile(`(\?|\S*\.(go|s))[: ]\d+`)

// TestShrunkModulesRunAlike compares a shrunk module with the linker's: its output, its stack traces but for files and
// lines, and its collection of garbage on deep stacks, which reads the tables that are moved.
func TestShrunkModulesRunAlike(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("needs node")
	}
	dir := t.TempDir()
	source, module := filepath.Join(dir, "main.go"), filepath.Join(dir, "main.wasm")
	if err := os.WriteFile(source, []byte(traced), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := goForPages("build", "-trimpath", "-ldflags", "-s -w", "-o", module, source); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(module)
	if err != nil {
		t.Fatal(err)
	}
	shrunk, err := shrink(raw)
	if err != nil {
		t.Fatal(err)
	}
	small := filepath.Join(dir, "shrunk.wasm")
	if err := os.WriteFile(small, shrunk, 0o666); err != nil {
		t.Fatal(err)
	}
	want, got := ran(t, node, module), ran(t, node, small)
	if !strings.Contains(want, "main.go:") || strings.Contains(got, "main.go") {
		t.Errorf("the shrunk module prints lines, or the linker's none:\n%s\n%s", got, want)
	}
	if got, want := place.ReplaceAllString(got, ""), place.ReplaceAllString(want, ""); got != want {
		t.Errorf("the shrunk module prints\n%s\nwant\n%s", got, want)
	}
}

// ran returns what a module prints.
func ran(t *testing.T, node, module string) string {
	t.Helper()
	root, err := output("go", "env", "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	out, _ := exec.Command(node, filepath.Join(root, "lib", "wasm", "wasm_exec_node.js"), module, "an argument").CombinedOutput() // panics
	return string(out)
}

func TestShrinkRefusesWhatIsNotAModuleOfGo(t *testing.T) {
	for _, c := range []struct{ module, want string }{
		{"\x00asm\x01\x00\x00\x00", "no section of data"},
		{"\x00asm\x01\x00\x00\x00\x0b\x7f", "section 11 of the module is cut off"},
		{"\x00asm\x01\x00\x00\x00\x0b\x07\x01\x00\x41\x08\x0b\x01x", "no table of functions"},
		{"\x00asm\x01\x00\x00\x00\x0b\x07\x01\x01\x41\x08\x0b\x01x", "a segment begins with 01 41"},
		{"\x00asm\x01\x00\x00\x00\x0b\x07\x01\x00\x41\x08\x0b\x09x", "a segment of the module is cut off"},
	} {
		if _, err := shrink([]byte(c.module)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("shrink(%q) = %v, want an error with %q", c.module, err, c.want)
		}
	}
}

func TestMemoryKeepsItsContentInSegments(t *testing.T) {
	memory := make([]byte, 200_000)
	for _, at := range []int{0, 1, 63, 64, 8191, 8192, 99_999, 150_000} {
		memory[at] = byte(at) | 1
	}
	got, err := memoryOf(segmentsOf(memory))
	if err != nil || string(got) != string(memory[:150_001]) {
		t.Errorf("memoryOf(segmentsOf) has %d bytes and the error %v, want %d bytes as before", len(got), err, 150_001)
	}
}
