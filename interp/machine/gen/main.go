// Command gen writes the instruction set of package machine: the names of operations, and the
// loop that executes them.
package main

import (
	"bytes"
	"fmt"
	"go/format"
	"log"
	"os"
	"strings"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("gen: ")
	if err := write("ops_gen.go", names()); err != nil {
		log.Fatal(err)
	}
	if err := write("run_gen.go", loop()); err != nil {
		log.Fatal(err)
	}
}

func write(file, text string) error {
	source, err := format.Source([]byte(text))
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return os.WriteFile(file, source, 0o644)
}

// operation is one of the machine's: its name, its form with an optional remark behind a semicolon, and its
// statements. The form says in Go, or nearly, what the operation does. It becomes the comment of the operation's
// constant and a line of listings (listing.go has its notation), and tests compare its registers with those of the
// statements. An operation that calls Go functions is a method of Thread instead: calls within the loop would make
// the loop spill its registers at each instruction.
type operation struct {
	name, form, body string
	slow             bool
	dual             bool // it is of the loop that computes tangents
	small            bool // its calls are inlined in the other loop only, which is smaller
}

// bareForm returns the form without the remark.
func (o operation) bareForm() string {
	form, _, _ := strings.Cut(o.form, "; ")
	return form
}

var operations []operation

func add(name, form, body string) {
	operations = append(operations, operation{name: name, form: form, body: body})
}

func addSlow(name, form, body string) {
	operations = append(operations, operation{name: name, form: form, body: body, slow: true})
}

// The statements name registers by the fields of the instruction: iA is register A as an int64, uA as a
// uint64, fA and gA as a float64 and a float32, pA the pointer; constants are K, and KF as a float64.
var registers = strings.NewReplacer(
	"iA", "*int64At(w, pc.A)", "iB", "*int64At(w, pc.B)", "iC", "*int64At(w, pc.C)", "iD", "*int64At(w, uint16(pc.K))",
	"uA", "*wordAt(w, pc.A)", "uB", "*wordAt(w, pc.B)", "uC", "*wordAt(w, pc.C)", "uD", "*wordAt(w, uint16(pc.K))",
	"fA", "*float64At(w, pc.A)", "fB", "*float64At(w, pc.B)", "fC", "*float64At(w, pc.C)", "fD", "*float64At(w, uint16(pc.K))",
	"gA", "*float32At(w, pc.A)", "gB", "*float32At(w, pc.B)", "gC", "*float32At(w, pc.C)",
	"pA", "*pointerAt(p, pc.A)", "pB", "*pointerAt(p, pc.B)", "pC", "*pointerAt(p, pc.C)",
	"uE", "*wordAt(w, uint16(pc.K>>16))", "pF", "*pointerAt(p, uint16(pc.K>>32))", "uG", "*wordAt(w, uint16(pc.K>>48))",
	"sA", "*pointerAt(shadows, pc.A)", "sB", "*pointerAt(shadows, pc.B)", "sF", "*pointerAt(shadows, uint16(pc.K>>32))",
	"KF", "float64Of(pc)", "KI", "int64(int32(pc.K))", "K", "pc.K",
)

const (
	fail = "{ fault = %s; goto failed }"
	jump = "{ goto jump }"
)

func failing(fault string) string { return fmt.Sprintf(fail, fault) }

func init() {
	moves()
	integers()
	floats()
	conversions()
	comparisons()
	memory()
	calls()
	tangents()
}

func moves() {
	add("Move", "w[A] = w[B]", "uA = uB")
	add("MovePointer", "p[A] = p[B]", "pA = pB")
	add("Const", "w[A] = K", "iA = K")
	add("Nil", "p[A] = nil", "pA = nil")
	add("Text", "p[A] = text[K]", "pA = pointerOf(pc)")
	add("FunctionValue", "p[A] = value[K]", "pA = pointerOf(pc)")
	add("Variable", "p[A] = &variable[K]", "pA = pointerOf(pc)")
	add("Jump", "goto L", "goto jump")
	add("JumpTrue", "if w[A] goto L", "if uA != 0 "+jump)
	add("JumpFalse", "if !w[A] goto L", "if uA == 0 "+jump)
}

