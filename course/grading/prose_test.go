package grading_test

import (
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"krigo/internal/nbformat"
)

var (
	// notProse are formulas, code and links.
	notProse = regexp.MustCompile(`(?s)\$\$.*?\$\$|\$[^$]*\$|` + "`[^`]*`" + `|\]\([^)]*\)`)
	// decimal is a number with decimals in prose.
	decimal = regexp.MustCompile(`(^|[^\w.§-])(\d+\.(\d+))\b`)
	// number is a number in code or an output.
	number = regexp.MustCompile(`\d+(\.\d+)?(e[-+]?\d+)?`)
)

// givenInProse are decimals that no cell computes, because they are examples.
var givenInProse = []string{"07-four-methods 1.44"}

// numbersOf returns the numbers in a lesson's code and outputs.
func numbersOf(nb *nbformat.Notebook) []float64 {
	var all []float64
	for _, c := range nb.Cells {
		if c.Type != nbformat.Code {
			continue
		}
		text := c.Source
		for _, o := range c.Outputs {
			text += fmt.Sprint(" ", o.Text, " ", o.Data["text/plain"])
		}
		for _, m := range number.FindAllString(strings.ReplaceAll(text, ",", ""), -1) {
			if v, err := strconv.ParseFloat(m, 64); err == nil {
				all = append(all, v)
			}
		}
	}
	return all
}

// Each number with decimals in the prose of a lesson is in its code or in an output, rounded to the digits that
// the prose has. Exercises and reading lists have numbers of their own.
func TestNumbersOfTheProseAreComputed(t *testing.T) {
	for path, nb := range lessons(t) {
		name, computed := strings.TrimSuffix(filepath.Base(path), ".ipynb"), numbersOf(nb)
		for _, c := range nb.Cells {
			if c.Type != nbformat.Markdown {
				continue
			}
			prose, _, _ := strings.Cut(c.Source, "### Exercise")
			prose, _, _ = strings.Cut(prose, "# Reading")
			for _, m := range decimal.FindAllStringSubmatch(notProse.ReplaceAllString(prose, " "), -1) {
				if text, digits := m[2], len(m[3]); !isComputed(computed, text, digits) && !slices.Contains(givenInProse, name+" "+text) {
					t.Errorf("%s says %s, and no cell computes it:\n%s", name, text, c.Source)
				}
			}
		}
	}
}

// isComputed reports whether one of the numbers is text when rounded to its digits.
func isComputed(numbers []float64, text string, digits int) bool {
	want, _ := strconv.ParseFloat(text, 64)
	scale := math.Pow(10, float64(digits))
	for _, v := range numbers {
		if math.Abs(v-want)*scale <= 0.5+1e-9 {
			return true
		}
	}
	return false
}
