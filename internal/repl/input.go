package repl

import (
	"bytes"
	"context"
	"errors"
	"io"
)

// Input reads a stream when it is asked to, so that nothing is taken from it while
// a cell runs. A read whose asker has given up is not lost: it goes to the next one.
// Only one may ask at a time.
type Input struct {
	wanted chan struct{}
	got    chan Chunk
	asked  bool
	rest   []byte // what follows the last line
}

// Chunk is the result of a read of a stream.
type Chunk struct {
	Bytes []byte
	Err   error
}

// NewInput returns a reader of r, which nothing else reads from now on.
func NewInput(r io.Reader) *Input {
	in := &Input{wanted: make(chan struct{}), got: make(chan Chunk)}
	go func() {
		for range in.wanted {
			chunk := make([]byte, 4096)
			n, err := r.Read(chunk)
			in.got <- Chunk{chunk[:n], err}
		}
	}()
	return in
}

// Ask starts a read of the stream, unless one is under way, and returns the channel on which the
// chunk arrives. A caller that receives it calls Taken.
func (in *Input) Ask() <-chan Chunk {
	if !in.asked {
		in.asked = true
		in.wanted <- struct{}{}
	}
	return in.got
}

// Taken records that the chunk of the last Ask was received.
func (in *Input) Taken() { in.asked = false }

// Read waits for a chunk until ctx ends.
func (in *Input) Read(ctx context.Context) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case chunk := <-in.Ask():
		in.Taken()
		return chunk.Bytes, chunk.Err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Line returns the next line with its end. The last one may have none; behind it the
// error is io.EOF. When ctx ends first, what there is of a line stays for the next
// call.
func (in *Input) Line(ctx context.Context) (string, error) {
	for {
		if end := bytes.IndexByte(in.rest, '\n'); end >= 0 {
			line := string(in.rest[:end+1])
			in.rest = in.rest[end+1:]
			return line, nil
		}
		chunk, err := in.Read(ctx)
		in.rest = append(in.rest, chunk...)
		switch {
		case errors.Is(err, io.EOF) && len(in.rest) > 0:
			line := string(in.rest)
			in.rest = nil
			return line, nil
		case err != nil:
			return "", err
		}
	}
}
