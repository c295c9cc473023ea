//go:build ignore

package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

type Limits struct {
	Memory  int
	Workers int
}

type Options struct {
	Name    string
	Debug   *bool
	Every   time.Duration
	Include []string
	Limits
}

func ptr[T any](v T) *T { return &v }

func firstNonZero[T comparable](vs ...T) (z T) {
	for _, v := range vs {
		if v != z {
			return v
		}
	}
	return
}

func (o Options) merge(over Options) Options {
	o.Name = firstNonZero(over.Name, o.Name)
	o.Every = firstNonZero(over.Every, o.Every)
	o.Debug = firstNonZero(over.Debug, o.Debug)
	o.Limits = firstNonZero(over.Limits, o.Limits)
	if over.Include != nil {
		o.Include = over.Include
	}
	return o
}

type listFlag []string

func (l *listFlag) String() string { return strings.Join(*l, "+") }
func (l *listFlag) Set(s string) error {
	if s == "" {
		return fmt.Errorf("empty entry")
	}
	*l = append(*l, s)
	return nil
}

func parse(args ...string) (Options, []string, error) {
	var o Options
	fs := flag.NewFlagSet("tool", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&o.Name, "name", "", "the `name` to use")
	fs.DurationVar(&o.Every, "every", 0, "how often")
	fs.IntVar(&o.Workers, "workers", 0, "how many")
	fs.Var((*listFlag)(&o.Include), "include", "may be repeated")
	fs.BoolFunc("debug", "say more", func(s string) error {
		switch s {
		case "true", "yes":
			o.Debug = ptr(true)
		case "false", "no":
			o.Debug = ptr(false)
		default:
			return fmt.Errorf("not a yes or no: %q", s)
		}
		return nil
	})
	err := fs.Parse(args)
	return o, fs.Args(), err
}

func (o Options) show() string {
	debug := "unset"
	if o.Debug != nil {
		debug = fmt.Sprint(*o.Debug)
	}
	return fmt.Sprintf("name=%q debug=%s every=%v include=%q workers=%d", o.Name, debug, o.Every, o.Include, o.Workers)
}

func main() {
	defaults := Options{Name: "job", Debug: ptr(false), Every: time.Minute, Limits: Limits{256, 2}}
	for _, line := range []string{
		"",
		"-name build -debug",
		"-every 90s -include a -include b,c rest of it",
		"-workers=8 -debug=no -- -name x",
		"-debug=maybe",
		"-include=",
		"-unknown 3",
		"-workers many",
	} {
		o, rest, err := parse(strings.Fields(line)...)
		if err != nil {
			fmt.Printf("%-20q error: %v\n", line, err)
			continue
		}
		fmt.Printf("%q\n   %s rest=%q\n", line, defaults.merge(o).show(), rest)
	}
	a, b := Limits{1, 2}, Limits{1, 2}
	fmt.Println(a == b, defaults.Limits == a, firstNonZero("", "x", "y"), firstNonZero(0.0, 2.5))

	fs := flag.NewFlagSet("help", flag.ContinueOnError)
	fs.SetOutput(os.Stdout)
	var l listFlag = []string{"one", "two"}
	fs.Var(&l, "l", "a `list` of things")
	fs.Int("n", 3, "a number")
	fs.Duration("d", 1500*time.Millisecond, "a duration")
	fs.Bool("v", false, "verbose")
	fs.PrintDefaults()
	fmt.Println(fs.Parse([]string{"-h"}) == flag.ErrHelp)
}
