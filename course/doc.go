// Package course has the interactive parts of lessons: guesses that a later cell compares
// with the truth, which it does not show before ([Guess]), and exercises that a program
// judges ([Check]).
//
//	course.Check("03-1", 0.82)
//
// says right, or what is wrong with the answer and a hint; each further answer that is
// wrong brings the next hint, and none of them is the answer. [Todo] marks the place of an
// answer.
//
// [Progress] reports the state of the session, and [Exercises] lists the exercises.
//
// An [Exercise] is defined by [Define]: those of the lessons in this package, a file
// each; those of a teacher in a Go file or a cell. An [Answer] judges:
//
//	Number, Numbers   a number or a list, with a tolerance
//	Word              a text, kept as a hash
//	Func              a function of numbers, by its values at random points
//	Covariance        a covariance function, by properties, covtest and values
//	Figure            a figure, by the lines and points that it draws
//	Fitted            a fit, or a learner that makes one, by its likelihood
//	Judged            anything, in compiled code: it is generic, and cells have a type of
//	                  their own with the methods of Answer instead
//
// It works in two steps: an answer is observed in the process of the student's code
// ([Observations]), and judged out of its reach ([Judge]), so that krigo course grade need
// not trust the student's process. Package handout makes the students' notebooks, package
// grading gives marks.
package course
