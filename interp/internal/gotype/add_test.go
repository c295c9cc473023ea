package gotype

//lint:file-ignore U1000 the fields are there to be seen by reflect

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

func TestAddErrors(t *testing.T) {
	ts := basic(t)
	add(t, ts,
		Desc{ID: 50, Kind: reflect.Struct, Name: "There", PkgPath: "main", Fields: []Field{{Name: "F", Type: idFuncString}}},
		Desc{ID: 51, Kind: reflect.Func, In: []int{50}},
	)
	str := []Method{{Name: "String", Type: idFuncString}}
	for _, test := range []struct {
		says  string
		descs []Desc
	}{
		{"there is a type 50", []Desc{{ID: 50, Kind: reflect.Int}}},
		{"two types 60", []Desc{{ID: 60, Kind: reflect.Int}, {ID: 60, Kind: reflect.Int}}},
		{"no such kind", []Desc{{ID: 60}}},
		{"no such kind", []Desc{{ID: 60, Kind: 99}}},
		{"slice type 60: no type 99", []Desc{{ID: 60, Kind: reflect.Slice, Elem: 99}}},
		{"main.T: no type 0", []Desc{{ID: 60, Kind: reflect.Map, Key: idInt, Name: "T", PkgPath: "main"}}},
		{"negative length", []Desc{{ID: 60, Kind: reflect.Array, Elem: idInt, Len: -1}}},
		{"too large", []Desc{{ID: 60, Kind: reflect.Array, Elem: idInt, Len: math.MaxInt}}},
		{"too large", []Desc{{ID: 60, Kind: reflect.Array, Elem: idInt, Len: math.MaxInt >> 17, Name: "A"}}},
		{"too large", []Desc{{ID: 60, Kind: reflect.Array, Elem: idInt, Len: math.MaxInt >> 20, Name: "A"},
			{ID: 61, Kind: reflect.Struct, Fields: []Field{{Name: "A", Type: 60}, {Name: "B", Type: 60}}}}},
		{"no such direction", []Desc{{ID: 60, Kind: reflect.Chan, Elem: idInt}}},
		{"elements of a channel", []Desc{{ID: 60, Kind: reflect.Chan, Elem: 61, Dir: reflect.BothDir}, {ID: 61, Kind: reflect.Array, Elem: idInt, Len: 1 << 14}}},
		{"elements of a channel", []Desc{{ID: 60, Kind: reflect.Chan, Name: "C", Elem: 61, Dir: reflect.BothDir}, {ID: 61, Kind: reflect.Array, Elem: idInt, Len: 1 << 14}}},
		{"main.T: invalid recursive type", []Desc{{ID: 60, Kind: reflect.Struct, Name: "T", PkgPath: "main", Fields: []Field{{Name: "t", Hidden: true, Type: 60}}}}},
		{"invalid recursive type", []Desc{{ID: 60, Kind: reflect.Array, Name: "T", Len: 2, Elem: 61}, {ID: 61, Kind: reflect.Struct, Name: "U", Fields: []Field{{Name: "A", Type: 60}}}}},
		{"slice type 60: invalid recursive type", []Desc{{ID: 60, Kind: reflect.Slice, Elem: 60}}},
		{"invalid recursive type", []Desc{{ID: 60, Kind: reflect.Func, In: []int{61}}, {ID: 61, Kind: reflect.Map, Key: idInt, Elem: 60}}},
		{"can't be the key", []Desc{{ID: 60, Kind: reflect.Map, Key: 50, Elem: idInt}}},
		{"can't be the key", []Desc{{ID: 60, Kind: reflect.Map, Name: "M", Key: idBytes, Elem: idInt}}},
		{"can't be the key", []Desc{{ID: 60, Kind: reflect.Map, Name: "M", Key: 60, Elem: idInt}}},
		{"variadic", []Desc{{ID: 60, Kind: reflect.Func, In: []int{idInt}, Variadic: true}}},
		{"variadic", []Desc{{ID: 60, Kind: reflect.Func, Name: "F", Variadic: true}}},
		{"more than 128", []Desc{{ID: 60, Kind: reflect.Func, In: make([]int, 100), Out: make([]int, 100)}}},
		{"is no name", []Desc{{ID: 60, Kind: reflect.Struct, Fields: []Field{{Name: "1", Type: idInt}}}}},
		{"is no name", []Desc{{ID: 60, Kind: reflect.Struct, Fields: []Field{{Type: idInt}}}}},
		{"two fields A", []Desc{{ID: 60, Kind: reflect.Struct, Fields: []Field{{Name: "A", Type: idInt}, {Name: "A", Type: idInt}}}}},
		{"in no package", []Desc{{ID: 60, Kind: reflect.Struct, Fields: []Field{{Name: "a", Hidden: true, Type: idInt}}}}},
		{"in no package", []Desc{{ID: 60, Kind: reflect.Interface, Methods: []Method{{Name: "a", Hidden: true, Type: idFuncString}}}}},
		{"with fields", []Desc{{ID: 60, Kind: reflect.Int, Fields: []Field{{Name: "A", Type: idInt}}}}},
		{"methods without a name", []Desc{{ID: 60, Kind: reflect.Int, Methods: str}}},
		{"methods of its own", []Desc{{ID: 60, Kind: reflect.Pointer, Name: "P", Elem: idInt, Methods: str}}},
		{"methods of a pointer", []Desc{{ID: 60, Kind: reflect.Interface, Name: "I", PtrMethods: str}}},
		{"not in the method set", []Desc{{ID: 60, Kind: reflect.Int, Name: "T", Methods: str}}},
		{"another type", []Desc{{ID: 60, Kind: reflect.Int, Name: "T", Methods: str, PtrMethods: []Method{{Name: "String", Type: 51}}}}},
		{"no unnamed func", []Desc{{ID: 60, Kind: reflect.Int, Name: "T", PtrMethods: []Method{{Name: "String", Type: idInt}}}}},
		{"no unnamed func", []Desc{{ID: 60, Kind: reflect.Func, Name: "T", PtrMethods: []Method{{Name: "String", Type: 60}}}}},
		{"two methods String", []Desc{{ID: 60, Kind: reflect.Interface, Methods: append(str, str...)}}},
		{"no name of a method", []Desc{{ID: 60, Kind: reflect.Interface, Methods: []Method{{Name: "a b", Type: idFuncString}}}}},
		{"not a name of a type", []Desc{{ID: 60, Kind: reflect.Int, Name: "a.b"}}},
		{"not a name of a type", []Desc{{ID: 60, Kind: reflect.Int, Name: "[int]"}}},
	} {
		err := ts.Add(append([]Desc{{ID: 59, Kind: reflect.Int, Name: "First", PkgPath: "main"}}, test.descs...))
		if err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%+v: %v, want %q", test.descs, err, test.says)
		}
		for _, id := range []int{59, 60, 61} {
			if _, ok := ts.Type(id); ok && id != 50 {
				t.Fatalf("%+v: a type %d is there", test.descs, id)
			}
		}
	}
}

