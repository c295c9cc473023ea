package host

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"krigo/cell"
	"krigo/internal/testwait"
	"krigo/kernel"
)

// printer is an engine whose cells show each of their words.
type printer struct{ kernel.Engine }

func (printer) Eval(ctx context.Context, c cell.Cell, out cell.Output) (*cell.Bundle, error) {
	for word := range strings.FieldsSeq(c.Source) {
		if word == "block" {
			<-ctx.Done()
			return nil, &cell.Error{Name: "Interrupt", Message: "interrupted"}
		}
		out.Display(cell.Display{Bundle: cell.Bundle{Data: map[string]any{"text/plain": word}}})
	}
	return nil, nil
}

func (printer) Abandon()           {}
func (printer) InterruptHandlers() {}
func (printer) Close() error       { return nil }

func startPrinter(t *testing.T) *Kernel { return startLimited(t, limitPackets) }

// startLimited starts a kernel that waits for its client after the given number of messages.
func startLimited(t *testing.T, packets int) *Kernel {
	k := start(t.Context(), options, newQueue(packets, limitBytes))
	t.Cleanup(func() {
		if err := k.Close(); err != nil {
			t.Error(err)
		}
	})
	return k
}

func options() kernel.Options {
	return kernel.Options{Start: func(context.Context) (kernel.Engine, error) { return printer{}, nil }}
}

func send(t *testing.T, k *Kernel, channel, kind string, content any) (id string) {
	t.Helper()
	p, err := kernel.Request(channel, "client", kind, content)
	if err != nil {
		t.Fatal(err)
	}
	if err := k.Send(p); err != nil {
		t.Fatal(err)
	}
	return p.ID
}

func execute(t *testing.T, k *Kernel, code string) (id string) {
	t.Helper()
	return send(t, k, "shell", "execute_request", map[string]any{"code": code, "store_history": false})
}

func parentOf(p kernel.Packet) string {
	var parent struct {
		ID string `json:"msg_id"`
	}
	_ = json.Unmarshal(p.Parent, &parent)
	return parent.ID
}

// until reads messages up to the one that fits, and returns them all.
func until(t *testing.T, k *Kernel, a awaited) []kernel.Packet {
	t.Helper()
	timeout := time.AfterFunc(testwait.Limit, func() { k.Close() })
	defer timeout.Stop()
	var heard []kernel.Packet
	for {
		p, ok := k.Next()
		if !ok {
			kinds := map[string]int{}
			for _, p := range heard {
				kinds[p.Type]++
			}
			t.Fatalf("waited up to %v for: %s; %d messages came: %v", testwait.Limit, a.what, len(heard), kinds)
		}
		heard = append(heard, p)
		if a.fits(p) {
			return heard
		}
	}
}

// awaited is a message that a test waits for.
type awaited struct {
	what string
	fits func(kernel.Packet) bool
}

func kindIs(kind string) awaited {
	return awaited{kind, func(p kernel.Packet) bool { return p.Type == kind }}
}

// state fits a status.
func state(want string) awaited {
	return awaited{"the state " + want, func(p kernel.Packet) bool {
		return p.Type == "status" && strings.Contains(string(p.Content), `"`+want+`"`)
	}}
}

func idleAfter(id string) awaited {
	return awaited{"idle after " + id, func(p kernel.Packet) bool { return parentOf(p) == id && state("idle").fits(p) }}
}

func count(heard []kernel.Packet, kind string) (n int) {
	for _, p := range heard {
		if p.Type == kind {
			n++
		}
	}
	return n
}

func TestOutputComesBeforeTheReply(t *testing.T) {
	k := startPrinter(t)
	execute(t, k, "x")
	if got := until(t, k, kindIs("execute_reply")); count(got, "display_data") != 1 {
		t.Errorf("%d outputs came before the reply, wanted 1", count(got, "display_data"))
	}
}

func TestRestartKeepsTheClient(t *testing.T) {
	k := startPrinter(t)
	execute(t, k, "block")
	until(t, k, state("busy"))
	if err := k.Restart(); err != nil {
		t.Fatal(err)
	}
	heard := until(t, k, state("starting"))
	if count(heard, "execute_reply") != 1 {
		t.Error("the cell that ran got no reply")
	}
	id := execute(t, k, "x")
	if got := until(t, k, idleAfter(id)); count(got, "display_data") != 1 {
		t.Error("the new kernel was not heard")
	}
}

func TestInterrupt(t *testing.T) {
	k := startPrinter(t)
	id := execute(t, k, "block")
	until(t, k, kindIs("execute_input"))
	if err := k.Interrupt(); err != nil {
		t.Fatal(err)
	}
	until(t, k, idleAfter(id))
}

func TestShutdownEnds(t *testing.T) {
	k := startPrinter(t)
	send(t, k, "control", "shutdown_request", map[string]bool{"restart": false})
	until(t, k, kindIs("shutdown_reply"))
	testwait.Receive(t, "the end of the kernel", k.Ended())
	for {
		if _, ok := k.Next(); !ok {
			break
		}
	}
	if err := k.Restart(); !errors.Is(err, ErrEnded) {
		t.Errorf("restarting a kernel that has ended: %v", err)
	}
	if err := k.Interrupt(); !errors.Is(err, ErrEnded) {
		t.Errorf("interrupting a kernel that has ended: %v", err)
	}
}

// A kernel waits for its client.
func TestASlowClientHearsAll(t *testing.T) {
	k := startLimited(t, 5)
	id := execute(t, k, strings.Repeat("x ", 1000))
	if got := count(until(t, k, idleAfter(id)), "display_data"); got != 1000 {
		t.Errorf("heard %d of 1000", got)
	}
}

func TestEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	k := Start(ctx, options)
	cancel()
	testwait.Receive(t, "the end of the kernel", k.Ended())
	for {
		if _, ok := k.Next(); !ok {
			break
		}
	}
}
