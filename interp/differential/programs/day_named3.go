package main

import (
	"fmt"
	"go/token"
	"log/slog"
	"math/big"
	"net/netip"
	"net/url"
	"reflect"
	"regexp"
	"strings"
	"sync/atomic"
	"text/template"
)

type R regexp.Regexp
type T template.Template
type P token.Position
type Ad netip.Addr
type U url.Userinfo
type V reflect.Value
type F big.Float
type I32 atomic.Int32
type Rp strings.Replacer
type At slog.Attr

func main() {
	p := P{Line: 3}
	var x any = p
	fmt.Printf("%T %v\n", x, p.Line)
	r := (*R)(regexp.MustCompile("a+"))
	x = r
	fmt.Printf("%T %v\n", x, (*regexp.Regexp)(r).MatchString("ba"))
	var i I32
	(*atomic.Int32)(&i).Add(4)
	fmt.Println((*atomic.Int32)(&i).Load())
	a := At(slog.Int("k", 1))
	fmt.Println(a.Key, slog.Attr(a).String())
}
