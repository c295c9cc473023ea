//go:build ignore

package main

import (
	"errors"
	"fmt"
	"time"
)

type ID int

func (i ID) String() string { return fmt.Sprintf("#%03d", int(i)) }

type Base struct {
	ID   ID
	Note string
}

func (b Base) String() string { return "Base" + b.ID.String() }

type Logger struct{ prefix string }

func (l *Logger) Log(s string) string { return l.prefix + s }
func (l *Logger) String() string      { return "Logger(" + l.prefix + ")" }

// Doc gets String from Base.
type Doc struct {
	Base
	Title string
}

// Twice embeds two Stringers, so has none.
type Twice struct {
	Base
	*Logger
}

// Own hides the promoted one.
type Own struct {
	Doc
	Pages int
}

func (o Own) String() string { return fmt.Sprintf("Own(%v,%d)", o.Doc, o.Pages) }

type Failing struct {
	error
	Code int
}

type Timed struct {
	time.Duration
	Label string
}

type Holder struct {
	S fmt.Stringer
	E error
}

type alias = Base

type Defined Base

type private struct {
	id   ID
	base Base
	when time.Duration
}

func main() {
	b := Base{7, "n"}
	d := Doc{b, "Go"}
	t := Twice{b, &Logger{"> "}}
	o := Own{d, 10}
	f := Failing{errors.New("boom"), 3}
	for _, v := range []any{b, &b, d, &d, t.Base, t.Logger, o, &o, f, &f, Timed{1500 * time.Millisecond, "x"},
		Holder{b, f}, Holder{}, alias(b), Defined(b), private{1, b, time.Second}, []Base{b}, []*Logger{}, map[ID]Base{2: b, 1: {}},
		[2]ID{1, 2}, struct{ ID }{5}, struct{ I ID }{6}} {
		fmt.Printf("%T: %v | %+v | %s\n", v, v, v, v)
	}
	fmt.Println(t.Note, t.prefix, t.Log("promoted"), t.ID)
	_, ok := any(t).(fmt.Stringer)
	fmt.Println("Twice is a Stringer:", ok)
	_, ok = any(Defined(b)).(fmt.Stringer)
	fmt.Println("Defined is a Stringer:", ok)
	for _, v := range []any{Logger{}, &Logger{}} {
		if s, ok := v.(fmt.Stringer); ok {
			fmt.Printf("%T yes %q\n", v, s)
		} else {
			fmt.Printf("%T no\n", v)
		}
	}
	fmt.Printf("%#v\n%#v\n%#v\n", d, o, private{})
	fmt.Printf("%d %x %v %q\n", ID(10), ID(10), ID(10), ID(10))
	fmt.Printf("%v %s\n", d, o)
	for _, f := range []string{"%d\n", "%x\n"} {
		fmt.Printf(f, d)
	}
	str := b.String
	b.ID = 99
	fmt.Println(str(), b.String(), Base.String(b), (*Base).String(&b))
}
