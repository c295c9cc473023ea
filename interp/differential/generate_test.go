package main

import (
	"strings"
	"testing"
)

// TestGeneratedProgramsCompile checks that generated programs are Go: a program
// that is not tells nothing of the interpreter.
func TestGeneratedProgramsCompile(t *testing.T) {
	c, err := newChecker()
	if err != nil {
		t.Fatal(err)
	}
	n := 300
	if testing.Short() {
		n = 50
	}
	for _, k := range kinds {
		for i := range n {
			source, err := k.generate(1, i)
			if err == nil {
				err = c.checkSource(source)
			}
			if err != nil {
				t.Errorf("%s: %v\n%s", k.name(1, i), err, source)
			}
		}
	}
}

func TestGenerateIsReproducible(t *testing.T) {
	for _, k := range kinds {
		one, err := k.generate(7, 3)
		if err != nil {
			t.Fatal(err)
		}
		if two, _ := k.generate(7, 3); two != one {
			t.Errorf("%s: one seed and index gave two programs", k.stem)
		}
		if other, _ := k.generate(8, 3); other == one {
			t.Errorf("%s: two seeds gave one program", k.stem)
		}
		if !strings.Contains(one, "func main()") {
			t.Errorf("%s: no main:\n%s", k.stem, one)
		}
	}
}
