package main

import "testing"

func TestCompiledLoopTimesItself(t *testing.T) {
	t.Chdir("..")
	turn, err := compiled([]string{"fib"})
	if err != nil {
		t.Fatal(err)
	}
	if a, err := turn(); err != nil || a.Seconds <= 0 || a.Value != 46368 {
		t.Errorf("got %+v, %v", a, err)
	}
	turn, err = compiled([]string{"nosuchloop"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := turn(); err == nil {
		t.Error("an unknown loop gave no error")
	}
}
