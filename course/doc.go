// Package course has what lessons ask of their readers: guesses that a later cell
// compares with what is so ([Guess]), and exercises that a program judges ([Check]).
//
//	course.Check("03-1", 0.82)
//
// says right, or what is wrong with the answer and a hint; each further answer that is
// wrong brings the next hint, and none of them is the answer. [Todo] stands where an
// answer is to be written.
//
// An [Exercise] is defined in compiled code, by [Define]: those of the ten lessons in
// this package, a file each; those of a teacher in a Go file or a cell. What judges is an
// [Answer], of which the constructors [Number], [Word] and [Judged] make most. It works
// in two steps: what an answer shows of itself is observed beside the student's code,
// and judged where that cannot reach, so that krigo course grade need not trust what a
// student's process says of itself.
package course
