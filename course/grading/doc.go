// Package grading runs students' notebooks and judges the answers that they check.
//
// It trusts nothing that a notebook or its process reports. Outputs in the file are not
// read. Each notebook runs in a worker of its own, in a copy of its folder, with limits of
// time and memory, and without a network if the system allows that. After each cell the
// grader asks, by a name that no cell can know, for the observations of checked answers
// with a probe that is new each time ([course.Observations]), and judges them in a process
// that students' code does not reach.
//
// Limits: the right answer passes, wherever it comes from, and a number can be found by
// trying course.Check. The tests of a teacher's notebook run in the process of the
// student's code, as nbgrader's do, and that code can make them pass. The worker is a
// process of the user: it can read and write what the user can. Grade strangers' work in a
// container.
package grading
