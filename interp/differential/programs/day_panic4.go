package main

import (
	"fmt"
	"os"
)

type Code int

func (c Code) String() string { return fmt.Sprintf("code-%d", int(c)) }

type MyErr string

func (m MyErr) Error() string { return "myerr:" + string(m) }

func main() {
	defer os.Stdout.WriteString("bye\n")
	for i, f := range []func(){func() { panic(MyErr("x")) }, func() { panic(2.5) }, func() { panic(true) }} {
		func() {
			defer func() { fmt.Println(i, recover()) }()
			f()
		}()
	}
	panic(Code(9))
}
