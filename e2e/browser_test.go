package e2e

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// firstLesson is a notebook that all front ends open.
const firstLesson = "01-first-fit.ipynb"

// browse runs one action in the browser and fails the test when it fails.
func browse[T any](t *testing.T, ctx context.Context, action chromedp.Action[T]) T {
	t.Helper()
	value, err := chromedp.Run(ctx, action)
	if err != nil {
		t.Fatal(err, context.Cause(ctx))
	}
	return value
}

func saveScreenshot(t *testing.T, name string, image []byte) {
	t.Helper()
	out := filepath.Join(krigo.root, "out")
	if err := os.MkdirAll(out, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(out, name), image, 0o644); err != nil {
		t.Fatal(err)
	}
}

// newBrowser returns a headless Chromium that makes no connections of its own.
func newBrowser(t *testing.T, more ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.WindowSize(1100, 1400),
		chromedp.WSURLReadTimeout(patience),
	)
	options = append(options, more...)
	const limit = 10 * time.Minute
	whole, cancelWhole := context.WithTimeoutCause(t.Context(), limit, fmt.Errorf("the browser was used for %v: something does not end", limit))
	t.Cleanup(cancelWhole)
	alloc, cancelAlloc := chromedp.NewExecAllocator(whole, options...)
	t.Cleanup(cancelAlloc)
	ctx, cancel := chromedp.NewContext(alloc)
	t.Cleanup(cancel)
	return ctx
}

// lastPort is the port that freePort returned last. It begins where few programs listen, below the
// ports that systems give to programs that ask for any.
var lastPort atomic.Uint32

func init() { lastPort.Store(uint32(20_000 + rand.IntN(10_000))) }

// freePort returns a port that nothing listens on, that no other test got, and that the system does
// not choose for programs that ask for any port.
func freePort(t *testing.T) string {
	t.Helper()
	for range 1000 {
		port := strconv.FormatUint(uint64(lastPort.Add(1)), 10)
		if l, err := net.Listen("tcp", ":"+port); err == nil {
			l.Close()
			return port
		}
	}
	t.Fatal("no port is free")
	return ""
}