func integers() {
	for _, o := range []struct{ name, sign string }{
		{"Add", "+"}, {"Sub", "-"}, {"Mul", "*"}, {"And", "&"}, {"Or", "|"}, {"Xor", "^"}, {"AndNot", "&^"},
	} {
		add(o.name, "w[A] = w[B] "+o.sign+" w[C]", "iA = iB "+o.sign+" iC")
		add(o.name+"K", "w[A] = w[B] "+o.sign+" K", "iA = iB "+o.sign+" K")
	}
	add("KSub", "w[A] = K - w[B]", "iA = K - iB")
	for _, o := range []struct{ name, sign string }{{"Div", "/"}, {"Rem", "%"}} {
		for _, t := range []struct{ prefix, letter, typ string }{{"", "i", ""}, {"U", "u", "uint64"}} {
			k := "K"
			if t.typ != "" {
				k = t.typ + "(K)"
			}
			add(t.prefix+o.name, fmt.Sprintf("w[A] = w[B] %s w[C]", o.sign), fmt.Sprintf("if uC == 0 %s\n%sA = %sB %s %sC", failing("divideFault"), t.letter, t.letter, o.sign, t.letter))
			add(t.prefix+o.name+"K", fmt.Sprintf("w[A] = w[B] %s K; K is not 0", o.sign), fmt.Sprintf("%sA = %sB %s %s", t.letter, t.letter, o.sign, k))
		}
	}
	for _, o := range []struct{ name, letter, sign string }{{"Shl", "u", "<<"}, {"Shr", "i", ">>"}, {"UShr", "u", ">>"}} {
		add(o.name, "w[A] = w[B] "+o.sign+" w[C]", fmt.Sprintf("%sA = %sB %s uC", o.letter, o.letter, o.sign))
		add(o.name+"K", "w[A] = w[B] "+o.sign+" K", fmt.Sprintf("%sA = %sB %s uint64(K)", o.letter, o.letter, o.sign))
	}
	add("CheckShift", "fail if w[A] < 0", "if iA < 0 "+failing("shiftFault"))
	for _, f := range []string{"min", "max"} {
		add(title(f), "w[A] = "+f+"(w[B], w[C])", "iA = "+f+"(iB, iC)")
		add("U"+title(f), "w[A] = "+f+"(w[B], w[C])", "uA = "+f+"(uB, uC)")
		add(title(f)+"Float", "w[A] = "+f+"(w[B], w[C])", "fA = "+f+"(fB, fC)")
	}
	add("Neg", "w[A] = -w[B]", "iA = -iB")
	add("Not", "w[A] = ^w[B]", "iA = ^iB")
	add("NotBool", "w[A] = !w[B]", "uA = uB ^ 1")
	for _, t := range []string{"int8", "int16", "int32", "uint8", "uint16", "uint32"} {
		letter := t[:1]
		wide := map[string]string{"i": "int64", "u": "uint64"}[letter]
		add("To"+title(t), "w[A] = "+t+"(w[B])", fmt.Sprintf("%sA = %s(%s(uB))", letter, wide, t))
	}
}

