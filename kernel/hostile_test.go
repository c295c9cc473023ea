package kernel

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"krigo/internal/testwait"
)

// opening returns the greeting and the READY of a DEALER that speaks ZMTP by hand,
// and calls itself identity where that is not empty.
func opening(identity string) []byte {
	greeting := make([]byte, 64)
	greeting[0], greeting[8], greeting[9], greeting[10] = 0xFF, 0x01, 0x7F, 3
	copy(greeting[12:], "NULL")
	ready := "\x05READY\x0bSocket-Type\x00\x00\x00\x06DEALER"
	if identity != "" {
		ready += "\x08Identity\x00\x00\x00" + string(rune(len(identity))) + identity
	}
	return append(append(greeting, 4, byte(len(ready))), ready...)
}

// zmtp joins the frames of one message as they are on the wire.
func zmtp(frames ...[]byte) []byte {
	var wire []byte
	for i, f := range frames {
		flags := byte(2) // a long frame
		if i < len(frames)-1 {
			flags |= 1
		}
		wire = binary.BigEndian.AppendUint64(append(wire, flags), uint64(len(f)))
		wire = append(wire, f...)
	}
	return wire
}

// signed returns a message whose four parts bear a valid signature, whatever is
// in them.
func signed(c *client, parts ...string) []byte {
	sign, frames := signer{key: []byte(c.connection.Key)}, [][]byte(nil)
	for _, p := range parts {
		frames = append(frames, []byte(p))
	}
	return zmtp(append([][]byte{delimiter, sign.sign(frames)}, frames...)...)
}

// TestHostileBytesHarmNobody sends what no honest client does to every port
// that takes requests, while an honest client's cells run. Nothing may end the
// kernel, keep the client waiting or fill the memory.
func TestHostileBytesHarmNobody(t *testing.T) {
	if testing.Short() {
		t.Skip("sends many messages")
	}
	const request = `{"msg_id":"x","msg_type":"shutdown_request"}`
	deep := strings.Repeat("[", 1_000_000)
	repeat := func(n int, wire []byte) []byte { return bytes.Repeat(wire, n) }
	for name, attack := range map[string]func(c *client) []byte{
		"a lying length": func(*client) []byte { return binary.BigEndian.AppendUint64([]byte{2}, 1<<62) },
		"a length that is nearly allowed": func(*client) []byte {
			return binary.BigEndian.AppendUint64([]byte{2}, 255<<20)
		},
		"a million small messages":        func(*client) []byte { return repeat(1_000_000, []byte{0, 1, 'x'}) },
		"a million frames in one message": func(*client) []byte { return repeat(1_000_000, []byte{1, 1, 'x'}) },
		"a million empty frames":          func(*client) []byte { return repeat(1_000_000, []byte{1, 0}) },
		"a bad signature": func(*client) []byte {
			bad := []byte(strings.Repeat("0", 64))
			return repeat(1000, zmtp(delimiter, bad, []byte(request), []byte("{}"), []byte("{}"), []byte("{}")))
		},
		"no signature": func(*client) []byte {
			return zmtp(delimiter, nil, []byte(request), []byte("{}"), []byte("{}"), []byte("{}"))
		},
		"another delimiter": func(c *client) []byte {
			return bytes.ReplaceAll(signed(c, request, "{}", "{}", "{}"), delimiter, []byte("<IDS|MSH>"))
		},
		"no JSON": func(c *client) []byte { return signed(c, "{", "]", "\xff", "") },
		"deep JSON": func(c *client) []byte {
			return slices.Concat(signed(c, deep, "{}", "{}", "{}"), signed(c, request, "{}", "{}", `{"restart":`+deep))
		},
		"deep JSON that is whole": func(c *client) []byte {
			return signed(c, request, "{}", "{}", `{"restart":`+deep+strings.Repeat("]", len(deep))+"}")
		},
		"commands": func(*client) []byte { return repeat(10_000, []byte{4, 5, 4, 'P', 'I', 'N', 'G'}) },
	} {
		t.Run(name, func(t *testing.T) {
			before := heapInUse()
			c := newSocketClient(t)
			wire := attack(c)
			var poured []<-chan struct{}
			for _, port := range []int{c.connection.ShellPort, c.connection.ControlPort, c.connection.StdinPort, c.connection.HBPort} {
				poured = append(poured, pour(t, c.connection.address(port), slices.Concat(opening("stranger"), wire)))
			}
			for i := range 5 {
				c.execute(fmt.Sprintf("print %d", i), "ok", fmt.Sprintf("%d\n", i), "")
			}
			for _, done := range poured {
				testwait.Receive(t, "a port to take or refuse everything", done)
			}
			wantHeapBelow(t, before+(256<<20))
			c.execute("print on", "ok", "on\n", "")
		})
	}
}

