package main

import (
	"encoding"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
)

type Colour struct{ R, G, B uint8 }

func (c Colour) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "#%02x%02x%02x", c.R, c.G, c.B), nil
}

func (c *Colour) UnmarshalText(b []byte) error {
	n, err := fmt.Sscanf(string(b), "#%02x%02x%02x", &c.R, &c.G, &c.B)
	if err != nil {
		return fmt.Errorf("colour %q after %d parts: %w", b, n, err)
	}
	return nil
}

type Unit time.Duration

func (u Unit) MarshalJSON() ([]byte, error) { return json.Marshal(time.Duration(u).String()) }
func (u *Unit) UnmarshalJSON(b []byte) error {
	var raw any
	if err := json.Unmarshal(b, &raw); err != nil {
		return err
	}
	switch v := raw.(type) {
	case float64:
		*u = Unit(v * float64(time.Second))
	case string:
		d, err := time.ParseDuration(v)
		*u = Unit(d)
		return err
	default:
		return fmt.Errorf("unit from %T", raw)
	}
	return nil
}

type Shape interface{ Area() float64 }
type Circle struct{ R float64 }
type Rect struct{ W, H float64 }

func (c Circle) Area() float64 { return 3 * c.R * c.R }
func (r *Rect) Area() float64  { return r.W * r.H }

type Shapes []Shape

func (s Shapes) MarshalJSON() ([]byte, error) {
	out := make([]map[string]any, len(s))
	for i, sh := range s {
		out[i] = map[string]any{"kind": strings.TrimLeft(fmt.Sprintf("%T", sh), "*main."), "shape": sh}
	}
	return json.Marshal(out)
}

func (s *Shapes) UnmarshalJSON(b []byte) error {
	var items []struct {
		Kind  string
		Shape json.RawMessage
	}
	if err := json.Unmarshal(b, &items); err != nil {
		return err
	}
	makers := map[string]func() Shape{"Rect": func() Shape { return new(Rect) }, "Circle": func() Shape { return &Circle{} }}
	for _, it := range items {
		mk, ok := makers[it.Kind]
		if !ok {
			return fmt.Errorf("unknown shape %q", it.Kind)
		}
		sh := mk()
		if err := json.Unmarshal(it.Shape, sh); err != nil {
			return fmt.Errorf("%s: %w", it.Kind, err)
		}
		*s = append(*s, sh)
	}
	return nil
}

type Bit bool

func (b *Bit) UnmarshalJSON(p []byte) (err error) {
	n, err := strconv.Atoi(string(p))
	*b = n != 0
	return
}

type Optional[T any] struct {
	Set bool
	Val T
}

func (o *Optional[T]) UnmarshalJSON(b []byte) error { o.Set = true; return json.Unmarshal(b, &o.Val) }
func (o Optional[T]) MarshalJSON() ([]byte, error) {
	if !o.Set {
		return []byte("null"), nil
	}
	return json.Marshal(o.Val)
}

type Scene struct {
	Paint   Colour            `json:"paint"`
	Wait    Unit              `json:"wait"`
	Shapes  Shapes            `json:"shapes"`
	Palette map[Colour]string `json:"palette"`
	On      Bit               `json:"on"`
	Title   Optional[string]  `json:"title"`
	Sizes   Optional[[]int]   `json:"sizes"`
	Ptr     *Colour           `json:"ptr"`
}

func main() {
	s := Scene{Colour{255, 128, 0}, Unit(90 * time.Second), Shapes{Circle{2}, &Rect{3, 4}}, map[Colour]string{{0, 0, 1}: "ink", {}: "black"}, true, Optional[string]{true, "t"}, Optional[[]int]{}, &Colour{1, 2, 3}}
	b, err := json.Marshal(s)
	fmt.Println(string(b), err)
	var back Scene
	err = json.Unmarshal([]byte(strings.Replace(string(b), `"on":true`, `"on":1`, 1)), &back)
	fmt.Println(err, back.Paint, time.Duration(back.Wait), len(back.Shapes), back.On, back.Title, back.Sizes.Set, *back.Ptr)
	for _, sh := range back.Shapes {
		fmt.Printf("%T %+v %.1f\n", sh, sh, sh.Area())
	}
	for _, in := range []string{`{"paint":"red"}`, `{"wait":1.5}`, `{"wait":[1]}`, `{"wait":"5x"}`, `{"shapes":[{"kind":"Blob"}]}`, `{"shapes":[{"kind":"Rect","shape":{"W":"x"}}]}`, `{"on":2,"title":null,"sizes":[1,2]}`, `{"palette":{"#000001":"a","oops":"b"}}`} {
		var sc Scene
		err := json.Unmarshal([]byte(in), &sc)
		fmt.Println(in, "|", err, "|", sc.Wait, sc.On, sc.Title, sc.Sizes)
	}
	var tm encoding.TextMarshaler = Colour{9, 9, 9}
	txt, _ := tm.MarshalText()
	_, isJSON := any(Unit(0)).(json.Marshaler)
	_, isUn := any(Unit(0)).(json.Unmarshaler)
	fmt.Printf("%s %t %t\n", txt, isJSON, isUn)
}
