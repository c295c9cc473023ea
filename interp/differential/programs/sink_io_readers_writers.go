//go:build ignore

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

type rot13 struct{ r io.Reader }

func (r rot13) Read(p []byte) (n int, err error) {
	n, err = r.r.Read(p)
	for i, b := range p[:n] {
		switch {
		case b >= 'a' && b <= 'z':
			p[i] = 'a' + (b-'a'+13)%26
		case b >= 'A' && b <= 'Z':
			p[i] = 'A' + (b-'A'+13)%26
		}
	}
	return
}

type counting struct {
	io.Writer
	writes, bytes int
}

func (c *counting) Write(p []byte) (int, error) {
	c.writes++
	c.bytes += len(p)
	return c.Writer.Write(p)
}

type stringy struct{ calls []string }

func (s *stringy) Write(p []byte) (int, error) {
	s.calls = append(s.calls, "W:"+string(p))
	return len(p), nil
}
func (s *stringy) WriteString(x string) (int, error) {
	s.calls = append(s.calls, "S:"+x)
	return len(x), nil
}
func (s *stringy) ReadFrom(r io.Reader) (int64, error) {
	b, err := io.ReadAll(r)
	s.calls = append(s.calls, "R:"+string(b))
	return int64(len(b)), err
}

type pages []string

func (p pages) WriteTo(w io.Writer) (n int64, err error) {
	for i, s := range p {
		k, err := fmt.Fprintf(w, "%d.%s;", i+1, s)
		n += int64(k)
		if err != nil {
			return n, err
		}
	}
	return
}
func (pages) Read([]byte) (int, error) { return 0, errors.New("read should not be used") }

type full int

func (f *full) Write(p []byte) (int, error) {
	if int(*f) < len(p) {
		n := int(*f)
		*f = 0
		return n, io.ErrShortWrite
	}
	*f -= full(len(p))
	return len(p), nil
}

type closer struct {
	io.Reader
	log *[]string
}

func (c closer) Close() error { *c.log = append(*c.log, "closed"); return errors.New("close failed") }

type bytesOnly string

func (b *bytesOnly) ReadByte() (byte, error) {
	if *b == "" {
		return 0, io.EOF
	}
	c := (*b)[0]
	*b = (*b)[1:]
	return c, nil
}

func main() {
	c := &counting{Writer: os.Stdout}
	n, err := io.Copy(c, rot13{strings.NewReader("Uryyb, Jbeyq!\n")})
	fmt.Println(n, err, c.writes, c.bytes)
	fmt.Fprintf(c, "%d-%s|", 5, "x")
	fmt.Fprintln(c, "done", c.writes)

	s := &stringy{}
	io.WriteString(s, "direct")
	fmt.Fprint(s, "via", 1)
	_, err = io.Copy(s, strings.NewReader("reader has WriteTo"))
	_, err2 := io.Copy(s, io.LimitReader(strings.NewReader("limited"), 3))
	fmt.Printf("%q %v %v\n", s.calls, err, err2)

	var buf bytes.Buffer
	n, err = io.Copy(&buf, pages{"one", "two"})
	fmt.Println(buf.String(), n, err)
	f := full(7)
	n, err = pages{"one", "two"}.WriteTo(&f)
	fmt.Println(n, err, f)
	bw := bufio.NewWriterSize(&f, 16)
	k, err := bw.WriteString("short")
	fmt.Println(k, err, bw.Flush(), bw.Buffered())

	var log []string
	var rc io.ReadCloser = closer{rot13{strings.NewReader("nop")}, &log}
	func() {
		defer func() { closed := fmt.Sprint(rc.Close()); log = append(log, closed) }()
		b, _ := io.ReadAll(io.TeeReader(rc, &buf))
		log = append(log, string(b))
	}()
	fmt.Println(log, buf.Len())
	mw := io.MultiWriter(c, s, io.Discard)
	fmt.Fprint(mw, "multi\n")
	fmt.Println(s.calls[len(s.calls)-1])
	sr := io.NewSectionReader(strings.NewReader("0123456789"), 3, 4)
	b := make([]byte, 3)
	sr.ReadAt(b, 1)
	fmt.Println(string(b), sr.Size())
	bo := bytesOnly("xy")
	var br io.ByteReader = &bo
	for {
		x, err := br.ReadByte()
		if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Printf("%c ", x)
	}
	_, isSW := io.Writer(c).(io.StringWriter)
	fmt.Println(isSW)
}
