package check

import (
	"go/ast"
	"go/types"
	"slices"

	"krigo/interp/static/syntax"
)

// Rule is a construct that is valid Go but means something else in a cell. Reports on
// cells that use it give its name.
type Rule struct {
	Name    string
	Message string // the difference from Go
	Instead string // what to write or to do
	Error   bool   // the cell is refused, or fails; otherwise it runs, with a note
	once    bool   // a session notes it once

	Imports []string                            // packages that are not there
	uses    []string                            // names of compiled packages: "path.Name" or "path.Type.Name"
	finds   func(k *checker, n ast.Node) bool   // a piece of syntax
	adds    func(k *checker, it *Item) bool     // a declaration
	names   func(k *checker, n ast.Node) string // a piece of syntax, by its text
}

// Rules lists all rules. The last ones find nothing themselves: they are reported where
// they apply.
func Rules() []Rule {
	return []Rule{
		{
			Name: "call stacks", Message: "the functions, files and lines are those of the interpreter",
			Instead: "pass names, or return an error that says where", uses: []string{
				"runtime.Caller", "runtime.Callers", "runtime.CallersFrames", "runtime.FuncForPC", "runtime.Stack",
				"runtime/debug.Stack", "runtime/debug.PrintStack", "log.Lshortfile", "log.Llongfile", "log/slog.AddSource",
			},
		},
		{
			Name: "counts of the runtime", Message: "goroutines and allocations of the interpreter are counted too",
			Instead: "compare two counts, or use %bench and %jobs",
			uses:    []string{"runtime.NumGoroutine", "runtime.MemProfile", "runtime.ReadMemStats", "testing.AllocsPerRun", "testing.Benchmark"},
		},
		{
			Name: "finalizers", Message: "the interpreter may keep values alive, so that a finalizer runs late or never",
			Instead: "close what is open yourself, as with defer", uses: []string{"runtime.SetFinalizer"},
		},
		{
			Name: "cleanups", Message: "runtime.AddCleanup is not available, because the interpreter may keep values alive",
			Instead: "call the function yourself, as with defer", Error: true, uses: []string{"runtime.AddCleanup"},
		},
		{
			Name: "package unsafe", Message: "memory is not laid out by the interpreter as unsafe code expects; only Sizeof, Offsetof and Alignof are available",
			Instead: "use math.Float64bits, encoding/binary, or a copy", Error: true,
			uses:  []string{"unsafe.Add", "unsafe.Slice", "unsafe.SliceData", "unsafe.String", "unsafe.StringData"},
			finds: (*checker).convertsUnsafely,
		},
		{
			Name: "packages of the system", Message: "syscall, plugin and runtime/cgo cannot be imported", Error: true,
			Instead: "use package os; for more, write a compiled program", Imports: []string{"syscall", "plugin", "runtime/cgo"},
		},
		{
			Name: "sql.Null of own types", Message: "there is no compiled instance of database/sql.Null for it", Error: true,
			Instead: "use sql.Null of a basic type, or a pointer", finds: (*checker).isNullOfCell,
		},
		{
			Name: "kinds of tasks", Message: "tasks run in processes of their own, which know no function and no type of a cell; cluster.Rows and cluster.Compare have tasks that are compiled",
			Instead: "register kinds in a program that go build makes, and call cluster.Main and cluster.Farm there", Error: true,
			uses: []string{"krigo/cluster.Register", "krigo/cluster.RegisterFarm", "krigo/cluster.RegisterType", "krigo/cluster.Farm"},
		},
		{
			Name: "embedded interfaces of other packages", Message: "a struct with an interface that has unexported methods of a compiled package, such as ast.Expr, does not implement it, and is refused as one",
			Instead: "give the field a name, and pass the field", finds: (*checker).embedsHidden,
		},
		{
			Name: "order of evaluation", Message: "the Go compiler reads a boolean, a byte, a complex number or a small struct that becomes an interface or a key before the call of a function literal that changes it, if it inlines the literal; cells read it after the call",
			Instead: "read it in a statement of its own", names: (*checker).textAround,
		},
		{
			Name: "capacities", Message: "the Go compiler may keep a slice that append grows, or that is made of a string, on the stack of a function, with another capacity; then cap differs, and whether two appends to the slice share memory",
			Instead: "make the slice with the capacity that it needs, or append to slices.Clip of it", names: (*checker).textOfCapacity,
		},
		{
			Name: "late methods", Message: "values that interfaces already hold have the type without it: they differ from others in == and as keys, and inside other values go on being printed without it",
			Instead: "make them again", once: true, adds: (*checker).isLateMethod,
		},
		{
			Name: "function literals of earlier cells", Message: "a literal that a variable holds keeps using the constants, and the functions of another signature, that it was made with",
			Instead: "run its cell again; declared functions and methods follow automatically",
		},
		{
			Name: "functions that no longer compile", Message: "if what they use is declared again and they do not compile with it, they keep using the earlier declaration, as do methods and types",
			Instead: "declare them again",
		},
		{
			Name: "types without a name", Message: "a variable whose type cannot be named outside its package is refused", Error: true,
			Instead: "keep it in a variable of an interface type, or in a function",
		},
		{
			Name: HiddenMethods, Message: "a method that comes through an unexported embedded type of a compiled package can be called, but is not a value", Error: true,
			Instead: "write a function that calls it, as func(b []byte) (int, error) { return c.Read(b) } for c.Read",
		},
		{
			Name: "deep recursion", Message: "a stack ends at 128 MB, some ten thousand to a million calls deep: stack overflow", Error: true,
			Instead: "use a loop with a slice as the stack",
		},
	}
}

