//go:build ignore

package main

import (
	"fmt"
	"iter"
	"os"
	"strings"
	"text/template"
)

type Suit rune

func (s Suit) String() string { return string(rune(s)) }

type Card struct {
	Suit
	Rank int
}

type Deck []Card

func (d Deck) All() iter.Seq2[int, Card] {
	return func(yield func(int, Card) bool) {
		for i, c := range d {
			if !yield(i+1, c) {
				return
			}
		}
	}
}

func (d Deck) Suits() iter.Seq[Suit] {
	return func(yield func(Suit) bool) {
		seen := map[Suit]bool{}
		for _, c := range d {
			if seen[c.Suit] {
				continue
			}
			seen[c.Suit] = true
			if !yield(c.Suit) {
				fmt.Print("(stopped)")
				return
			}
		}
	}
}

func (d Deck) Feed() <-chan Card {
	ch := make(chan Card, len(d))
	for _, c := range d {
		ch <- c
	}
	close(ch)
	return ch
}

type Point struct{ X, Y int }

type Opt struct{ v *int }

func (o Opt) Get() *int   { return o.v }
func (o Opt) IsSet() bool { return o.v != nil }

type Outer struct {
	Inner
	Deck  Deck
	ByPt  map[Point]string
	Opts  []Opt
	Func  func(...int) int
	Any   any
	Iface fmt.Stringer
	M     map[string]any
}

type Inner struct{ Deep *Deepest }
type Deepest struct{ Val [2]string }

func (i *Deepest) Swap() *Deepest { return &Deepest{[2]string{i.Val[1], i.Val[0]}} }

func main() {
	five := 5
	o := &Outer{
		Inner: Inner{&Deepest{[2]string{"left", "right"}}},
		Deck:  Deck{{'♠', 1}, {'♥', 12}, {'♠', 7}},
		ByPt:  map[Point]string{{2, 1}: "b", {1, 9}: "a"},
		Opts:  []Opt{{&five}, {}},
		Func: func(ns ...int) (p int) {
			p = 1
			for _, n := range ns {
				p *= n
			}
			return
		},
		Any:   Point{3, 4},
		Iface: Suit('♦'),
		M:     map[string]any{"k": []map[string]int{{"x": 1}, {"y": 2}}, "fn": strings.Repeat},
	}
	for _, src := range []string{
		`{{range .Deck}}{{.}}{{.Rank}} {{end}}`,
		`{{range $i, $c := .Deck.All}}{{$i}}:{{$c.Suit}}{{$c.Rank}} {{end}}`,
		`{{range .Deck.Suits}}{{.}}{{end}} {{range .Deck.Suits}}{{.}}{{break}}{{end}}`,
		`{{range .Deck.Feed}}{{.Rank}};{{else}}none{{end}}`,
		`{{range $p, $s := .ByPt}}{{$p.X}},{{$p.Y}}={{$s}} {{end}}`,
		`{{range .Opts}}{{if .IsSet}}{{.Get}}{{else}}unset{{end}} {{end}}`,
		`{{call .Func 2 3 4}} {{call .Func}}`,
		`{{.Deep.Val}} {{.Deep.Swap.Val}} {{index .Inner.Deep.Swap.Val 0}}`,
		`{{.Any}} {{.Any.X}} {{with .Any}}{{.Y}}{{end}} {{.Iface}} {{printf "%d" .Iface}}`,
		`{{range .M.k}}{{range $k, $v := .}}{{$k}}{{$v}} {{end}}{{end}}{{call .M.fn "ab" 3}}`,
		`{{with $x := 0}}no{{else with .Opts}}{{len .}}{{else}}none{{end}}`,
		`{{range $i, $e := .Deck}}{{with $e}}{{$i}}{{$e.Rank}}{{$.Iface}} {{end}}{{end}}`,
		`{{.Func}}`,
		`{{.Any.Z}}`,
		`{{.Deep.Swap.Swap.Nope}}`,
		`{{call .Func "x"}}`,
		`{{index .ByPt "q"}}`,
	} {
		err := template.Must(template.New("x").Parse(src)).Execute(os.Stdout, o)
		if err != nil {
			fmt.Print("! ", err)
		}
		fmt.Println()
	}
	o.Deep = nil
	fmt.Println(template.Must(template.New("n").Parse(`{{.Deep}} {{.Deep.Val}}`)).Execute(os.Stdout, o))
}
