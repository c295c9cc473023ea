package child

import (
	"io"
	"sync"
	"syscall/js"
)

// Port is a stream of bytes to and from another Web Worker, over the object that the page's script
// makes for it: post(bytes) sends, with null as the end of the stream; onbytes(bytes) is called with what comes;
// kill() ends the other one, and onend(code, stdout, stderr) is called when that has ended.
type Port struct {
	object js.Value

	mu      sync.Mutex
	changed *sync.Cond
	unread  [][]byte
	closed  bool // nothing more comes
	end     End
	ended   chan struct{} // closed when end is set
}

// End is how a worker has ended, with what it had written and no event of.
type End struct {
	Code           int
	Stdout, Stderr string
}

// Spawn starts a worker.
func Spawn() *Port { return newPort(js.Global().Get("krigo").Call("spawn")) }

// Parent returns the port to the session that started this worker.
func Parent() *Port { return newPort(js.Global().Get("krigo").Get("parent")) }

func newPort(object js.Value) *Port {
	p := &Port{object: object, ended: make(chan struct{})}
	p.changed = sync.NewCond(&p.mu)
	object.Set("onbytes", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if args[0].IsNull() {
			p.finish()
			return nil
		}
		b := make([]byte, args[0].Length())
		js.CopyBytesToGo(b, args[0])
		p.take(b)
		return nil
	}))
	object.Set("onend", js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.end = End{args[0].Int(), args[1].String(), args[2].String()}
		close(p.ended)
		p.finish()
		return nil
	}))
	object.Call("listen")
	return p
}

func (p *Port) take(b []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.unread = append(p.unread, b)
	p.changed.Broadcast()
}

func (p *Port) finish() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	p.changed.Broadcast()
}

// Read implements [io.Reader].
func (p *Port) Read(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.unread) == 0 && !p.closed {
		p.changed.Wait()
	}
	if len(p.unread) == 0 {
		return 0, io.EOF
	}
	n := copy(b, p.unread[0])
	if p.unread[0] = p.unread[0][n:]; len(p.unread[0]) == 0 {
		p.unread = p.unread[1:]
	}
	return n, nil
}

// Write implements [io.Writer].
func (p *Port) Write(b []byte) (int, error) {
	select {
	case <-p.ended:
		return 0, io.ErrClosedPipe
	default:
	}
	array := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(array, b)
	p.object.Call("post", array)
	return len(b), nil
}

// CloseWrite ends the stream to the other one.
func (p *Port) CloseWrite() { p.object.Call("post", js.Null()) }

// Kill ends the other one at once.
func (p *Port) Kill() { p.object.Call("kill") }

// Wait waits until the other one has ended.
func (p *Port) Wait() End {
	<-p.ended
	return p.end
}
