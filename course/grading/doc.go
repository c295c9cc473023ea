// Package grading runs students' notebooks and judges the answers that they check.
//
// It trusts nothing that a notebook or its process reports. Outputs in the file are not
// read. Each notebook runs in a worker of its own, in a copy of its folder. On Linux the
// copy is all that it can write, and of the rest it sees the system's programs only: no
// network, no sockets, no other student's work. Processes, their memory, the bytes of files
// and time are limited. After each cell the
// grader asks, by a name that no cell can know, for the observations of checked answers
// with a probe that is new each time ([course.Observations]), and judges them in a process
// that students' code does not reach.
//
// Limits: the right answer passes, wherever it comes from, and a number can be found by
// trying course.Check. The tests of a teacher's notebook run in the process of the
// student's code, as nbgrader's do, and that code can make them pass. Where the system
// cannot confine a process, grading fails unless the caller trusts the students.
package grading
