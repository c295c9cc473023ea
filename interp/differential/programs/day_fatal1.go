package main

import (
	"fmt"
	"log"
	"os"
)

type cfg struct{ path string }

func (c cfg) load() ([]byte, error) { return os.ReadFile(c.path) }
func main() {
	log.SetFlags(0)
	log.SetPrefix("tool: ")
	defer fmt.Println("no")
	for _, p := range []string{"/proc/self/nonexist"} {
		if _, err := (cfg{p}).load(); err != nil {
			fmt.Println("err:", err)
			log.Fatalf("load %q: %v", p, err)
		}
	}
}
