package worker

import (
	"fmt"
	"slices"
	"testing"

	"krigo/cell"
)

// updateOf returns a widget's change of one key.
func updateOf(id, key string, v any) *cell.CommMessage {
	return &cell.CommMessage{Kind: "msg", ID: id, Data: map[string]any{"method": "update", "state": map[string]any{key: v}}}
}

func custom(id string) *cell.CommMessage {
	return &cell.CommMessage{Kind: "msg", ID: id, Data: map[string]any{"method": "custom"}}
}

// drain takes all that waits, as "comm state requests".
func (b *mailbox) drain() []string {
	var all []string
	for len(b.waiting) > 0 {
		l := b.next()
		all = append(all, fmt.Sprint(l.message.ID, " ", l.message.Data["state"], " ", l.ids))
	}
	return all
}

func TestUpdatesThatWaitAreMerged(t *testing.T) {
	b := newMailbox(newRequests())
	withBuffers := updateOf("a", "x", 9)
	withBuffers.Buffers = [][]byte{{1}}
	for i, m := range []*cell.CommMessage{
		updateOf("a", "x", 1), updateOf("b", "x", 2), updateOf("a", "y", 3), updateOf("a", "x", 4), // one of a, one of b
		custom("b"),                                  // which none passes
		updateOf("a", "x", 5), updateOf("a", "x", 6), // another one of a
		withBuffers,           // alone
		updateOf("a", "x", 7), // another one of a
	} {
		superseded, full := b.put(m, i)
		if want := map[int][]int{2: {0}, 3: {2}, 6: {5}}[i]; !slices.Equal(superseded, want) || full {
			t.Errorf("message %d ends %v, want %v (full %v)", i, superseded, want, full)
		}
	}
	want := []string{"a map[x:4 y:3] [3]", "b map[x:2] [1]", "b <nil> [4]", "a map[x:6] [6]", "a map[x:9] [7]", "a map[x:7] [8]"}
	if got := b.drain(); !slices.Equal(got, want) {
		t.Errorf("there wait\n%q, want\n%q", got, want)
	}
}

func TestTheMailboxIsBounded(t *testing.T) {
	b := newMailbox(newRequests())
	for i := range 100_000 {
		b.put(updateOf("a", "x", i), i)
		b.put(updateOf("b", "x", i), i)
	}
	if len(b.waiting) != 2 {
		t.Errorf("%d messages wait of two sliders", len(b.waiting))
	}
	refused := 0
	for i := range 2 * maxLetters {
		if _, full := b.put(custom("a"), i); full {
			refused++
		}
	}
	if len(b.waiting) != maxLetters || refused != maxLetters+2 {
		t.Errorf("%d messages wait and %d were refused, want %d and %d", len(b.waiting), refused, maxLetters, maxLetters+2)
	}
}

func TestATaskWaitsOnceWithAllRequests(t *testing.T) {
	b := newMailbox(newRequests())
	wake := &cell.CommMessage{Kind: "wake", ID: "t"}
	b.putTask(wake, []int{1})
	b.put(custom("a"), 2)
	b.putTask(wake, []int{3, 4})
	if got, want := b.drain(), []string{"t <nil> [1 3 4]", "a <nil> [2]"}; !slices.Equal(got, want) {
		t.Errorf("there wait %q, want %q", got, want)
	}
}

// A message whose handlers ask for two tasks ends with the second.
func TestARequestEndsWithItsLastLetter(t *testing.T) {
	r := newRequests()
	b := newMailbox(r)
	b.put(custom("a"), 1)
	first := b.next()
	for _, id := range []string{"t", "u", "t"} {
		b.putTask(&cell.CommMessage{Kind: "wake", ID: id}, r.of(first))
	}
	for i, want := range [][]int{nil, nil, {1}} {
		if i > 0 {
			first = b.next()
		}
		if got := r.take(first); !slices.Equal(got, want) {
			t.Errorf("letter %d ends %v, want %v", i, got, want)
		}
	}
	if len(r.letters) > 0 {
		t.Errorf("of requests there is left %v", r.letters)
	}
}
