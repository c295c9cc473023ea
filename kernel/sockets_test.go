package kernel

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/go-zeromq/zmq4"

	"krigo/internal/testwait"
)

func TestHeartbeatComesBack(t *testing.T) {
	c := newSocketClient(t)
	hb := zmq4.NewReq(testwait.Context(t, "the heartbeats"), quickRetry)
	c.dial(hb, c.connection, c.connection.HBPort)
	for _, beat := range []string{"ping", "", "pong"} {
		if err := hb.Send(zmq4.NewMsgString(beat)); err != nil {
			t.Fatal(err)
		}
		m, err := hb.Recv()
		if err != nil || len(m.Frames) != 1 || string(m.Frames[0]) != beat {
			t.Errorf("heartbeat %q came back as %q, %v", beat, m.Frames, err)
		}
	}
}

func TestMessagesWithAnotherSignatureAreDropped(t *testing.T) {
	c := newSocketClient(t)
	intruder := zmq4.NewDealer(t.Context(), quickRetry)
	c.dial(intruder, c.connection, c.connection.ShellPort)
	forged := signer{key: []byte("guessed")}.encode(&message{
		rawHeader: []byte(`{"msg_id":"x","msg_type":"shutdown_request"}`), content: []byte(`{"restart":false}`),
	})
	for _, frames := range [][][]byte{forged, {[]byte("garbage")}, {{}}, {delimiter}} {
		if err := intruder.SendMulti(zmq4.NewMsgFrom(frames...)); err != nil {
			t.Fatal(err)
		}
	}
	c.execute("print on", "ok", "on\n", "")
}

// A client that sends nothing, one that breaks off and one that does not speak ZeroMQ keep no
// client out.
func TestStrangersOnASocketKeepNobodyOut(t *testing.T) {
	c := newSocketClient(t)
	for _, port := range []int{c.connection.ShellPort, c.connection.IOPubPort, c.connection.ControlPort, c.connection.HBPort} {
		for _, opening := range []string{"", "\xff\x00", "GET / HTTP/1.1\r\n\r\n" + strings.Repeat("x", 64)} {
			stranger, err := net.Dial("tcp", c.connection.address(port))
			if err != nil {
				t.Fatal(err)
			}
			defer stranger.Close()
			if _, err := stranger.Write([]byte(opening)); err != nil {
				t.Fatal(err)
			}
		}
	}
	second := zmq4.NewDealer(testwait.Context(t, "the reply to the second client"), quickRetry)
	c.dial(second, c.connection, c.connection.ShellPort)
	sign := signer{key: []byte(c.connection.Key)}
	frames := sign.encode(&message{rawHeader: []byte(`{"msg_id":"x","msg_type":"kernel_info_request"}`)})
	if err := second.SendMulti(zmq4.NewMsgFrom(frames...)); err != nil {
		t.Fatal(err)
	}
	reply, err := second.Recv()
	if err != nil {
		t.Fatal(err)
	}
	if m, err := sign.decode(reply.Frames); err != nil || m.header.Type != "kernel_info_reply" {
		t.Errorf("the second client got %v, %v", m, err)
	}
	c.execute("print on", "ok", "on\n", "")
}

func TestShutdownRepliesAndEnds(t *testing.T) {
	for _, restart := range []string{"true", "false"} {
		c := newSocketClient(t)
		reply := `{"restart":` + restart + `,"status":"ok"}`
		c.says(c.request(control, "shutdown_request", `{"restart":`+restart+`}`), reply, "shutdown_reply "+reply)
		if err := testwait.Receive(t, "the end of the kernel", c.ended); err != nil {
			t.Error(err)
		}
	}
}

func TestShutdownInterruptsTheCell(t *testing.T) {
	c := newSocketClient(t)
	id := c.request(shell, "execute_request", `{"code":"block"}`)
	c.await("execute_input", func(a arrival) bool { return a.header.Type == "execute_input" })
	c.replyTo(c.request(control, "shutdown_request", `{"restart":false}`))
	var reply failure
	c.decode(c.replyTo(id), &reply)
	if reply.Name != "Interrupt" {
		t.Errorf("the cell ended with %+v", reply)
	}
	testwait.Receive(t, "the end of the kernel", c.ended)
}

func TestServeEndsWithItsContext(t *testing.T) {
	connection := freeConnection(t)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- Serve(ctx, connection, Options{Start: startFake(newFakeEngine())}) }()
	testwait.Until(t, "the kernel to listen", func() bool {
		c, err := net.Dial("tcp", connection.address(connection.HBPort))
		if err == nil {
			c.Close()
		}
		return err == nil
	})
	cancel()
	if err := testwait.Receive(t, "the end of Serve", ended); err != nil {
		t.Error(err)
	}
}

func TestServeOverIPC(t *testing.T) {
	connection := Connection{
		Transport: "ipc", IP: filepath.Join(t.TempDir(), "k"), Key: "k",
		ShellPort: 1, ControlPort: 2, IOPubPort: 3, StdinPort: 4, HBPort: 5,
	}
	serveForTest(t, connection, Options{Info: testInfo, Start: startFake(newFakeEngine())})
	dealer := zmq4.NewDealer(t.Context(), quickRetry)
	defer dealer.Close()
	if err := dealer.Dial("ipc://" + connection.address(1)); err != nil {
		t.Fatal(err)
	}
	sign := signer{key: []byte("k")}
	frames := sign.encode(&message{rawHeader: []byte(`{"msg_id":"x","msg_type":"kernel_info_request"}`)})
	if err := dealer.SendMulti(zmq4.NewMsgFrom(frames...)); err != nil {
		t.Fatal(err)
	}
	reply, err := dealer.Recv()
	if err != nil {
		t.Fatal(err)
	}
	if m, err := sign.decode(reply.Frames); err != nil || m.header.Type != "kernel_info_reply" {
		t.Errorf("got %v, %v", m, err)
	}
}

func TestServeRefusesPortsInUse(t *testing.T) {
	connection := freeConnection(t)
	l, err := net.Listen("tcp", connection.address(connection.StdinPort))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	err = Serve(t.Context(), connection, Options{Start: startFake(newFakeEngine())})
	if err == nil || !strings.Contains(err.Error(), "stdin_port") {
		t.Errorf("error is %v", err)
	}
}

// Every line arrives, in order and before idle.
func TestNoOutputIsLost(t *testing.T) {
	c := newSocketClient(t)
	var code, wanted strings.Builder
	for i := range 20_000 {
		line := strings.Repeat("x", i%100)
		code.WriteString("print " + line + "\n")
		wanted.WriteString(line + "\n")
		if i%50 == 0 {
			code.WriteString("warn w\n")
		}
	}
	c.execute(code.String(), "ok", wanted.String(), strings.Repeat("w\n", 400))
}

func TestMalformedMessagesAreCountedAndWarnedAboutOnce(t *testing.T) {
	var log bytes.Buffer
	s := &sockets{log: slog.New(slog.NewTextHandler(&log, nil))}
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() { s.drop(shell, errors.New("bad")) })
	}
	wg.Wait()
	if s.dropped.Load() != 50 || strings.Count(log.String(), "dropped a message") != 1 {
		t.Errorf("counted %d, logged %q", s.dropped.Load(), log.String())
	}
}
