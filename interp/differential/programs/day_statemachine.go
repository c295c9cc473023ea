package main

import (
	"fmt"
	"os"
	"strings"
)

type State int

const (
	Idle State = iota
	Running
	Paused
	Stopped
)

//go:generate stringer
var names = map[State]string{Idle: "Idle", Running: "Running", Paused: "Paused", Stopped: "Stopped"}

func (s State) String() string { return names[s] }

type Event string
type key struct {
	from State
	ev   Event
}
type Action func(m *Machine, args ...any) error
type transition struct {
	to     State
	action Action
	guards []func(*Machine) bool
}
type Machine struct {
	State
	table   map[key]transition
	history [4]State
	n       int
	count   struct{ ok, bad int }
	onEnter map[State][]func(from, to State)
}
type BadTransition struct {
	key
	reason string
}

func (b BadTransition) Error() string {
	return fmt.Sprintf("no transition from %v on %q (%s)", b.from, b.ev, b.reason)
}
func (m *Machine) On(from State, ev Event, to State, a Action, g ...func(*Machine) bool) *Machine {
	if m.table == nil {
		m.table = make(map[key]transition)
	}
	m.table[key{from, ev}] = transition{to, a, g}
	return m
}
func (m *Machine) Fire(ev Event, args ...any) (err error) {
	defer func() {
		if err != nil {
			m.count.bad++
		} else {
			m.count.ok++
		}
	}()
	t, ok := m.table[key{m.State, ev}]
	if !ok {
		return BadTransition{key{m.State, ev}, "undefined"}
	}
	for i, g := range t.guards {
		if !g(m) {
			return &BadTransition{key: key{m.State, ev}, reason: fmt.Sprint("guard ", i)}
		}
	}
	if t.action != nil {
		if err := t.action(m, args...); err != nil {
			return fmt.Errorf("action: %w", err)
		}
	}
	m.history[m.n%len(m.history)] = m.State
	m.n++
	from := m.State
	m.State = t.to
	for _, f := range m.onEnter[t.to] {
		f(from, t.to)
	}
	return nil
}
func printer(prefix string) Action {
	return func(m *Machine, args ...any) error {
		fmt.Println(append([]any{prefix, m.State}, args...)...)
		return nil
	}
}
func (m *Machine) notTwice(*Machine) bool { return m.count.ok < 4 }

func brainfuck(prog string) (out string) {
	var (
		tape [30]byte
		ptr  int
		sb   strings.Builder
		jmp  = map[int]int{}
		st   []int
	)
	for i, c := range prog {
		switch c {
		case '[':
			st = append(st, i)
		case ']':
			j := st[len(st)-1]
			st = st[:len(st)-1]
			jmp[i], jmp[j] = j, i
		}
	}
	for pc := 0; pc < len(prog); pc++ {
		switch prog[pc] {
		case '>':
			ptr++
		case '<':
			ptr--
		case '+':
			tape[ptr]++
		case '-':
			tape[ptr]--
		case '.':
			sb.WriteByte(tape[ptr])
		case '[':
			if tape[ptr] == 0 {
				pc = jmp[pc]
			}
		case ']':
			if tape[ptr] != 0 {
				pc = jmp[pc]
			}
		}
	}
	return sb.String()
}
func collatz(n int) (steps int) {
loop:
	if n == 1 {
		goto done
	}
	steps++
	if n%2 == 0 {
		n /= 2
		goto loop
	}
	n = 3*n + 1
	goto loop
done:
	return
}

func main() {
	m := &Machine{onEnter: map[State][]func(from, to State){Running: {func(a, b State) { fmt.Println(" enter", a, "->", b) }}}}
	m.On(Idle, "start", Running, printer("starting")).On(Running, "pause", Paused, nil).On(Paused, "start", Running, Action.call2(printer("again")), m.notTwice).
		On(Running, "stop", Stopped, func(m *Machine, a ...any) error {
			if len(a) == 0 {
				return fmt.Errorf("need reason in %v", m)
			}
			return nil
		})
	for _, e := range []Event{"start", "pause", "stop", "start", "pause", "start", "start", "stop"} {
		if err := m.Fire(e, 1, "x"); err != nil {
			fmt.Printf("%v %T\n", err, err)
		}
	}
	fmt.Println(m.State, m.history, m.count, m)
	fmt.Printf("%v %+v\n", m.count, key{Running, "x"})
	fmt.Print(brainfuck("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++."))
	fmt.Println(collatz(27))
	defer fmt.Println("never printed")
	if m.count.bad > 1 {
		os.Exit(m.count.bad)
	}
}
func (a Action) call2() Action {
	return func(m *Machine, x ...any) error { a(m, x...); return a(m, "twice") }
}
