package main

// What is written to a closed standard output is an error, which prints return.

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	fmt.Println("before")
	fail := os.Stdout.Close()
	var fails []error
	note := func(n int, err error) {
		if n != 0 {
			panic(n)
		}
		fails = append(fails, err)
	}
	note(fmt.Println("after"))
	note(fmt.Print("after"))
	note(fmt.Fprintf(os.Stdout, "after\n"))
	note(os.Stdout.Write([]byte("after\n")))
	note(os.Stdout.WriteString("after\n"))
	b := bufio.NewWriter(os.Stdout)
	b.WriteString("after\n")
	note(0, b.Flush())
	if fail != nil || len(fails) != 6 {
		os.Exit(3)
	}
	for _, err := range fails {
		if err == nil || err.Error() != "write /dev/stdout: file already closed" {
			os.Exit(4)
		}
	}
}
