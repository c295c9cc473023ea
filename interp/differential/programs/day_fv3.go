package main

import (
	"fmt"
	"log"
)

func run(logf func(string, ...any)) { logf("ran %d", 1) }
func main() {
	log.SetFlags(0)
	run(log.Printf)
	run(func(f string, a ...any) { fmt.Printf(f+"\n", a...) })
}
