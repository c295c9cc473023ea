// Package turns lets cells in a web page compute for long and nest calls deeply, though one thread of the browser runs
// all of the worker: its goroutines, and the events that bring an interrupt. Elsewhere its functions do nothing.
package turns
