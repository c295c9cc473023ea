//go:build !amd64

package linalg

// hasAVX2 is false on other processors.
const hasAVX2 = false
