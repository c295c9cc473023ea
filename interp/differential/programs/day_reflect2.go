package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"sort"
	"strings"
)

type Handler interface{ Handle(string) string }
type Plugin struct {
	Name string `yaml:"name,omitempty" json:"n"`
	Opts map[string]any
	Sub  *Plugin
	list []int
	Fn   func(int) int
	H    Handler
}
type Echo struct{ Times int }

func (e Echo) Handle(s string) string           { return strings.Repeat(s, e.Times) }
func (e *Echo) Grow(n int, extra ...string) int { e.Times += n + len(extra); return e.Times }
func (p Plugin) Zed()                           {}
func (p *Plugin) Alpha(a, b int) (int, error) {
	if b == 0 {
		return 0, errors.New("div")
	}
	return a / b, nil
}

type ID[T any] struct{ V T }

func dump(v reflect.Value, depth int, out *[]string) {
	pad := strings.Repeat("  ", depth)
	add := func(f string, a ...any) { *out = append(*out, pad+fmt.Sprintf(f, a...)) }
	switch v.Kind() {
	case reflect.Struct:
		add("%s {", v.Type())
		for i := range v.NumField() {
			f := v.Type().Field(i)
			add(" .%s %s exported=%t tag=%q", f.Name, f.Type, f.IsExported(), f.Tag.Get("json"))
			dump(v.Field(i), depth+1, out)
		}
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			add("nil %s", v.Type())
			return
		}
		dump(v.Elem(), depth, out)
	case reflect.Map:
		keys := v.MapKeys()
		sort.Slice(keys, func(i, j int) bool { return fmt.Sprint(keys[i]) < fmt.Sprint(keys[j]) })
		for _, k := range keys {
			add("[%v]", k)
			dump(v.MapIndex(k), depth+1, out)
		}
	case reflect.Slice, reflect.Array:
		add("%s len %d", v.Type(), v.Len())
		for i := range v.Len() {
			dump(v.Index(i), depth+1, out)
		}
	case reflect.Func:
		add("%s nil=%t", v.Type(), v.IsNil())
	default:
		add("%v (%s)", v, v.Kind())
	}
}
func invoke(obj any, name string, args ...any) (res []any, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("invoke %s: %v", name, r)
		}
	}()
	m := reflect.ValueOf(obj).MethodByName(name)
	if !m.IsValid() {
		return nil, fmt.Errorf("%T has no %s", obj, name)
	}
	in := make([]reflect.Value, len(args))
	for i, a := range args {
		in[i] = reflect.ValueOf(a)
	}
	for _, o := range m.Call(in) {
		res = append(res, o.Interface())
	}
	return
}
func wrap(f any, log *[]string) any {
	v := reflect.ValueOf(f)
	return reflect.MakeFunc(v.Type(), func(args []reflect.Value) []reflect.Value {
		*log = append(*log, fmt.Sprint(args))
		if v.Type().IsVariadic() {
			return v.CallSlice(args)
		}
		return v.Call(args)
	}).Interface()
}
func setPath(root any, path string, val any) error {
	v := reflect.ValueOf(root)
	for _, p := range strings.Split(path, ".") {
		for v.Kind() == reflect.Pointer {
			if v.IsNil() {
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
		f := v.FieldByNameFunc(func(s string) bool { return strings.EqualFold(s, p) })
		if !f.IsValid() {
			return fmt.Errorf("no field %q in %v", p, v.Type())
		}
		v = f
	}
	if !v.CanSet() {
		return fmt.Errorf("cannot set %s", path)
	}
	v.Set(reflect.ValueOf(val).Convert(v.Type()))
	return nil
}

func main() {
	p := &Plugin{Name: "x", Opts: map[string]any{"b": 1, "a": []string{"q"}}, Sub: &Plugin{}, list: []int{1}, H: &Echo{2}}
	var out []string
	dump(reflect.ValueOf(p), 0, &out)
	fmt.Println(strings.Join(out, "\n"))
	fmt.Println(invoke(p, "Alpha", 6, 3))
	fmt.Println(invoke(p, "Alpha", 6, 0))
	fmt.Println(invoke(p, "Nope"))
	fmt.Println(invoke(p, "Alpha", "a", 1))
	fmt.Println(invoke(&Echo{1}, "Grow", 2, "x", "y"))
	fmt.Println(invoke(Echo{3}, "Handle", "ab"))
	var log []string
	add := wrap(func(a int, bs ...int) int { return a + len(bs) }, &log).(func(int, ...int) int)
	h := wrap(Echo{2}.Handle, &log).(func(string) string)
	fmt.Println(add(1, 2, 3), h("z"), log)
	fmt.Println(setPath(p, "sub.sub.name", "deep"), p.Sub.Sub.Name, setPath(p, "nope", 1), setPath(p, "list", []int{2}))
	t := reflect.TypeOf(p)
	for i := range t.NumMethod() {
		fmt.Print(t.Method(i).Name, t.Method(i).Type, t.Method(i).Func.Type().NumIn(), " ")
	}
	fmt.Println(t.Elem().NumMethod(), reflect.TypeOf(ID[map[string]Echo]{}), reflect.TypeFor[Handler]().Method(0).Name)
	ft := reflect.FuncOf([]reflect.Type{reflect.TypeFor[Echo]()}, []reflect.Type{reflect.TypeFor[error]()}, false)
	fmt.Println(ft, reflect.MapOf(reflect.TypeFor[string](), t), reflect.SliceOf(t.Elem()), reflect.PointerTo(t), reflect.ArrayOf(2, t.Elem()))
	nv := reflect.New(t.Elem())
	nv.Elem().FieldByName("Name").SetString("new")
	nv.Elem().FieldByName("Fn").Set(reflect.ValueOf(func(i int) int { return i * 3 }))
	np := nv.Interface().(*Plugin)
	fmt.Println(np.Name, np.Fn(4), nv.Elem().FieldByName("Fn").Call([]reflect.Value{reflect.ValueOf(5)})[0].Int())
	a, b := &Plugin{Name: "c"}, &Plugin{Name: "c"}
	a.Sub, b.Sub = a, b
	fmt.Println(reflect.DeepEqual(a, b), reflect.DeepEqual(Echo{1}, &Echo{1}), reflect.ValueOf(Echo{1}).Equal(reflect.ValueOf(Echo{1})))
	cases := []reflect.SelectCase{{Dir: reflect.SelectDefault}}
	i, _, _ := reflect.Select(cases)
	fmt.Println(i, reflect.ValueOf(p).Elem().Field(3).CanInterface(), reflect.Indirect(reflect.ValueOf(p)).Type() == t.Elem())
	sf, ok := t.Elem().FieldByName("Name")
	fmt.Println(sf.Tag, ok, sf.Index, sf.Type.Kind(), sf.Tag.Get("yaml"))
	for i, v := range reflect.ValueOf([]Echo{{1}, {2}}).Seq2() {
		fmt.Print(i, v, " ")
	}
	sw := reflect.Swapper([]Echo{{1}, {2}})
	sw(0, 1)
	js, _ := json.Marshal(reflect.ValueOf(Echo{7}).Interface())
	fmt.Println(string(js))
}