func TestNoStubsLeft(t *testing.T) {
	if err := Check(); err != nil {
		t.Fatal(err)
	}
	making.Lock()
	used := usedStubs
	usedStubs = poolSize - 2
	making.Unlock()
	defer func() {
		making.Lock()
		usedStubs = used
		making.Unlock()
	}()
	ts := basic(t)
	str := []Method{{Name: "String", Type: idFuncString}}
	err := ts.Add([]Desc{{ID: 60, Kind: reflect.Int, Name: "T", Methods: str, PtrMethods: str}})
	if err == nil || !strings.Contains(err.Error(), "methods") {
		t.Errorf("%v", err)
	}
	// The last two.
	add(t, ts, Desc{ID: 60, Kind: reflect.Map, Key: idInt, Elem: idInt, Name: "T", Methods: str, PtrMethods: str})
	setMethod(t, ts, 60, false, "String", func(m map[int]int) string { return fmt.Sprint(len(m)) })
	if got := reflect.MakeMap(typ(t, ts, 60)).Interface().(fmt.Stringer).String(); got != "0" {
		t.Errorf("%s from the last one", got)
	}
	if err := ts.Add([]Desc{{ID: 61, Kind: reflect.Int, Name: "T", PtrMethods: str}}); err == nil {
		t.Error("no error when none is left")
	}
}

