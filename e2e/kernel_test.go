package e2e

import (
	"regexp"
	"testing"
	"time"
)

var skipped = regexp.MustCompile(`skipped=\d+`)

// The Python suites under kernel/conformance drive the installed kernel:
// Jupyter's own jupyter_kernel_test and ours for what that one leaves out.
func TestKernelConformance(t *testing.T) {
	t.Parallel()
	needsModule(t, "jupyter_kernel_test")
	out := krigo.run(t, 10*time.Minute, "", python, "-m", "unittest", "discover", "-v",
		"-s", "kernel/conformance", "-p", "test_*.py")
	t.Log(out)
	if skips := skipped.FindString(out); skips != "" {
		t.Errorf("tests were skipped: %s", skips)
	}
}