func title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func floats() {
	for _, o := range []struct{ name, sign string }{{"Add", "+"}, {"Sub", "-"}, {"Mul", "*"}, {"Div", "/"}} {
		add(o.name+"Float", "w[A] = w[B] "+o.sign+" w[C]", "fA = fB "+o.sign+" fC")
		add(o.name+"FloatK", "w[A] = w[B] "+o.sign+" float[K]", "fA = fB "+o.sign+" KF")
		if o.sign == "-" || o.sign == "/" {
			add("K"+o.name+"Float", "w[A] = float[K] "+o.sign+" w[B]", "fA = KF "+o.sign+" fB")
		}
		add(o.name+"Float32", "w[A] = w[B] "+o.sign+" w[C]", "gA = gB "+o.sign+" gC")
	}
	add("MulAddFloat", "w[A] = w[B] + w[C]*w[D]; rounded twice", "fA = fB + float64(fC*fD)")
	add("MulSubFloat", "w[A] = w[B] - w[C]*w[D]; rounded twice", "fA = fB - float64(fC*fD)")
	add("MulInt", "w[A] = float64(w[B])*w[C]", "fA = float64(iB) * fC")
	add("MulIntK", "w[A] = float64(w[B])*float[K]", "fA = float64(iB) * KF")
	add("MulAddInt", "w[A] = w[B] + float64(w[C])*w[D]; rounded twice", "fA = fB + float64(float64(iC)*fD)")
	add("MulSubInt", "w[A] = w[B] - float64(w[C])*w[D]; rounded twice", "fA = fB - float64(float64(iC)*fD)")
	add("NegFloat", "w[A] = -w[B]", "fA = -fB")
	add("NegFloat32", "w[A] = -w[B]", "gA = -gB")
	for _, f := range []string{"Sqrt", "Abs"} {
		add(f, "w[A] = math."+f+"(w[B])", "fA = math."+f+"(fB)")
	}
	for _, f := range []string{"Floor", "Ceil", "Trunc"} {
		operations = append(operations, operation{name: f, form: "w[A] = math." + f + "(w[B])", body: "fA = " + strings.ToLower(f) + "(fB)", small: true})
	}
}

func conversions() {
	add("IntToFloat", "w[A] = float64(w[B])", "fA = float64(iB)")
	add("UintToFloat", "w[A] = float64(w[B])", "fA = float64(uB)")
	add("IntToFloat32", "w[A] = float32(w[B])", "gA = float32(iB)")
	add("UintToFloat32", "w[A] = float32(w[B])", "gA = float32(uB)")
	add("FloatToFloat32", "w[A] = float32(w[B])", "gA = float32(fB)")
	add("Float32ToFloat", "w[A] = float64(w[B])", "fA = float64(gB)")
	for _, t := range []string{"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"} {
		wide := "int64"
		if t[0] == 'u' {
			wide = "uint64"
		}
		add("FloatTo"+title(t), "w[A] = "+t+"(w[B])", fmt.Sprintf("%cA = %s(%s(fB))", t[0], wide, t))
		add("Float32To"+title(t), "w[A] = "+t+"(w[B])", fmt.Sprintf("%cA = %s(%s(gB))", t[0], wide, t))
	}
}

func comparisons() {
	for _, c := range []struct{ name, letter, sign string }{
		{"Eq", "i", "=="}, {"Ne", "i", "!="}, {"Lt", "i", "<"}, {"Le", "i", "<="}, {"ULt", "u", "<"}, {"ULe", "u", "<="},
		{"EqFloat", "f", "=="}, {"NeFloat", "f", "!="}, {"LtFloat", "f", "<"}, {"LeFloat", "f", "<="},
		{"EqFloat32", "g", "=="}, {"NeFloat32", "g", "!="}, {"LtFloat32", "g", "<"}, {"LeFloat32", "g", "<="},
	} {
		add(c.name, fmt.Sprintf("w[A] = w[B] %s w[C]", c.sign), fmt.Sprintf("uA = word(%sB %s %sC)", c.letter, c.sign, c.letter))
		add("Jump"+c.name, fmt.Sprintf("if w[A] %s w[B] goto L", c.sign), fmt.Sprintf("if %sA %s %sB %s", c.letter, c.sign, c.letter, jump))
	}
	for _, c := range []struct{ name, letter, sign string }{
		{"LtFloat", "f", "<"}, {"LeFloat", "f", "<="}, {"LtFloat32", "g", "<"}, {"LeFloat32", "g", "<="},
	} {
		add("JumpNot"+c.name, fmt.Sprintf("if !(w[A] %s w[B]) goto L", c.sign), fmt.Sprintf("if !(%sA %s %sB) %s", c.letter, c.sign, c.letter, jump))
	}
	for _, c := range []struct{ name, sign string }{{"Eq", "=="}, {"Ne", "!="}, {"Lt", "<"}, {"Le", "<="}, {"Gt", ">"}, {"Ge", ">="}} {
		add(c.name+"K", fmt.Sprintf("w[A] = w[B] %s K", c.sign), fmt.Sprintf("uA = word(iB %s K)", c.sign))
		add("Jump"+c.name+"K", fmt.Sprintf("if w[A] %s low[K] goto L", c.sign), fmt.Sprintf("if iA %s KI %s", c.sign, jump))
	}
	add("AddJumpLt", "w[A]++, if w[A] < w[B] goto L", "i := iA + 1\niA = i\nif i < iB "+jump)
	add("EqPointer", "w[A] = p[B] == p[C]", "uA = word(pB == pC)")
	add("NePointer", "w[A] = p[B] != p[C]", "uA = word(pB != pC)")
	add("IsType", "w[A] = type[K](p[B]..) holds a type[K']", `
		test, first := typeTestOf(pc), pB
		switch i := slot(first); first {
		case atomic.LoadPointer(&test.no[i]): uA = 0
		case nil: uA = 0
		case atomic.LoadPointer(&test.yes[i]): uA = 1
		default: goto slow
		}`)
	add("EqString", "w[A] = string(p[B], w[D]) == string(p[C], w[E])", `
		switch n := uD; {
		case n != uE:
			uA = 0
		case n == 0 || pB == pC:
			uA = 1
		case *(*byte)(pB) != *(*byte)(pC):
			uA = 0
		default: goto slow
		}`)
	add("JumpNil", "if p[A] == nil goto L", "if pA == nil "+jump)
	add("JumpNotNil", "if p[A] != nil goto L", "if pA != nil "+jump)
}

