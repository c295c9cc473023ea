//go:build ignore

package main

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha256"
	"encoding/ascii85"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"strings"
)

type Codec interface {
	Encode([]byte) ([]byte, error)
	Decode([]byte) ([]byte, error)
}

type funcs struct {
	enc func([]byte) []byte
	dec func([]byte) ([]byte, error)
}

func (f funcs) Encode(b []byte) ([]byte, error) { return f.enc(b), nil }
func (f funcs) Decode(b []byte) ([]byte, error) { return f.dec(b) }

type streamed struct {
	w func(io.Writer) io.WriteCloser
	r func(io.Reader) (io.ReadCloser, error)
}

func (s streamed) Encode(b []byte) ([]byte, error) {
	var buf bytes.Buffer
	w := s.w(&buf)
	if _, err := w.Write(b); err != nil {
		return nil, err
	}
	err := w.Close()
	return buf.Bytes(), err
}

func (s streamed) Encoded(b []byte) []byte { out, _ := s.Encode(b); return out }

func (s streamed) Decode(b []byte) ([]byte, error) {
	r, err := s.r(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

type stack []Codec

func (s stack) Encode(b []byte) (out []byte, err error) {
	for out = b; len(s) > 0 && err == nil; s = s[1:] {
		out, err = s[0].Encode(out)
	}
	return
}

func (s stack) Decode(b []byte) (out []byte, err error) {
	out = b
	for i := len(s) - 1; i >= 0; i-- {
		if out, err = s[i].Decode(out); err != nil {
			return nil, fmt.Errorf("layer %d: %w", i, err)
		}
	}
	return
}

func main() {
	b64 := funcs{func(b []byte) []byte { return base64.StdEncoding.AppendEncode(nil, b) },
		func(b []byte) ([]byte, error) { return base64.StdEncoding.DecodeString(string(b)) }}
	hx := funcs{func(b []byte) []byte { return []byte(hex.EncodeToString(b)) },
		func(b []byte) ([]byte, error) { return hex.DecodeString(string(b)) }}
	gz := streamed{func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
		func(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) }}
	zl := streamed{func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) }, zlib.NewReader}
	msg := []byte(strings.Repeat("hello, wörld! ", 20))
	for i, c := range []Codec{b64, hx, gz, zl, stack{gz, b64}, stack{zl, hx, b64}, stack{}} {
		e, err := c.Encode(msg)
		if err != nil {
			fmt.Println(i, err)
			continue
		}
		d, err := c.Decode(e)
		fmt.Printf("%d %T shorter=%t same=%t err=%v\n", i, c, len(e) < len(msg), bytes.Equal(d, msg), err)
	}
	_, err := stack{gz, b64}.Decode([]byte("aGVsbG8="))
	fmt.Println(err, errors.Is(err, gzip.ErrHeader), errors.Is(err, io.ErrUnexpectedEOF))
	_, err = stack{gz, b64}.Decode([]byte("a*b="))
	var ce base64.CorruptInputError
	if errors.As(err, &ce) {
		fmt.Println(err, "at", int64(ce))
	}
	_, err = hx.Decode([]byte("abc"))
	fmt.Println(err, err == hex.ErrLength)

	fmt.Println(base64.URLEncoding.EncodeToString([]byte{251, 255}), base64.RawStdEncoding.EncodeToString([]byte("a")))
	fmt.Println(base32.StdEncoding.WithPadding('~').EncodeToString([]byte("hi")))
	a85 := make([]byte, ascii85.MaxEncodedLen(4))
	fmt.Println(string(a85[:ascii85.Encode(a85, []byte("test"))]))
	fmt.Printf("%x\n%x\n", sha256.Sum256(nil), md5.Sum([]byte("x")))
	mac := hmac.New(sha256.New, []byte("key"))
	io.WriteString(mac, "data")
	sum := mac.Sum([]byte{0xAB})
	fmt.Println(len(sum), hex.EncodeToString(sum[:5]), mac.Size(), mac.BlockSize())
	blk := &pem.Block{Type: "NOTE", Headers: map[string]string{"By": "me"}, Bytes: []byte("pem body")}
	text := pem.EncodeToMemory(blk)
	fmt.Print(string(text))
	back, rest := pem.Decode(append(text, "tail"...))
	fmt.Println(back.Type, back.Headers, string(back.Bytes), string(rest))
}
