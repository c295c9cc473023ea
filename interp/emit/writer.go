package emit

import "golang.org/x/tools/go/ssa"

// writer writes one function of SSA as one function of the interpreter.
//
// What holds of the text:
//   - registers are declared at the top, each once, and each label has a goto;
//   - a register is written by one statement: the interpreter may put the place
//     of what it reads where the register was, and another statement would write
//     there;
//   - a label never stands before a return alone, which sends the interpreter
//     into endless recursion;
//   - a function that defers runs its body in a literal, under a frame that
//     owns the deferred calls (package core), and returns by its variables r0,
//     r1, …;
//   - a function value is made by a literal or kept in a variable that package
//     core has filled: the interpreter makes something of a function's name that
//     is not a function to reflection.
type writer struct {
	*tables
	f      *ssa.Function
	fusion *fusion
	text   *operands
	body   *body
	marks  *lineMarks

	framed     bool // it defers
	runsDefers bool // ssa tells where the deferred calls run
	recovers   bool // it calls recover
	pads       bool // it needs the statement that separates a label from a return
}

// newWriter returns a writer of a function; about is nil for functions that no cell declares.
func newWriter(t *tables, f *ssa.Function, about *Function) *writer {
	framed := defers(f)
	fusion, b := newFusion(t.views, t.imports, f, framed), new(body)
	return &writer{
		tables: t, f: f, fusion: fusion, body: b, framed: framed, runsDefers: runsDefers(f), recovers: recovers(f),
		text:  &operands{tables: t, f: f, fusion: fusion, names: map[ssa.Value]string{}},
		marks: &lineMarks{f: f, about: about, symbols: t.symbols, body: b},
	}
}
