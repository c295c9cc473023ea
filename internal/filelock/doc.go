// Package filelock has processes take turns by a file lock, which the system frees when a process
// ends. On a file system without locks all have their turn at once.
package filelock
