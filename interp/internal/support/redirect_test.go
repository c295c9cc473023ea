package support

import (
	"reflect"
	"testing"

	yaegi "github.com/traefik/yaegi/interp"
)

// Compiled calls of a function go to another, whose frame is larger; a third
// function that took part before is left as it was.
func TestRedirect(t *testing.T) {
	in := yaegi.New(yaegi.Options{})
	redirect := tier{in}.redirect
	if err := in.Use(yaegi.Exports{"test/test": {"Redirect": reflect.ValueOf(redirect)}}); err != nil {
		t.Fatal(err)
	}
	declare := func(source string) reflect.Value {
		t.Helper()
		v, err := in.Eval(source)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	eval := func(source string) any { return declare(source).Interface() }
	declare("type T int\nfunc f(n int) int { return n }\nfunc (t T) Call() int { return f(int(t)) }\nfunc call() int { return T(3).Call() }")
	declare("func f2(n int) int { s := 0; for i := 0; i < n; i++ { k := i * i; s += k }; return s }")
	if got := eval("call()"); got != 3 {
		t.Fatalf("before: %v", got)
	}
	if !redirect("f", "f2") {
		t.Fatal("not redirected")
	}
	if got := eval("call()"); got != 5 {
		t.Errorf("after: %v, want 5", got)
	}
	declare("func f3(n int) int { return -n }")
	if !redirect("f", "f3") {
		t.Fatal("not redirected again")
	}
	if a, b, c := eval("call()"), eval("f2(3)"), eval("f(4)"); a != -3 || b != 5 || c != -4 {
		t.Errorf("after the second: %v, %v, %v", a, b, c)
	}
	if redirect("f", "none") || redirect("T", "f") {
		t.Error("what is no function is redirected")
	}
}
