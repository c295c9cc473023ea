package main

import (
	"fmt"
	"io"
)

type Animal interface{ Speak() string }
type Cat struct{}
type Dog struct{ n int }

func (Cat) Speak() string  { return "meow" }
func (*Dog) Speak() string { return "woof" }

func main() {
	as := []Animal{Cat{}, &Dog{1}}
	for _, a := range as {
		func() {
			defer func() {
				if r := recover(); r != nil {
					fmt.Println(r)
				}
			}()
			c := a.(Cat)
			fmt.Println(c.Speak())
			_ = any(a).(io.Reader)
		}()
	}
	func() {
		defer func() { fmt.Println(recover()) }()
		var x any = Dog{}
		_ = x.(Animal)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var x any = map[string]Dog{}
		_ = x.(map[string]Cat)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var x Animal
		_ = x.(*Dog)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		type Cat struct{ a int }
		var x any = Cat{}
		_ = x.(Animal)
	}()
	var e any = fmt.Errorf("e")
	fmt.Println(e.(Animal))
}
