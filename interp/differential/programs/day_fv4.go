package main

import "fmt"

var printf = fmt.Printf
var render func(string, ...any) string = fmt.Sprintf

func main() {
	printf("%d\n", 1)
	fmt.Println(render("%x", 255))
	fs := map[string]func(string, ...any) string{"f": fmt.Sprintf}
	fmt.Println(fs["f"]("%d", 5))
}
