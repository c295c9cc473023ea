package kernel

import (
	"maps"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"testing"
	"time"

	"krigo/internal/testwait"
)

func TestProcessTimeOf(t *testing.T) {
	// The name holds what else parts fields.
	line := "42 (a) R 9 (b) S 7 42 42 0 -1 4194304 100 0 0 0 150 50 0 0 20 0 1 0 1000 2000 300"
	got, ok := processTimeOf(line)
	if want := (processTime{parent: 7, took: 2 * time.Second}); !ok || got != want {
		t.Errorf("%+v, %v, want %+v", got, ok, want)
	}
	for _, broken := range []string{"", "42 (a) S", "42 (a) S x 1 1 0 -1 4 1 0 0 0 1 1 0 0"} {
		if _, ok := processTimeOf(broken); ok {
			t.Errorf("%q is read", broken)
		}
	}
}

func TestFamilyOf(t *testing.T) {
	all := map[int]processTime{1: {parent: 0}, 2: {parent: 1}, 3: {parent: 2}, 4: {parent: 3}, 5: {parent: 1}, 6: {parent: 3}}
	got := slices.Sorted(maps.Keys(familyOf(2, all)))
	if !slices.Equal(got, []int{2, 3, 4, 6}) {
		t.Errorf("the family of 2 is %v", got)
	}
}

func TestHostTimeOf(t *testing.T) {
	got := hostTimeOf("cpu  10 20 30 400 50 6 7 8 9 9\ncpu0 1 2 3 4 5 6 7 8 0 0\n")
	if want := (hostTime{busy: 81, all: 531}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestHostMemoryOf(t *testing.T) {
	got := hostMemoryOf("MemTotal: 1000 kB\nMemFree: 100 kB\nMemAvailable: 250 kB\nCached: 30 kB\nSReclaimable: 4 kB\nHugePages_Total: 3\n")
	for name, want := range map[string]float64{
		"total": 1024000, "available": 256000, "used": 768000, "percent": 75, "free": 102400, "cached": 34816, "slab": 0,
	} {
		if got[name] != want {
			t.Errorf("%s is %g, want %g", name, got[name], want)
		}
	}
}

// What a child takes counts with the kernel.
func TestUsageCountsChildren(t *testing.T) {
	var u usageMeter
	var first, second usageReply
	u.measure(&first)
	if *first.CPU != 0 || first.HostCPU != nil {
		t.Errorf("the first measurement tells of a time before it: %g %%, host %v", *first.CPU, first.HostCPU)
	}
	child := exec.Command("sh", "-c", "echo begun; while :; do :; done")
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer child.Wait()
	defer child.Process.Kill()
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	if family := familyOf(os.Getpid(), processes()); family[child.Process.Pid].parent != os.Getpid() {
		t.Errorf("the child is not among %v", family)
	}
	testwait.Until(t, "the busy child to take time", func() bool {
		u.measure(&second)
		return *second.CPU > 0
	})
	var info syscall.Sysinfo_t
	if err := syscall.Sysinfo(&info); err != nil {
		t.Fatal(err)
	}
	if total := float64(info.Totalram) * float64(info.Unit); second.HostMemory["total"] != total {
		t.Errorf("the machine has %g bytes, sysinfo says %g", second.HostMemory["total"], total)
	}
	if own := memoryOf(os.Getpid()); *second.Memory <= own {
		t.Errorf("both hold %d bytes, and one alone %d", *second.Memory, own)
	}
}

func TestUsageReply(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		for range 2 {
			var reply usageReply
			c.decode(c.replyTo(c.request(control, "usage_request", "{}")), &reply)
			if reply.Status != "ok" || reply.PID != os.Getpid() || reply.CPUCount < 1 || reply.CPU == nil || reply.Memory == nil || *reply.Memory <= 0 {
				t.Errorf("reply is %+v", reply)
			}
		}
	})
}
