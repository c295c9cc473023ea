// Package testpty has pseudo-terminals for tests, on Linux.
package testpty
