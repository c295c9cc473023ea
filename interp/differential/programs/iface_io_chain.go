package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/md5"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"strings"
	"unicode"
)

type WriterFunc func([]byte) (int, error)

func (f WriterFunc) Write(p []byte) (int, error) { return f(p) }

type ReaderFunc func([]byte) (int, error)

func (f ReaderFunc) Read(p []byte) (int, error) { return f(p) }

type counter struct {
	io.Writer
	n, calls int
}

func (c *counter) Write(p []byte) (n int, err error) {
	n, err = c.Writer.Write(p)
	c.n += n
	c.calls++
	return
}

type mapper struct {
	io.Reader
	f func(rune) rune
}

func (m mapper) Read(p []byte) (int, error) {
	n, err := m.Reader.Read(p)
	copy(p, bytes.Map(m.f, p[:n]))
	return n, err
}

type oneByte struct{ io.Reader }

func (o oneByte) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	return o.Reader.Read(p[:1])
}

type closer struct {
	io.ReadWriter
	closed bool
	name   string
}

func (c *closer) Close() error {
	if c.closed {
		return fmt.Errorf("%s: %w", c.name, os.ErrClosed)
	}
	c.closed = true
	return nil
}

type prefix struct {
	w     io.Writer
	label string
	mid   bool
}

func (p *prefix) Write(b []byte) (total int, err error) {
	for _, line := range bytes.SplitAfter(b, []byte("\n")) {
		if len(line) == 0 {
			break
		}
		if !p.mid {
			io.WriteString(p.w, p.label)
		}
		n, err := p.w.Write(line)
		if total += n; err != nil {
			return total, err
		}
		p.mid = !bytes.HasSuffix(line, []byte("\n"))
	}
	return
}

func rot13(r rune) rune {
	if unicode.IsLetter(r) && r < 128 {
		base := 'a' + (r&0x20^0x20)*-1
		return base + (r-base+13)%26
	}
	return r
}

func main() {
	c := &counter{Writer: os.Stdout}
	p := &prefix{w: c, label: "> "}
	fmt.Fprintf(p, "first %d\nsec", 1)
	fmt.Fprintln(p, "ond")
	fmt.Println(c.n, c.calls, p.mid)

	src := mapper{strings.NewReader("Uryyb, Jbeyq!"), rot13}
	var buf bytes.Buffer
	h := md5.New()
	n, err := io.Copy(io.MultiWriter(&buf, h, io.Discard), io.TeeReader(oneByte{src}, &counter{Writer: io.Discard}))
	fmt.Printf("%d %v %s %x\n", n, err, &buf, h.Sum(nil)[:4])
	up := mapper{&buf, unicode.ToUpper}
	lim := io.LimitReader(up, 5)
	b, err := io.ReadAll(lim)
	fmt.Printf("%s %v left=%d\n", b, err, buf.Len())

	failing := WriterFunc(func(p []byte) (int, error) { return len(p) / 2, errors.New("half") })
	_, err = fmt.Fprint(failing, "abcd")
	bw := bufio.NewWriterSize(failing, 16)
	k, err2 := bw.WriteString("twelve chars")
	fmt.Println(err, k, err2, bw.Buffered(), bw.Available(), bw.Flush(), bw.Flush())
	i := 0
	gen := ReaderFunc(func(p []byte) (int, error) {
		if i++; i > 3 {
			return 0, io.EOF
		}
		return copy(p, strings.Repeat(string(rune('a'+i)), i)), nil
	})
	all, err := io.ReadAll(gen)
	fmt.Println(string(all), err)
	_, err = io.ReadFull(strings.NewReader("abc"), make([]byte, 5))
	_, err2 = io.ReadAtLeast(strings.NewReader(""), make([]byte, 5), 2)
	_, err3 := io.CopyN(io.Discard, strings.NewReader("abc"), 9)
	fmt.Println(err, err2, err3)

	var z bytes.Buffer
	gz := gzip.NewWriter(&z)
	io.WriteString(gz, strings.Repeat("squeeze ", 200))
	gz.Close()
	gr, err := gzip.NewReader(&z)
	data, err2 := io.ReadAll(gr)
	fmt.Println(z.Len(), len(data), err, err2, gr.Close())
	_, err = gzip.NewReader(strings.NewReader("not gzip at all"))
	fmt.Println(err == gzip.ErrHeader)

	cl := &closer{ReadWriter: new(bytes.Buffer), name: "res"}
	var rwc io.ReadWriteCloser = cl
	fmt.Fprint(rwc, "x y\nz")
	line, err := bufio.NewReader(rwc).ReadString('\n')
	fmt.Printf("%q %v %v %v\n", line, err, rwc.Close(), errors.Is(rwc.Close(), os.ErrClosed))
	for _, w := range []any{c, p, &buf, h, failing, gen, cl, src} {
		_, isR := w.(io.Reader)
		_, isW := w.(io.Writer)
		_, isS := w.(fmt.Stringer)
		_, isH := w.(hash.Hash)
		_, isRW := w.(interface {
			io.Reader
			io.Writer
		})
		fmt.Printf("%-15T r=%t w=%t s=%t h=%t rw=%t\n", w, isR, isW, isS, isH, isRW)
	}
	pr, pw := io.Pipe()
	go func() {
		fmt.Fprint(pw, "piped words here")
		pw.CloseWithError(errors.New("source gone"))
	}()
	sc := bufio.NewScanner(pr)
	sc.Split(bufio.ScanWords)
	for sc.Scan() {
		fmt.Print(sc.Text(), ".")
	}
	fmt.Println(sc.Err())
	mr := io.MultiReader(strings.NewReader("a,"), bytes.NewReader([]byte("b,c")), io.NewSectionReader(strings.NewReader("0123456789"), 3, 4))
	rest, _ := io.ReadAll(mr)
	fmt.Println(string(rest))
}
