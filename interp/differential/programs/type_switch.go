// A type switch tells declared types from what is below them.
package main

import "fmt"

type (
	celsius float64
	names   []string
	tree    map[string]tree
	op      func(int) int
)

func (n names) String() string { return fmt.Sprint(len(n), " names") }

func describe(x any) string {
	switch v := x.(type) {
	case nil:
		return "nil"
	case float64:
		return fmt.Sprint("float64 ", v)
	case celsius:
		return fmt.Sprintf("celsius %.1f", v)
	case fmt.Stringer:
		return "stringer " + v.String()
	case []string:
		return fmt.Sprint("strings ", v)
	case tree, op:
		return fmt.Sprintf("one of two: %T", v)
	}
	return fmt.Sprintf("other: %T", x)
}

func main() {
	for _, x := range []any{1.5, celsius(1.5), names{"a"}, []string{"a"}, tree{"a": nil}, op(nil), nil, struct{}{}} {
		fmt.Println(describe(x))
	}
}