// HiddenMethods is the rule that is applied where the emitter refuses such a call.
const HiddenMethods = "methods of hidden types"

// HiddenSelection finds what the cell selects through an unexported embedded type of
// a compiled package.
func (k *Checked) HiddenSelection() (found ast.Node) {
	for _, it := range slices.Concat(k.Items, k.Statements) {
		it.Inspect(func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok && found == nil && k.isHidden(k.Info.Selections[sel]) {
				found = sel.Sel
			}
			return true
		})
	}
	return found
}

func (k *Checked) isHidden(s *types.Selection) bool {
	if s == nil {
		return false
	}
	t := s.Recv()
	for _, i := range s.Index()[:len(s.Index())-1] {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		fields, ok := t.Underlying().(*types.Struct)
		if !ok {
			return false
		}
		f := fields.Field(i)
		if !f.Exported() && f.Pkg() != k.Pkg {
			return true
		}
		t = f.Type()
	}
	return false
}

// tell applies the rules to the cell: errors are faults, and the notes are returned.
func (k *checker) tell() (notes []syntax.Fault) {
	rules := Rules()
	told := map[string]bool{}
	k.findUnspecified()
	tell := func(it *Item, n ast.Node, r Rule, text string) {
		f := syntax.Fault{Cell: it.Cell, Offset: it.Offset(n.Pos()), Message: r.Name + ": " + text + r.Message}
		switch {
		case r.Error:
			k.Faults = append(k.Faults, f)
		case !told[r.Name] && !k.Before.noted[r.Name]:
			told[r.Name] = true
			if r.once {
				k.noted = append(k.noted, r.Name)
			}
			f.Message += "; " + r.Instead
			notes = append(notes, f)
		}
	}
	for _, it := range slices.Concat(k.Items, k.Statements) {
		if it.carried() {
			continue
		}
		for _, r := range rules {
			if r.adds != nil && r.adds(k, it) {
				tell(it, it.Decl, r, "")
			}
		}
		it.Inspect(func(n ast.Node) bool {
			for _, r := range rules {
				if n != nil && (r.finds != nil && r.finds(k, n) || len(r.uses) > 0 && k.usesOne(n, r.uses)) {
					tell(it, n, r, "")
				}
				if n != nil && r.names != nil {
					if text := r.names(k, n); text != "" {
						tell(it, n, r, text+": ")
					}
				}
			}
			return true
		})
	}
	return notes
}

// Text returns the rule's name and the difference from Go.
func (r Rule) Text() string { return r.Name + ": " + r.Message }

// usesOne reports whether a node is a name of a compiled package that is listed.
func (k *checker) usesOne(n ast.Node, list []string) bool {
	id, ok := n.(*ast.Ident)
	if !ok {
		return false
	}
	o := k.Info.Uses[id]
	return o != nil && o.Pkg() != nil && slices.Contains(list, o.Pkg().Path()+"."+o.Name())
}

