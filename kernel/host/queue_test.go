package host

import (
	"testing"
	"testing/synctest"

	"krigo/kernel"
)

// TestAFullQueueHoldsUpOutput, but no statuses and replies.
func TestAFullQueueHoldsUpOutput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(2, limitBytes)
		added := 0
		go func() {
			for range 3 {
				q.push(kernel.Packet{Channel: "iopub", Type: "stream"})
				added++
			}
		}()
		synctest.Wait()
		if added != 2 {
			t.Fatalf("%d outputs were added to a queue of 2", added)
		}
		q.push(kernel.Packet{Channel: "iopub", Type: "status"})
		q.push(kernel.Packet{Channel: "shell", Type: "execute_reply"})
		for i, want := range []string{"stream", "stream", "status", "execute_reply", "stream"} {
			if p, ok := q.next(); !ok || p.Type != want {
				t.Errorf("message %d is %q, want %q", i, p.Type, want)
			}
			synctest.Wait()
		}
		q.end()
		if p, ok := q.next(); ok {
			t.Errorf("after the end there is %q", p.Type)
		}
	})
}
