package kernel

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"testing"

	"github.com/go-zeromq/zmq4"

	"krigo/internal/testwait"
)

// resources counts what a connection takes of this process. Open files are 0
// where the system does not list them.
type resources struct{ goroutines, files int }

func used() resources {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		entries = nil
	}
	return resources{runtime.NumGoroutine(), len(entries)}
}

// wantNoMoreThan waits until no more is in use than before.
func wantNoMoreThan(t *testing.T, before resources) {
	t.Helper()
	defer func() {
		if t.Failed() {
			stacks := make([]byte, 1<<20)
			t.Logf("goroutines:\n%s", stacks[:runtime.Stack(stacks, true)])
		}
	}()
	testwait.UntilSeen(t, fmt.Sprintf("no more in use than before, %+v", before), func() (resources, bool) {
		now := used()
		return now, now.goroutines <= before.goroutines && now.files <= before.files
	})
}

// Clients that come and go leave neither goroutines nor open files.
func TestClientsLeaveNothingBehind(t *testing.T) {
	c := newSocketClient(t)
	c.execute("value 1", "ok", "", "")
	before := used()
	for range 5 {
		strangers := connectMany(t, c.connection)
		c.execute("value 1", "ok", "", "")
		for _, s := range strangers {
			s.Close()
		}
	}
	wantNoMoreThan(t, before)
}

// connectMany opens several sockets to each port of a kernel.
func connectMany(t *testing.T, connection Connection) []zmq4.Socket {
	t.Helper()
	var sockets []zmq4.Socket
	for _, port := range []int{connection.ShellPort, connection.ControlPort, connection.StdinPort, connection.HBPort, connection.IOPubPort} {
		for range 4 {
			s := zmq4.NewDealer(context.Background(), quickRetry)
			if port == connection.IOPubPort {
				s = zmq4.NewSub(context.Background(), quickRetry)
			}
			if err := s.Dial("tcp://" + connection.address(port)); err != nil {
				t.Fatal(err)
			}
			sockets = append(sockets, s)
		}
	}
	return sockets
}
