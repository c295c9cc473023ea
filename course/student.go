package course

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"krigo/display/mime"
)

// current is the session's student.
var current struct {
	sync.Mutex
	name string
}

// Student sets the name by which the student's own numbers are drawn, for exercises with
// Exercise.Draw, and returns a table of these exercises and numbers. Case, accents, spaces
// and punctuation do not count. An empty name changes nothing. Without a name, all students
// have the same numbers.
func Student(name string) *mime.Tabular {
	current.Lock()
	if nameKey(name) != "" {
		current.name = name
	}
	name = current.name
	current.Unlock()
	var rows [][]any
	for _, e := range Exercises() {
		if e.Draw != nil {
			rows = append(rows, []any{e.ID, inList(e.own(name))})
		}
	}
	head := "your numbers"
	if name != "" {
		head = "numbers of " + name
	}
	return mime.Table([]string{"exercise", head}, rows)
}

// Own returns the student's numbers for an exercise with Exercise.Draw.
func Own(id string) ([]float64, error) {
	e, err := find(id)
	if err != nil {
		return nil, err
	}
	if e.Draw == nil {
		return nil, fmt.Errorf("course: exercise %s has the same numbers for all students", id)
	}
	return e.own(student()), nil
}

// student returns the session's student, or "".
func student() string {
	current.Lock()
	defer current.Unlock()
	return current.name
}

// SameStudent reports whether two names have the same numbers.
func SameStudent(a, b string) bool { return nameKey(a) == nameKey(b) }

// nameKey returns the letters and digits of a name, in lower case and without accents: names of
// folders are often written in another way than those of their students.
func nameKey(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFKD.String(name))
}

// own returns a student's numbers.
func (e Exercise) own(student string) []float64 {
	sum := sha256.Sum256([]byte(nameKey(student) + "\x00" + e.ID))
	return e.Draw(rand.New(rand.NewPCG(binary.LittleEndian.Uint64(sum[:]), binary.LittleEndian.Uint64(sum[8:]))))
}

// answerOf returns what judges a student's answers.
func (e Exercise) answerOf(student string) Answer {
	if e.Draw == nil {
		return e.Answer
	}
	return e.AnswerFor(e.own(student))
}

// inList writes numbers in a row.
func inList(xs []float64) string {
	texts := make([]string, len(xs))
	for i, x := range xs {
		texts[i] = fmt.Sprintf("%.6g", x)
	}
	return strings.Join(texts, ", ")
}
