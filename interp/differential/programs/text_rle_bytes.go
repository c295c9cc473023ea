package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

type run struct {
	b byte
	n int
}

type Encoder struct {
	w    io.Writer
	cur  run
	sent int
}

func (e *Encoder) flush() (err error) {
	if e.cur.n > 0 {
		out := []byte{e.cur.b}
		if e.cur.n > 1 {
			out = append(strconv.AppendInt(nil, int64(e.cur.n), 10), e.cur.b)
		}
		var n int
		n, err = e.w.Write(out)
		e.sent += n
	}
	e.cur = run{}
	return
}

func (e *Encoder) Write(p []byte) (int, error) {
	for i, b := range p {
		if '0' <= b && b <= '9' {
			return i, &InputError{Byte: b, Off: i}
		}
		if b != e.cur.b || e.cur.n == 0 {
			if err := e.flush(); err != nil {
				return i, err
			}
			e.cur.b = b
		}
		e.cur.n++
	}
	return len(p), nil
}

func (e *Encoder) Close() error { return e.flush() }

type InputError struct {
	Byte byte
	Off  int
}

func (e *InputError) Error() string { return fmt.Sprintf("digit %q at %d", e.Byte, e.Off) }

func Decode(r io.ByteScanner) (out []byte, err error) {
	for n := 0; ; {
		c, e := r.ReadByte()
		if e == io.EOF {
			if n > 0 {
				return out, io.ErrUnexpectedEOF
			}
			return out, nil
		}
		if d := c - '0'; d <= 9 {
			n = n*10 + int(d)
			continue
		}
		out = append(out, bytes.Repeat([]byte{c}, max(n, 1))...)
		n = 0
	}
}

type limited struct {
	bytes.Buffer
	room int
}

var errFull = errors.New("disk full")

func (l *limited) Write(p []byte) (int, error) {
	if l.Len()+len(p) > l.room {
		return 0, errFull
	}
	return l.Buffer.Write(p)
}

func encode(s string) (string, error) {
	var sb strings.Builder
	e := &Encoder{w: &sb}
	_, err := e.Write([]byte(s))
	return sb.String(), errors.Join(err, e.Close())
}

func main() {
	for _, s := range []string{"aaabccdddd", "", "x", strings.Repeat("z", 1234), "no runs", "a1b", "ééé"} {
		enc, err := encode(s)
		var ie *InputError
		if errors.As(err, &ie) {
			fmt.Printf("%q refused: %v (%+v)\n", s, err, *ie)
			continue
		}
		dec, err := Decode(strings.NewReader(enc))
		fmt.Printf("%.12q -> %q %d/%d back=%t %v\n", s, enc, len(enc), len(s), string(dec) == s, err)
	}
	out, err := Decode(bytes.NewBufferString("3a2"))
	fmt.Printf("%s %v\n", out, err)
	l := &limited{room: 4}
	e := &Encoder{w: l}
	n, err := io.Copy(e, strings.NewReader("aabbccdd"))
	fmt.Println(n, err, errors.Is(err, errFull), l.String(), e.sent, l.Len())
	var wc io.WriteCloser = &Encoder{w: io.Discard}
	fmt.Fprint(wc, "ppp", 'q', "rr")
	fmt.Println(wc.Close(), wc.(*Encoder).sent)
	row := bytes.Split([]byte("k=v;;a=b"), []byte(";"))
	fmt.Printf("%s %q %d\n", row, row, len(row))
	buf := bytes.NewBuffer(nil)
	for i := 0; i < 3; i++ {
		buf.WriteString(strings.Repeat(string(rune('a'+i)), i+1))
	}
	first, _ := buf.ReadBytes('b')
	fmt.Println(string(first), buf.String(), buf.Len(), bytes.Count(buf.Bytes(), []byte("c")))
	buf.UnreadByte()
	buf.Truncate(2)
	fmt.Println(buf, bytes.Title([]byte("done")), bytes.Equal(nil, []byte{}))
}
