package main

import (
	"fmt"
	"reflect"
)

type A struct {
	S string `db:"s"`
}
type U struct {
	ID int `db:"id"`
	A
}

func (u U) Hello(s string) string { return s }

func main() {
	t := reflect.TypeOf(U{})
	fmt.Println(t.Name(), t, t.NumMethod(), t.Field(1).Anonymous)
	fmt.Println(reflect.ValueOf(&U{}).MethodByName("Hello").IsValid())
	fmt.Println(reflect.TypeOf(&U{}).Implements(reflect.TypeFor[interface{ Hello(string) string }]()))
	for i := range t.NumField() {
		fmt.Println(t.Field(i).Name)
	}
}
