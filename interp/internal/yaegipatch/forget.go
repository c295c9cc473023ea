package yaegipatch

import (
	"go/token"
	"reflect"

	yaegi "github.com/traefik/yaegi/interp"
)

// forget.go: the interpreter keeps the syntax tree of all that it has evaluated.
// It executes functions that were made from the nodes, and most of them keep no
// node. So the links between nodes are cut after evaluation, and the garbage
// collector frees the nodes that nothing keeps.
//
// The parts of a node stay that are read when it is executed, or when later source
// calls it:
//
//   - of a function its parts, because its type decides whose it is, and the
//     entry of its body with a scope, by which the interpreter names the function
//     in a panic; of the body a node that prevents reuse of its frames by others
//     (lasting);
//   - of an assignment to several its operands, and in these the way to it;
//   - a node's own properties: its type, its value, its place in a frame.

// forget cuts the links of a tree. Around stands for the function around it.
func (e *exchange) forget(n, around *node) {
	if n == nil || e.seen[n] {
		return
	}
	e.seen[n] = true
	if e.isFunction(n) {
		e.forgetFunction(n, around)
		return
	}
	for _, c := range n.child {
		e.forget(c, around)
	}
	e.cut(n)
	if n.kind != e.assignXStmt && n.kind != e.defineXStmt && n.nleft <= 1 {
		n.child = nil
		return
	}
	for _, c := range n.child {
		c.anc = n
	}
}

// forgetFunction cuts the links of a function.
func (e *exchange) forgetFunction(n, around *node) {
	body := n.child[bodyChild]
	entry, named, lasting := body.start, body.start.scope, e.lasting(body)
	steps := e.counter(n, around)
	inside := &node{scope: &scope{def: n, pkgID: named.pkgID}, meta: steps}
	for _, c := range n.child {
		e.forget(c, inside)
	}
	n.child[bodyChild-1].anc = n
	e.cut(n)
	n.anc, body.start, entry.scope = around, entry, named
	if steps != nil {
		n.count(steps)
	}
	if lasting != nil {
		body.child = []*node{lasting}
	}
}

// nowhere stands for the nodes above those that are cut from them.
var nowhere = &node{}

// cut cuts all links of a node but those to its children.
func (e *exchange) cut(n *node) {
	if s := n.scope; s != nil && !s.global {
		s.anc, s.child, s.loop, s.loopRestart, s.sym = nil, nil, nil, nil, nil
	}
	n.anc, n.start, n.tnext, n.fnext = nowhere, nil, nil, nil
	n.param, n.sym, n.scope, n.gen, n.meta = nil, nil, nil, nil, nil
}

// bodyChild is the index of the body in a function's node.
const bodyChild = 3

func (k kinds) isFunction(n *node) bool {
	if n.kind != k.funcDecl && n.kind != k.funcLit || len(n.child) <= bodyChild {
		return false
	}
	entry := n.child[bodyChild].start
	return entry != nil && entry.scope != nil
}

// Forget makes an interpreter forget the trees, scopes and positions of the source it has
// evaluated. Call it while it evaluates nothing; evaluated code may
// run. Positions of later messages are "-".
func Forget(in *yaegi.Interpreter) {
	if _, err := known(); err != nil {
		return
	}
	v := reflect.ValueOf(in).Elem()
	*(*[]*node)(v.FieldByName("roots").Addr().UnsafePointer()) = nil
	for s := (*scope)(v.FieldByName("scopes").MapIndex(reflect.ValueOf("main")).UnsafePointer()); s != nil; s = s.anc {
		s.child = nil
	}
	var files []*token.File
	in.FileSet().Iterate(func(f *token.File) bool {
		files = append(files, f)
		return true
	})
	for _, f := range files {
		in.FileSet().RemoveFile(f)
	}
}

// Drop makes an interpreter forget a function that nothing will name again. Code
// made from it may run.
func Drop(in *yaegi.Interpreter, function string) {
	if _, err := known(); err != nil {
		return
	}
	scopes := reflect.ValueOf(in).Elem().FieldByName("scopes")
	delete((*scope)(scopes.MapIndex(reflect.ValueOf("main")).UnsafePointer()).sym, function)
}
