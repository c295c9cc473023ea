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

// A report that is read in parts, the first before the process has ended, is whole.
func TestAReportInPartsIsWhole(t *testing.T) {
	const report = "fatal error: all is lost\n\ngoroutine 1 [running]:\nmain.f()\n"
	for cut := range len(report) + 1 {
		d := postMortem(ending{code: 2, stdout: "printed", stderr: report[cut:]}, "", "noise\n"+report[:cut])
		if d.name != "WorkerCrash" || d.cause != "fatal error: all is lost" || d.trace != report {
			t.Errorf("after %q: %s, %q, %q", report[:cut], d.name, d.cause, d.trace)
		}
		if len(d.unsent) != 1 || d.unsent[0].Text != "printed" {
			t.Errorf("after %q these are told: %v", report[:cut], d.unsent)
		}
	}
	d := postMortem(ending{code: 1, stderr: "the rest\n"}, "", "panic: as a program prints it\n")
	if d.name != "WorkerExit" || len(d.unsent) != 1 {
		t.Errorf("a process that exits: %s, %v", d.name, d.unsent)
	}
}
