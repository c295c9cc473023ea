package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestFindTakesProgramsThatRunAndNothingOutsideOfGo(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.go"), "// run\n\npackage main\n\nimport \"runtime\"\n")
	write(t, filepath.Join(dir, "a.out"), "text\n")
	write(t, filepath.Join(dir, "b.go"), "// run\n\npackage main\n\nimport \"unsafe\"\n")
	write(t, filepath.Join(dir, "c.go"), "// errorcheck\n\npackage main\n")
	write(t, filepath.Join(dir, "sub", "d.go"), "// run\n\npackage main\n")
	found, err := find(dir, regexp.MustCompile(""))
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != 2 || found[0].name != "a.go" || found[1].name != "sub/d.go" {
		t.Fatalf("found %v", found)
	}
	if !found[0].prints || found[0].output != "text\n" || found[1].prints {
		t.Errorf("outputs: %v", found)
	}
	if found[0].folder() != "." || found[1].folder() != "sub" {
		t.Errorf("folders %q, %q", found[0].folder(), found[1].folder())
	}
}

func TestRenewKeepsWhatIsNotGenerated(t *testing.T) {
	file := filepath.Join(t.TempDir(), "gaps.md")
	write(t, file, renewed("before\n", corpusPart, "old\n")+"after\n")
	r := newReport([]result{{program{name: "x.go"}, ""}, {program{name: "d/y.go"}, timedOut}})
	if err := renew(file, corpusPart, r.gaps()); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	if !strings.HasPrefix(text, "before\n") || !strings.HasSuffix(text, "after\n") || strings.Contains(text, "old\n") {
		t.Errorf("kept wrongly:\n%s", text)
	}
	if !strings.Contains(text, timedOut+" (1): `d/y.go`") {
		t.Errorf("no class of d/y.go:\n%s", text)
	}
}

func TestClassifyNamesTheReason(t *testing.T) {
	for failure, want := range map[string]string{
		"Panic: reflect.Set: value of type int":                          "a runtime error inside reflection",
		"Panic: runtime error: index out of range":                       "a nil pointer, index or conversion error at run time",
		"CompileError: the interpreter failed on this declaration: a.go": "the interpreter fails while it compiles",
		"something else": "other: something else",
	} {
		if got := classify(failure); got != want {
			t.Errorf("classify(%q) = %q, want %q", failure, got, want)
		}
	}
}

// go generate ./interp/corpus brings the file up to date.
func TestKnownGapsHaveTheRules(t *testing.T) {
	data, err := os.ReadFile("../KNOWN_GAPS.md")
	if err != nil {
		t.Fatal(err)
	}
	if text := string(data); renewed(text, rulesPart, rules()) != text {
		t.Error("interp/KNOWN_GAPS.md is not up to date with static.Rules: go generate ./interp/corpus")
	}
}