// access is how numbers lie in memory, and the register as which they are read.
var accesses = []struct{ name, typ, size, read string }{
	{"Int8", "int8", "1", "iA = int64(%s)"}, {"Uint8", "uint8", "1", "uA = uint64(%s)"},
	{"Int16", "int16", "2", "iA = int64(%s)"}, {"Uint16", "uint16", "2", "uA = uint64(%s)"},
	{"Int32", "int32", "4", "iA = int64(%s)"}, {"Uint32", "uint32", "4", "uA = uint64(%s)"},
	{"64", "uint64", "8", "uA = %s"},
}

func memory() {
	nilB, nilA := "if pB == nil "+failing("nilFault"), "if pA == nil "+failing("nilFault")
	inside := "i := uC\nif i >= uD " + failing("indexFault")
	for _, a := range accesses {
		add("Load"+a.name, fmt.Sprintf("w[A] = *(*%s)(p[B] + K)", a.typ), nilB+"\n"+fmt.Sprintf(a.read, "*(*"+a.typ+")(unsafe.Add(pB, K))"))
		add("Index"+a.name, fmt.Sprintf("w[A] = ([w[D]]%s at p[B])[w[C]]", a.typ), inside+"\n"+fmt.Sprintf(a.read, "*(*"+a.typ+")(unsafe.Add(pB, i*"+a.size+"))"))
	}
	for _, a := range []struct{ name, typ, size string }{{"8", "uint8", "1"}, {"16", "uint16", "2"}, {"32", "uint32", "4"}, {"64", "uint64", "8"}} {
		add("Store"+a.name, fmt.Sprintf("*(*%s)(p[A] + K) = w[B]", a.typ), nilA+"\n"+fmt.Sprintf("*(*%s)(unsafe.Add(pA, K)) = %s(uB)", a.typ, a.typ))
		add("SetIndex"+a.name, fmt.Sprintf("([w[D]]%s at p[A])[w[C]] = w[B]", a.typ), inside+"\n"+fmt.Sprintf("*(*%s)(unsafe.Add(pA, i*%s)) = %s(uB)", a.typ, a.size, a.typ))
	}
	add("LoadPointer", "p[A] = *(*pointer)(p[B] + K)", nilB+"\npA = *(*unsafe.Pointer)(unsafe.Add(pB, K))")
	add("StorePointer", "*(*pointer)(p[A] + K) = p[B]", nilA+"\n*(*unsafe.Pointer)(unsafe.Add(pA, K)) = pB")
	add("Address", "p[A] = p[B] + K", nilB+"\npA = unsafe.Add(pB, K)")
	add("Frame", "p[A] = &w[B]", "pA = unsafe.Pointer(wordAt(w, pc.B))")
	addSlow("Clear", "clear K words from w[A] on", "clear(unsafe.Slice(wordAt(w, pc.A), K))")
	add("Element", "p[A] = &([w[D]](size[K] bytes) at p[B])[w[C]]", inside+"\npA = unsafe.Add(pB, i*(uint64(K)>>16&mostSize))")
	add("Row", "p[A], w[E], w[E+1] = ([w[D]]slice at p[B])[w[C]]",
		inside+"\nh := (*sliceHeader)(unsafe.Add(pB, i*sliceSize))\npA = h.data\nd := uint16(K >> 16)\n*wordAt(w, d), *wordAt(w, d+1) = h.len, h.cap")
	add("Index2", "w[A] = ([w[D]][]uint64 at p[B])[w[C]][w[E]]", inside+`
		h := (*sliceHeader)(unsafe.Add(pB, i*sliceSize))
		j := uE
		if j >= h.len { fault = columnFault; goto failed }
		uA = *(*uint64)(unsafe.Add(h.data, j*8))`)
	add("MulAddIndex", "w[A] = w[B] + w[C]*([w[D]]float64 at p[F])[w[E]]; rounded twice", `
		i := uE
		if i >= uD { fault = factorFault; goto failed }
		x := *(*float64)(unsafe.Add(pF, i*8))
		fA = fB + float64(fC*x)`)
	add("MulAddIndex2", "w[A] = w[B] + w[C]*([w[D]][]float64 at p[F])[w[G]][w[E]]; rounded twice", `
		i := uG
		if i >= uD { fault = rowFault; goto failed }
		h := (*sliceHeader)(unsafe.Add(pF, i*sliceSize))
		j := uE
		if j >= h.len { fault = factorFault; goto failed }
		x := *(*float64)(unsafe.Add(h.data, j*8))
		fA = fB + float64(fC*x)`)
	add("SliceOf", "p[A], w[A'], w[A'+1] = sliced[B'](p[B], w[C])[w[D]:w[E]:w[F]] of elements of K' bytes; strings have no w[A'+1]", `
		more := operands(pc)
		n := uC
		most := n
		if Sliced(more.B) == SlicedSlice { most = *wordAt(w, pc.C+1) }
		lo, hi := uint64(0), n
		if uint16(K) != NoRegister { lo = uD }
		if uint16(K>>16) != NoRegister { hi = uE }
		if lo > hi || hi > most || uint16(K>>32) != NoRegister || Sliced(more.B) == SlicedArray { goto slow }
		data := pB
		if lo < most { data = unsafe.Add(data, lo*elementSize(more)) }
		pA = data
		*wordAt(w, more.A) = hi - lo
		if Sliced(more.B) == SlicedSlice { *wordAt(w, more.A+1) = most - lo }
		pc = more`)
	add("AppendValue", "p[A], w[A'], w[A'+1] = append([]type[K](p[B], w[B'], w[B'+1]), value{w[C].. p[C']..})", `
		more := operands(pc)
		n, most := *wordAt(w, more.B), *wordAt(w, more.B+1)
		if n >= most || !typeOf(pc).word { goto slow }
		data := pB
		*(*uint64)(unsafe.Add(data, n*8)) = uC
		pA = data
		*wordAt(w, more.A), *wordAt(w, more.A+1) = n+1, most
		pc = more`)
	skip := func(n int) string {
		return fmt.Sprintf("pc = (*Instr)(unsafe.Add(unsafe.Pointer(pc), %d*instrSize))", n)
	}
	add("LoadSlice", "p[A], w[C], w[G] = *(*slice)(p[B] + low[K]); only in linked code, like the ones below",
		nilB+"\nh := (*sliceHeader)(unsafe.Add(pB, KI))\nuC = h.len\nuG = h.cap\npA = h.data\n"+skip(2))
	add("LoadString", "p[A], w[C] = *(*string)(p[B] + low[K])", nilB+"\nh := (*stringHeader)(unsafe.Add(pB, KI))\nuC = h.len\npA = h.data\n"+skip(1))
	add("LoadPointers", "p[A], p[C] = *(*[2]pointer)(p[B] + low[K])", nilB+"\nh := (*[2]unsafe.Pointer)(unsafe.Add(pB, KI))\npC = h[1]\npA = h[0]\n"+skip(1))
	add("StoreSlice", "*(*slice)(p[A] + low[K]) = p[B], w[C], w[G]", nilA+"\nh := (*sliceHeader)(unsafe.Add(pA, KI))\nh.data = pB\nh.len = uC\nh.cap = uG\n"+skip(2))
	add("Switch", "goto L by w[A]", `
		table := switchOf(pc)
		distance := table.others
		if i := uA - table.first; i < uint64(len(table.distances)) { distance = table.distances[i] }
		pc = (*Instr)(unsafe.Add(unsafe.Pointer(pc), distance))
		if distance > 0 { continue }
		if budget--; budget >= 0 { continue }
		goto poll`)
	for _, o := range []struct{ name, form string }{
		{"NewValue", "p[A] = new(type[K])"},
		{"Hold", "p[A] = address of a copy of *(*type[K])(p[B])"},
		{"CopyValue", "*(*type[K])(p[A]) = *(*type[K])(p[B])"},
		{"Make", "p[A], w[A'], w[A'+1] = make([]type[K'], w[B], w[C])"},
		{"Append", "p[A], w[A'], w[A'+1] = append([]type[K](p[B], w[B'], w[B'+1]), (p[C], w[C'])...)"},
		{"Copy", "w[A] = copy([]type[K'](p[B], w[B']), (p[C], w[C']))"},
		{"Compare", "w[A] = compare(string(p[B], w[B']), string(p[C], w[C']))"},
		{"MapGet", "elem{w[A].. p[A']..}, ok[B'] = type[K](p[B])[key{w[C].. p[C']..}]"},
		{"MapSet", "type[K](p[B])[key{w[C].. p[C']..}] = elem{w[A].. p[A']..}"},
		{"MapDelete", "delete(type[K](p[B]), key{w[C].. p[C']..})"},
		{"MapLen", "w[A] = len(map(p[B]))"},
		{"MapMake", "p[A] = make(type[K])"},
		{"NextRune", "w[A], w[A'], w[C'] = next rune of string(p[B], w[B']) at w[C]; which becomes the next position"},
		{"MapRange", "p[A] = range type[K](p[B])"},
		{"NextEntry", "w[A], {w[C].. p[C']..}, {w[A'].. p[B']..} = next entry of p[B]"},
		{"Raise", "panic(type[K](value{w[A].. p[B]..}))"},
		{"Box", "p[A], p[A+1] = type[K'](type[K](value{w[B].. p[C]..}))"},
		{"AssertInterface", "p[A], p[A+1], ok[B'] = type[K](p[B], p[B+1]).(type[K'])"},
		{"FailAssertion", "fail type[K](p[B], p[B+1]).(type[K'])"},
		{"NilReceiver", "fail with string(p[A], w[B])"},
		{"BadYield", "fail as the body of a range over a function in state ok[A]"},
		{"Equal", "w[A] = type[K](value{w[B].. p[C]..}) == value{w[B'].. p[C']..}"},
		{"Convert", "value'{w[A].. p[A']..} = type[K'](type[K](value{w[B].. p[C]..}))"},
		{"ClearAll", "clear(type[K](value{w[B].. p[C]..}))"},
		{"Join", "p[A], w[A'] = string(p[B], w[B']) + string(p[C], w[C'])"},
		{"Closure", "p[A] = type[K'](callee[K] with count[C] variables at p[B].. and count[C'] words at w[B']..)"},
		{"ComplexDiv", "w[A], w[A+1] = (w[B], w[B+1]) / (w[C], w[C+1]); complex128s"},
		{"Complex64Mul", "w[A], w[A+1] = (w[B], w[B+1]) * (w[C], w[C+1]); complex64s"},
		{"Complex64Div", "w[A], w[A+1] = (w[B], w[B+1]) / (w[C], w[C+1]); complex64s"},
	} {
		addSlow(o.name, o.form, "fault = t."+strings.ToLower(o.name[:1])+o.name[1:]+"(pc, w, p)")
	}
}

