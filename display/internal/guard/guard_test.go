package guard

import (
	"image"
	"testing"
)

func TestAPanicIsAnErrorThatSaysWhatPanicked(t *testing.T) {
	if v, err := Call("HTML", func() int { panic("boom") }); v != 0 || err == nil || err.Error() != "display: HTML panicked: boom" {
		t.Errorf("%v, error %v", v, err)
	}
	if v, err := Call("HTML", func() int { return 3 }); v != 3 || err != nil {
		t.Errorf("%v, error %v", v, err)
	}
}

func TestOnlyNilAndNilPointersAreNil(t *testing.T) {
	for _, v := range []any{nil, (*int)(nil), image.Image((*image.Gray)(nil))} {
		if !IsNil(v) {
			t.Errorf("%T is not nil", v)
		}
	}
	for _, v := range []any{0, []int(nil), new(int)} {
		if IsNil(v) {
			t.Errorf("%T is nil", v)
		}
	}
}
