//go:build !amd64

package linalg

func mulTo(*float64, *float64, *float64, int) {
	panic("linalg: no vector products on this platform")
}

func mulAdd(*float64, *float64, *float64, int) {
	panic("linalg: no vector products on this platform")
}
