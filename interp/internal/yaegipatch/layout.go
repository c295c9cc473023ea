package yaegipatch

//lint:file-ignore U1000 fields that nothing reads keep the others where the interpreter has them

import (
	"fmt"
	"go/token"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	yaegi "github.com/traefik/yaegi/interp"
)

// step executes a node. It returns the next step.
type step func(*frame) step

// frame mirrors the memory of one call.
type frame struct {
	id        uint64
	debug     unsafe.Pointer
	root, anc *frame
	data      []value
	mutex     sync.RWMutex
	deferred  [][]reflect.Value
	recovered any
	done      reflect.SelectCase
}

// value mirrors reflect.Value.
type value struct {
	typ, ptr unsafe.Pointer
	flag     uintptr
}

// indirect marks a value whose ptr is its address, bound a method value with its
// receiver.
const (
	indirect = 1 << 7
	bound    = 1 << 9
)

// node mirrors a node of the syntax tree.
type node struct {
	debug         unsafe.Pointer
	child         []*node
	anc           *node
	param         []unsafe.Pointer
	start         *node
	tnext, fnext  *node
	interp        unsafe.Pointer // at its beginning is the number of the run
	index         int64
	findex, level int
	nleft, nright int
	kind          uint
	pos           token.Pos
	sym           *symbol
	typ           *itype
	recv          unsafe.Pointer
	types         []reflect.Type
	scope         *scope
	action        uint
	exec          step
	gen           func(*node)
	val           any
	rval          reflect.Value
	ident         string
	redeclared    bool
	meta          any
}

// symbol mirrors the meaning of a name.
type symbol struct {
	kind    uint
	typ     *itype
	node    *node
	from    []*node
	recv    unsafe.Pointer
	index   int
	rval    reflect.Value
	builtin func(*node)
	global  bool
}

// scope mirrors the names of a function or a block.
type scope struct {
	anc               *scope
	child             []*scope
	def               *node
	loop, loopRestart *node
	pkgID, pkgName    string
	types             []reflect.Type
	level             int
	sym               map[string]*symbol
	global            bool
	iota              int
}

// itype mirrors the interpreter's form of a type.
type itype struct {
	cat                                uint
	field                              []struct{}
	key, val, recv                     *itype
	arg, ret                           []*itype
	ptr                                *itype
	method                             []*node
	constraint, ulconstraint, instance []*itype
	name, path                         string
	length                             int
	rtype                              reflect.Type
	node                               *node
	scope                              unsafe.Pointer
	str                                string
	incomplete, untyped, isBinMethod   bool
}

// global is the level of the variables of packages.
const global = -1

// kinds are the numbers of the kinds and actions of nodes that matter here.
type kinds struct {
	basicLit, funcDecl, funcLit, defineStmt, defineXStmt, assignXStmt, returnStmt, goStmt, deferStmt uint
	callSlice                                                                                        uint
}

// known returns what the layouts reveal about the interpreter, or why they do not fit.
var known = sync.OnceValues(func() (kinds, error) {
	program := reflect.TypeFor[yaegi.Program]()
	root, ok := program.FieldByName("root")
	if !ok || root.Type.Kind() != reflect.Pointer {
		return kinds{}, fmt.Errorf("the interpreter's programs have no root")
	}
	theirs := root.Type.Elem()
	seen := map[reflect.Type]bool{}
	if err := same(theirs, reflect.TypeFor[node](), seen); err != nil {
		return kinds{}, err
	}
	in, _ := reflect.TypeFor[yaegi.Interpreter]().FieldByName("frame")
	if in.Type == nil || in.Type.Kind() != reflect.Pointer {
		return kinds{}, fmt.Errorf("the interpreter has no frame")
	}
	if err := same(in.Type.Elem(), reflect.TypeFor[frame](), seen); err != nil {
		return kinds{}, err
	}
	for name, kind := range map[string]reflect.Kind{"roots": reflect.Slice, "scopes": reflect.Map} {
		f, ok := reflect.TypeFor[yaegi.Interpreter]().FieldByName(name)
		if !ok || f.Type.Kind() != kind || f.Type.Elem().Kind() != reflect.Pointer {
			return kinds{}, fmt.Errorf("the interpreter's %s are not as expected", name)
		}
	}
	if id, ok := reflect.TypeFor[yaegi.Interpreter]().FieldByName("id"); !ok || id.Offset != 0 || id.Type.Kind() != reflect.Uint64 {
		return kinds{}, fmt.Errorf("the interpreter's number of runs is elsewhere")
	}
	return kindsOf(theirs)
})

