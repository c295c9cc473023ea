//go:build ignore

package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func try(name string, f func() any) {
	defer func() {
		r := recover()
		if err, ok := r.(error); ok {
			fmt.Printf("%-10s error  %T: %v\n", name, err, err)
			return
		}
		if r != nil {
			fmt.Printf("%-10s panic  %v\n", name, r)
		}
	}()
	v := f()
	fmt.Printf("%-10s ok     %T: %v\n", name, v, v)
}

type shortReader struct{ data []byte }

func (s *shortReader) Read(p []byte) (int, error) {
	if len(s.data) == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(2, len(p))], s.data)
	s.data = s.data[n:]
	return n, nil
}

func classify(err error) string {
	var (
		num  *strconv.NumError
		syn  *json.SyntaxError
		typ  *json.UnmarshalTypeError
		ue   *url.Error
		ibe  hex.InvalidByteError
		perr *time.ParseError
	)
	switch {
	case err == nil:
		return "fine"
	case errors.As(err, &num):
		return fmt.Sprintf("number %q: %v", num.Num, num.Err)
	case errors.As(err, &syn):
		return fmt.Sprintf("json syntax at %d", syn.Offset)
	case errors.As(err, &typ):
		return fmt.Sprintf("json %s into %s field %s", typ.Value, typ.Type, typ.Field)
	case errors.As(err, &ue):
		return "url " + ue.Op
	case errors.As(err, &ibe):
		return fmt.Sprintf("hex byte %q", byte(ibe))
	case errors.As(err, &perr):
		return fmt.Sprintf("time layout elem %q value elem %q", perr.LayoutElem, perr.ValueElem)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "end of input"
	}
	return "unknown " + err.Error()
}

func main() {
	try("atoi", func() any { return must(strconv.Atoi("42")) })
	try("atoi", func() any { return must(strconv.Atoi("4 2")) })
	try("int8", func() any { return must(strconv.ParseInt("200", 10, 8)) })
	try("regexp", func() any { return regexp.MustCompile(`a(b`) })
	try("regexp", func() any { return must(regexp.Compile(`^(\w+)@(\w+)\.com$`)) })
	try("netip", func() any { return must(netip.ParseAddr("10.0.0.300")) })
	try("duration", func() any { return must(time.ParseDuration("1h15m")) })
	try("string", func() any { panic("plain text") })

	var v struct {
		A int
		B []string
	}
	_, hexErr := hex.DecodeString("12zz")
	_, timeErr := time.Parse("2006-01-02", "2024-13-01")
	_, urlErr := url.Parse("http://bad host/")
	_, boolErr := strconv.ParseBool("yep")
	_, readErr := io.ReadFull(&shortReader{[]byte("abc")}, make([]byte, 8))
	for i, err := range []error{
		json.Unmarshal([]byte(`{"a": }`), &v),
		json.Unmarshal([]byte(`{"a": "one"}`), &v),
		fmt.Errorf("wrapped: %w", json.Unmarshal([]byte(`{"B": [1]}`), &v)),
		hexErr, timeErr, urlErr, boolErr, readErr,
		json.Unmarshal(nil, &v),
		bufio.ErrTooLong,
		nil,
	} {
		fmt.Println(i, classify(err))
	}
	br := bufio.NewReaderSize(&shortReader{[]byte(strings.Repeat("x", 40))}, 16)
	_, err := br.Peek(17)
	line, isPrefix, err2 := br.ReadLine()
	fmt.Println(err, len(line), isPrefix, err2, err == bufio.ErrBufferFull)
	var buf bytes.Buffer
	fmt.Println(buf.UnreadByte(), must(buf.WriteString("hey")), must(buf.ReadString('e')))
}