// convertsUnsafely reports whether a node converts to or from unsafe.Pointer.
func (k *checker) convertsUnsafely(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || !k.Info.Types[call.Fun].IsType() {
		return false
	}
	return isUnsafe(k.Info.Types[call.Fun].Type) || isUnsafe(k.Info.Types[call.Args[0]].Type)
}

func isUnsafe(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.UnsafePointer
}

// embedsHidden reports whether a node is a struct that embeds an interface of a compiled
// package with methods that are not exported.
func (k *checker) embedsHidden(n ast.Node) bool {
	s, ok := n.(*ast.StructType)
	if !ok {
		return false
	}
	for _, f := range s.Fields.List {
		if len(f.Names) > 0 || k.Info.TypeOf(f.Type) == nil {
			continue
		}
		i, ok := k.Info.TypeOf(f.Type).Underlying().(*types.Interface)
		if !ok {
			continue
		}
		for m := range i.Methods() {
			if !m.Exported() && m.Pkg() != k.Pkg && m.Pkg().Path() != "main" {
				return true
			}
		}
	}
	return false
}

// isNullOfCell reports whether a node is sql.Null of a type of a cell.
func (k *checker) isNullOfCell(n ast.Node) bool {
	id, ok := n.(*ast.Ident)
	if !ok || !k.usesOne(n, []string{"database/sql.Null"}) {
		return false
	}
	for t := range k.Info.Instances[id].TypeArgs.Types() {
		if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() == k.Pkg {
			return true
		}
	}
	return false
}

// isLateMethod reports whether an item gives a type of an earlier cell a method that values which interfaces already
// hold may lack: there may be values of the type, a variable may hold some in an interface, and they can be compared or
// compiled packages look for the method.
func (k *checker) isLateMethod(it *Item) bool {
	if it.Recv == "" || k.OwnItem(it.Recv) != nil {
		return false
	}
	t := k.Before.Names[it.Recv]
	if t == nil || t.Kind != syntax.TypePiece || !k.Before.valued[it.Recv] || k.Before.method(it.Recv, it.Names[0]) != nil {
		return false
	}
	if !types.Comparable(t.Objects[it.Recv].Type()) && !soughtMethods[it.Names[0]] {
		return false
	}
	for _, d := range k.Before.Names {
		if d.Kind == syntax.VarPiece && mayHold(d.Objects[d.Names[0]].Type(), t.Objects[it.Recv].Type(), 0) {
			return true
		}
	}
	return false
}

// soughtMethods are the names of methods for which packages of the standard library look in the values that they get.
var soughtMethods = map[string]bool{
	"Error": true, "String": true, "Format": true, "GoString": true, "Scan": true, "Value": true, "LogValue": true,
	"MarshalJSON": true, "UnmarshalJSON": true, "MarshalText": true, "UnmarshalText": true, "AppendText": true,
	"MarshalBinary": true, "UnmarshalBinary": true, "AppendBinary": true, "GobEncode": true, "GobDecode": true,
	"MarshalXML": true, "UnmarshalXML": true, "MarshalXMLAttr": true, "UnmarshalXMLAttr": true,
}

// mayHold reports whether a value of type t is an interface, or may have one inside, that a
// value of type v, or a pointer to one, can be in.
func mayHold(t, v types.Type, depth int) bool {
	const deepest = 4
	if depth > deepest {
		return false
	}
	switch t := t.Underlying().(type) {
	case *types.Interface:
		return types.Implements(v, t) || types.Implements(types.NewPointer(v), t)
	case *types.Slice:
		return mayHold(t.Elem(), v, depth+1)
	case *types.Array:
		return mayHold(t.Elem(), v, depth+1)
	case *types.Map:
		return mayHold(t.Elem(), v, depth+1) || mayHold(t.Key(), v, depth+1)
	case *types.Chan:
		return mayHold(t.Elem(), v, depth+1)
	case *types.Pointer:
		return mayHold(t.Elem(), v, depth+1)
	case *types.Struct:
		for f := range t.Fields() {
			if mayHold(f.Type(), v, depth+1) {
				return true
			}
		}
	}
	return false
}
