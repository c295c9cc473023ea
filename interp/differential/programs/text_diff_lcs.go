package main

import (
	"fmt"
	"strings"
)

type OpKind byte

const (
	Keep   OpKind = ' '
	Insert OpKind = '+'
	Delete OpKind = '-'
)

type Op[T any] struct {
	Kind OpKind
	Val  T
}

func Diff[T comparable](a, b []T) []Op[T] {
	table := make([][]int, len(a)+1)
	for i := range table {
		table[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				table[i][j] = table[i+1][j+1] + 1
			} else {
				table[i][j] = max(table[i+1][j], table[i][j+1])
			}
		}
	}
	var ops []Op[T]
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			ops = append(ops, Op[T]{Keep, a[i]})
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && table[i+1][j] >= table[i][j+1]:
			ops = append(ops, Op[T]{Delete, a[i]})
			i++
		default:
			ops = append(ops, Op[T]{Insert, b[j]})
			j++
		}
	}
	return ops
}

func Apply[T comparable](a []T, ops []Op[T]) (out []T, err error) {
	for n, op := range ops {
		if op.Kind != Insert {
			if len(a) == 0 || a[0] != op.Val {
				return nil, fmt.Errorf("op %d: %c%v does not apply", n, op.Kind, op.Val)
			}
			a = a[1:]
		}
		if op.Kind != Delete {
			out = append(out, op.Val)
		}
	}
	if len(a) > 0 {
		err = fmt.Errorf("%d values left over", len(a))
	}
	return
}

func invert[T any](ops []Op[T]) []Op[T] {
	swap := map[OpKind]OpKind{Insert: Delete, Delete: Insert, Keep: Keep}
	out := make([]Op[T], len(ops))
	for i, o := range ops {
		out[i] = Op[T]{swap[o.Kind], o.Val}
	}
	return out
}

func main() {
	before := strings.Split("package shop\nimport fmt\nfunc open\n  lock off\n  light on\nend", "\n")
	after := strings.Split("package shop\nfunc open\n  alarm off\n  lock off\n  light dim\nend\nfunc close", "\n")
	ops := Diff(before, after)
	tally := map[OpKind]int{}
	for _, op := range ops {
		fmt.Printf("%c %s\n", op.Kind, op.Val)
		tally[op.Kind]++
	}
	fmt.Printf("+%d -%d =%d\n", tally[Insert], tally[Delete], tally[Keep])
	got, err := Apply(before, ops)
	fmt.Println(strings.Join(got, "\n") == strings.Join(after, "\n"), err)
	back, err := Apply(after, invert(ops))
	fmt.Println(strings.Join(back, "\n") == strings.Join(before, "\n"), err)
	_, err = Apply(after, ops)
	fmt.Println(err)
	_, err = Apply([]rune("ab"), Diff([]rune("a"), []rune("a")))
	fmt.Println(err)

	for _, p := range [][2]string{{"kitten", "sitting"}, {"", "new"}, {"gone", ""}, {"same", "same"}, {"日本語", "日本人"}} {
		var sb strings.Builder
		for _, op := range Diff([]rune(p[0]), []rune(p[1])) {
			switch op.Kind {
			case Keep:
				sb.WriteRune(op.Val)
			default:
				fmt.Fprintf(&sb, "[%c%c]", op.Kind, op.Val)
			}
		}
		fmt.Printf("%q -> %q: %s\n", p[0], p[1], sb.String())
	}
	nums := Diff([]float64{1, 2, 3}, []float64{2, 3, 4})
	fmt.Printf("%v\n%+v\n%T\n", nums, nums[0], nums)
}
