package weak

import (
	"runtime"
	"testing"
)

type record struct {
	first, second *int
}

func TestPointer(t *testing.T) {
	r := &record{first: new(int), second: new(int)}
	p := Make(r)
	if p.Value() != r || p != Make(r) || p == Make(&record{}) {
		t.Error("a weak pointer is not that of its pointer")
	}
	if Make(&r.first) == Make(&r.second) || Make(&r.second).Value() != &r.second {
		t.Error("weak pointers to fields are not apart")
	}
	var zero Pointer[record]
	if zero.Value() != nil || Make[record](nil) != zero {
		t.Error("the zero pointer is not that of nil")
	}
	runtime.KeepAlive(r)
}

func TestPointerLetsGo(t *testing.T) {
	p := Make(&record{first: new(int)})
	runtime.GC()
	if p.Value() != nil {
		t.Error("what a weak pointer points to is kept")
	}
}
