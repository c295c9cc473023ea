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

func startPrinter(t *testing.T) *Kernel {
	k := Start(t.Context(), func() kernel.Options {
		return kernel.Options{Start: func(context.Context) (kernel.Engine, error) { return printer{}, nil }}
	})
	t.Cleanup(func() {
		if err := k.Close(); err != nil {
			t.Error(err)
		}
	})
	return k
}

func listen(t *testing.T, k *Kernel, client string, limit Limit) *Listener {
	t.Helper()
	l, err := k.Listen(client, limit)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l
}

func send(t *testing.T, k *Kernel, channel, client, kind string, content any) (id string) {
	t.Helper()
	p, err := kernel.Request(channel, client, kind, content)
	if err != nil {
		t.Fatal(err)
	}
	if err := k.Send(p); err != nil {
		t.Fatal(err)
	}
	return p.ID
}

func execute(t *testing.T, k *Kernel, client, code string) (id string) {
	t.Helper()
	return send(t, k, "shell", client, "execute_request", map[string]any{"code": code, "store_history": false})
}

func parentOf(p kernel.Packet) string {
	var parent struct {
		ID string `json:"msg_id"`
	}
	_ = json.Unmarshal(p.Parent, &parent)
	return parent.ID
}

// until hears a listener up to the packet that fits, and returns them all.
func until(t *testing.T, l *Listener, a awaited) []kernel.Packet {
	t.Helper()
	timeout := time.AfterFunc(testwait.Limit, l.Close)
	defer timeout.Stop()
	var heard []kernel.Packet
	for {
		p, ok := l.Next()
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

// awaited is a message that a listener waits for.
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

func TestAllHearOutputAndOneItsReply(t *testing.T) {
	k := startPrinter(t)
	asker, other := listen(t, k, "a", Limit{}), listen(t, k, "b", Limit{})
	id := execute(t, k, "a", "x")
	if got := until(t, asker, kindIs("execute_reply")); count(got, "display_data") != 1 {
		t.Errorf("the asker heard %d outputs before its reply, wanted 1", count(got, "display_data"))
	}
	heard := until(t, other, idleAfter(id))
	if count(heard, "display_data") != 1 || count(heard, "execute_reply") != 0 {
		t.Errorf("the other heard %d outputs and %d replies, wanted 1 and 0", count(heard, "display_data"), count(heard, "execute_reply"))
	}
}

func TestRestartKeepsListeners(t *testing.T) {
	k := startPrinter(t)
	l := listen(t, k, "a", Limit{})
	execute(t, k, "a", "block")
	until(t, l, state("busy"))
	if now, _, listeners := k.State(); now != "busy" || listeners != 1 {
		t.Errorf("the state is %s with %d listeners, wanted busy with 1", now, listeners)
	}
	if err := k.Restart(); err != nil {
		t.Fatal(err)
	}
	heard := until(t, l, state("starting"))
	if count(heard, "execute_reply") != 1 {
		t.Error("the cell that ran got no reply")
	}
	id := execute(t, k, "a", "x")
	if got := until(t, l, idleAfter(id)); count(got, "display_data") != 1 {
		t.Error("the new kernel was not heard")
	}
}

func TestInterrupt(t *testing.T) {
	k := startPrinter(t)
	l := listen(t, k, "a", Limit{})
	id := execute(t, k, "a", "block")
	until(t, l, kindIs("execute_input"))
	if err := k.Interrupt(); err != nil {
		t.Fatal(err)
	}
	until(t, l, idleAfter(id))
}

func TestShutdownEnds(t *testing.T) {
	k := startPrinter(t)
	l := listen(t, k, "a", Limit{})
	send(t, k, "control", "a", "shutdown_request", map[string]bool{"restart": false})
	heard := until(t, l, state(Dead))
	if count(heard, "shutdown_reply") == 0 {
		t.Error("no reply came before the end")
	}
	testwait.Receive(t, "the end of the kernel", k.Ended())
	if _, ok := l.Next(); ok {
		t.Error("something came after the end")
	}
	if _, err := k.Listen("b", Limit{}); !errors.Is(err, ErrEnded) {
		t.Errorf("listening to a kernel that has ended: %v", err)
	}
	if err := k.Restart(); !errors.Is(err, ErrEnded) {
		t.Errorf("restarting a kernel that has ended: %v", err)
	}
	if err := k.Interrupt(); !errors.Is(err, ErrEnded) {
		t.Errorf("interrupting a kernel that has ended: %v", err)
	}
}

// One who does not read is cut off, and the others hear all.
func TestSlowListenerIsCutOff(t *testing.T) {
	k := startPrinter(t)
	slow, quick := listen(t, k, "s", Limit{Packets: 5}), listen(t, k, "q", Limit{})
	id := execute(t, k, "q", strings.Repeat("x ", 50))
	if got := count(until(t, quick, idleAfter(id)), "display_data"); got != 50 {
		t.Errorf("the quick one heard %d of 50", got)
	}
	if _, ok := slow.Next(); ok || !slow.Behind() {
		t.Errorf("the slow one still hears: %v, behind: %v", ok, slow.Behind())
	}
}

// A kernel waits for a listener that paces.
func TestPacingListenerHearsAll(t *testing.T) {
	k := startPrinter(t)
	l := listen(t, k, "p", Limit{Packets: 5, Paces: true})
	id := execute(t, k, "p", strings.Repeat("x ", 1000))
	if got := count(until(t, l, idleAfter(id)), "display_data"); got != 1000 {
		t.Errorf("heard %d of 1000", got)
	}
	execute(t, k, "p", strings.Repeat("x ", 1000))
	l.Close() // and a kernel does not wait for one that has gone
}

func TestEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	k := Start(ctx, func() kernel.Options {
		return kernel.Options{Start: func(context.Context) (kernel.Engine, error) { return printer{}, nil }}
	})
	cancel()
	testwait.Receive(t, "the end of the kernel", k.Ended())
	if now, _, _ := k.State(); now != Dead {
		t.Errorf("the state is %s, wanted dead", now)
	}
}