// pour writes bytes to an address, in the background. What it returns is
// closed when all is written or refused; the connection ends with the test.
func pour(t *testing.T, address string, wire []byte) <-chan struct{} {
	t.Helper()
	stranger, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stranger.Close() })
	if err := stranger.SetWriteDeadline(time.Now().Add(testwait.Limit)); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, err := stranger.Write(wire) // which the kernel may end
		if errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("%s has not taken %d bytes in %v", address, len(wire), testwait.Limit)
		}
	}()
	return done
}

// wantHeapBelow waits until no more is in use than a limit, as when connections have ended.
func wantHeapBelow(t *testing.T, limit uint64) {
	t.Helper()
	what := fmt.Sprintf("the heap to hold at most %d bytes", limit)
	testwait.UntilSeen(t, what, func() (uint64, bool) {
		n := heapInUse()
		return n, n <= limit
	})
}

// heapInUse returns the bytes of the heap that are reachable. Each PUB socket of zmq4 that was
// closed keeps a goroutine with its buffers, so that earlier kernels of the process count.
func heapInUse() uint64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// A client that takes the identity of another one, and many clients without an identity, keep no
// reply from its recipient.
func TestIdentitiesThatAreNotUnique(t *testing.T) {
	c := newSocketClient(t)
	for _, identity := range []string{c.session, ""} {
		for range 3 {
			testwait.Receive(t, "the port to take the opening", pour(t, c.connection.address(c.connection.ShellPort), opening(identity)))
		}
	}
	for i := range 5 {
		c.execute(fmt.Sprintf("print %d", i), "ok", fmt.Sprintf("%d\n", i), "")
	}
}

// Clients without an identity get the replies to their own requests only. Each asks
// twice, so that what another got by mistake is there before the second reply.
func TestAnonymousClientsAreToldApart(t *testing.T) {
	c := newSocketClient(t)
	var clients [3]net.Conn
	for i := range clients {
		raw, err := net.Dial("tcp", c.connection.address(c.connection.ShellPort))
		if err != nil {
			t.Fatal(err)
		}
		defer raw.Close()
		if err := raw.SetDeadline(time.Now().Add(testwait.Limit)); err != nil {
			t.Fatal(err)
		}
		if _, err := raw.Write(opening("")); err != nil {
			t.Fatal(err)
		}
		clients[i] = raw
	}
	var got [len(clients)]string
	for _, turn := range []string{"first", "second"} {
		for i, raw := range clients {
			askRaw(t, c, raw, fmt.Sprintf("%s of %d", turn, i))
		}
		for i, raw := range clients {
			got[i] += readUntil(t, raw, fmt.Sprintf("%s of %d", turn, i))
		}
	}
	for i := range clients {
		for j := range clients {
			if mine := strings.Contains(got[i], fmt.Sprintf("of %d", j)); mine != (i == j) {
				t.Errorf("client %d, reply to %d: %v", i, j, mine)
			}
		}
	}
}

// askRaw sends a request with an id over a connection that speaks ZMTP by hand.
func askRaw(t *testing.T, c *client, raw net.Conn, id string) {
	t.Helper()
	sign := signer{key: []byte(c.connection.Key)}
	header := fmt.Sprintf(`{"msg_id":%q,"msg_type":"kernel_info_request"}`, id)
	if _, err := raw.Write(zmtp(sign.encode(&message{rawHeader: []byte(header)})...)); err != nil {
		t.Fatal(err)
	}
}

// readUntil reads until a text has come.
func readUntil(t *testing.T, raw net.Conn, text string) string {
	t.Helper()
	var got []byte
	buffer := make([]byte, 64<<10)
	for !bytes.Contains(got, []byte(text)) {
		n, err := raw.Read(buffer)
		got = append(got, buffer[:n]...)
		if err != nil {
			t.Fatalf("waited for %q: %v; %d bytes came: %.300q", text, err, len(got), got)
		}
	}
	return string(got)
}
