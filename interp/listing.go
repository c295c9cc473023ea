package interp

import (
	"cmp"
	"fmt"
	"path"
	"reflect"
	"strconv"
	"strings"

	"krigo/cell"
	"krigo/interp/emit"
)

// Listing is a function that the machine runs, as text for readers.
type Listing struct{ Name, Text string }

// listings writes what the units of a session come to, for readers. It implements [machine.Names].
type listings struct {
	types     map[int]emit.Type
	functions map[string]emit.Function // by emitted name
	sources   map[string][]string      // lines by the label of cells; the cells of a script share one, and lines are the script's
}

func newListings(cells []cell.Cell) *listings {
	ls := &listings{types: map[int]emit.Type{}, functions: map[string]emit.Function{}, sources: map[string][]string{}}
	for _, c := range cells {
		known := ls.sources[c.Label]
		for i, line := range strings.Split(c.Source, "\n") {
			if i == len(known) {
				known = append(known, "")
			}
			known[i] = cmp.Or(known[i], line)
		}
		ls.sources[c.Label] = known
	}
	return ls
}

// add notes the types and functions of a unit, and returns the listings of its functions that the machine runs.
func (ls *listings) add(u *emit.Unit) (machines []Listing) {
	for _, t := range u.Types {
		ls.types[t.ID] = t
	}
	for _, f := range u.Functions {
		ls.functions[f.Name] = f
	}
	for _, c := range u.Machine {
		machines = append(machines, Listing{c.Name, c.Listing(ls)})
	}
	return machines
}

// runners returns a line for each function of a unit: its users' name and place, what runs it under which name, and
// what keeps it from the machine.
func runners(u *emit.Unit) string {
	var b strings.Builder
	for _, f := range u.Functions {
		user := cmp.Or(f.User, "statements")
		fmt.Fprintf(&b, "%s:%d: %s: ", f.Cell, f.Line, user)
		if f.Compiled {
			fmt.Fprintf(&b, "machine %s\n", f.Name)
			continue
		}
		fmt.Fprintf(&b, "emitted %s\n", f.Name)
		for _, o := range f.Obstacles {
			fmt.Fprintf(&b, "\t%s: %s\n", place(o), o.Message)
		}
	}
	return b.String()
}

// Line implements [machine.Names].
func (ls *listings) Line(function string, line int32) string {
	lines := ls.sources[ls.functions[function].Cell]
	if line < 1 || int(line) > len(lines) {
		return ""
	}
	return lines[line-1]
}

// Type implements [machine.Names].
func (ls *listings) Type(id int) string {
	t, ok := ls.types[id]
	switch {
	case !ok:
		return "T" + strconv.Itoa(id)
	case t.Path != "":
		return path.Base(t.Path) + "." + t.Ident
	case t.Ident != "":
		return t.Ident
	case t.Name != "":
		return t.String()
	}
	switch t.Kind {
	case reflect.Pointer:
		return "*" + ls.Type(t.Elem)
	case reflect.Slice:
		return "[]" + ls.Type(t.Elem)
	case reflect.Array:
		return fmt.Sprintf("[%d]%s", t.Len, ls.Type(t.Elem))
	case reflect.Map:
		return "map[" + ls.Type(t.Key) + "]" + ls.Type(t.Elem)
	case reflect.Chan:
		return "chan " + ls.Type(t.Elem)
	case reflect.Func:
		return strings.TrimSuffix("func("+ls.list(t.In)+") ("+ls.list(t.Out)+")", " ()")
	case reflect.Interface:
		var methods []string
		for _, m := range t.Methods {
			methods = append(methods, m.Name)
		}
		return "interface{" + strings.Join(methods, "; ") + "}"
	case reflect.Struct:
		var fields []string
		for _, f := range t.Fields {
			fields = append(fields, f.Name+" "+ls.Type(f.Type))
		}
		return "struct{" + strings.Join(fields, "; ") + "}"
	}
	return t.Kind.String()
}

func (ls *listings) list(ids []int) string {
	var texts []string
	for _, id := range ids {
		texts = append(texts, ls.Type(id))
	}
	return strings.Join(texts, ", ")
}