func calls() {
	add("Call", "callee[K] with frame {w[A].. p[B]..}", `
		callee := functionOf(pc)
		frameWords, framePointers := unsafe.Pointer(wordAt(w, pc.A)), unsafe.Pointer(pointerAt(p, pc.B))
		if callee.code == nil || t.depth == len(t.calls) || uintptr(frameWords)+callee.words > t.wordsEnd || uintptr(framePointers)+callee.pointers > t.pointersEnd {
			goto slow
		}
		t.calls[t.depth] = call{pc, w, p}
		t.depth++
		w, p, pc = frameWords, framePointers, callee.code
		MOVED
		if budget--; budget < 0 { goto poll }
		continue`)
	addSlow("CallGo", "extern[K] with frame {w[A].. p[B]..}", "fault = t.callGo(pc, w, p)")
	add("CallMethod", "(p[C], p[C+1]).extern[K] with frame {w[A].. p[B]..}; which begins with the receiver", `
		itab := pC
		known := goFunctionOf(pc).methods.recent[slot(itab)].Load()
		if known == nil || known.itab != itab { goto slow }
		callee := known.function.Load()
		if callee == nil || callee.code == nil { goto slow }
		frameWords, framePointers := unsafe.Pointer(wordAt(w, pc.A)), unsafe.Pointer(pointerAt(p, pc.B))
		used := callee.usedSince.Load()
		reach := min(uintptr(framePointers)+uintptr(uint32(used))*pointerSize, t.pointersEnd)
		if reach > t.reach || used>>32 != t.machine.redirections.Load()+1 || t.depth == len(t.calls) || uintptr(frameWords)+callee.words > t.wordsEnd || uintptr(framePointers)+callee.pointers > t.pointersEnd {
			goto slow
		}
		*(*unsafe.Pointer)(framePointers) = *pointerAt(p, pc.C+1)
		t.calls[t.depth] = call{pc, w, p}
		t.depth++
		w, p, pc = frameWords, framePointers, callee.code
		MOVED
		if budget--; budget < 0 { goto poll }
		continue`)
	addSlow("CallValue", "p[C] with frame {w[A].. p[B]..}; a function value of the type of extern[K]", "return t.callValue(pc, w, p)")
	addSlow("Deferring", "run what is behind the next instruction, with what it defers", "fault = t.deferring(pc, w, p)")
	addSlow("Defer", "defer the next call with frame {count[C] words at w[A].. count[C'] pointers at p[B]..}", "return t.push(pc, w, p), w, p, noFault")
	addSlow("RunDefers", "run the deferred calls", "fault = t.runDefers(pc, w, p)")
	addSlow("Recover", "p[A], p[A+1] = recover()", "fault = t.recover(pc, w, p)")
	add("Return", "return", `
		if t.depth == base { return noFault }
		t.depth--
		c := &t.calls[t.depth]
		pc, w, p = c.pc, c.w, c.p
		MOVED`)
}

