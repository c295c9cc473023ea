package mime

import (
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
)

// file has all methods of io.ReadWriteCloser.
type file struct{ name string }

func (file) Read([]byte) (int, error)  { return 0, io.EOF }
func (file) Write([]byte) (int, error) { return 0, nil }
func (file) Close() error              { return nil }

// registered returns a registry with a view of each type, which says the type,
// registered from the first to the last or from the last to the first.
func registered(backwards bool, types ...reflect.Type) *registry {
	r := &registry{}
	for i, t := range types {
		if backwards {
			t = types[len(types)-1-i]
		}
		r.add(t, func(any) any { return t.String() })
	}
	return r
}

func TestAnInterfaceWithMoreMethodsCountsFirstWhateverWasRegisteredWhen(t *testing.T) {
	reader, writer, closer := reflect.TypeFor[io.Reader](), reflect.TypeFor[io.Writer](), reflect.TypeFor[io.Closer]()
	for _, c := range []struct {
		want  string
		types []reflect.Type
	}{
		{"mime.file", []reflect.Type{reader, reflect.TypeFor[file](), reflect.TypeFor[io.ReadWriteCloser]()}},
		{"io.ReadWriteCloser", []reflect.Type{reader, reflect.TypeFor[io.ReadWriter](), reflect.TypeFor[io.ReadWriteCloser](), closer}},
		{"io.Closer", []reflect.Type{writer, closer, reader}}, // by name
		{"io.Reader", []reflect.Type{reader, reflect.TypeFor[*file](), reflect.TypeFor[any]()}},
	} {
		for _, backwards := range []bool{false, true} {
			if got := registered(backwards, c.types...).view(file{"a"}); got != c.want {
				t.Errorf("%v: shown as %v, want %s", c.types, got, c.want)
			}
		}
	}
}

func TestNilAndNilPointersHaveNoView(t *testing.T) {
	r := registered(false, reflect.TypeFor[*file](), reflect.TypeFor[any]())
	for _, v := range []any{nil, (*file)(nil), (*int)(nil)} {
		if view := r.view(v); view != nil {
			t.Errorf("%T is shown as %v", v, view)
		}
	}
}

func TestATypeIsRegisteredOnce(t *testing.T) {
	for _, of := range []reflect.Type{reflect.TypeFor[file](), reflect.TypeFor[io.Reader]()} {
		func() {
			defer func() {
				if p := fmt.Sprint(recover()); !strings.Contains(p, of.String()+" already has a view") {
					t.Errorf("%s registered twice: %s", of, p)
				}
			}()
			registered(false, of, of)
		}()
	}
}

// temperature has a view that may fail.
type temperature float64

func init() {
	Register(func(v temperature) any {
		switch {
		case v < -273.15:
			return Failed(fmt.Errorf("%g is below the absolute zero", float64(v)))
		case v > 1e9:
			panic("melted")
		case v == 0:
			return nil
		}
		return MIME(TypeHTML, fmt.Sprintf("%g °C", float64(v)))
	})
}

func TestARegisteredViewStandsForItsValue(t *testing.T) {
	if b, err := Check(temperature(20)); err != nil || b.Data[TypeHTML] != "20 °C" {
		t.Errorf("it shows as %v, error %v", b.Data, err)
	}
	if b, err := Check(temperature(0)); err != nil || len(b.Data) != 1 || b.Plain() != "0" {
		t.Errorf("a value without a view shows as %v, error %v", b.Data, err)
	}
}

func TestTheFaultOfAViewIsThatOfItsValue(t *testing.T) {
	for v, want := range map[temperature]string{-300: "absolute zero", 1e10: "melted"} {
		if b, err := Check(v); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(b.Plain(), want) {
			t.Errorf("%v: error %v, text %q; want %q", v, err, b.Plain(), want)
		}
	}
}

func TestMethodsOfAValueCountBeforeItsView(t *testing.T) {
	if b := Of(everything{}); b.Data[TypeHTML] != "<i>h</i>" {
		t.Errorf("it shows as %v", b.Data)
	}
}

func init() { Register(func(everything) any { return MIME(TypeHTML, "by the view") }) }
