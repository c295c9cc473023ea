package course

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// twice asks for twice the student's number.
var twice = Exercise{
	ID: "x-own", Question: "twice your number", Hints: []string{"add it to itself"},
	Draw:      func(rng *rand.Rand) []float64 { return []float64{float64(1000 + rng.IntN(1e6))} },
	AnswerFor: func(own []float64) Answer { return Number(0, func() (float64, error) { return 2 * own[0], nil }) },
}

// numberOf returns a student's number for twice.
func numberOf(t *testing.T, name string) float64 {
	t.Helper()
	Student(name)
	own, err := Own("x-own")
	if err != nil || len(own) != 1 {
		t.Fatalf("the numbers of %q are %v (%v)", name, own, err)
	}
	return own[0]
}

// forget forgets the session's student.
func forget() {
	current.Lock()
	current.name = ""
	current.Unlock()
}

func TestStudentsHaveNumbersOfTheirOwn(t *testing.T) {
	define(t, twice)
	t.Cleanup(forget)
	ada := numberOf(t, "Ada Lovelace")
	for _, name := range []string{"ada_lovelace", "ADA-LOVELACE ", "Áda Lovelace", "A\u0301da Lovelace", ""} {
		if got := numberOf(t, name); got != ada {
			t.Errorf("the number of %q is %v, want that of Ada Lovelace, %v", name, got, ada)
		}
	}
	bob := numberOf(t, "bob")
	if bob == ada {
		t.Errorf("bob and Ada Lovelace have both the number %v", ada)
	}
	if table := Student("").String(); !strings.Contains(table, "bob") || !strings.Contains(table, inList([]float64{bob})) {
		t.Errorf("bob's table is\n%s\nwant %v in it", table, bob)
	}
	if v := check(t, "x-own", 2*ada); v.Right {
		t.Error("Ada's answer is right for bob")
	}
	if v := check(t, "x-own", 2*bob); !v.Right {
		t.Errorf("bob's answer: %v", v)
	}
	if err := Judge("Bob", "x-own", json.RawMessage(inList([]float64{2 * bob})), 1); err != nil {
		t.Errorf("the grader about bob: %v", err)
	}
	if err := Judge("ada lovelace", "x-own", json.RawMessage(inList([]float64{2 * bob})), 1); err == nil {
		t.Error("the grader takes bob's answer of Ada")
	}
}

// The numbers are part of what is handed out: another version of krigo must not change them.
func TestNumbersStayTheSame(t *testing.T) {
	rng := Exercise{ID: "x-own", Draw: func(rng *rand.Rand) []float64 { return []float64{rng.Float64(), rng.Float64()} }}.own("ada")
	if want := []float64{0.3508098695623241, 0.10222430793655946}; !slices.Equal(rng, want) {
		t.Errorf("the numbers are %v, want %v", rng, want)
	}
}

func TestNobodysNumbersAreReported(t *testing.T) {
	define(t, twice)
	forget()
	own, err := Own("x-own")
	if err != nil {
		t.Fatal(err)
	}
	if v := check(t, "x-own", 2*own[0]); !v.Right || !strings.Contains(v.Text, "course.Student") {
		t.Errorf("the verdict is %v, want a word about course.Student", v)
	}
}

func TestOwnNumbersAreRefused(t *testing.T) {
	if _, err := Own("01-1"); err == nil || !strings.Contains(err.Error(), "same numbers") {
		t.Errorf("Own of 01-1: %v", err)
	}
	half, both := twice, twice
	half.AnswerFor = nil
	both.Answer = Word("a")
	missing := twice
	missing.AnswerFor = func([]float64) Answer { return nil }
	for want, e := range map[string]Exercise{"only one of": half, "one of them": both, "no Answer": missing} {
		if err := Define(e); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %q", err, want)
		}
	}
}

// Numbers of all students leave exercise 01-6 its right answer and its common mistakes apart.
func TestOwnNumbersOfLesson01(t *testing.T) {
	e, err := find("01-6")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range strings.Fields("ada bob chen dora emil fatima gus hana ivo jun kim lea mia noa ole pia") {
		x, y, s := e.own(name)[0], e.own(name)[1], e.own(name)[2]
		a := e.answerOf(name)
		if right, err := given01(s, []float64{x}, []float64{y}, 0); err != nil || judge(a, json.RawMessage(inList([]float64{right.mean})), 1) != nil {
			t.Errorf("%s: the right answer to %v is refused (%v)", name, e.own(name), err)
		}
		if err := judge(a, json.RawMessage(inList([]float64{y / (1 + s)})), 1); err == nil || !strings.Contains(err.Error(), "at the observation") {
			t.Errorf("%s: of the mean at the observation, the verdict is %v", name, err)
		}
	}
}