// same compares a struct of the interpreter with its mirror.
func same(theirs, ours reflect.Type, seen map[reflect.Type]bool) error {
	if seen[ours] {
		return nil
	}
	seen[ours] = true
	if theirs.Size() != ours.Size() || theirs.NumField() != ours.NumField() {
		return fmt.Errorf("%s is %d bytes, not %d", theirs, theirs.Size(), ours.Size())
	}
	for i := range ours.NumField() {
		t, o := theirs.Field(i), ours.Field(i)
		if t.Name != o.Name || t.Offset != o.Offset || t.Type.Size() != o.Type.Size() {
			return fmt.Errorf("%s.%s is not as expected", theirs, t.Name)
		}
		if o.Type.Kind() == reflect.UnsafePointer && t.Type.Kind() != reflect.Pointer || o.Type.Kind() != reflect.UnsafePointer && t.Type.Kind() != o.Type.Kind() {
			return fmt.Errorf("%s.%s is a %s", theirs, t.Name, t.Type)
		}
		if o.Type.Kind() == reflect.Pointer && o.Type.Elem().Kind() == reflect.Struct {
			if err := same(t.Type.Elem(), o.Type.Elem(), seen); err != nil {
				return err
			}
		}
	}
	return nil
}

// kindsOf finds kinds and actions by their names.
func kindsOf(theirs reflect.Type) (kinds, error) {
	var k kinds
	err := numbersOf(theirs, "kind", map[string]*uint{
		"basicLit": &k.basicLit, "funcDecl": &k.funcDecl, "funcLit": &k.funcLit, "defineStmt": &k.defineStmt, "returnStmt": &k.returnStmt,
		"goStmt": &k.goStmt, "deferStmt": &k.deferStmt, "defineXStmt": &k.defineXStmt, "assignXStmt": &k.assignXStmt,
	})
	if err != nil {
		return kinds{}, err
	}
	return k, numbersOf(theirs, "action", map[string]*uint{"callSlice": &k.callSlice})
}

// numbersOf finds the numbers that a field of a node may have by their names.
func numbersOf(theirs reflect.Type, name string, wanted map[string]*uint) error {
	field, _ := theirs.FieldByName(name)
	const most = 200 // numbers
	v := reflect.New(field.Type).Elem()
	for i := uint64(0); i < most && len(wanted) > 0; i++ {
		v.SetUint(i)
		number, ok := v.Interface().(fmt.Stringer)
		if !ok {
			break
		}
		text := number.String()
		if strings.Contains(text, "(") {
			break
		}
		if p, ok := wanted[text]; ok {
			*p = uint(i)
			delete(wanted, text)
		}
	}
	if len(wanted) > 0 {
		return fmt.Errorf("the interpreter's nodes have other numbers for their %s", name)
	}
	return nil
}

// run returns the number of the run that the interpreter is in. A frame of another
// one is to stop.
func (n *node) run() *uint64 { return (*uint64)(n.interp) }

func (f *frame) current(run *uint64) bool { return atomic.LoadUint64(&f.id) == atomic.LoadUint64(run) }

// up returns the frame some levels above.
func (f *frame) up(level int) *frame {
	for ; level > 0; level-- {
		f = f.anc
	}
	return f
}

// of returns the frame of a level.
func (f *frame) of(level int) *frame {
	if level == global {
		return f.root
	}
	return f.up(level)
}
