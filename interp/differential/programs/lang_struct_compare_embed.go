package main

import (
	"fmt"
	"reflect"
	"strings"
	"unsafe"
)

type Point struct{ X, Y int }
type Point3 struct {
	Point
	Z int
}
type Tagged struct {
	Point `json:"p"`
	ID    string `json:"id" db:"key"`
	any
}
type Empty struct{}
type Pair[T comparable] struct{ A, B T }

func (p Point) Add(q Point) Point { return Point{p.X + q.X, p.Y + q.Y} }
func (p *Point) Move(dx, dy int)  { p.X, p.Y = p.X+dx, p.Y+dy }
func (p Point) Dist() int         { return max(p.X, -p.X) + max(p.Y, -p.Y) }
func (p Point3) Dist() int        { return p.Point.Dist() + max(p.Z, -p.Z) }

type A struct{ name string }
type B struct{ name string }

func (A) Hello() string { return "A" }
func (B) Hello() string { return "B" }

type AB struct {
	A
	B
	who string
}

func (ab AB) Hello() string { return ab.A.Hello() + ab.B.Hello() + ab.who }

type Dister interface{ Dist() int }
type Celsius float64
type Temps map[string]Celsius
type Visitor func(depth int, name string, v reflect.Value)

func walk(v reflect.Value, depth int, visit Visitor) {
	t := v.Type()
	for i := range v.NumField() {
		f := t.Field(i)
		visit(depth, f.Name, v.Field(i))
		if f.Type.Kind() == reflect.Struct {
			walk(v.Field(i), depth+1, visit)
		}
	}
}

func main() {
	p, q := Point{1, 2}, Point{X: 1, Y: 2}
	fmt.Println(p == q, &p == &q, p == Point{1, 3}, Pair[string]{"a", "b"} == Pair[string]{"a", "b"})
	p3 := Point3{p, 3}
	p3.Move(10, -10)
	fmt.Println(p3, p3.X, p3.Point.Y, p3.Add(q), p3.Dist(), p3.Point.Dist(), p3 == Point3{Point{11, -8}, 3})
	anon := struct{ X, Y int }{1, 2}
	p = anon
	fmt.Println(p == anon, Point(anon) == q, struct{ X, Y int }(q))
	var i1, i2 any = p, q
	fmt.Println(i1 == i2, i1 == any(&p), any(1) == any(1.0), any(int8(1)) == any(1), any(nil) == nil)
	ab := AB{A{"a"}, B{"b"}, "!"}
	fmt.Println(ab.Hello(), ab.A.name, ab.B.name)
	fmt.Printf("%v %+v %#v\n", ab, ab, ab)
	ds := []Dister{p, &p, p3, &p3, struct{ *Point }{&p}}
	for _, d := range ds {
		fmt.Printf("%T=%d ", d, d.Dist())
	}
	fmt.Println()
	m := map[any]string{1: "int", "1": "string", 1.0: "float", Point{1, 2}: "point", [2]int{1, 2}: "array", true: "bool", nil: "nil", Empty{}: "empty", 'a': "rune"}
	for _, k := range []any{1, "1", 1.0, q, [2]int{1, 2}, true, nil, Empty{}, int32(97), byte(97)} {
		fmt.Printf("%v:%s ", k, m[k])
	}
	fmt.Println(len(m))
	nested := map[Point]map[string][]Point{}
	for i, w := range strings.Fields("a b a c b a") {
		k := Point{i % 2, 0}
		if nested[k] == nil {
			nested[k] = make(map[string][]Point)
		}
		nested[k][w] = append(nested[k][w], Point{i, i})
	}
	fmt.Println(nested)
	t := Tagged{q, "t1", 5}
	walk(reflect.ValueOf(t), 0, func(depth int, name string, v reflect.Value) {
		fmt.Printf("%s%s:%s(%v) ", strings.Repeat(".", depth), name, v.Kind(), v)
	})
	fmt.Println()
	rt := reflect.TypeOf(t)
	for i := range rt.NumField() {
		f := rt.Field(i)
		fmt.Print(f.Name, " ", f.Type, " ", f.Tag.Get("json"), " ", f.Anonymous, " ", f.IsExported(), "; ")
	}
	fmt.Println(rt.NumMethod(), reflect.TypeOf(&t).NumMethod(), rt.Kind(), rt.Name(), reflect.TypeOf(&t))
	rv := reflect.ValueOf(&t).Elem()
	rv.FieldByName("ID").SetString("changed")
	out := rv.MethodByName("Add").Call([]reflect.Value{reflect.ValueOf(Point{5, 5})})
	fmt.Println(t.ID, out[0].Interface().(Point), rv.Field(0).CanSet(), rv.Field(2).CanSet())
	fmt.Println(reflect.DeepEqual(nested, nested), reflect.DeepEqual([]int{}, []int(nil)), reflect.DeepEqual(Temps{"a": 1}, Temps{"a": 1}))
	fmt.Println(unsafe.Sizeof(p), unsafe.Sizeof(Empty{}), unsafe.Sizeof(struct {
		a bool
		b int64
		c bool
	}{}), unsafe.Sizeof(""), unsafe.Sizeof(ds))
	temps := Temps{"x": 1.5}
	temps["y"] += 2
	temps["x"]++
	fmt.Println(temps, len(temps), Celsius(3)/2, reflect.TypeOf(temps).Elem())
	ps := []Point{{1, 1}, {2, 2}}
	for _, v := range ps {
		v.Move(100, 100)
	}
	for i := range ps {
		ps[i].Move(1, 0)
	}
	pp := []*Point{{7, 7}, nil, &ps[0]}
	pp[2].X = -1
	fmt.Println(ps, *pp[0], pp[1] == nil, pp[2].Dist())
	move := ps[1].Move
	ps = append(ps, Point{})
	move(50, 50)
	fmt.Println(ps[1], len(ps))
	defer func() { fmt.Println(recover()) }()
	var key any = []int{1}
	fmt.Println(m[key])
}
