package main

func div(a, b int) int {
	return a /
		b
}

func main() {
	a, b := 1, 0
	for range 3 {
		c := div(a, b+1)
		b -= c
	}
}
