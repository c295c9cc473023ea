package main

import (
	"strings"
	"testing"
)

// shrinkText shrinks a program for as long as it contains a text.
func shrinkText(t *testing.T, source, text string) string {
	t.Helper()
	c, err := newChecker()
	if err != nil {
		t.Fatal(err)
	}
	s := &shrinker{c, func(sources []string) ([]bool, error) {
		differs := make([]bool, len(sources))
		for i, source := range sources {
			differs[i] = strings.Contains(source, text)
		}
		return differs, nil
	}}
	small, err := s.shrink(source)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.checkSource(small); err != nil {
		t.Errorf("what is left does not compile: %v\n%s", err, small)
	}
	if !strings.Contains(small, text) {
		t.Errorf("what is left has no %q:\n%s", text, small)
	}
	return small
}

func TestShrinkLeavesWhatDiffers(t *testing.T) {
	got := shrinkText(t, `package main

import (
	"fmt"
	"strings"
)

type unused struct{ A, B int }

func (u unused) String() string { return strings.ToUpper("u") }

func helper(n int) int { return n + 1 }

func main() {
	a, b := 1, helper(2)
	fmt.Println(a, b)
Loop:
	for i, x := range []int{1, 2, 3} {
		switch y := any(x).(type) {
		case int:
			if i > 1 {
				fmt.Println("here", y)
				continue Loop
			} else {
				fmt.Println(unused{})
			}
		}
	}
}
`, `"here"`)
	if n := strings.Count(got, "\n"); n > 12 {
		t.Errorf("much is left:\n%s", got)
	}
}

func TestShrinkGeneratedPrograms(t *testing.T) {
	for i := range 5 {
		source, err := generate(3, i)
		if err != nil {
			t.Fatal(err)
		}
		small := shrinkText(t, source, "fmt.Println(")
		if n := strings.Count(small, "\n"); n > 20 {
			t.Errorf("program %d: %d lines are left:\n%s", i, n, small)
		}
	}
}
