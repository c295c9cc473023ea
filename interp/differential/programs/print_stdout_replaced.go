package main

// Prints go to what os.Stdout is when they are made.

import (
	"bufio"
	"fmt"
	"io"
	"os"
)

// captured is what f prints.
func captured(f func()) string {
	r, w, err := os.Pipe()
	if err != nil {
		return err.Error()
	}
	old := os.Stdout
	os.Stdout = w
	f()
	os.Stdout = old
	w.Close()
	text, err := io.ReadAll(r)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

type loud struct{ io.Writer }

func (l loud) Write(p []byte) (int, error) {
	n, err := l.Writer.Write([]byte("<"))
	m, err2 := l.Writer.Write(p)
	if err == nil {
		err = err2
	}
	return n + m, err
}

func main() {
	own := os.Stdout
	text := captured(func() {
		fmt.Println("line", 1)
		fmt.Print("print ", 2, "\n")
		fmt.Printf("format %d\n", 3)
		fmt.Fprintln(os.Stdout, "to stdout", 4)
		fmt.Fprintf(os.Stdout, "format %s\n", "5")
		os.Stdout.WriteString("string 6\n")
		os.Stdout.Write([]byte("bytes 7\n"))
		fmt.Fprintln(own, "to the one before")
		own.WriteString("written to the one before\n")
		io.WriteString(own, "by io\n")
	})
	fmt.Printf("%q\n", text)

	var nobody *os.File
	os.Stdout = nobody
	n, err := fmt.Println("lost")
	os.Stdout = own
	fmt.Println(n, err)
	n, err = nobody.Write([]byte("lost"))
	fmt.Println(n, err)

	n, err = os.Stdout.Write([]byte("bytes\n"))
	fmt.Println(n, err)
	n, err = os.Stdout.WriteString("")
	fmt.Println(n, err)
	write := os.Stdout.WriteString
	fmt.Println(write("by a method value\n"))
	fmt.Println((*os.File).Write(own, []byte("by a method expression\n")))
	var w io.Writer = os.Stdout
	fmt.Println(w.Write([]byte("by an interface\n")))
	fmt.Fprintln(loud{w}, "by a wrapper")
	b := bufio.NewWriter(os.Stdout)
	for i := range 3 {
		fmt.Fprintln(b, "buffered", i)
	}
	b.WriteByte('!')
	b.WriteRune('€')
	b.WriteString("\n")
	b.Flush()
	two := io.MultiWriter(os.Stdout, os.Stdout)
	fmt.Fprint(two, "twice\n")
	defer own.WriteString("deferred\n")
	done := make(chan bool)
	go func() {
		defer close(done)
		os.Stdout.WriteString("of a goroutine\n")
	}()
	<-done
}
