// Command asmgen writes the vector kernels of package linalg for amd64. For AVX2 and for AVX-512 it
// writes a file of assembly with the functions, and a Go file with their declarations.
//
//	asmgen         write the files into the current folder: go generate does this
//	asmgen -check  list the stale files, and fail if there are any
//
// A kernel is described once, for registers of lanes numbers: 4 with AVX2, 8 with AVX-512. The
// description writes single instructions ([assembly.op]), an instruction for each vector of a group
// ([group.each]) and loops over arrays ([group.loop]). The sets differ in the number of registers,
// which is 4·lanes, and in the end of an array: AVX-512 masks the lanes behind it, AVX2 continues with
// single numbers.
//
// # Kernels and their vector registers
//
// Tiles of lanes × 3·lanes numbers (tiles.go):
//
//	multiply   C += alpha·A·B     0 to 2 a row of B, 3 and following an element of A, lanes and following C
//	solve      X = L⁻¹X           3 an element of L or 1/L_ii, lanes and following X
//	transpose  blocks of lanes²   0 to 2·lanes-1, half of them the block, half its next form
//	copy       rows of 3 vectors  0 to 2
//
// Passes over arrays, four vectors at a time (passes.go):
//
//	scaleTo           factor·src_j                  0 to 3 result, 8 factor
//	sqrtTo            √(factor·src_j)               0 to 3 result, 8 factor
//	addScaledTo       a_j + factor·b_j              0 to 3 a and result, 8 factor
//	mulTo             a_j·b_j                       0 to 3 a and result
//	mulAdd            dst_j + a_j·b_j               0 to 3 a, 4 to 7 dst and result
//	dot               Σ_j a_j·b_j                   0 to 3 sums, 4 to 7 a
//	weightedSquares   Σ_j w_j·(x - y_j)²            0 to 3 sums, 4 to 7 x - y, 8 x, 9 to 12 w·(x - y)
//	squaredDistances  Σ_k (x_k - y[k·stride+j])²    0 to 3 sums, 4 to 7 x - y, 8 x_k
//
// Register 15 is for operands in memory that AVX-512 has to mask.
//
// The exponential function of arrays (exp.go): 0 to 11 x, its reduction and the series, 12 and following
// constants.
//
// # Other registers
//
// Arguments have the names of the Go signature, from which their places in the frame follow. CX counts
// what is left, SI and DX point to what is read, DI to what is written (in products of tiles, to B);
// AX is free for any use. Strides are in R8 and above.
package main

import (
	"bytes"
	"flag"
	"log"
	"maps"
	"os"
	"slices"
	"strings"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("asmgen: ")
	check := flag.Bool("check", false, "list the stale files, and fail if there are any")
	flag.Parse()
	stale := staleFiles()
	if *check {
		if len(stale) > 0 {
			log.Fatalf("stale in gplib/linalg: %s\nRun this and commit what it changes:\n\tgo generate ./gplib/linalg",
				strings.Join(slices.Sorted(maps.Keys(stale)), " "))
		}
		return
	}
	for file, text := range stale {
		if err := os.WriteFile(file, text, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

// staleFiles returns the files of the current folder that are missing or differ, with their new text.
func staleFiles() map[string][]byte {
	stale := map[string][]byte{}
	for _, s := range []set{avx2, avx512} {
		a := newAssembly(s)
		a.tiles()
		a.passes()
		a.exp()
		stale[s.name+"_amd64.s"] = a.text.Bytes()
		stale[s.name+"_amd64.go"] = a.declarations.Bytes()
	}
	maps.DeleteFunc(stale, func(file string, text []byte) bool {
		now, err := os.ReadFile(file)
		return err == nil && bytes.Equal(now, text)
	})
	return stale
}
