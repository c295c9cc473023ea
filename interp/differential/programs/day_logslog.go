package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"log/slog"
	"os"
	"slices"
	"strings"
	"time"
)

type Secret string

func (Secret) LogValue() slog.Value { return slog.StringValue("***") }

type User struct {
	ID   int
	Name string
	pass Secret
}

func (u User) LogValue() slog.Value {
	return slog.GroupValue(slog.Int("id", u.ID), slog.String("name", u.Name))
}

type memHandler struct {
	out    *[]string
	attrs  []slog.Attr
	groups []string
	level  slog.Leveler
}

func (h memHandler) Enabled(_ context.Context, l slog.Level) bool { return l >= h.level.Level() }
func (h memHandler) Handle(ctx context.Context, r slog.Record) error {
	var sb strings.Builder
	fmt.Fprintf(&sb, "%v|%s|%s", r.Level, strings.Join(h.groups, "."), r.Message)
	for _, a := range h.attrs {
		sb.WriteString(" " + a.String())
	}
	r.Attrs(func(a slog.Attr) bool {
		fmt.Fprintf(&sb, " %s=%v(%v)", a.Key, a.Value.Resolve(), a.Value.Kind())
		return true
	})
	*h.out = append(*h.out, sb.String())
	return nil
}
func (h memHandler) WithAttrs(as []slog.Attr) slog.Handler {
	h.attrs = append(slices.Clip(h.attrs), as...)
	return h
}
func (h memHandler) WithGroup(n string) slog.Handler {
	h.groups = append(slices.Clip(h.groups), n)
	return h
}

type point struct{ X, Y int }
type listFlag []string

func (l *listFlag) String() string { return strings.Join(*l, ",") }
func (l *listFlag) Set(s string) error {
	if s == "" {
		return errors.New("empty value")
	}
	*l = append(*l, s)
	return nil
}

type prefixW struct{ w io.Writer }

func (p prefixW) Write(b []byte) (int, error) {
	fmt.Fprintf(p.w, "[%d] %s", len(b), b)
	return len(b), nil
}

func main() {
	var out []string
	lv := new(slog.LevelVar)
	lg := slog.New(memHandler{out: &out, level: lv})
	lg.Debug("no")
	lg.Info("hello", "u", User{1, "ann", "pw"}, "s", Secret("x"), "n", 3, "d", time.Second, "bad")
	lv.Set(slog.LevelDebug)
	lg.With("req", 7).WithGroup("g").Debug("deb", slog.Any("p", point{1, 2}), slog.Group("in", "a", 1))
	lg.Log(context.Background(), slog.Level(2), "mid", "err", errors.New("e"))
	for _, l := range out {
		fmt.Println(l)
	}
	strip := func(groups []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey && len(groups) == 0 {
			return slog.Attr{}
		}
		if a.Key == "pw" {
			a.Value = slog.StringValue("hidden")
		}
		return a
	}
	tl := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: strip}))
	tl.Info("text msg", "user", User{2, "bo b", ""}, "p", point{3, 4}, "pw", "x", "e", io.EOF, "nil", nil, "sl", []string{"a"})
	jl := slog.New(slog.NewJSONHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: strip, Level: slog.LevelWarn}))
	jl.Info("skipped")
	jl.WithGroup("g").Warn("json", "user", User{3, "c", ""}, "p", &point{5, 6}, "m", map[string]int{"z": 1, "a": 2}, "f", 1.5, "sec", Secret("q"))
	var buf bytes.Buffer
	l := log.New(&buf, "app: ", log.Lmsgprefix|log.Lshortfile)
	l.SetFlags(log.Lmsgprefix)
	logf := l.Printf
	logf("x=%d", 5)
	l.Println("a", 1, []int{2})
	svc := struct{ Log func(string, ...any) }{l.Printf}
	svc.Log("%s via field", "called")
	log.New(prefixW{os.Stdout}, "", 0).Print("wrapped")
	fmt.Print(buf.String())
	func() {
		defer func() { fmt.Println("panicked:", recover()) }()
		l.Panicf("bad %d", 1)
	}()
	fs := flag.NewFlagSet("tool", flag.ContinueOnError)
	fs.SetOutput(os.Stdout)
	n := fs.Int("n", 5, "number of `things`")
	var lf listFlag
	fs.Var(&lf, "l", "list value")
	v := fs.Bool("v", false, "verbose")
	d := fs.Duration("d", time.Minute, "wait")
	fs.Func("up", "upper", func(s string) error { fmt.Println("UP", strings.ToUpper(s)); return nil })
	err := fs.Parse([]string{"-n=7", "--l", "a", "-l=b", "-v", "-d", "1h2m", "-up", "q", "rest", "-n=9"})
	fmt.Println(err, *n, lf, *v, *d, fs.Args(), fs.NArg())
	fs.Visit(func(f *flag.Flag) { fmt.Print(f.Name, "=", f.Value, " ") })
	fmt.Println(fs.Parse([]string{"-l", ""}))
	fmt.Println(fs.Parse([]string{"-zzz"}))
	fmt.Println(errors.Is(fs.Parse([]string{"-h"}), flag.ErrHelp))
}
