package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
)

type Animal interface {
	Name() string
	Sound() string
}
type Base struct{ name string }

func (b Base) Name() string     { return b.name }
func (b *Base) Rename(n string) { b.name = n }
func (b Base) Sound() string    { return "..." }
func (b Base) Describe() string { return b.Name() + " says " + b.Sound() }

type Dog struct {
	Base
	Age int
}

func (d Dog) Sound() string { return "woof" }

type Puppy struct {
	*Dog
	Toy string
}

func (p Puppy) Name() string { return "little " + p.Dog.Name() }

type Logger struct {
	strings.Builder
	prefix string
}

func (l *Logger) Logf(f string, a ...any) { fmt.Fprintf(l, l.prefix+f+"\n", a...) }

type Service struct {
	*Logger
	sync.RWMutex
	Animal
	data map[string]int
}
type A struct{ X, Y int }
type B struct{ X, Z int }
type C struct {
	A
	B
	Y string
}
type Upper struct{ io.Writer }

func (u Upper) Write(p []byte) (int, error) { return u.Writer.Write(bytes.ToUpper(p)) }

type countR struct {
	io.Reader
	n int
}

func (c *countR) Read(p []byte) (n int, err error) {
	n, err = c.Reader.Read(p)
	c.n += n
	return
}

type ReadWriter interface {
	io.Reader
	io.Writer
	interface{ Len() int }
}
type Celsius struct{ float64 }
type Ints struct{ v []int_ }
type int_ = int

func call(f func() string) string { return "call:" + f() }

func main() {
	d := Dog{Base{"rex"}, 3}
	p := Puppy{&d, "ball"}
	d.Rename("max")
	fmt.Println(d.Describe(), p.Describe(), p.Name(), p.Sound(), p.Age)
	p.Rename("zed")
	var as = []Animal{d, &d, p, &p, Base{"b"}, &Base{"pb"}}
	for _, a := range as {
		fmt.Printf("%T %s %s; ", a, a.Name(), a.Sound())
	}
	fmt.Println()
	s := &Service{Logger: &Logger{prefix: "> "}, Animal: p, data: map[string]int{}}
	s.Logf("n=%d %s", 1, s.Name())
	s.Lock()
	s.data["x"]++
	s.Unlock()
	s.WriteString("raw\n")
	s.Logf("%v", s.data)
	fmt.Print(s.String(), s.Len(), "\n")
	c := C{A{1, 2}, B{3, 4}, "y"}
	fmt.Printf("%v %+v %#v %v %v %v\n", c, c, c, c.A.X, c.Y, c.Z)
	var sb strings.Builder
	fmt.Fprintf(Upper{&sb}, "hello %d", 5)
	io.WriteString(Upper{Upper{&sb}}, " again")
	fmt.Println(sb.String())
	cr := &countR{Reader: strings.NewReader("some text here")}
	b, _ := io.ReadAll(io.LimitReader(cr, 9))
	fmt.Println(string(b), cr.n)
	var rw ReadWriter = bytes.NewBufferString("abc")
	rw.Write([]byte("def"))
	fmt.Println(rw.Len())
	f := d.Describe
	d.name = "changed"
	g := (*Dog).Rename
	g(&d, "viaexpr")
	h := Dog.Sound
	k := Animal.Name
	m := p.Dog.Base.Name
	d.Rename("last")
	fmt.Println(f(), d.name, h(d), k(p), m(), call(p.Name), call(d.Name))
	fmt.Printf("%T %T %T %T\n", f, g, h, k)
	fmt.Println(Celsius{3.5}.float64, Ints{}, struct {
		*Base
		int
	}{nil, 4}.int)
	func() {
		defer func() { fmt.Println(recover()) }()
		var e struct{ Animal }
		e.Name()
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var q Puppy
		q.Describe()
	}()
	anon := struct {
		Base
		fmt.Stringer
	}{Base{"an"}, &sb}
	fmt.Println(anon.Describe(), anon.String(), anon)
}
