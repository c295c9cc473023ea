package main

import (
	"bufio"
	"bytes"
	"crypto/md5"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash"
	"hash/crc32"
	"hash/fnv"
	"io"
	"os"
	"strings"
)

type rot13 struct{ r io.Reader }

func (r rot13) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	for i, c := range p[:n] {
		switch {
		case c >= 'a' && c <= 'z':
			p[i] = 'a' + (c-'a'+13)%26
		case 'A' <= c && c <= 'Z':
			p[i] = 'A' + (c-'A'+13)%26
		}
	}
	return n, err
}

type lineNo struct {
	w  io.Writer
	n  int
	at bool
}

func (l *lineNo) Write(p []byte) (int, error) {
	for _, part := range bytes.SplitAfter(p, []byte("\n")) {
		if len(part) == 0 {
			continue
		}
		if !l.at {
			l.n++
			fmt.Fprintf(l.w, "%2d| ", l.n)
		}
		l.w.Write(part)
		l.at = part[len(part)-1] != '\n'
	}
	return len(p), nil
}

type rec struct{ lines []string }

func (r *rec) ReadFrom(src io.Reader) (n int64, err error) {
	sc := bufio.NewScanner(src)
	sc.Split(bufio.ScanWords)
	for sc.Scan() {
		r.lines = append(r.lines, sc.Text())
		n += int64(len(sc.Bytes()))
	}
	return n, sc.Err()
}
func (r *rec) Write(p []byte) (int, error) { panic("not used") }
func (r rec) WriteTo(w io.Writer) (int64, error) {
	n, err := fmt.Fprintln(w, strings.Join(r.lines, "_"))
	return int64(n), err
}
func (r rec) Read([]byte) (int, error) { return 0, io.EOF }

type errAfter int

func (e *errAfter) Write(p []byte) (int, error) {
	if *e -= errAfter(len(p)); *e < 0 {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}
func commas(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if i := bytes.IndexByte(data, ','); i >= 0 {
		return i + 1, bytes.TrimSpace(data[:i]), nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, bufio.ErrFinalToken
	}
	return 0, nil, nil
}

func main() {
	var sb strings.Builder
	h := sha256.New()
	io.Copy(io.MultiWriter(&sb, h), rot13{strings.NewReader("Uryyb, Jbeyq!")})
	fmt.Println(sb.String(), hex.EncodeToString(h.Sum(nil))[:16])
	fmt.Fprintf(&lineNo{w: os.Stdout}, "a\nb%d\nc\n", 3)
	r := &rec{}
	n, err := io.Copy(r, strings.NewReader("some words  here\nnow"))
	fmt.Println(n, err, len(r.lines))
	n, err = io.Copy(os.Stdout, r)
	fmt.Println(n, err)
	sc := bufio.NewScanner(strings.NewReader("a, b ,c,d"))
	sc.Split(commas)
	for sc.Scan() {
		fmt.Printf("%q ", sc.Text())
	}
	fmt.Println(sc.Err())
	pr, pw := io.Pipe()
	go func() {
		defer pw.CloseWithError(fmt.Errorf("custom end"))
		for i := range 3 {
			fmt.Fprintln(pw, "line", i)
		}
	}()
	tee := io.TeeReader(pr, &sb)
	br := bufio.NewReader(tee)
	for {
		l, err := br.ReadString('\n')
		if err != nil {
			fmt.Printf("%q %v\n", l, err)
			break
		}
		fmt.Print(l)
	}
	fmt.Println(sb.Len())
	e := errAfter(5)
	bw := bufio.NewWriterSize(&e, 16)
	fmt.Fprint(bw, "0123456789")
	fmt.Println(bw.Flush(), e)
	hs := map[string]hash.Hash{"md5": md5.New(), "crc": crc32.NewIEEE(), "fnv": fnv.New64a()}
	for _, k := range []string{"crc", "fnv", "md5"} {
		io.WriteString(hs[k], "data")
		fmt.Printf("%s %x %d\n", k, hs[k].Sum(nil), hs[k].Size())
	}
	fmt.Println(crc32.ChecksumIEEE([]byte("data")), base64.URLEncoding.EncodeToString([]byte{0xfb, 0xff, 1}), fmt.Sprintf("%x", sha256.Sum256(nil))[:8])
	enc := base64.NewEncoder(base64.StdEncoding, os.Stdout)
	enc.Write([]byte("stream"))
	enc.Close()
	fmt.Println()
	d := hex.Dumper(os.Stdout)
	d.Write([]byte("hello, hex dump!!"))
	d.Close()
	_, err = hex.DecodeString("0g")
	fmt.Println(err)
	sr := io.NewSectionReader(strings.NewReader("0123456789"), 2, 5)
	b, _ := io.ReadAll(sr)
	sr.Seek(-2, io.SeekEnd)
	c, _ := io.ReadAll(sr)
	fmt.Println(string(b), string(c), io.Discard)
	var _ io.ReaderFrom = (*rec)(nil)
}
