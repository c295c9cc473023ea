package kernel

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"krigo/internal/testwait"
)

// startLocal starts a kernel of a fake engine and returns what it sends.
func startLocal(t *testing.T) (*Local, <-chan Packet) {
	out := make(chan Packet, 100)
	l := NewLocal(t.Context(), Options{Info: testInfo, Start: startFake(newFakeEngine())}, func(p Packet) { out <- p })
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l, out
}

func TestLocalAnswersWhoAsks(t *testing.T) {
	l, out := startLocal(t)
	for _, client := range []string{"one", "two"} {
		q, err := Request("shell", client, "kernel_info_request", struct{}{})
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Receive(q); err != nil {
			t.Fatal(err)
		}
		for {
			p := testwait.Receive(t, "the reply to "+client, out)
			var parent struct {
				ID string `json:"msg_id"`
			}
			if err := json.Unmarshal(p.Parent, &parent); err != nil {
				t.Fatal(err)
			}
			if p.Channel == "iopub" {
				if p.Client != "" {
					t.Fatalf("%s on iopub is for %q, wanted everybody", p.Type, p.Client)
				}
				continue
			}
			if p.Type != "kernel_info_reply" || p.Client != client || parent.ID != q.ID {
				t.Fatalf("%q got %s for %q in answer to %s, wanted the reply to %s", client, p.Type, p.Client, parent.ID, q.ID)
			}
			break
		}
	}
}

func TestLocalRefuses(t *testing.T) {
	l, _ := startLocal(t)
	q, err := Request("shell", "c", "kernel_info_request", struct{}{})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		change func(*Packet)
		want   string
	}{
		{func(p *Packet) { p.Channel = "iopub" }, `channel "iopub"`},
		{func(p *Packet) { p.Channel = "" }, `channel ""`},
		{func(p *Packet) { p.Header = nil }, "header"},
		{func(p *Packet) { p.Header = json.RawMessage("{}") }, "msg_type"},
		{func(p *Packet) { p.Content = json.RawMessage("[1]") }, "content is not a JSON object"},
	} {
		p := q
		test.change(&p)
		if err := l.Receive(p); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("wanted an error with %q, got %v", test.want, err)
		}
	}
	if _, err := Request("shell", "c", "execute_request", func() {}); err == nil {
		t.Error("a function was taken as content")
	}
}

func TestLocalEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	l := NewLocal(ctx, Options{Start: startFake(newFakeEngine())}, func(Packet) {})
	cancel()
	for range 2 {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
}
