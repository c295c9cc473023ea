package kind

import (
	"bytes"
	"testing"
)

// Files hold this kind: it must not follow the module's path.
func TestKindsOfThisModuleStay(t *testing.T) {
	const want = first + "/gplib/internal/kind.here"
	if got := Of(here{}); got != want {
		t.Errorf("the kind is %s, want %s", got, want)
	}
	if got := Of(&here{}); got != want {
		t.Errorf("the kind of a pointer is %s, want %s", got, want)
	}
	if got, want := Package(want), module+"/gplib/internal/kind"; got != want {
		t.Errorf("the kind's package is %s, want %s", got, want)
	}
}

func TestKindsOfOthersAreTheirPaths(t *testing.T) {
	if got := Of(bytes.Buffer{}); got != "bytes.Buffer" {
		t.Errorf("the kind is %s", got)
	}
	for kind, want := range map[string]string{"bytes.Buffer": "bytes", "example.org/a.b/c.Func": "example.org/a.b/c", "SE": ""} {
		if got := Package(kind); got != want {
			t.Errorf("the package of %s is %q, want %q", kind, got, want)
		}
	}
}

func TestOnlyPathsWithinAModuleMove(t *testing.T) {
	for path, want := range map[string]string{
		"example.org/gp/krigo/gplib":  "krigo/gplib",
		"example.org/gp/krigoo/gplib": "example.org/gp/krigoo/gplib",
		"example.org/gp/krigo":        "example.org/gp/krigo",
	} {
		if got := moved(path, "example.org/gp/krigo", "krigo"); got != want {
			t.Errorf("%s became %s, want %s", path, got, want)
		}
	}
}