type (
	hHidden interface{ secret() int }
	hBoth   interface {
		hHidden
		fmt.Stringer
	}
)

func TestHiddenMethods(t *testing.T) {
	ts := basic(t)
	ts.Bind(20, reflect.TypeFor[func() int]())
	secret := Method{Name: "secret", Hidden: true, Type: 20}
	ofHere := secret
	ofHere.PkgPath = packagePath
	str := Method{Name: "String", Type: idFuncString}
	both := func(ms ...Method) []Method { return append(ms, str) }
	named := func(id int, pkg string, ms ...Method) Desc {
		return Desc{ID: id, Kind: reflect.Int, Name: "T", PkgPath: pkg, Methods: ms, PtrMethods: ms}
	}
	add(t, ts,
		named(100, packagePath, both(secret)...),
		named(101, "other/pkg", both(secret)...),
		named(102, "other/pkg", both(ofHere)...),
		named(103, "other/pkg", both(ofHere, secret)...),
		Desc{ID: 110, Kind: reflect.Interface, Name: "I", PkgPath: packagePath, Methods: both(secret)},
		Desc{ID: 111, Kind: reflect.Interface, Name: "I", PkgPath: "other/pkg", Methods: both(secret)},
		Desc{ID: 112, Kind: reflect.Interface, Name: "I", PkgPath: "other/pkg", Methods: both(ofHere, secret)},
		Desc{ID: 113, Kind: reflect.Interface, PkgPath: packagePath, Methods: both(secret)},
		Desc{ID: 114, Kind: reflect.Interface, PkgPath: "other/pkg", Methods: both(secret)},
		Desc{ID: 120, Kind: reflect.Struct, PkgPath: packagePath, Fields: []Field{{Name: "T", Type: 100, Embedded: true}}, Methods: both(secret), PtrMethods: both(secret)},
		Desc{ID: 121, Kind: reflect.Struct, PkgPath: "other/pkg", Fields: []Field{{Name: "T", Type: 103, Embedded: true}}, Methods: both(ofHere, secret), PtrMethods: both(ofHere, secret)},
		Desc{ID: 122, Kind: reflect.Pointer, Elem: 120},
		Desc{ID: 123, Kind: reflect.Pointer, Elem: 121},
	)
	for id, want := range map[int][]bool{
		//    hBoth, 110, 111, 112, 113, 114
		100: {true, true, false, false, true, false},
		101: {false, false, true, false, false, true},
		102: {true, true, false, false, true, false},
		103: {true, true, true, true, true, true},
		110: {true, true, false, false, true, false},
		112: {true, true, true, true, true, true},
		114: {false, false, true, false, false, true},
		120: {true, true, false, false, true, false},
		121: {true, true, true, true, true, true},
		122: {true, true, false, false, true, false},
		123: {true, true, true, true, true, true},
	} {
		rt := typ(t, ts, id)
		inters := []reflect.Type{reflect.TypeFor[hBoth]()}
		for i := 110; i <= 114; i++ {
			inters = append(inters, typ(t, ts, i))
		}
		for i, inter := range inters {
			if got := rt.Implements(inter); got != want[i] {
				t.Errorf("%d %s implements %d %s: %t", id, rt, i+109, inter, got)
			}
			if rt.Kind() == reflect.Interface {
				continue
			}
			// The runtime has its own notion of that.
			fault := panicked(func() { FailAssertion(reflect.Zero(rt).Interface(), reflect.TypeFor[any](), inter) })
			if got := fault == nil; got != want[i] {
				t.Errorf("%d %s asserted to %d %s: %t", id, rt, i+109, inter, got)
			}
		}
	}
	for _, id := range []int{100, 102} {
		setMethod(t, ts, id, false, "secret", func(*int) int { return id })
		if got := reflect.Zero(typ(t, ts, id)).Interface().(hHidden).secret(); got != id {
			t.Errorf("%d: secret is %d", id, got)
		}
		rt := typ(t, ts, id)
		if rt.NumMethod() != 1 {
			t.Errorf("%s has %d methods that can be seen", rt, rt.NumMethod())
		}
	}
	setMethod(t, ts, 103, false, "other/pkg.secret", func(*int) int { return 1 })
	setMethod(t, ts, 103, false, packagePath+".secret", func(*int) int { return 2 })
	if got := reflect.Zero(typ(t, ts, 103)).Interface().(hHidden).secret(); got != 2 {
		t.Errorf("secret of two is %d", got)
	}
	if got, want := typ(t, ts, 113).String(), "interface { String() string; gotype.secret() int }"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A struct without a name has the methods of what it embeds.
func TestEmbedding(t *testing.T) {
	ts := basic(t)
	addVec(t, ts, 100)
	str := []Method{{Name: "String", Type: idFuncString}}
	anon := Desc{ID: 101, Kind: reflect.Struct, PkgPath: "main", Methods: str, PtrMethods: str,
		Fields: []Field{{Name: "n", Hidden: true, Type: idInt}, {Name: "Vec", Type: 100, Embedded: true}}}
	again := anon
	again.ID = 102
	add(t, ts, anon)
	add(t, ts, again)
	type view struct {
		n int
		vecView
	}
	for _, id := range []int{101, 102} {
		setMethod(t, ts, id, false, "String", func(p *view) string { return fmt.Sprint("promoted ", p.X, " ", id) })
	}
	rt := typ(t, ts, 101)
	v := reflect.New(rt)
	v.Elem().FieldByName("X").SetFloat(5)
	if got, want := fmt.Sprint(v.Elem().Interface(), v.Interface()), "promoted 5 102 promoted 5 102"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := rt.String(), "struct { n int; main.Vec }"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Descriptions travel as JSON.
func TestTravel(t *testing.T) {
	here := newForge(t)
	there := New()
	for _, rt := range typeTable {
		here.of(rt)
	}
	data, err := json.Marshal(here.descs)
	if err != nil {
		t.Fatal(err)
	}
	var descs []Desc
	if err := json.Unmarshal(data, &descs); err != nil {
		t.Fatal(err)
	}
	for rt, id := range here.ids {
		if e := here.types.entries[id]; e.desc == nil {
			there.Bind(id, rt)
		}
	}
	add(t, there, descs...)
	for _, rt := range typeTable {
		got := typ(t, there, here.ids[rt])
		if got, want := describe(got, 4), describe(rt, 4); got != want {
			t.Errorf("%s:\n%s", rt, firstDifference(got, want))
		}
	}
	runtime.KeepAlive(here)
}

// Any description is either made or refused, and what is made can be used.
func TestRandom(t *testing.T) {
	made := 0
	rounds := 3000
	if testing.Short() {
		rounds = 300
	}
	for seed := range rounds {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		ts := basic(t)
		n := 1 + r.IntN(8)
		id := func() int {
			if r.IntN(3) == 0 {
				return 1 + r.IntN(idNew)
			}
			return 100 + r.IntN(n)
		}
		var descs []Desc
		for i := range n {
			d := Desc{ID: 100 + i, Kind: reflect.Kind(1 + r.IntN(26)), PkgPath: "main", Elem: id(), Key: id(), Len: r.IntN(4), Dir: reflect.ChanDir(1 + r.IntN(3))}
			if r.IntN(2) == 0 {
				d.Kind = []reflect.Kind{reflect.Struct, reflect.Interface, reflect.Map, reflect.Func, reflect.Slice}[r.IntN(5)]
			}
			if r.IntN(3) > 0 {
				d.Name = fmt.Sprint("T", i)
			}
			ids := func() (ids []int) {
				for range r.IntN(4) {
					ids = append(ids, id())
				}
				return ids
			}
			switch d.Kind {
			case reflect.Func:
				d.In, d.Out, d.Variadic = ids(), ids(), r.IntN(8) == 0
			case reflect.Struct:
				for j, f := range ids() {
					d.Fields = append(d.Fields, Field{Name: fmt.Sprint([]string{"F", "f"}[j%2], j), Hidden: j%2 == 1, Type: f, Embedded: r.IntN(4) == 0})
				}
			}
			if r.IntN(3) == 0 {
				for j := range r.IntN(3) {
					m := Method{Name: fmt.Sprint([]string{"M", "m"}[j%2], j), Hidden: j%2 == 1, Type: idFuncString}
					d.PtrMethods = append(d.PtrMethods, m)
					if r.IntN(2) == 0 {
						d.Methods = append(d.Methods, m)
					}
				}
				if d.Kind == reflect.Interface {
					d.Methods, d.PtrMethods = d.PtrMethods, nil
				}
			}
			descs = append(descs, d)
		}
		making.Lock()
		used := usedStubs
		making.Unlock()
		err := ts.Add(descs)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "gotype: ") || strings.Contains(err.Error(), "runtime error") || strings.Contains(err.Error(), "reflect") {
				t.Errorf("seed %d: %v", seed, err)
			}
			continue
		}
		made++
		for _, d := range descs {
			use(t, typ(t, ts, d.ID))
		}
		making.Lock()
		usedStubs = used // they are called no more
		making.Unlock()
	}
	t.Logf("%d of %d made", made, rounds)
	if made < rounds/20 {
		t.Errorf("only %d were made", made)
	}
}

