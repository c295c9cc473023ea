package machine

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// listing.go prints code for readers. Each operation has a form (gen/main.go), which says nearly in Go what it does
// with these operands:
//
//	w[A] p[A]         the word and the pointer of register A; listings print r1 and p1
//	w[A+1]            the register behind it
//	w[D] … w[G]       the registers whose numbers are the 16 bits of K, D the lowest
//	w[A']             a register of the next instruction, which has operands only (None)
//	{w[A].. p[B]..}   the words and pointers from these on: an entry, or the frame of a call, with its arguments
//	                  and then its results
//	value{w[A].. p[B]..} key{…} elem{…}
//	                  the registers of a value of type K, or of a key or an element of a map of type K; of K' if
//	                  value has an apostrophe
//	K                 an integer
//	float[K] low[K]   a float64, and the lower half of K
//	size[K]           the size of an element, above 16 bits
//	type[K] text[K] callee[K] value[K] extern[K] variable[K]
//	                  what code has at this index
//	count[C]          the number C
//	sliced[B]         what is sliced
//	ok[B]             another result, w[B], or _ if it is NoRegister
//	L                 the target of a jump

// Names supplies listings with what code refers to by number.
type Names interface {
	// Type returns the text of a type with an ID, without spaces at its ends.
	Type(id int) string
	// Line returns the text of a line of the source of a function, or nothing.
	Line(function string, line int32) string
}

// Listing returns the code as text: an instruction with its number, its operation and what that does a line, and the
// source line, with its number, where one begins. Inlined instructions have the lines of their function.
func (c *Code) Listing(names Names) string {
	l := listing{code: c, names: names, labels: c.labels()}
	l.text.WriteString(l.signature() + "\n")
	source := ""
	for i := 0; i < len(c.Instrs); i++ {
		if label, ok := l.labels[i]; ok {
			fmt.Fprintf(&l.text, "%s:\n", label)
		}
		op := c.Instrs[i].Op
		line := fmt.Sprintf("%4d  %-14s %s", i, op, l.instruction(i))
		if at := l.source(i); at != source {
			source = at
			line = fmt.Sprintf("%-60s // %s", line, at)
		}
		l.text.WriteString(strings.TrimRight(line, " ") + "\n")
		if op.hasMore() {
			i++
		}
	}
	return l.text.String()
}

// hasMore reports whether the next instruction has operands of the operation.
func (o Op) hasMore() bool { return strings.Contains(opForms[o], "'") }

// labels returns the names of the instructions that are jumped to, by index.
func (c *Code) labels() map[int]string {
	targets := map[int]string{}
	for i, in := range c.Instrs {
		if in.Op.Jumps() {
			targets[i+in.Target()] = ""
		}
	}
	n := 0
	for i := range c.Instrs {
		if _, ok := targets[i]; ok {
			n++
			targets[i] = "L" + strconv.Itoa(n)
		}
	}
	return targets
}

// listing is the listing of code.
type listing struct {
	code   *Code
	names  Names
	labels map[int]string
	text   strings.Builder
}

// signature returns the type of the function.
func (l *listing) signature() string {
	params, results := "func("+l.types(l.code.Params)+")", l.types(l.code.Results)
	switch len(l.code.Results) {
	case 0:
		return params
	case 1:
		return params + " " + results
	}
	return params + " (" + results + ")"
}

func (l *listing) types(list []Type) string {
	var texts []string
	for _, t := range list {
		texts = append(texts, l.names.Type(t.ID))
	}
	return strings.Join(texts, ", ")
}

// source returns the number and the text of the source line of an instruction, behind the name of the function if it
// is inlined.
func (l *listing) source(i int) string {
	function, line := l.code.Name, l.code.Lines[i]
	at := ""
	for _, in := range l.code.Inlined {
		if in.From <= i && i < in.To {
			function = in.Function
			at = function + " "
			break
		}
	}
	return strings.TrimSpace(fmt.Sprintf("%s%d: %s", at, line, strings.TrimSpace(l.names.Line(function, line))))
}

