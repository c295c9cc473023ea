package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"strings"
)

type level int

const (
	info level = iota
	warn
	fatal
)

func (l level) String() string { return [...]string{"I", "W", "F"}[l] }

// Set makes level a flag.Value.
func (l *level) Set(s string) error {
	for i, n := range []string{"info", "warn", "fatal"} {
		if strings.EqualFold(n, s) {
			*l = level(i)
			return nil
		}
	}
	return fmt.Errorf("no level %q", s)
}

type listFlag []string

func (l *listFlag) String() string     { return strings.Join(*l, "+") }
func (l *listFlag) Set(s string) error { *l = append(*l, s); return nil }

type config struct {
	n     int
	name  string
	min   level
	files listFlag
	quiet bool
}

func parse(args ...string) (c config, rest []string, err error) {
	fs := flag.NewFlagSet("tool", flag.ContinueOnError)
	var sink strings.Builder
	fs.SetOutput(&sink)
	fs.IntVar(&c.n, "n", 1, "how `many`")
	fs.StringVar(&c.name, "name", "anon", "who")
	fs.Var(&c.min, "level", "least level")
	fs.Var(&c.files, "f", "file, may repeat")
	fs.BoolVar(&c.quiet, "q", false, "be quiet")
	err = fs.Parse(args)
	set := []string{}
	fs.Visit(func(f *flag.Flag) { set = append(set, f.Name+"="+f.Value.String()) })
	fmt.Println("set:", set, "usage lines:", strings.Count(sink.String(), "\n"))
	return c, fs.Args(), err
}

type exitCode int

func main() {
	code := exitCode(0)
	lg := log.New(os.Stdout, "tool: ", 0)
	defer func() {
		if r := recover(); r != nil {
			if ec, ok := r.(exitCode); ok {
				lg.Println("leaving with", int(ec))
				os.Exit(int(ec))
			}
			panic(r)
		}
	}()
	defer lg.Println("deferred before exit")
	for _, args := range [][]string{
		{}, {"-n", "5", "-q", "x", "y"}, {"-f=a", "-f", "b", "--level", "WARN", "--", "-n"}, {"-name", "zed", "-n=abc"}, {"-level", "loud"}, {"-unknown"},
	} {
		c, rest, err := parse(args...)
		if err != nil {
			lg.Println("error:", err)
			code++
			continue
		}
		lg.Printf("%+v rest=%q level=%v", c, rest, c.min)
	}
	if code != 0 {
		panic(code)
	}
}
