package course_test

import (
	"fmt"
	"math"

	"krigo/course"
)

// A teacher's own exercise, whose answers are functions.
func ExampleDefine() {
	err := course.Define(course.Exercise{
		ID:       "week1-1",
		Question: "Write the density of the standard normal distribution.",
		Answer: course.Func(1e-6, -3, 3, func(x float64) float64 {
			return math.Exp(-x*x/2) / math.Sqrt(2*math.Pi)
		}),
		Hints: []string{"What is its integral?"},
		Right: "It integrates to 1.",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	v, err := course.Check("week1-1", func(x float64) float64 { return math.Exp(-x * x / 2) })
	fmt.Println(v, err)
	// Output:
	// Exercise week1-1: not yet, it is 2.51 times what it should be, everywhere.
	// Hint 1 of 1: What is its integral? <nil>
}

func ExampleGuess() {
	guess := course.Guess("zeros of a draw between 0 and 10", 3)
	fmt.Println(guess.Reveal(4))
	// Output:
	// zeros of a draw between 0 and 10: guessed 3, it is 4: off by 25 %
}

// A word is kept as a hash, from which it cannot be read.
func ExampleSeal() {
	answer := course.Word(course.Seal("salt", "Gram matrix"))
	observed, err := answer.Observe("gram matrix", 1)
	fmt.Println(observed, err)
	// Output:
	// gram matrix <nil>
}
