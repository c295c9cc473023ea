// Package grading runs students' notebooks and judges the answers that they check.
//
// Nothing is believed that a notebook or its process says. Outputs in the file are not
// read. Each notebook runs in a worker of its own, in a copy of its folder, with limits of
// time and memory, and where the system grants it without a network. After each cell the
// grader asks, by a name that no cell can know, what the answers that were checked show
// of themselves with a probe that is new each time ([course.Observations]), and judges that
// in a process that students' code does not reach.
//
// What is left: who knows the right answer passes, wherever it comes from, and a number can
// be found by trying course.Check. The tests of a teacher's notebook run beside the
// student's code, as nbgrader's do, which can make them pass. The worker is the user's
// own process: it can read and write what the user can. Who grades strangers does it in a
// container.
package grading
