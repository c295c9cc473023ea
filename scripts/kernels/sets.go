package main

import (
	"runtime"
	"strings"

	"golang.org/x/sys/cpu"

	"krigo/gplib/linalg"
)

// set is a set of kernels.
type set struct {
	name    string
	env     []string // which selects it
	kernels string   // how linalg.BLAS names it
	needs   []feature
	library bool // of the system, which may not have it
}

// feature is a processor feature.
type feature struct {
	name    string
	present bool
}

var (
	amd64 = feature{"amd64", runtime.GOARCH == "amd64"}
	arm64 = feature{"arm64", runtime.GOARCH == "arm64"}

	sse3   = []feature{amd64, {"SSE3", cpu.X86.HasSSE3}}
	avx2   = []feature{amd64, {"AVX2", cpu.X86.HasAVX2}, {"FMA", cpu.X86.HasFMA}}
	avx512 = append(avx2, feature{"AVX-512F", cpu.X86.HasAVX512F})
	// skylake has the features that compilers assume for skylake-avx512.
	skylake = append(avx512, feature{"AVX-512CD", cpu.X86.HasAVX512CD}, feature{"AVX-512BW", cpu.X86.HasAVX512BW},
		feature{"AVX-512DQ", cpu.X86.HasAVX512DQ}, feature{"AVX-512VL", cpu.X86.HasAVX512VL})
)

// sets returns all sets. Package golang.org/x/sys/cpu reads GODEBUG. Without vector instructions
// krigo would choose a system library itself: the set in Go is with gonum's eigenvalues.
var sets = []set{
	own("AVX-512", "auto", "", avx512...),
	own("AVX2", "auto", "cpu.avx512f=off", avx2...),
	own("NEON", "auto", "", arm64),
	own("Go", "gonum", "cpu.avx2=off", amd64),
	gonumEigen(),
	openBLAS("Haswell", avx2...),
	openBLAS("SkylakeX", skylake...),
	openBLAS("Zen", avx2...),
	openBLAS("Prescott", sse3...),
}

// own returns kernels of krigo.
func own(name, choice, debug string, needs ...feature) set {
	return set{
		name: name, env: []string{linalg.Variable + "=" + choice, "GODEBUG=" + debug}, kernels: "krigo (" + name + ")", needs: needs,
	}
}

// gonumEigen returns the best of krigo's own with gonum's eigenvalues; otherwise they come from
// a system library, if any.
func gonumEigen() set {
	best := "Go"
	switch {
	case lacking(avx512) == "":
		best = "AVX-512"
	case lacking(avx2) == "":
		best = "AVX2"
	case arm64.present:
		best = "NEON"
	}
	s := own(best, "gonum", "")
	s.name = "gonum"
	return s
}

// openBLAS is the system's OpenBLAS with the kernels for a processor, which it runs
// without checking that this processor supports them.
func openBLAS(core string, needs ...feature) set {
	const path = "libopenblas.so.0"
	return set{
		name: "OpenBLAS " + core, env: []string{linalg.Variable + "=" + path, "OPENBLAS_CORETYPE=" + core, "GODEBUG="},
		kernels: path + " (" + core + ")", needs: needs, library: true,
	}
}

// lacks returns the reason why the processor cannot run a set, or "".
func (s set) lacks() string { return lacking(s.needs) }

func lacking(needs []feature) string {
	var names []string
	for _, f := range needs {
		if !f.present {
			names = append(names, f.name)
		}
	}
	if names == nil {
		return ""
	}
	return "it needs " + strings.Join(names, ", ")
}
