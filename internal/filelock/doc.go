// Package filelock has processes take turns by a file, which the system frees when a
// process ends. Where the file system knows no locks, all have their turn at once.
package filelock
