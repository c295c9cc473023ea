package server

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"krigo/kernel"
)

func packet(kind, text string) kernel.Packet {
	channel := "iopub"
	if kind == "execute_reply" {
		channel = "shell"
	}
	return kernel.Packet{Channel: channel, Type: kind, Content: json.RawMessage(text)}
}

// writeSome writes n packets of a backlog and returns them.
func (b *backlog) writeSome(n int) (texts []string, upTo uint64) {
	for range n {
		p, ok := b.next()
		if !ok {
			break
		}
		texts = append(texts, string(p.Content))
		upTo = b.wrote()
	}
	return texts, upTo
}

// TestWhatHasNotArrivedIsWrittenAgain: and nothing else.
func TestWhatHasNotArrivedIsWrittenAgain(t *testing.T) {
	var b backlog
	for i := range 6 {
		b.add(packet("stream", fmt.Sprint(i)))
	}
	_, upTo := b.writeSome(2)
	b.writeSome(2)
	b.arrived(upTo)
	b.rewind()
	if got, _ := b.writeSome(10); !slices.Equal(got, []string{"2", "3", "4", "5"}) {
		t.Errorf("after the cut: %q", got)
	}
}

// TestOldOutputsAreDroppedAndTold: answers and statuses stay, and what is written and
// confirmed is not told.
func TestOldOutputsAreDroppedAndTold(t *testing.T) {
	big := strings.Repeat("x", keptBytes/4)
	for _, connected := range []bool{true, false} {
		var b backlog
		b.add(packet("status", "busy"))
		for i := range 8 {
			b.add(packet("stream", fmt.Sprint(i)+big))
			if connected {
				b.writeSome(10)
			}
			b.trim(!connected)
		}
		b.add(packet("execute_reply", "ok"))
		b.rewind()
		if b.bytes > keptBytes {
			t.Errorf("connected %v: %d bytes are kept", connected, b.bytes)
		}
		got, upTo := b.writeSome(20)
		if len(got) != 6 || !strings.Contains(got[0], "5 messages") || got[1] != "busy" || got[2][0] != '5' || got[5] != "ok" {
			t.Errorf("connected %v: %d packets, %.80q", connected, len(got), got)
		}
		b.arrived(upTo)
		b.rewind()
		if got, _ := b.writeSome(20); len(got) != 0 || b.bytes != 0 {
			t.Errorf("connected %v: after all has arrived, %q and %d bytes", connected, got, b.bytes)
		}
	}
}

// TestBacklogsKeepOrderAndLoseNothing: small packets, by random cuts and answers.
func TestBacklogsKeepOrderAndLoseNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var b backlog
	added, arrived, onWire := 0, 0, 0 // counts; the client has got what has arrived
	var upTo uint64
	for range 20_000 {
		switch random.IntN(5) {
		case 0, 1:
			b.add(packet("stream", fmt.Sprint(added)))
			added++
		case 2:
			got, last := b.writeSome(1 + random.IntN(3))
			for _, text := range got {
				if text != fmt.Sprint(onWire) {
					t.Fatalf("%s was written, want %d", text, onWire)
				}
				onWire++
			}
			upTo = max(upTo, last)
		case 3:
			b.arrived(upTo)
			arrived = onWire
		case 4:
			b.rewind()
			onWire, upTo = arrived, uint64(arrived)
		}
	}
	if b.lost.n+b.faded.n != 0 {
		t.Errorf("%d packets were dropped", b.lost.n+b.faded.n)
	}
}
