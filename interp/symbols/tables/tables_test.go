package tables

import (
	"go/types"
	"path"
	"reflect"
	"strings"
	"testing"

	"krigo/display"
	"krigo/display/draw"
	"krigo/interp/symbols"
)

// Every package with a symbol table can be imported and says the same of its
// names as the table does.
func TestTablesAgreeWithTypes(t *testing.T) {
	world := symbols.NewWorld()
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

// withoutTable lists the symbols that neither yaegi's tables nor krigo's can hold.
var withoutTable = map[string]bool{"cmp.Ordered": true}

// All that the standard library exports is in a table, or generic.
func TestTablesAreComplete(t *testing.T) {
	world := symbols.NewWorld()
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

// The options that a figure embeds are an instance of a generic type, by which
// cells reach the methods that it is promoted.
func TestEmbeddedInstancesAreKnown(t *testing.T) {
	world := symbols.NewWorld()
	pkg, symbol, ok := world.Instance("krigo/display/draw", "Options", []string{"*krigo/display.FitFigure"})
	if v, known := Exports()[pkg+"/instances"][symbol]; !ok || !known || v.Type().Elem() != reflect.TypeFor[draw.Options[*display.FitFigure]]() {
		t.Errorf("%s is %v, known: %v", symbol, v, ok)
	}
}

// Every compiled instance is one that the checker can ask for.
func TestInstances(t *testing.T) {
	world := symbols.NewWorld()
	table := Exports()[symbols.InstancesPath+"/instances"]
	if len(table) != len(symbols.Instances()) {
		t.Errorf("%d names for %d instances", len(table), len(symbols.Instances()))
	}
	for key := range symbols.Instances() {
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
