// Package course has what lessons ask of their readers: guesses that a later cell
// compares with what is so ([Guess]), and exercises that a program judges ([Check]).
//
//	course.Check("03-1", 0.82)
//
// says right, or what is wrong with the answer and a hint; each further answer that is
// wrong brings the next hint, and none of them is the answer. [Todo] stands where an
// answer is to be written.
//
// [Progress] tells how far the session is, and [Exercises] what there is.
//
// An [Exercise] is defined by [Define]: those of the ten lessons in this package, a file
// each; those of a teacher in a Go file or a cell. What judges is an [Answer]:
//
//	Number, Numbers   a number or a list, with a tolerance
//	Word              a text, kept as a seal
//	Func              a function of numbers, by its values at random points
//	Covariance        a covariance function, by properties, covtest and values
//	Figure            a figure, by the lines and points that it draws
//	Fitted            a fit, or a learner that makes one, by its likelihood
//	Judged            anything, in compiled code: it is generic, and cells have a type of
//	                  their own with the methods of Answer instead
//
// It works in two steps: what an answer shows of itself is observed beside the student's
// code ([Observations]), and judged where that cannot reach ([Judge]), so that krigo course
// grade need not trust what a student's process says of itself. Package handout makes the
// notebooks that students get, package grading gives marks.
package course
