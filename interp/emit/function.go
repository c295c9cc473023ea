package emit

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// function.go: a function from its first line to its last: parameters, results, captured variables, and the frame and
// body of one that defers.

// function returns the text of the function under a name. One with captured variables is returned by a function of
// these.
func (w *writer) function(name string) string {
	params, free := declareAll(w, "p", w.f.Params), declareAll(w, "v", w.f.FreeVars)
	w.fusion.fuse()
	w.nameRegisters()
	body, results := w.statements(), w.types.results(w.f.Signature.Results())
	if len(free) > 0 {
		return fmt.Sprintf("func %s(%s) func(%s)%s {\n\treturn func(%s)%s {\n%s\t}\n}\n\n",
			name, list(free), list(typesOf(params)), results, list(params), results, body)
	}
	return fmt.Sprintf("func %s(%s)%s {\n%s}\n\n", name, list(params), results, body)
}

// declareAll names values by a prefix and their number, and returns their declarations.
func declareAll[V ssa.Value](w *writer, prefix string, values []V) []string {
	var declared []string
	for i, v := range values {
		w.text.names[v] = fmt.Sprintf("%s%d", prefix, i)
		declared = append(declared, w.text.names[v]+" "+w.types.work(v.Type()))
	}
	return declared
}

// typesOf returns the types of parameters.
func typesOf(params []string) []string {
	out := make([]string, len(params))
	for i, p := range params {
		_, out[i], _ = strings.Cut(p, " ")
	}
	return out
}

// statements returns the function's statements, after the declarations of its registers.
func (w *writer) statements() string {
	if w.framed {
		w.framedBlocks()
	} else {
		w.blocks()
	}
	var b strings.Builder
	if w.pads {
		b.WriteString("\tvar pad int\n")
	}
	for _, v := range w.body.vars {
		b.WriteString("\t" + v + "\n")
	}
	if w.recovers {
		b.WriteString("\tvar deferring *q.Frame\n\tdeferring = q.Deferring()\n")
	}
	if wrapsRecover(w.f) {
		b.WriteString("\tq.Wrapper()\n")
	}
	b.WriteString(w.body.lines.String())
	return b.String()
}

// blocks writes the blocks that control reaches.
func (w *writer) blocks() {
	blocks := slices.DeleteFunc(slices.Clone(w.f.Blocks), func(b *ssa.BasicBlock) bool { return b == w.f.Recover })
	for i, b := range blocks {
		var next *ssa.BasicBlock
		if i+1 < len(blocks) {
			next = blocks[i+1]
		}
		w.block(b, next)
	}
}

// framedBlocks writes a function that defers: its blocks in a literal, and the
// block that runs where a deferred call has recovered.
func (w *writer) framedBlocks() {
	var results []string
	for v := range w.f.Signature.Results().Variables() {
		name := fmt.Sprintf("r%d", len(results))
		results = append(results, name)
		w.body.vars = append(w.body.vars, "var "+name+" "+w.types.work(v.Type()))
	}
	w.body.vars = append(w.body.vars, "var frame *q.Frame", "var recovered bool", "var body func()")
	w.body.line("frame = q.NewFrame()")
	// As an argument, the interpreter would make a function value of the literal
	// by reflection.
	w.body.line("body = func() {")
	w.blocks()
	w.body.line("}")
	w.body.line("recovered = q.Do(frame, body)")
	if w.f.Recover != nil {
		w.body.line("if recovered {")
		for _, in := range w.f.Recover.Instrs {
			if r, ok := in.(*ssa.Return); ok {
				w.setResults(r)
				continue
			}
			w.instruction(in)
		}
		w.body.line("}")
	}
	if len(results) > 0 {
		w.body.line("return %s", strings.Join(results, ", "))
	}
}

// nameRegisters declares a register for each value that is written once and
// read by its name.
func (w *writer) nameRegisters() {
	for _, b := range w.f.Blocks {
		for _, in := range b.Instrs {
			v, ok := in.(ssa.Value)
			if !ok || w.fusion.inlined[v] || w.fusion.places[v] {
				continue
			}
			w.nameRegister(v)
		}
	}
}

func (w *writer) nameRegister(v ssa.Value) {
	if w.fusion.locals[v] {
		w.text.names[v] = w.body.register("t", w.types.work(deref(v.Type())))
		return
	}
	switch v := v.(type) {
	case *ssa.Extract:
		return
	case *ssa.Range:
		w.text.names[v] = w.iterator(v)
		return
	case *ssa.Next:
		w.text.names[v] = w.step(v)
		return
	case *ssa.Call:
		if len(*v.Referrers()) == 0 {
			return
		}
	}
	t, ok := v.Type().(*types.Tuple)
	if !ok {
		w.text.names[v] = w.body.register("t", w.types.work(v.Type()))
		return
	}
	name := fmt.Sprintf("t%d", len(w.body.vars))
	for i := range t.Len() {
		w.body.vars = append(w.body.vars, fmt.Sprintf("var %s_%d %s", name, i, w.types.work(t.At(i).Type())))
	}
	w.text.names[v] = name
}
