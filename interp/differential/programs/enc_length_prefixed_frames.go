//go:build ignore

package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing/iotest"
	"unicode/utf16"
)

type Frame struct {
	Type byte
	Body []byte
}

type FrameWriter struct {
	w   io.Writer
	max int
	n   int
}

var ErrTooBig = errors.New("frame too big")

func (fw *FrameWriter) Write(body []byte) (int, error) { return len(body), fw.Send('D', body) }

func (fw *FrameWriter) WriteString(s string) (int, error) { return len(s), fw.Send('S', []byte(s)) }

func (fw *FrameWriter) Send(typ byte, body []byte) error {
	if len(body) > fw.max {
		return fmt.Errorf("%w: %d > %d", ErrTooBig, len(body), fw.max)
	}
	head := make([]byte, 5)
	head[0] = typ
	binary.BigEndian.PutUint32(head[1:], uint32(len(body)))
	for _, b := range [][]byte{head, body} {
		if _, err := fw.w.Write(b); err != nil {
			return err
		}
	}
	fw.n++
	return nil
}

type FrameReader struct {
	r   io.Reader
	err error
	cur Frame
}

func (fr *FrameReader) Next() bool {
	if fr.err != nil {
		return false
	}
	var head [5]byte
	if _, err := io.ReadFull(fr.r, head[:]); err != nil {
		fr.err = err
		return false
	}
	size := binary.BigEndian.Uint32(head[1:])
	body := make([]byte, size)
	if _, err := io.ReadFull(fr.r, body); err != nil {
		fr.err = fmt.Errorf("body of %c (%d bytes): %w", head[0], size, err)
		return false
	}
	fr.cur = Frame{head[0], body}
	return true
}

func (fr *FrameReader) Frame() Frame { return fr.cur }

func (fr *FrameReader) Err() error {
	if fr.err == io.EOF {
		return nil
	}
	return fr.err
}

func splitNetstrings(data []byte, atEOF bool) (int, []byte, error) {
	i := bytes.IndexByte(data, ':')
	if i < 0 {
		if atEOF && len(data) > 0 {
			return 0, nil, io.ErrUnexpectedEOF
		}
		return 0, nil, nil
	}
	var n int
	if _, err := fmt.Sscanf(string(data[:i]), "%d", &n); err != nil {
		return 0, nil, fmt.Errorf("length %q", data[:i])
	}
	if len(data) < i+n+2 {
		if atEOF {
			return 0, nil, io.ErrUnexpectedEOF
		}
		return 0, nil, nil
	}
	return i + n + 2, data[i+1 : i+1+n], nil
}

func main() {
	var buf bytes.Buffer
	fw := &FrameWriter{w: &buf, max: 20}
	fmt.Fprintf(fw, "%s-%d", "formatted", 1)
	io.WriteString(fw, "a string")
	_, err := io.Copy(fw, strings.NewReader("copied"))
	fmt.Println(err, fw.n)
	_, err = fw.Write(bytes.Repeat([]byte{'x'}, 21))
	fmt.Println(err, errors.Is(err, ErrTooBig))
	_ = fw.Send('E', nil)
	data := buf.Bytes()
	fmt.Printf("%d %q\n", len(data), data[:5])

	for _, r := range []io.Reader{bytes.NewReader(data), iotest.OneByteReader(bytes.NewReader(data)),
		io.LimitReader(bytes.NewReader(data), 22), io.MultiReader(bytes.NewReader(data[:30]), iotest.ErrReader(errors.New("cable cut")))} {
		fr := &FrameReader{r: r}
		for fr.Next() {
			f := fr.Frame()
			fmt.Printf("%c:%s ", f.Type, f.Body)
		}
		fmt.Println("| err:", fr.Err())
	}
	for _, s := range []string{"5:hello,3:a,b,0:,", "4:trunc", "x:1,", "12"} {
		sc := bufio.NewScanner(iotest.HalfReader(strings.NewReader(s)))
		sc.Split(splitNetstrings)
		var got []string
		for sc.Scan() {
			got = append(got, sc.Text())
		}
		fmt.Printf("%q %q %v\n", s, got, sc.Err())
	}
	u := utf16.Encode([]rune("žá😀"))
	fmt.Printf("%x %s\n", u, string(utf16.Decode(u)))
	sc := bufio.NewScanner(strings.NewReader("one  two\nthree"))
	sc.Split(bufio.ScanWords)
	n := 0
	for ; sc.Scan(); n++ {
	}
	fmt.Println(n, "words")
}
