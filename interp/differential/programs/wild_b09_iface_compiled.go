package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding"
	"encoding/binary"
	"flag"
	"fmt"
	"hash"
	"hash/fnv"
	"image"
	"image/color"
	"io"
	"log/slog"
	"math/rand"
	"os"
	"sort"
	"strings"
	"sync"
	"text/template"
	"time"
)

type listFlag []string

func (l *listFlag) String() string     { return strings.Join(*l, ",") }
func (l *listFlag) Set(s string) error { *l = append(*l, s); return nil }

type slowReader struct {
	data []byte
	pos  int
}

func (s *slowReader) Read(p []byte) (int, error) {
	if s.pos >= len(s.data) {
		return 0, io.EOF
	}
	n := copy(p[:1], s.data[s.pos:])
	s.pos += n
	return n, nil
}

type upper struct{ w io.Writer }

func (u upper) Write(p []byte) (int, error) { return u.w.Write(bytes.ToUpper(p)) }

type sum8 struct{ s uint8 }

func (s *sum8) Write(p []byte) (int, error) {
	for _, b := range p {
		s.s += b
	}
	return len(p), nil
}
func (s *sum8) Sum(b []byte) []byte { return append(b, s.s) }
func (s *sum8) Reset()              { s.s = 0 }
func (s *sum8) Size() int           { return 1 }
func (s *sum8) BlockSize() int      { return 1 }

type grad struct{ w, h int }

func (g grad) ColorModel() color.Model { return color.RGBAModel }
func (g grad) Bounds() image.Rectangle { return image.Rect(0, 0, g.w, g.h) }
func (g grad) At(x, y int) color.Color { return color.RGBA{uint8(x * 10), uint8(y * 10), 0, 255} }

type handler struct {
	mu    *sync.Mutex
	out   *[]string
	attrs []slog.Attr
}

func (h handler) Enabled(_ context.Context, l slog.Level) bool { return l >= slog.LevelInfo }
func (h handler) Handle(_ context.Context, r slog.Record) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", r.Level, r.Message)
	for _, a := range h.attrs {
		fmt.Fprintf(&b, " %s", a)
	}
	r.Attrs(func(a slog.Attr) bool { fmt.Fprintf(&b, " %s=%v", a.Key, a.Value); return true })
	*h.out = append(*h.out, b.String())
	return nil
}
func (h handler) WithAttrs(as []slog.Attr) slog.Handler {
	h.attrs = append(append([]slog.Attr{}, h.attrs...), as...)
	return h
}
func (h handler) WithGroup(string) slog.Handler { return h }

type lv struct{ n string }

func (l lv) LogValue() slog.Value { return slog.GroupValue(slog.String("name", l.n)) }

type lcg struct{ s uint64 }

func (l *lcg) Int63() int64 {
	l.s = l.s*6364136223846793005 + 1442695040888963407
	return int64(l.s >> 1)
}
func (l *lcg) Seed(s int64)   { l.s = uint64(s) }
func (l *lcg) Uint64() uint64 { return uint64(l.Int63())<<1 ^ uint64(l.Int63()) }

type people []struct {
	Name string
	Age  int
}

func (p people) Len() int           { return len(p) }
func (p people) Less(i, j int) bool { return p[i].Age < p[j].Age }
func (p people) Swap(i, j int)      { p[i], p[j] = p[j], p[i] }

type tm time.Time

func (t tm) MarshalText() ([]byte, error) { return []byte(time.Time(t).Format("2006")), nil }

var _ hash.Hash = (*sum8)(nil)
var _ encoding.TextMarshaler = tm{}

type scanN struct{ v []int }

func (s *scanN) Scan(st fmt.ScanState, verb rune) error {
	tok, err := st.Token(true, func(r rune) bool { return r != ';' })
	if err != nil {
		return err
	}
	for _, f := range strings.Split(string(tok), ",") {
		var n int
		fmt.Sscan(f, &n)
		s.v = append(s.v, n)
	}
	return nil
}

