package symbols

import (
	"go/types"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"krigo/display"
	"krigo/display/draw"
)

// Every package with a symbol table can be imported and says the same of its
// names as the table does.
func TestTablesAgreeWithTypes(t *testing.T) {
	world := NewWorld()
	for key, table := range Symbols {
		p, err := world.Import(path.Dir(key))
		if err != nil {
			t.Errorf("%s has a table and no types: %v", key, err)
			continue
		}
		if p.Name() != path.Base(key) {
			t.Errorf("%s is named %s", key, p.Name())
		}
		for name := range table {
			if p.Scope().Lookup(strings.TrimPrefix(name, "_")) == nil {
				t.Errorf("%s.%s is in the table and not among the types", key, name)
			}
		}
	}
}

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
		"distuv": "gonum.org/v1/gonum/stat/distuv", "rand": "", "nosuch": "",
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

// Without docs.zip the sources of the toolchain and of the modules are read.
func TestInstalledDocs(t *testing.T) {
	for path, symbol := range map[string]string{"strings": "Contains", "builtin": "append", "gonum.org/v1/gonum/mat": "Dense.Mul"} {
		texts, err := installedDocs(path)
		if err != nil || texts[symbol] == "" {
			t.Errorf("%s.%s has no documentation where sources are installed: %v", path, symbol, err)
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

// withoutTable are what neither yaegi's tables nor ours can hold.
var withoutTable = map[string]bool{"cmp.Ordered": true}

// All that the standard library exports is in a table, or generic.
func TestTablesAreComplete(t *testing.T) {
	world := NewWorld()
	tables := Exports()
	for _, p := range world.Paths() {
		if strings.Contains(p, ".") || strings.HasPrefix(p, "krigo/") {
			continue
		}
		pkg, err := world.Import(p)
		if err != nil {
			t.Errorf("%s: %v", p, err)
			continue
		}
		table := tables[path.Join(p, pkg.Name())]
		for _, name := range pkg.Scope().Names() {
			o := pkg.Scope().Lookup(name)
			if _, ok := table[name]; !ok && o.Exported() && !hasTypeParams(o) && !withoutTable[p+"."+name] {
				t.Errorf("%s.%s is in no table", p, name)
			}
		}
	}
}

func hasTypeParams(o types.Object) bool {
	switch t := o.Type().(type) {
	case *types.Signature:
		return t.TypeParams().Len() > 0
	case *types.Named:
		return t.TypeParams().Len() > 0
	}
	return false
}

// The source of a package is embedded, and is what is compiled and tested.
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

// The options that a figure embeds are an instance of a generic type, by which
// cells reach the methods that it is promoted.
func TestEmbeddedInstancesAreKnown(t *testing.T) {
	world := NewWorld()
	pkg, symbol, ok := world.Instance("krigo/display/draw", "Options", []string{"*krigo/display.FitFigure"})
	if v, known := Exports()[pkg+"/instances"][symbol]; !ok || !known || v.Type().Elem() != reflect.TypeFor[draw.Options[*display.FitFigure]]() {
		t.Errorf("%s is %v, known: %v", symbol, v, ok)
	}
}

// Every compiled instance is one that the checker can ask for.
func TestInstances(t *testing.T) {
	world := NewWorld()
	table := Exports()[instancesPath+"/instances"]
	if len(table) != len(allInstances()) {
		t.Errorf("%d names for %d instances", len(table), len(allInstances()))
	}
	for key := range allInstances() {
		generic, args, _ := strings.Cut(key, " ")
		dot := strings.LastIndexByte(generic, '.')
		pkg, err := world.Import(generic[:dot])
		if err != nil {
			t.Errorf("%s: %v", key, err)
			continue
		}
		if o := pkg.Scope().Lookup(generic[dot+1:]); o == nil || !hasTypeParams(o) {
			t.Errorf("%s is not generic", key)
		}
		_, symbol, ok := world.Instance(generic[:dot], generic[dot+1:], strings.Split(args, ","))
		if _, known := table[symbol]; !ok || !known {
			t.Errorf("no instance %s", key)
		}
	}
	if _, _, ok := world.Instance("slices", "Sort", []string{"[]main.T", "main.T"}); ok {
		t.Error("an instance for a type of a cell")
	}
}