// use does something with a type that anything may do.
func use(t *testing.T, rt reflect.Type) {
	describe(rt, 3)
	p := reflect.New(rt)
	_ = fmt.Sprintf("%v %#v", p.Elem().NumMethod(), p.Elem().Type())
	if rt.Comparable() {
		x := p.Elem().Interface()
		y := reflect.Zero(rt).Interface()
		panicked(func() {
			if x != y || len(map[any]int{x: 1, y: 2}) != 1 {
				t.Errorf("zero values of %s differ", rt)
			}
		})
	}
	if !reflect.DeepEqual(p.Interface(), reflect.New(rt).Interface()) && rt.Kind() != reflect.Func {
		t.Errorf("zero values of %s differ deeply", rt)
	}
	s := reflect.MakeSlice(reflect.SliceOf(rt), 3, 3)
	s = reflect.Append(s, p.Elem())
	reflect.Copy(s, s.Slice(1, 3))
	if rt.Comparable() {
		m := reflect.MakeMap(reflect.MapOf(rt, rt))
		m.SetMapIndex(p.Elem(), p.Elem())
	}
	switch rt.Kind() {
	case reflect.Map:
		reflect.MakeMapWithSize(rt, 10)
	case reflect.Chan:
		if rt.ChanDir() == reflect.BothDir {
			c := reflect.MakeChan(rt, 1)
			c.Send(reflect.Zero(rt.Elem()))
			c.Recv()
		}
	case reflect.Func:
		fn := reflect.MakeFunc(rt, func([]reflect.Value) (out []reflect.Value) {
			for o := range rt.Outs() {
				out = append(out, reflect.Zero(o))
			}
			return out
		})
		var in []reflect.Value
		for i := range rt.Ins() {
			in = append(in, reflect.Zero(i))
		}
		if rt.IsVariadic() {
			fn.CallSlice(in)
		} else {
			fn.Call(in)
		}
	}
}
