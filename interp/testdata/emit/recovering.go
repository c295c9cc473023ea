//go:build ignore

// Who recovers: the function that a defer calls, and nobody else.
package main

import (
	"errors"
	"fmt"
	"runtime"
)

type thing struct{ name string }

func (t *thing) close()      { fmt.Println(t.name, "recovers", recover()) }
func (t thing) closeByCopy() { fmt.Println(t.name, "recovers", recover()) }

type holder struct{ *thing }

type closer interface{ close() }

func helper() any { return recover() }

func through(name string, f func()) {
	defer func() { fmt.Println(name, "left:", recover()) }()
	f()
}

func dynamic(f func()) {
	defer f()
	panic("dynamic")
}

func main() {
	through("helper", func() {
		defer func() { fmt.Println("helper sees", helper()) }()
		panic(1)
	})
	through("method", func() { defer (&thing{"m"}).close(); panic(2) })
	through("copy", func() { defer thing{"c"}.closeByCopy(); panic(3) })
	through("interface", func() { var c closer = &thing{"i"}; defer c.close(); panic(4) })
	through("promoted", func() { defer holder{&thing{"p"}}.close(); panic(5) })
	through("value", func() { f := (&thing{"v"}).close; defer f(); panic(6) })
	through("expression", func() { defer (*thing).close(&thing{"e"}); panic(7) })
	through("no recover", func() { dynamic(func() { fmt.Println("in between", helper()) }) })
	through("deferred recover", func() {
		defer func() { defer recover(); fmt.Println("before") }()
		panic(8)
	})
	through("too early", func() { defer recover(); panic(9) })
	through("twice", func() {
		defer func() { fmt.Println(recover(), recover()) }()
		panic(10)
	})
	through("again", func() {
		defer func() { r := recover(); panic(fmt.Sprint(r, " and 12")) }()
		panic(11)
	})
	through("replaced", func() {
		defer func() { panic("second") }()
		panic("first")
	})
	through("nested", func() {
		defer func() {
			defer func() { fmt.Println("inner", recover()) }()
			panic("inner")
		}()
		panic("outer")
	})
	through("nil", func() {
		defer func() {
			r := recover()
			var e *runtime.PanicNilError
			err, _ := r.(error)
			fmt.Println(errors.As(err, &e), r)
		}()
		panic(nil)
	})
	through("nil interface", func() {
		var c closer
		defer c.close()
		fmt.Println("not reached")
	})
	through("nil function", func() {
		var f func()
		defer f()
		fmt.Println("reached")
	})
	through("deferred panic", func() { defer panic("late"); panic("early") })
	through("none", func() { defer func() { fmt.Println("nothing", recover()) }() })
	done := make(chan bool)
	go func() {
		defer close(done)
		defer func() { fmt.Println("goexit", recover()) }()
		runtime.Goexit()
	}()
	<-done
	fmt.Println(named())
}

func named() (n int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("recovered %v", r)
		}
	}()
	n = 5
	var m map[string]int
	m["a"] = 1
	return 6, nil
}
