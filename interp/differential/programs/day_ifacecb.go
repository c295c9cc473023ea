package main

import (
	"bufio"
	"bytes"
	"context"
	"database/sql/driver"
	"encoding"
	"encoding/json"
	"errors"
	"expvar"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"hash"
	"image"
	"image/color"
	"io"
	"math/rand"
	"os"
	"sort"
	"strings"
	"text/template"
)

type xorHash struct{ v byte }

func (x *xorHash) Write(p []byte) (int, error) {
	for _, b := range p {
		x.v ^= b
	}
	return len(p), nil
}
func (x *xorHash) Sum(b []byte) []byte { return append(b, x.v) }
func (x *xorHash) Reset()              { x.v = 0 }
func (x *xorHash) Size() int           { return 1 }
func (x *xorHash) BlockSize() int      { return 1 }

type seqSrc struct{ n uint64 }

func (s *seqSrc) Int63() int64   { s.n += 1 << 40; return int64(s.n) }
func (s *seqSrc) Seed(n int64)   { s.n = uint64(n) }
func (s *seqSrc) Uint64() uint64 { return uint64(s.Int63()) }

type gradient struct{ w, h int }

func (g gradient) ColorModel() color.Model { return color.GrayModel }
func (g gradient) Bounds() image.Rectangle { return image.Rect(0, 0, g.w, g.h) }
func (g gradient) At(x, y int) color.Color { return color.Gray{uint8(x * 10 * (y + 1))} }

type Status int

func (s Status) Value() (driver.Value, error) { return int64(s) * 10, nil }
func (s *Status) Scan(v any) error {
	switch x := v.(type) {
	case int64:
		*s = Status(x / 10)
		return nil
	case nil:
		*s = -1
		return nil
	}
	return fmt.Errorf("cannot scan %T", v)
}

type scanPt struct{ x, y int }

func (p *scanPt) Scan(st fmt.ScanState, verb rune) error {
	tok, err := st.Token(true, func(r rune) bool { return r != ';' })
	if err != nil {
		return err
	}
	if _, err := fmt.Sscanf(string(tok), "%d/%d", &p.x, &p.y); err != nil {
		return err
	}
	st.ReadRune()
	return nil
}

type visitor struct {
	depth int
	out   *[]string
}

func (v visitor) Visit(n ast.Node) ast.Visitor {
	if id, ok := n.(*ast.Ident); ok {
		*v.out = append(*v.out, fmt.Sprint(v.depth, id.Name))
	}
	v.depth++
	return v
}

type ctxKey string
type myCtx struct {
	context.Context
	extra map[any]any
}

func (c myCtx) Value(k any) any {
	if v, ok := c.extra[k]; ok {
		return v
	}
	return c.Context.Value(k)
}

type byteR struct{ s string }

func (b *byteR) ReadByte() (byte, error) {
	if b.s == "" {
		return 0, io.EOF
	}
	c := b.s[0]
	b.s = b.s[1:]
	return c, nil
}
func (b *byteR) Read(p []byte) (n int, err error) {
	for n < len(p) && n < 2 {
		c, err := b.ReadByte()
		if err != nil {
			return n, err
		}
		p[n] = c
		n++
	}
	return n, nil
}

type key struct{ a, b string }

func (k key) MarshalText() ([]byte, error) { return []byte(k.a + "/" + k.b), nil }
func (k *key) UnmarshalText(b []byte) error {
	var ok bool
	if k.a, k.b, ok = strings.Cut(string(b), "/"); !ok {
		return errors.New("bad key")
	}
	return nil
}

func main() {
	var h hash.Hash = &xorHash{}
	io.Copy(h, io.TeeReader(strings.NewReader("abc"), bytes.NewBuffer(nil)))
	fmt.Printf("%x\n", h.Sum([]byte{1}))
	r := rand.New(&seqSrc{5})
	fmt.Println(r.Intn(1000), r.Int63()>>40, r.Perm(4))
	var img image.Image = gradient{3, 2}
	dst := image.NewRGBA(img.Bounds())
	for y := range 2 {
		for x := range 3 {
			dst.Set(x, y, img.At(x, y))
		}
	}
	fmt.Println(dst.Pix, dst.RGBAAt(2, 1), dst.Bounds(), img.Bounds().Dx())
	var s Status
	fmt.Println(s.Scan(int64(50)), s, s.Scan("x"), s.Scan(nil), s)
	var vl driver.Valuer = s
	fmt.Println(vl.Value())
	var a, b scanPt
	n, err := fmt.Sscan("1/2; 3/4;", &a, &b)
	fmt.Println(n, err, a, b)
	e, err := parser.ParseExpr("f(x, y+1).Z")
	var out []string
	ast.Walk(visitor{0, &out}, e)
	fmt.Println(out, err)
	fset := token.NewFileSet()
	f, _ := parser.ParseFile(fset, "x.go", "package p\nfunc A() {}\nfunc b(i int) {}", 0)
	ast.Inspect(f, func(n ast.Node) bool {
		if fd, ok := n.(*ast.FuncDecl); ok {
			fmt.Print(fd.Name, fset.Position(fd.Pos()), fd.Name.IsExported(), " ")
		}
		return true
	})
	fmt.Println()
	base, cancel := context.WithCancel(context.WithValue(context.Background(), ctxKey("a"), 1))
	c := myCtx{base, map[any]any{ctxKey("b"): 2}}
	child, _ := context.WithCancel(c)
	fmt.Println(child.Value(ctxKey("a")), child.Value(ctxKey("b")), child.Value("a"), child.Err())
	cancel()
	<-child.Done()
	fmt.Println(child.Err())
	br := bufio.NewReader(&byteR{"héllo\nworld"})
	l, _ := br.ReadString('\n')
	ru, sz, _ := br.ReadRune()
	br.UnreadRune()
	rest, _ := io.ReadAll(br)
	fmt.Printf("%q %c %d %s\n", l, ru, sz, rest)
	m := map[key]int{{"x", "y"}: 1}
	j, err := json.Marshal(m)
	var back map[key]int
	fmt.Println(string(j), err, json.Unmarshal(j, &back), back[key{"x", "y"}], json.Unmarshal([]byte(`{"q":1}`), &back))
	var tm encoding.TextMarshaler = key{"1", "2"}
	t, _ := tm.MarshalText()
	fmt.Println(string(t), sort.SearchStrings([]string{"a", "c"}, "b"))
	ev := expvar.Func(func() any { return map[string]int{"z": 1} })
	fmt.Println(ev.String())
	template.Must(template.New("").Parse("{{range $k, $v := .M}}{{$k}}={{$v}}{{end}} {{.K.String}} {{printf \"%v\" .S}}\n")).Execute(os.Stdout, struct {
		M map[key]int
		K fmt.Stringer
		S Status
	}{m, &b, s})
}
func (p *scanPt) String() string { return fmt.Sprintf("PT(%d,%d)", p.x, p.y) }
