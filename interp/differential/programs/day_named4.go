package main

import (
	"fmt"
	"net/netip"
	"reflect"
)

type Ad netip.Addr
type V reflect.Value

func (a Ad) String() string { return "ad:" + netip.Addr(a).String() }

func main() {
	a := Ad(netip.MustParseAddr("1.2.3.4"))
	fmt.Println(a, a == Ad(netip.MustParseAddr("1.2.3.4")))
	v := V(reflect.ValueOf(3))
	fmt.Println(reflect.Value(v).Int())
	m := map[Ad]int{a: 1}
	fmt.Println(m[a], len(m))
}
