//go:build ignore

package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"
)

type Percent float64

func (p *Percent) Set(s string) error {
	f, err := strconv.ParseFloat(strings.TrimSuffix(s, "%"), 64)
	if err != nil {
		return errors.Unwrap(err)
	}
	if f < 0 || f > 100 {
		return fmt.Errorf("%g outside 0..100", f)
	}
	*p = Percent(f)
	return nil
}
func (p *Percent) String() string { return strconv.FormatFloat(float64(*p), 'g', -1, 64) + "%" }
func (p *Percent) Get() any       { return float64(*p) }

type pairs map[string]string

func (p pairs) Set(s string) error {
	k, v, ok := strings.Cut(s, "=")
	if !ok {
		return errors.New("want key=value")
	}
	p[k] = v
	return nil
}
func (p pairs) String() string { return fmt.Sprint(map[string]string(p)) }

type enum struct {
	val     *string
	choices []string
}

func (e enum) Set(s string) error {
	for _, c := range e.choices {
		if c == s {
			*e.val = s
			return nil
		}
	}
	return fmt.Errorf("choose from %v", e.choices)
}
func (e enum) String() string {
	if e.val == nil {
		return ""
	}
	return *e.val
}

type verbosity int

func (v *verbosity) Set(s string) error {
	if s == "true" {
		*v++
		return nil
	}
	n, err := strconv.Atoi(s)
	*v = verbosity(n)
	return err
}
func (v *verbosity) String() string   { return fmt.Sprint(int(*v)) }
func (v *verbosity) IsBoolFlag() bool { return true }

type day struct{ time.Time }

func (d day) MarshalText() ([]byte, error) { return []byte(d.Format("Jan-02")), nil }
func (d *day) UnmarshalText(b []byte) (err error) {
	d.Time, err = time.Parse("Jan-02", string(b))
	return
}

type link struct{ *url.URL }

func (l *link) Set(s string) (err error) { l.URL, err = url.Parse(s); return }
func (l *link) String() string {
	if l.URL == nil {
		return "none"
	}
	return l.URL.Redacted()
}

func run(args ...string) {
	var (
		out  bytes.Buffer
		pc   Percent = 50
		ps           = pairs{}
		mode         = "fast"
		v    verbosity
		d    day
		l    link
	)
	fs := flag.NewFlagSet("prog", flag.ContinueOnError)
	fs.SetOutput(&out)
	fs.Usage = func() { fmt.Fprintln(fs.Output(), "usage of", fs.Name()) }
	fs.Var(&pc, "p", "a percentage")
	fs.Var(ps, "D", "definitions")
	fs.Var(enum{&mode, []string{"fast", "slow"}}, "mode", "")
	fs.Var(&v, "v", "more output")
	fs.Var(&l, "link", "where")
	fs.TextVar(&d, "day", day{time.Date(0, 3, 1, 0, 0, 0, 0, time.UTC)}, "the day")
	err := fs.Parse(args)
	fmt.Printf("%q err=%v\n", args, err)
	if s := out.String(); s != "" {
		fmt.Printf("  out %q\n", s)
	}
	if err == nil {
		fmt.Printf("  %v %v %s v=%d %s %s rest=%q\n", &pc, ps, mode, v, d.Format("02.01."), &l, fs.Args())
		var set []string
		fs.Visit(func(f *flag.Flag) { set = append(set, f.Name+"("+f.DefValue+")="+f.Value.String()) })
		fmt.Println("  set", set, fs.NFlag())
		if g, ok := fs.Lookup("p").Value.(flag.Getter); ok {
			fmt.Printf("  %T %v\n", g.Get(), g.Get())
		}
	}
}

func main() {
	run()
	run("-p", "12.5%", "-D", "a=1", "-D=b=2", "-v", "-v", "--mode=slow", "x", "-v")
	run("-v=5", "-day", "Dec-24", "-link", "http://u:pw@h/x", "--", "-p")
	run("-p=101")
	run("-p=abc")
	run("-D", "novalue")
	run("-mode", "warp")
	run("-day=tomorrow")
	run("-link")
}
