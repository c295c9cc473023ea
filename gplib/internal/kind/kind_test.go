package kind

import (
	"bytes"
	"errors"
	"fmt"
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

func TestARegistryConstructsByKind(t *testing.T) {
	var r Registry[int, string]
	r.Register("decimal", func(n int) (string, error) { return fmt.Sprint(n), nil })
	r.Register("broken", func(int) (string, error) { return "", errors.New("it is broken") })
	if got, err := r.Construct("text", "decimal", 7); got != "7" || err != nil || len(r.Kinds()) != 2 {
		t.Errorf("%q, error %v; kinds %q", got, err, r.Kinds())
	}
	for kind, want := range map[string]string{
		"broken":           "it is broken",
		"other":            `there is no text "other"`,
		"example.org/m.No": `there is no text "example.org/m.No"; import _ "example.org/m" to register it`,
	} {
		if _, err := r.Construct("text", kind, 7); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", kind, err, want)
		}
	}
}
