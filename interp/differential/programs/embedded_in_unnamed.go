package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"sort"
	"strings"
)

type upper struct{ w io.Writer }

func (u upper) Write(p []byte) (int, error) {
	n, err := u.w.Write(bytes.ToUpper(p))
	return n, err
}

func main() {
	n, err := io.Copy(os.Stdout, struct{ io.Reader }{strings.NewReader("wrapped\n")})
	fmt.Println(n, err)
	fmt.Fprintln(struct{ io.Writer }{upper{os.Stdout}}, "loud", 1)
	rc := struct {
		io.Reader
		io.Closer
	}{strings.NewReader("both\n"), io.NopCloser(nil)}
	var c io.ReadCloser = rc
	b, err := io.ReadAll(c)
	fmt.Printf("%q %v %v %T\n", b, err, c.Close(), c)
	sort.Sort(struct{ sort.Interface }{sort.Reverse(sort.IntSlice([]int{1, 2}))})
	xs := []int{3, 1, 2}
	sort.Sort(struct{ sort.Interface }{sort.Reverse(sort.IntSlice(xs))})
	fmt.Println(xs)
	p := &struct {
		*bytes.Buffer
		n int
	}{new(bytes.Buffer), 4}
	fmt.Fprintf(p, "into %d", p.n)
	fmt.Println(p.String(), p.Len())
	var s fmt.Stringer = p
	fmt.Println(s)
	var h http.Handler = struct{ http.Handler }{http.NotFoundHandler()}
	_, ok := h.(http.Flusher)
	fmt.Printf("%T %v\n", h, ok)
	type named struct{ io.Reader }
	var r io.Reader = named{strings.NewReader("named")}
	_, isWriterTo := r.(io.WriterTo)
	text, _ := io.ReadAll(r)
	fmt.Println(string(text), isWriterTo)
	m := map[any]int{struct{ error }{io.EOF}: 1}
	fmt.Println(m[struct{ error }{io.EOF}], len(m))
	var e error = struct{ error }{io.ErrUnexpectedEOF}
	fmt.Println(e, e.Error())
}
