package main

import (
	"fmt"
	"sort"
	"strings"
)

type Level uint8

const (
	Junior Level = iota
	Senior
	Principal
)

var levelNames = [...]string{Junior: "junior", Senior: "senior", Principal: "principal"}

func (l Level) String() string {
	if int(l) < len(levelNames) {
		return levelNames[l]
	}
	return fmt.Sprintf("Level(%d)", uint8(l))
}

type Person struct {
	First, Last string
}

func (p Person) Full() string { return p.First + " " + p.Last }

type Employee struct {
	Person
	Dept   string
	Level  Level
	Salary float64
	Boss   *Employee
}

func GroupBy[T any, K comparable](xs []T, key func(T) K) map[K][]T {
	out := make(map[K][]T)
	for _, x := range xs {
		k := key(x)
		out[k] = append(out[k], x)
	}
	return out
}

func Fold[T, A any](xs []T, init A, f func(A, T) A) A {
	acc := init
	for _, x := range xs {
		acc = f(acc, x)
	}
	return acc
}

func main() {
	ada := &Employee{Person{"Ada", "Stone"}, "eng", Principal, 9800, nil}
	bob := &Employee{Person: Person{"Bob", "Reed"}, Dept: "eng", Level: Senior, Salary: 7200.5, Boss: ada}
	cyd := &Employee{Person: Person{"Cyd", "Vane"}, Dept: "ops", Level: Senior, Salary: 6100, Boss: ada}
	dee := &Employee{Person: Person{"Dee", "Moss"}, Dept: "ops", Salary: 4000, Boss: cyd}
	eve := &Employee{Person: Person{"Eve", "Lark"}, Dept: "eng", Salary: 4100.25, Boss: bob}
	staff := []*Employee{ada, bob, cyd, dee, eve}

	groups := GroupBy(staff, func(e *Employee) string { return e.Dept })
	var depts []string
	for d := range groups {
		depts = append(depts, d)
	}
	sort.Strings(depts)
	for _, d := range depts {
		g := groups[d]
		total := Fold(g, 0.0, func(a float64, e *Employee) float64 { return a + e.Salary })
		names := Fold(g, []string(nil), func(a []string, e *Employee) []string { return append(a, e.Full()) })
		fmt.Printf("%s: n=%d total=%.2f mean=%.3f [%s]\n", d, len(g), total, total/float64(len(g)), strings.Join(names, "; "))
	}

	byKey := GroupBy(staff, func(e *Employee) struct {
		Dept  string
		Level Level
	} {
		return struct {
			Dept  string
			Level Level
		}{e.Dept, e.Level}
	})
	fmt.Println("pairs:", len(byKey))
	for lv := Junior; lv <= Principal+1; lv++ {
		n := len(byKey[struct {
			Dept  string
			Level Level
		}{"eng", lv}])
		fmt.Printf("  eng/%v -> %d\n", lv, n)
	}

	for _, e := range staff {
		chain := []string{}
		for b := e; b != nil; b = b.Boss {
			chain = append(chain, b.First)
		}
		fmt.Println(strings.Join(chain, " < "))
	}
	names := map[bool]int{}
	for _, e := range staff {
		names[e.Boss == ada]++
	}
	fmt.Println(names, ada.Person, ada.Person == Person{"Ada", "Stone"})
	copyOf := *bob
	copyOf.Salary *= 2
	fmt.Printf("%.1f %.1f %v\n", bob.Salary, copyOf.Salary, copyOf.Boss == bob.Boss)
	fmt.Printf("%+v\n", *ada)
}
