package interp

import "testing"

func TestCrashCause(t *testing.T) {
	const memory = "out of memory: the code needs more than this machine or its limit allows"
	for _, test := range []struct{ report, cause string }{
		{"panic: oh no [recovered, repanicked]\n\ngoroutine 1 [running]:", "a goroutine panicked: oh no"},
		{"fatal error: runtime: out of memory\n\ngoroutine 1 [running]:", memory},
		{"fakecgo: out of memory in thread_start\nSIGABRT: abort\nPC=0x7f285315deec m=7", memory},
		{"runtime/cgo: pthread_create failed: Resource temporarily unavailable\nSIGABRT: abort\nPC=0x7f285315deec m=7", "out of memory: the Go runtime could not start another thread"},
		{"fakecgo: pthread_create failed: 11\nSIGABRT: abort\nPC=0x7f285315deec m=7", "out of memory: the Go runtime could not start another thread"},
		{"SIGSEGV: segmentation violation\nPC=0x1\n\ngoroutine 1 [running]:\nmain.f()", "SIGSEGV: segmentation violation"},
		{
			"SIGSEGV: segmentation violation\nPC=0x1 m=8 sigcode=1 addr=0x0\n\ngoroutine 0 gp=0x2 m=8 [idle]:\nruntime.(*spanQueue).tryDrain(0x400?)",
			"SIGSEGV: segmentation violation in the Go runtime itself, most often because it is out of memory",
		},
	} {
		noise := "written before\n"
		at := crash.FindStringIndex(noise + test.report)
		if at == nil || at[0] != len(noise) {
			t.Errorf("the report is found at %v in %q", at, noise+test.report)
		}
		if got := crashCause(test.report); got != test.cause {
			t.Errorf("cause of %q is %q, want %q", test.report, got, test.cause)
		}
	}
}
