// Package class keeps what a teacher sees of a class: for each visitor of the server the last run,
// the errors in a row and the results of exercises, and for each question the guesses of all.
//
// A [Board] belongs to one server and lives in its memory only. The server knows by the connection
// whose session a report came from; so a report changes the row of its own session and no other. The
// board's size is bounded, whatever visitors do, and all texts of visitors are cleaned and cut before
// they are kept (text.go).
package class
