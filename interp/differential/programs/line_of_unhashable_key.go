package main

func main() {
	count([]int{1})
}

func count(k any) int {
	m := map[any]int{}
	m[k]++
	return len(m)
}
