package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"
)

type Frame struct {
	Type uint8
	Data []byte
}
type FrameWriter struct {
	w   *bufio.Writer
	seq uint16
}
type FrameReader struct {
	io.Reader
	last uint16
}

var ErrTooBig = errors.New("frame too big")

func (fw *FrameWriter) WriteFrame(f Frame) (err error) {
	if len(f.Data) > 20 {
		return fmt.Errorf("%w: %d", ErrTooBig, len(f.Data))
	}
	defer func() {
		if err == nil {
			err = fw.w.Flush()
		}
	}()
	fw.seq++
	hdr := [4]byte{f.Type, byte(len(f.Data))}
	binary.BigEndian.PutUint16(hdr[2:], fw.seq)
	if _, err = fw.w.Write(hdr[:]); err != nil {
		return
	}
	_, err = fw.w.Write(f.Data)
	return
}
func (fr *FrameReader) Next() (f Frame, err error) {
	var hdr struct {
		T, L uint8
		S    uint16
	}
	if err = binary.Read(fr, binary.BigEndian, &hdr); err != nil {
		return
	}
	if hdr.S != fr.last+1 {
		err = fmt.Errorf("gap %d->%d", fr.last, hdr.S)
	}
	fr.last = hdr.S
	f = Frame{hdr.T, make([]byte, hdr.L)}
	if _, e := io.ReadFull(fr, f.Data); e != nil {
		err = errors.Join(err, e)
	}
	return
}

type slowReader struct {
	data string
	step int
}

func (s *slowReader) Read(p []byte) (int, error) {
	if len(s.data) == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), s.step)], s.data)
	s.data = s.data[n:]
	return n, nil
}

type seeker struct {
	buf []byte
	off int64
}

func (s *seeker) Write(p []byte) (int, error) {
	if need := int(s.off) + len(p); need > len(s.buf) {
		s.buf = append(s.buf, make([]byte, need-len(s.buf))...)
	}
	n := copy(s.buf[s.off:], p)
	s.off += int64(n)
	return n, nil
}
func (s *seeker) Seek(off int64, wh int) (int64, error) {
	switch wh {
	case io.SeekStart:
		s.off = off
	case io.SeekCurrent:
		s.off += off
	case io.SeekEnd:
		s.off = int64(len(s.buf)) + off
	}
	if s.off < 0 {
		return 0, os.ErrInvalid
	}
	return s.off, nil
}

func main() {
	var net bytes.Buffer
	fw := &FrameWriter{w: bufio.NewWriter(&net)}
	for i, s := range []string{"hello", "", "wörld", strings.Repeat("x", 21)} {
		fmt.Println(fw.WriteFrame(Frame{uint8(i), []byte(s)}))
	}
	fr := &FrameReader{Reader: &slowReader{net.String() + "\x01\x05\x00\x09abc", 3}}
	for {
		f, err := fr.Next()
		fmt.Printf("%d %q %v\n", f.Type, f.Data, err)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			break
		}
	}
	var ws io.WriteSeeker = &seeker{}
	fmt.Fprint(ws, "hello world")
	ws.Seek(-5, io.SeekEnd)
	io.WriteString(ws, "WORLDS")
	_, err := ws.Seek(-100, io.SeekCurrent)
	fmt.Println(string(ws.(*seeker).buf), err)
	br := bufio.NewReader(&slowReader{"12 apples\n7 pears\nbad line\n", 4})
	for {
		var n int
		var s string
		_, err := fmt.Fscanln(br, &n, &s)
		if err == io.EOF {
			break
		}
		fmt.Println(n, s, err)
		if err != nil {
			br.ReadString('\n')
		}
	}
	var a int
	var b float64
	var c string
	var d rune
	k, err := fmt.Sscanf("id:7 w=2.5 [abc] z", "id:%d w=%f [%3s] %c", &a, &b, &c, &d)
	fmt.Println(k, err, a, b, c, string(d))
	k, err = fmt.Sscan("1 x", &a, &b)
	fmt.Println(k, err)
	rs := bufio.NewScanner(strings.NewReader("aé世\xff"))
	rs.Split(bufio.ScanRunes)
	for rs.Scan() {
		r, sz := utf8.DecodeRune(rs.Bytes())
		fmt.Printf("%q/%d ", r, sz)
	}
	sc := bufio.NewScanner(strings.NewReader(strings.Repeat("long", 50)))
	sc.Buffer(make([]byte, 0, 16), 32)
	fmt.Println(sc.Scan(), sc.Err(), errors.Is(sc.Err(), bufio.ErrTooLong))
	mr := io.MultiReader(strings.NewReader("a"), &slowReader{"bc", 1}, io.LimitReader(strings.NewReader("defgh"), 2))
	all, _ := io.ReadAll(mr)
	n, err := io.CopyN(io.Discard, strings.NewReader("ab"), 5)
	fmt.Println(string(all), n, err)
	rw := bufio.NewReadWriter(bufio.NewReader(strings.NewReader("in\n")), bufio.NewWriter(os.Stdout))
	l, _, _ := rw.ReadLine()
	fmt.Fprintf(rw, "got %s\n", l)
	rw.Flush()
	p, _ := bufio.NewReader(strings.NewReader("peek")).Peek(2)
	fmt.Println(string(p))
	io.Copy(os.Stdout, struct{ io.Reader }{strings.NewReader("wrapped\n")})
}
