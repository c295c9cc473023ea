package main

func main() {
	var f func()
	defer func() {
		f()
	}()
	ch := make(chan int)
	close(ch)
	close(ch)
}
