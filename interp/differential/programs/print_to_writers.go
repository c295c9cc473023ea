package main

// Prints to writers of many kinds: nil, embedded, fields, elements, through pointers and values of functions.

import (
	"bufio"
	"fmt"
	"io"
	"os"
)

type S struct{ *os.File }
type N struct{ w *bufio.Writer }

func try(f func()) {
	defer func() { fmt.Println("recovered:", recover()) }()
	f()
}

func main() {
	var w *bufio.Writer
	try(func() { w.WriteString("x") })
	try(func() { fmt.Fprintf(w, "x%d", 1) })
	try(func() { fmt.Println(w.Flush()) })
	var x io.Writer
	try(func() { fmt.Fprintln(x, "x") })
	s := S{os.Stdout}
	s.WriteString("embedded\n")
	fmt.Fprintln(s, "by embedded")
	n := N{bufio.NewWriter(os.Stdout)}
	k, err := n.w.WriteString("field\n")
	fmt.Println(k, err, n.w.Flush())
	ws := []*bufio.Writer{n.w}
	for i := range ws {
		fmt.Fprintf(ws[i], "%d %v %s\n", i, []int{1}, err)
		ws[i].WriteString("element\n")
		ws[i].Flush()
	}
	x = n.w
	_, is := x.(*bufio.Writer)
	fmt.Printf("%T %v\n", x, is)
	var e io.Writer = w
	fmt.Println(e == nil, e == io.Writer(w), x == e)
	std := &os.Stdout
	fmt.Fprintln(*std, "by pointer")
	(*std).WriteString("by pointer\n")
	f := fmt.Fprintf
	f(os.Stdout, "value %d\n", 1)
	go fmt.Fprintln(io.Discard, "x")
	for i := 0; i < 3; i++ {
		defer fmt.Fprintf(os.Stdout, "deferred %d\n", i)
	}
	fmt.Fprint(os.Stdout)
	fmt.Fprintf(os.Stdout, "%v %v\n", os.Stdout == *std, error(nil))
	a, b := fmt.Fprintf(os.Stdout, "%s|%5.2f|%t\n", "a", 2.5, true)
	fmt.Println(a, b)
}
