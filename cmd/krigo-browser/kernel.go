//go:build js

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"syscall/js"

	"krigo/internal/about"
	"krigo/internal/notebook"
	"krigo/kernel"
)

// serveKernel is a kernel of Jupyter whose cells run in a folder, until its client asks for the shutdown. Of the object
// krigo, the page's script gives send(packet) for the kernel's messages; it gets receive(packet) for those of clients.
// A packet has the fields of [kernel.Packet] in small letters: the four parts of a message are texts of JSON, and the
// buffers are arrays of bytes.
func serveKernel(ctx context.Context, dir, version string) error {
	if err := os.Chdir(dir); err != nil {
		return fmt.Errorf("open the folder: %w", err)
	}
	page, options := js.Global().Get("krigo"), kernelOptions(notebook.Place{Dir: dir})
	options.Info = about.Kernel(version)
	k := kernel.NewLocal(ctx, options, func(p kernel.Packet) { page.Call("send", packetOut(p)) })
	// As with sockets, messages of one channel wait for each other, and not for those of another one.
	inboxes := map[string]*mailbox[kernel.Packet]{}
	for _, channel := range []string{"shell", "control", "stdin"} {
		inbox := newMailbox[kernel.Packet]()
		inboxes[channel] = inbox
		go receive(k, inbox)
	}
	page.Set("receive", js.FuncOf(func(_ js.Value, args []js.Value) any {
		p := packetIn(args[0])
		if inbox := inboxes[p.Channel]; inbox != nil {
			inbox.put(p)
		} else {
			fmt.Fprintf(os.Stderr, "krigo: a message on channel %q; want shell, control or stdin\n", p.Channel)
		}
		return nil
	}))
	page.Call("ready")
	<-k.Stopped()
	return k.Close()
}

// receive serves the messages of one channel.
func receive(k *kernel.Local, inbox *mailbox[kernel.Packet]) {
	for {
		if err := k.Receive(inbox.take()); err != nil {
			fmt.Fprintln(os.Stderr, "krigo:", err)
		}
	}
}

// packetOut returns a message of the kernel for the page.
func packetOut(p kernel.Packet) map[string]any {
	buffers := make([]any, len(p.Buffers))
	for i, b := range p.Buffers {
		buffers[i] = bytesOut(b)
	}
	return map[string]any{
		"channel": p.Channel, "client": p.Client, "header": string(p.Header), "parent": string(p.Parent),
		"metadata": string(p.Metadata), "content": string(p.Content), "buffers": buffers,
	}
}

// packetIn returns a message of the page for the kernel, which reads type and id from the header.
func packetIn(v js.Value) kernel.Packet {
	text := func(name string) json.RawMessage { return json.RawMessage(v.Get(name).String()) }
	p := kernel.Packet{
		Channel: v.Get("channel").String(), Client: v.Get("client").String(),
		Header: text("header"), Parent: text("parent"), Metadata: text("metadata"), Content: text("content"),
	}
	buffers := v.Get("buffers")
	for i := range buffers.Length() {
		b := make([]byte, buffers.Index(i).Length())
		js.CopyBytesToGo(b, buffers.Index(i))
		p.Buffers = append(p.Buffers, b)
	}
	return p
}

// bytesOut returns an array of bytes of the page.
func bytesOut(b []byte) js.Value {
	array := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(array, b)
	return array
}
