package main

import "fmt"

func box[T any](x T) any {
	type local struct{ v T }
	return local{x}
}

func pair[K comparable, V any](k K, v V) []any {
	type key struct{ k K }
	type entry struct {
		key key
		v   *V
	}
	inner := func() any {
		type deep map[key]V
		return deep{{k}: v}
	}
	return []any{entry{key{k}, &v}.key, inner(), func(e entry) string { return fmt.Sprintf("%T", e) }(entry{})}
}

type list[T any] struct{ xs []T }

func (l list[T]) boxed() any {
	type item struct{ x T }
	return item{l.xs[0]}
}

func hold[T any](x T) string { return fmt.Sprintf("%T", x) }

func main() {
	fmt.Printf("%T %T %T\n", box(1), box("a"), box([]float64{}))
	for _, x := range pair("a", 2) {
		fmt.Printf("%T %v\n", x, x)
	}
	fmt.Printf("%T %T\n", list[int]{[]int{1}}.boxed(), list[string]{[]string{"x"}}.boxed())
	type plain struct{ n int }
	fmt.Printf("%T %T %s\n", plain{}, list[plain]{}, hold(list[plain]{}))
	fmt.Println(box(1) == box(1), box(1) == box(2), box(1) == box(int8(1)))
	fmt.Println(hold(box(1)), hold(box("a")))
}