var (
	valueForm   = regexp.MustCompile(`\b(value|key|elem)('?)\{w\[([A-G])('?)\]\.\. p\[([A-G])('?)\]\.\.\}`)
	operandForm = regexp.MustCompile(`\b([a-z]+)\[([A-G]|K)('?)(\+1)?\]|\bK('?)|\bL\b`)
)

// instruction returns what an instruction does: the form of its operation with the operands.
func (l *listing) instruction(i int) string {
	in := l.code.Instrs[i]
	of := func(apostrophe string) Instr { return l.code.Instrs[i+len(apostrophe)] }
	form := valueForm.ReplaceAllStringFunc(opForms[in.Op], func(form string) string {
		m := valueForm.FindStringSubmatch(form)
		t := l.code.Types[of(m[2]).K]
		slots := map[string][]Slot{"value": t.Slots, "key": t.Key, "elem": t.Elem}[m[1]]
		return registersOf(slots, of(m[4]).field(m[3]), of(m[6]).field(m[5]))
	})
	return operandForm.ReplaceAllStringFunc(form, func(form string) string {
		m := operandForm.FindStringSubmatch(form)
		switch {
		case form == "L":
			return l.labels[i+in.Target()]
		case m[1] == "":
			return integer(of(m[5]).K)
		}
		return l.operand(m[1], of(m[3]), m[2], m[4] != "")
	})
}

// registersOf returns the names of the registers of a value that begins at these.
func registersOf(slots []Slot, word, pointer uint16) string {
	var names []string
	for _, s := range slots {
		if s.Kind == Pointer {
			names = append(names, registerName("p", pointer))
			pointer++
		} else {
			names = append(names, registerName("w", word))
			word++
		}
	}
	if len(names) == 1 {
		return names[0]
	}
	return "(" + strings.Join(names, ", ") + ")"
}

// operand returns the text of the operand of a kind that a field of an instruction has; next is the register behind it.
func (l *listing) operand(kind string, in Instr, field string, next bool) string {
	number := in.field(field)
	if next {
		number++
	}
	c := l.code
	switch kind {
	case "w", "p":
		return registerName(kind, number)
	case "ok":
		return cmp.Or(registerName("w", number), "_")
	case "float":
		return strconv.FormatFloat(math.Float64frombits(uint64(in.K)), 'g', -1, 64)
	case "low":
		return strconv.Itoa(int(int32(in.K)))
	case "size":
		return strconv.FormatInt(in.K>>16&mostSize, 10)
	case "count":
		return strconv.Itoa(int(number))
	case "sliced":
		return [...]string{SlicedSlice: "slice", SlicedString: "string", SlicedArray: "array"}[number]
	case "type":
		return l.names.Type(c.Types[in.K].ID)
	case "text":
		return strconv.Quote(string(c.Texts[in.K]))
	case "callee":
		return c.Callees[in.K]
	case "value":
		return c.Values[in.K].Name + c.Values[in.K].Symbol
	case "variable":
		return c.Variables[in.K]
	case "extern":
		return l.extern(c.Externs[in.K])
	}
	return kind + "?"
}

// field returns the register of a name.
func (in Instr) field(name string) uint16 {
	switch name {
	case "A":
		return in.A
	case "B":
		return in.B
	case "C":
		return in.C
	case "K":
		return 0
	}
	return uint16(in.K >> (16 * (name[0] - 'D')))
}

// registerName returns the name of a word or a pointer, or nothing for NoRegister.
func registerName(kind string, number uint16) string {
	switch {
	case number == NoRegister:
		return ""
	case kind == "w":
		return "r" + strconv.Itoa(int(number))
	}
	return "p" + strconv.Itoa(int(number))
}

func (l *listing) extern(e Extern) string {
	switch {
	case e.Method != "":
		return e.Method
	case e.Symbol != "":
		return e.Symbol
	}
	return l.names.Type(e.Type)
}

// integer returns the text of a constant. What is large may be a float64: code does not say.
func integer(k int64) string {
	const large = 1 << 52
	if -large < k && k < large {
		return strconv.FormatInt(k, 10)
	}
	return fmt.Sprintf("%d (float64 %g)", k, math.Float64frombits(uint64(k)))
}
