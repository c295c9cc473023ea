//go:build ignore

package main

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"math"
)

type Shape interface {
	Area() float64
}

type Circle struct{ R float64 }
type Rect struct{ W, H float64 }
type Group struct {
	Name  string
	Items []Shape
}

func (c Circle) Area() float64 { return math.Pi * c.R * c.R }
func (r *Rect) Area() float64  { return r.W * r.H }
func (g Group) Area() (sum float64) {
	for _, s := range g.Items {
		sum += s.Area()
	}
	return
}

type Temp struct{ milli int64 }

func (t Temp) GobEncode() ([]byte, error) { return fmt.Appendf(nil, "%dm", t.milli), nil }
func (t *Temp) GobDecode(b []byte) error {
	_, err := fmt.Sscanf(string(b), "%dm", &t.milli)
	return err
}

type V1 struct {
	Name  string
	Age   int
	Extra map[string][]int
	T     Temp
	P     *int
	priv  int
}

type V2 struct {
	Age   int64
	Name  string
	Extra map[string][]int
	T     Temp
	New   []byte
}

type V3 struct{ Age string }

func roundTrip[T any](v T) (out T, n int, err error) {
	var buf bytes.Buffer
	if err = gob.NewEncoder(&buf).Encode(v); err != nil {
		return
	}
	n = buf.Len()
	err = gob.NewDecoder(&buf).Decode(&out)
	return
}

func init() {
	gob.Register(Circle{})
	gob.Register(&Rect{})
	gob.Register(Group{})
}

func main() {
	g := Group{"top", []Shape{Circle{1}, &Rect{2, 3}, Group{"in", []Shape{&Rect{1, 1}}}}}
	out, _, err := roundTrip(g)
	fmt.Printf("%v %.4f %.4f\n", err, g.Area(), out.Area())
	for _, s := range out.Items {
		if in, ok := s.(Group); ok {
			fmt.Printf("  %T %q with %d: %+v\n", s, in.Name, len(in.Items), in.Items[0])
			continue
		}
		fmt.Printf("  %T %+v\n", s, s)
	}
	n := 5
	v1 := V1{"ann", 30, map[string][]int{"a": {1, 2}, "b": nil}, Temp{36600}, &n, 9}
	o1, _, err := roundTrip(v1)
	fmt.Println(err, o1.Name, o1.Age, o1.Extra, o1.T, *o1.P, o1.priv)

	var buf bytes.Buffer
	enc := gob.NewEncoder(&buf)
	for i := range 3 {
		v1.Age += i
		if err := enc.Encode(v1); err != nil {
			fmt.Println(err)
		}
	}
	dec := gob.NewDecoder(bytes.NewReader(buf.Bytes()))
	for {
		var v2 V2
		if err := dec.Decode(&v2); errors.Is(err, io.EOF) {
			fmt.Println("end")
			break
		} else if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Printf("%+v\n", v2)
	}
	var v3 V3
	err = gob.NewDecoder(bytes.NewReader(buf.Bytes())).Decode(&v3)
	fmt.Println("mismatch:", err != nil, v3)

	type unregistered struct{ Circle }
	var ub bytes.Buffer
	var s Shape = unregistered{Circle{1}}
	err = gob.NewEncoder(&ub).Encode(&s)
	fmt.Println(err != nil)
	fmt.Println(gob.NewEncoder(&ub).Encode(make(chan int)) != nil)
	s = &Rect{4, 5}
	ub.Reset()
	err = gob.NewEncoder(&ub).Encode(&s)
	var back Shape
	err2 := gob.NewDecoder(&ub).Decode(&back)
	fmt.Printf("%v %v %T %v\n", err, err2, back, back.Area())
	m, _, err := roundTrip(map[[2]int]string{{1, 2}: "x"})
	fmt.Println(m, err)
	c, _, err := roundTrip(complex(1.5, -2))
	fmt.Println(c, err)
}