func main() {
	fl := flag.NewFlagSet("x", flag.ContinueOnError)
	fl.SetOutput(os.Stdout)
	var lf listFlag
	fl.Var(&lf, "l", "a `list`")
	n := fl.Int("n", 3, "number")
	d := fl.Duration("d", time.Second, "dur")
	fl.Func("f", "func", func(s string) error { fmt.Println("func", s); return nil })
	fmt.Println(fl.Parse([]string{"-l", "a", "-l=b", "-n", "5", "-f", "q", "rest"}), lf, *n, *d, fl.Args())
	fl.PrintDefaults()
	fmt.Println(fl.Parse([]string{"-zzz"}))
	sc := bufio.NewScanner(&slowReader{data: []byte("one two\nthree")})
	sc.Split(bufio.ScanWords)
	for sc.Scan() {
		fmt.Print(sc.Text(), ";")
	}
	fmt.Println()
	sc = bufio.NewScanner(strings.NewReader("a,b,,c"))
	sc.Split(func(data []byte, eof bool) (int, []byte, error) {
		if i := bytes.IndexByte(data, ','); i >= 0 {
			return i + 1, data[:i], nil
		}
		if eof && len(data) > 0 {
			return len(data), data, nil
		}
		return 0, nil, nil
	})
	for sc.Scan() {
		fmt.Printf("%q ", sc.Text())
	}
	fmt.Println()
	fmt.Fprintf(upper{os.Stdout}, "shout %d\n", 3)
	h := &sum8{}
	io.WriteString(h, "abc")
	mw := io.MultiWriter(h, fnv.New32a())
	io.Copy(mw, io.LimitReader(io.TeeReader(&slowReader{data: []byte("hello world")}, h), 5))
	fmt.Println(h.Sum(nil))
	g := grad{4, 3}
	r, gg, b, a := g.At(2, 1).RGBA()
	fmt.Println(g.Bounds().Dx(), r, gg, b, a, color.GrayModel.Convert(g.At(3, 2)))
	var lines []string
	lg := slog.New(handler{&sync.Mutex{}, &lines, nil}).With("svc", "x")
	lg.Debug("no")
	lg.Info("hi", "k", 1, "v", lv{"z"})
	lg.Warn("w", slog.Group("g", "a", 1))
	fmt.Println(strings.Join(lines, "\n"))
	slog.New(slog.NewJSONHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == "time" {
			return slog.Attr{}
		}
		return a
	}})).Info("json", "p", struct{ A, b int }{1, 2}, "v", lv{"q"}, "e", fmt.Errorf("bad"))
	rr := rand.New(&lcg{42})
	fmt.Println(rr.Intn(100), rr.Intn(100), rr.Perm(5))
	ps := people{{"a", 3}, {"b", 1}, {"c", 2}}
	sort.Stable(ps)
	fmt.Println(ps, sort.IsSorted(ps))
	var buf bytes.Buffer
	type rec struct {
		A uint16
		B int32
		C [2]float32
	}
	fmt.Println(binary.Write(&buf, binary.BigEndian, rec{1, -2, [2]float32{1, 2}}))
	fmt.Printf("%x %d\n", buf.Bytes(), binary.Size(rec{}))
	var rc rec
	fmt.Println(binary.Read(&buf, binary.BigEndian, &rc), rc)
	tmpl := template.Must(template.New("").Parse("{{.}} {{printf \"%v\" .}}\n"))
	tmpl.Execute(os.Stdout, lf)
	tmpl.Execute(os.Stdout, &lf)
	var sn scanN
	k, err := fmt.Sscan("1,2,3;x", &sn)
	fmt.Println(k, err, sn.v)
	var ra, rb int
	fmt.Sscanf("10-20", "%d-%d", &ra, &rb)
	fmt.Println(ra, rb)
	pr, pw := io.Pipe()
	go func() { fmt.Fprint(pw, "through pipe"); pw.Close() }()
	all, _ := io.ReadAll(pr)
	fmt.Println(string(all))
	rep := strings.NewReplacer("a", "1", "b", "2")
	fmt.Println(rep.Replace("abc"), strings.Map(func(r rune) rune {
		if r == 'a' {
			return -1
		}
		return r + 1
	}, "banana"))
	fmt.Println(sort.Search(100, func(i int) bool { return i*i >= 50 }))
}