func names() string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Code generated by gen; DO NOT EDIT.\n\npackage machine\n\n// Lanes is the number of directions of a [Tangent].\nconst Lanes = %d\n\n", lanes)
	b.WriteString("// The operations. Comments are their forms, in the notation of listing.go, and remarks.\nconst (\n\tNone Op = iota\n")
	for _, o := range operations {
		fmt.Fprintf(&b, "\t%s // %s\n", o.name, o.form)
	}
	b.WriteString(")\n\nvar opNames = [...]string{\n\t\"None\",\n")
	for _, o := range operations {
		fmt.Fprintf(&b, "\t%q,\n", o.name)
	}
	b.WriteString("}\n\nvar opForms = [...]string{\n\t\"\",\n")
	for _, o := range operations {
		fmt.Fprintf(&b, "\t%q,\n", o.bareForm())
	}
	b.WriteString("}\n")
	b.WriteString(operands())
	return b.String()
}

func loop() string {
	var b bytes.Buffer
	b.WriteString(`// Code generated by gen; DO NOT EDIT.

package machine

import (
	"math"
	"sync/atomic"
	"unsafe"
)

// run executes instructions until the function that was called with it returns, or one of them
// fails: its place is in t then.
func (t *Thread) run(pc *Instr, w, p unsafe.Pointer) (fault fault) {`)
	b.WriteString(scaffold.replace(cases(func(o operation) bool { return !o.slow && !o.dual }), ""))
	b.WriteString(`
// runDual is run of a thread that computes tangents. In a loop of its own, since Go inlines no functions in so large a one
// as both would be.
func (t *Thread) runDual(pc *Instr, w, p unsafe.Pointer) (fault fault) {
	var tangents, shadows unsafe.Pointer // of w and p
	`)
	b.WriteString(besides)
	b.WriteString(scaffold.replace(cases(func(o operation) bool { return !o.slow && !o.small }), besides))
	b.WriteString(`
// slow executes an instruction that calls Go functions. It returns where execution goes on, also to where that is behind it, so
// that its caller need not keep its arguments. Where it fails, t has its place.
func (t *Thread) slow(pc *Instr, w, p unsafe.Pointer) (_ *Instr, _, _ unsafe.Pointer, fault fault) {
	t.pc, t.w, t.p = pc, w, p // for panics
	switch pc.Op {
	case Call:
		fault = t.callElsewhere(functionOf(pc), pc, w, p)
	case CallMethod:
		return t.callMethod(pc, w, p)
	case SliceOf:
		fault = t.sliceOf(pc, w, p)
	case AppendValue:
		fault = t.appendValue(pc, w, p)
	case IsType:
		fault = t.isType(pc, w, p)
	case EqString:
		*wordAt(w, pc.A) = word(str(w, p, uint16(pc.K), pc.B) == str(w, p, uint16(pc.K>>16), pc.C))
`)
	b.WriteString(cases(func(o operation) bool { return o.slow || o.small }))
	b.WriteString("\t}\n\tif fault != noFault {\n\t\treturn nil, nil, nil, fault\n\t}\n\treturn operands(pc), w, p, noFault\n}\n")
	return b.String()
}

