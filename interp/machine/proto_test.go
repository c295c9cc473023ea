package machine

import (
	"math"
	"testing"
)

func fixed(m *Machine, c Code) *Function {
	if err := m.Link([]Code{c}, nil); err != nil {
		panic(err)
	}
	return m.Lookup(c.Name)
}

func BenchmarkFib(b *testing.B) {
	m := New()
	f := fixed(m, Code{Name: "fib", Words: 8, Pointers: 0, Lines: make([]int32, 8), Callees: []string{"fib"},
		Params: []Type{{Slots: []Slot{{}}}}, Results: []Type{{Slots: []Slot{{}}}}, Instrs: []Instr{
			{JumpGeK, 0, 0, 0, Distance(2, 2)},
			{Return, 0, 0, 0, 0},
			{SubK, 4, 0, 0, 1},
			{Call, 4, 0, 0, 0},
			{SubK, 5, 0, 0, 2},
			{Call, 5, 0, 0, 0},
			{Add, 0, 4, 5, 0},
			{Return, 0, 0, 0, 0},
		}})
	for b.Loop() {
		t := m.thread(f)
		*int64At(t.firstWord(), 0) = 25
		f.call(t)
		if *int64At(t.firstWord(), 0) != 75025 {
			b.Fatal(*int64At(t.firstWord(), 0))
		}
		t.release(f)
	}
}

func BenchmarkSum(b *testing.B) {
	m := New()
	f := fixed(m, Code{Name: "sum", Words: 8, Pointers: 0, Lines: make([]int32, 8),
		Params: []Type{{Slots: []Slot{{}}}}, Results: []Type{{Slots: []Slot{{}}}}, Instrs: []Instr{
			{Const, 1, 0, 0, 0},
			{Const, 3, 0, 0, 0},
			{IntToFloat, 2, 1, 0, 0},
			{MulFloatK, 2, 2, 0, int64(math.Float64bits(.5))},
			{AddFloat, 3, 3, 2, 0},
			{AddJumpLt, 1, 0, 0, Distance(-3, 0)},
			{Move, 0, 3, 0, 0},
			{Return, 0, 0, 0, 0},
		}})
	for b.Loop() {
		t := m.thread(f)
		*int64At(t.firstWord(), 0) = 5000000
		f.call(t)
		t.release(f)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/5e6, "ns/it")
}

func BenchmarkEnter(b *testing.B) {
	m := New()
	f := fixed(m, Code{Name: "id", Words: 1, Lines: make([]int32, 1), Params: []Type{{Slots: []Slot{{}}}}, Results: []Type{{Slots: []Slot{{}}}}, Instrs: []Instr{{Return, 0, 0, 0, 0}}})
	g := values["i.i"](f).(func(int64) int64)
	for b.Loop() {
		g(3)
	}
}
