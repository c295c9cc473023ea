package symbols

import (
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestImportSharesPackages(t *testing.T) {
	world := NewWorld()
	mat, err := world.Import("gonum.org/v1/gonum/mat")
	if err != nil {
		t.Fatal(err)
	}
	cov, err := world.Import("krigo/gplib/cov")
	if err != nil {
		t.Fatal(err)
	}
	fn := cov.Scope().Lookup("Func").Type().Underlying().(*types.Interface)
	for m := range fn.Methods() {
		if m.Name() != "Gram" {
			continue
		}
		dst := m.Signature().Params().At(0).Type()
		if want := types.NewPointer(mat.Scope().Lookup("Dense").Type()); !types.Identical(dst, want) {
			t.Errorf("Gram's dst is %s, want %s of the imported mat", dst, want)
		}
	}
}

func TestResolve(t *testing.T) {
	world := NewWorld()
	for name, want := range map[string]string{
		"fmt": "fmt", "mat": "gonum.org/v1/gonum/mat", "cov": "krigo/gplib/cov", "display": "krigo/display",
		"distuv": "gonum.org/v1/gonum/stat/distuv", "rand": "", "nosuch": "", "path": "path", "graph": "gonum.org/v1/gonum/graph", "topo": "",
		"mime": "mime", "draw": "", "gp": "", // not the rooms of display
	} {
		if got, _ := world.Resolve(name); got != want {
			t.Errorf("%s resolves to %q, want %q", name, got, want)
		}
	}
	if _, candidates := world.Resolve("rand"); !slices.Contains(candidates, "math/rand/v2") {
		t.Errorf("rand could be %v", candidates)
	}
	if _, candidates := world.Resolve("draw"); !slices.Equal(candidates, []string{"gonum.org/v1/plot/vg/draw", "image/draw"}) {
		t.Errorf("draw could be %v", candidates)
	}
}

func TestPackagesOfDisplayAreImportedByPath(t *testing.T) {
	world := NewWorld()
	for _, name := range []string{"mime", "draw"} {
		if p, err := world.Import("krigo/display/" + name); err != nil || p.Name() != name {
			t.Errorf("%v, error %v", p, err)
		}
	}
}

func TestDoc(t *testing.T) {
	world := NewWorld()
	for _, c := range []struct{ path, symbol, want string }{
		{"gonum.org/v1/gonum/mat", "", "Package mat"},
		{"gonum.org/v1/gonum/mat", "Dense.Mul", "matrix product"},
		{"krigo/gplib/param", "Param.Value", "natural value"},
		{"strings", "Contains", "reports whether substr"},
		{"time", "Second", "Common durations"},
		{"builtin", "append", "appends elements"},
	} {
		text, ok := world.Doc(c.path, c.symbol)
		if !ok || !strings.Contains(text, c.want) {
			t.Errorf("Doc(%s, %q) = %q, want it to hold %q", c.path, c.symbol, text, c.want)
		}
	}
	if _, ok := world.Doc("no/such", ""); ok {
		t.Error("an unknown package has documentation")
	}
}

// The sources that the program carries have all packages of ours.
func TestOwnPackagesAreDocumented(t *testing.T) {
	world := NewWorld()
	for _, p := range ownPackages() {
		if text, ok := world.Doc(p, ""); !ok || text == "" {
			t.Errorf("%s has no documentation: see sources.go at the module's root", p)
		}
	}
}

func TestImportUnknown(t *testing.T) {
	if _, err := NewWorld().Import("no/such"); err == nil {
		t.Error("no error")
	}
}

func BenchmarkImportMat(b *testing.B) {
	for b.Loop() {
		if _, err := NewWorld().Import("gonum.org/v1/gonum/mat"); err != nil {
			b.Fatal(err)
		}
	}
}

// The embedded source of a package is the source that is compiled and tested.
func TestSources(t *testing.T) {
	world := NewWorld()
	err := filepath.WalkDir("library", func(file string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		want, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		dir, _ := filepath.Rel("library", filepath.Dir(file))
		if got, ok := world.Source(filepath.ToSlash(dir)); !ok || got != string(want) {
			t.Errorf("the source of %s is not %s", dir, file)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
