package machine

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Forms are written by hand, next to the statements of operations. The registers of the statements are found in their
// text.
func TestFormsNameTheRegistersOfStatements(t *testing.T) {
	named := regexp.MustCompile(`\b([wp])\[([A-G])\]`)
	checked := 0
	for op := Move; int(op) < len(opNames); op++ {
		if op.Operands() == "?" || strings.HasPrefix(op.String(), "Dual") {
			continue // its statements do not name all; the form is that of the operation without tangents
		}
		var want, got []string
		writes, reads, _ := strings.Cut(op.Operands(), "=")
		for all := writes + reads; all != ""; all = all[2:] {
			kind := "w"
			if all[0] == 'p' {
				kind = "p"
			}
			want = append(want, kind+all[1:2])
		}
		for _, m := range named.FindAllStringSubmatch(opForms[op], -1) {
			got = append(got, m[1]+m[2])
		}
		slices.Sort(want)
		slices.Sort(got)
		if want, got = slices.Compact(want), slices.Compact(got); !slices.Equal(got, want) {
			t.Errorf("%s: the form %q names %v, the statements %v", op, opForms[op], got, want)
		}
		checked++
	}
	if checked < 150 {
		t.Errorf("only %d operations were compared", checked)
	}
}

// plainNames are names of types by their ID, and of lines by their number.
type plainNames struct{}

func (plainNames) Type(id int) string { return fmt.Sprintf("T%d", id) }

func (plainNames) Line(function string, line int32) string {
	return fmt.Sprintf("line %d of %s", line, function)
}

func TestListingsHaveAllOperands(t *testing.T) {
	notation := regexp.MustCompile(`\b[a-z]+\[[A-GK]|'|\?|\bK\b`)
	value := Type{ID: 1, Slots: []Slot{{}}, Key: []Slot{{}}, Elem: []Slot{{Kind: Pointer}}}
	for op := Move; int(op) < len(opNames); op++ {
		code := &Code{
			Name: "f", Instrs: []Instr{{Op: op, A: 1, B: 1, C: 1}, {Op: None}}, Lines: make([]int32, 2),
			Callees: []string{"g"}, Externs: []Extern{{Symbol: "h"}}, Types: []Type{value}, Texts: [][]byte{[]byte("text")},
			Values: []FunctionRef{{Name: "g"}}, Variables: []string{"v"},
		}
		text := code.Listing(plainNames{})
		if left := notation.FindString(text); left != "" {
			t.Errorf("%s: %q is left in\n%s", op, left, text)
		}
		if opForms[op] == "" {
			t.Errorf("%s has no form", op)
		}
	}
}

func TestListings(t *testing.T) {
	for _, c := range []struct {
		name   string
		instrs []Instr
		want   string
	}{
		{"constants", []Instr{{Op: Const, A: 1, K: -5}, {Op: Const, A: 2, K: 0x3ff8000000000000}}, "r1 = -5\nr2 = 4609434218613702656 (float64 1.5)"},
		{"float constants", []Instr{{Op: KSubFloat, A: 1, B: 2, K: 0x3ff8000000000000}}, "r1 = 1.5 - r2"},
		{"a string", []Instr{{Op: Text, A: 3}}, `p3 = "a\n"`},
		{"registers in a constant", []Instr{{Op: MulAddIndex2, A: 1, B: 2, C: 3, K: 7<<48 | 6<<32 | 5<<16 | 4}}, "r1 = r2 + r3*([r4][]float64 at p6)[r7][r5]"},
		{"a size", []Instr{{Op: Element, A: 1, B: 2, C: 3, K: 24<<16 | 4 | UnsignedIndex}}, "p1 = &([r4](24 bytes) at p2)[r3]"},
		{"two operands", []Instr{{Op: Join, A: 1, B: 2, C: 3}, {A: 4, B: 5, C: 6}}, "p1, r4 = string(p2, r5) + string(p3, r6)"},
		{"bounds that are left out", []Instr{{Op: SliceOf, A: 1, B: 2, C: 3, K: NoRegister<<32 | 7<<16 | NoRegister}, {A: 4, K: 16}}, "p1, r4, r5 = slice(p2, r3)[:r7:] of elements of 16 bytes"},
		{"a key and an element", []Instr{{Op: MapGet, A: 1, B: 2, C: 3}, {A: 4, B: 5, C: 6}}, "r1, r5 = map[string]int(p2)[(p6, r3)]"},
		{"no second result", []Instr{{Op: MapGet, A: 1, B: 2, C: 3}, {A: 4, B: NoRegister, C: 6}}, "r1, _ = map[string]int(p2)[(p6, r3)]"},
		{"jumps", []Instr{{Op: JumpEqK, A: 1, K: Distance(2, -3)}, {Op: AddJumpLt, A: 1, B: 2, K: Distance(-1, 0)}, {Op: Return}}, "L1:\nif r1 == -3 goto L2\nr1++, if r1 < r2 goto L1\nL2:\nreturn"},
	} {
		code := &Code{
			Instrs: c.instrs, Lines: make([]int32, len(c.instrs)), Texts: [][]byte{[]byte("a\n")},
			Types: []Type{{ID: 1, Slots: []Slot{{Kind: Pointer}}, Key: []Slot{{Kind: Pointer}, {}}, Elem: []Slot{{}}}},
		}
		var got []string
		for line := range strings.Lines(code.Listing(mapNames{})) {
			line, _, _ = strings.Cut(line, " // ")
			if !strings.HasPrefix(line, "func") {
				got = append(got, strings.TrimSpace(regexp.MustCompile(`^ *\d+  \w+ +`).ReplaceAllString(line, "")))
			}
		}
		if got := strings.Join(got, "\n"); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// mapNames are plainNames where the only type is a map.
type mapNames struct{ plainNames }

func (mapNames) Type(int) string { return "map[string]int" }

func TestListingsShowSourceLines(t *testing.T) {
	code := &Code{
		Name:   "f",
		Params: []Type{{ID: 1}, {ID: 2}},
		Instrs: []Instr{{Op: Move}, {Op: Neg}, {Op: Not}, {Op: Return}},
		Lines:  []int32{3, 3, 8, 3},
		// The call of g is in a function that f calls and that is inlined, too.
		Inlined: []Inlined{{Function: "g", Line: 7, From: 2, To: 3}, {Function: "h", Line: 3, From: 1, To: 3}},
	}
	const want = `func(T1, T2)
   0  Move           r0 = r0                                 // 3: line 3 of f
   1  Neg            r0 = -r0                                // h 3: line 3 of h
   2  Not            r0 = ^r0                                // g 8: line 8 of g
   3  Return         return                                  // 3: line 3 of f
`
	if got := code.Listing(plainNames{}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