// cases are those of a switch for some operations.
func cases(of func(o operation) bool) string {
	text := ""
	for _, o := range operations {
		if of(o) {
			text += fmt.Sprintf("\t\tcase %s:\n%s\n", o.name, registers.Replace(o.body))
		}
	}
	return text
}

// scaffold is a loop without its CASES. MOVED is where w and p have become those of another frame.
type loopText string

func (l loopText) replace(cases, moved string) string {
	return strings.NewReplacer("MOVED", moved).Replace(strings.Replace(string(l), "CASES", cases, 1))
}

const scaffold loopText = `
	base := t.depth
	budget := pollEvery
	for {
		switch pc.Op {
CASES
		case None: // it has operands of the one before
		default:
			goto slow
		}
		pc = (*Instr)(unsafe.Add(unsafe.Pointer(pc), instrSize))
		continue
	slow:
		if pc, w, p, fault = t.slow(pc, w, p); fault != noFault {
			if fault == stopFault { t.depth = base }
			return fault
		}
		MOVED
		budget = 0 // which would have to be kept, too
		continue
	jump:
		{
			distance := int(int32(pc.K >> 32))
			pc = (*Instr)(unsafe.Add(unsafe.Pointer(pc), distance))
			if distance > 0 { continue }
			if budget--; budget >= 0 { continue }
		}
	poll:
		budget = pollEvery
		if t.stopped() {
			t.depth = base
			return stopFault
		}
		MOVED
	}
failed:
	t.pc, t.w, t.p = pc, w, p
	return fault
}
`
