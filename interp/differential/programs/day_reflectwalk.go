package main

import (
	"errors"
	"fmt"
	"reflect"
	"sort"
	"strconv"
	"strings"
)

type Validator interface{ Validate() error }
type User struct {
	Name  string `check:"min=2,max=5" db:"user_name"`
	Age   int    `check:"min=18" db:"age"`
	Email string `db:"email,omitempty"`
	Addr  *Address
	Tags  []string `db:"-"`
	priv  bool
}
type Address struct {
	Street string `check:"min=1"`
	Zip    int
}

func (u User) Validate() error       { return nil }
func (u User) Greet(s string) string { return s + ", " + u.Name }
func (u *User) SetAge(n int) *User   { u.Age = n; return u }
func (u User) Sum(xs ...int) (n int, err error) {
	for _, x := range xs {
		n += x
	}
	if n < 0 {
		err = errors.New("neg")
	}
	return n + u.Age, err
}
func (u User) hidden() {}

func validate(v any) (errs []string) {
	rv := reflect.Indirect(reflect.ValueOf(v))
	rt := rv.Type()
	for i := 0; i < rt.NumField(); i++ {
		f, fv := rt.Field(i), rv.Field(i)
		if fv.Kind() == reflect.Pointer && !fv.IsNil() {
			for _, e := range validate(fv.Interface()) {
				errs = append(errs, f.Name+"."+e)
			}
		}
		tag, ok := f.Tag.Lookup("check")
		if !ok {
			continue
		}
		for _, rule := range strings.Split(tag, ",") {
			k, arg, _ := strings.Cut(rule, "=")
			n, _ := strconv.Atoi(arg)
			var x int
			switch fv.Kind() {
			case reflect.String:
				x = fv.Len()
			case reflect.Int:
				x = int(fv.Int())
			}
			if k == "min" && x < n || k == "max" && x > n {
				errs = append(errs, fmt.Sprintf("%s: %s %d (got %d)", f.Name, k, n, x))
			}
		}
	}
	return
}
func insertSQL(v any) string {
	t := reflect.TypeOf(v)
	var cols, vals []string
	for _, f := range reflect.VisibleFields(t) {
		if db := f.Tag.Get("db"); db != "" && db != "-" {
			name, opts, _ := strings.Cut(db, ",")
			fv := reflect.ValueOf(v).FieldByIndex(f.Index)
			if opts == "omitempty" && fv.IsZero() {
				continue
			}
			cols, vals = append(cols, name), append(vals, fmt.Sprintf("%#v", fv))
		}
	}
	return fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", strings.ToLower(t.Name()), strings.Join(cols, ", "), strings.Join(vals, ", "))
}

func main() {
	u := &User{Name: "A", Age: 10, Addr: &Address{}}
	fmt.Println(strings.Join(validate(u), "; "))
	fmt.Println(insertSQL(*u))
	t := reflect.TypeOf(*u)
	pt := reflect.TypeOf(u)
	fmt.Println(t, pt, t.Kind(), pt.Elem() == t, t.NumMethod(), pt.NumMethod(), t.PkgPath(), t.String(), t.Size() > 0)
	for i := range pt.NumMethod() {
		m := pt.Method(i)
		fmt.Println(m.Name, m.Type, m.Type.IsVariadic())
	}
	out := reflect.ValueOf(u).MethodByName("Greet").Call([]reflect.Value{reflect.ValueOf("hi")})
	fmt.Println(out[0], out[0].Kind())
	reflect.ValueOf(u).MethodByName("SetAge").Call([]reflect.Value{reflect.ValueOf(44)})
	out = reflect.ValueOf(u).MethodByName("Sum").Call([]reflect.Value{reflect.ValueOf(1), reflect.ValueOf(2)})
	fmt.Println(out[0].Int(), out[1].IsNil(), u.Age, len(out))
	out = reflect.ValueOf(*u).MethodByName("Sum").CallSlice([]reflect.Value{reflect.ValueOf([]int{-100})})
	fmt.Println(out[1].Interface().(error), reflect.ValueOf(u).MethodByName("hidden").IsValid())
	swap := func(in []reflect.Value) []reflect.Value { return []reflect.Value{in[1], in[0]} }
	var intSwap func(int, string) (string, int)
	reflect.ValueOf(&intSwap).Elem().Set(reflect.MakeFunc(reflect.TypeOf(intSwap), swap))
	fmt.Println(intSwap(1, "x"))
	rv := reflect.ValueOf(u).Elem()
	rv.FieldByName("Name").SetString("Zed")
	rv.FieldByName("Tags").Set(reflect.Append(rv.FieldByName("Tags"), reflect.ValueOf("t1")))
	fmt.Println(rv.FieldByName("priv").CanSet(), rv.FieldByName("Nope").IsValid(), u.Name, u.Tags)
	m := reflect.MakeMap(reflect.TypeOf(map[string][]int{}))
	m.SetMapIndex(reflect.ValueOf("k"), reflect.ValueOf([]int{1, 2}))
	m.SetMapIndex(reflect.ValueOf("a"), reflect.ValueOf([]int(nil)))
	keys := m.MapKeys()
	sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
	fmt.Println(keys, m.Interface(), m.Len())
	st := reflect.StructOf([]reflect.StructField{{Name: "X", Type: reflect.TypeOf(0), Tag: `json:"x"`}})
	sv := reflect.New(st).Elem()
	sv.Field(0).SetInt(5)
	fmt.Printf("%v %+v %T\n", sv, sv.Interface(), sv.Interface())
	fmt.Println(reflect.DeepEqual(u, &User{Name: "Zed", Age: 44, Addr: &Address{}, Tags: []string{"t1"}}), reflect.DeepEqual([]int(nil), []int{}), reflect.DeepEqual(map[string][]int{"a": {1}}, map[string][]int{"a": {1}}))
	vi := reflect.TypeOf((*Validator)(nil)).Elem()
	fmt.Println(t.Implements(vi), reflect.TypeFor[Address]().Implements(vi), vi.Kind(), vi.Name(), reflect.TypeFor[error]())
	func() {
		defer func() { fmt.Println(recover()) }()
		reflect.ValueOf(*u).Field(0).SetString("x")
	}()
	ch := reflect.MakeChan(reflect.TypeOf(make(chan int)), 1)
	ch.Send(reflect.ValueOf(3))
	x, ok := ch.Recv()
	fmt.Println(x, ok, ch.Type().ChanDir(), reflect.TypeOf(intSwap).In(1), reflect.Zero(t).Interface().(User).Age)
	for _, e := range []any{1, "s", 2.5, []int{}, map[string]int{}, u, *u, nil, main, errors.New("x"), [2]bool{}, struct{}{}} {
		if e == nil {
			fmt.Print("nil ", reflect.ValueOf(e).IsValid(), " ")
			continue
		}
		fmt.Print(reflect.TypeOf(e).Kind(), ":", reflect.TypeOf(e), ":", reflect.TypeOf(e).Name(), " ")
	}
	fmt.Println()
	fmt.Println(reflect.ValueOf(3.7).Convert(reflect.TypeFor[int]()), reflect.TypeOf(3).ConvertibleTo(reflect.TypeOf("")), t.Field(0).Tag, t.Field(5).IsExported(), t.Comparable())
}
