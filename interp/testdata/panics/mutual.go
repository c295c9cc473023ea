package main

func even(n int) bool {
	if n == 0 {
		panic("done")
	}
	return odd(n - 1)
}

func odd(n int) bool {
	if n == 0 {
		return false
	}
	b := even(n - 1)
	return b
}

func main() {
	println(even(4))
}
