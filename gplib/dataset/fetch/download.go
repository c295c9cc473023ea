//go:build !js

package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"krigo/internal/words"
)

// download is a file on its way to path.
type download struct {
	Getter
	File
	path string
	part *os.File
}

// run downloads the file into the part and, when its sum is right, moves it to
// its path. It removes an empty part, or one with the wrong content.
func (d *download) run(ctx context.Context) (err error) {
	if err := os.MkdirAll(filepath.Dir(d.path), 0o755); err != nil {
		return elsewhere(err)
	}
	if d.part, err = os.OpenFile(d.path+partSuffix, os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		return elsewhere(err)
	}
	err = d.fill(ctx)
	info, _ := d.part.Stat()
	err = errors.Join(err, d.part.Close())
	switch {
	case err == nil:
		err = os.Rename(d.part.Name(), d.path)
	case errors.Is(err, ErrSum) || info != nil && info.Size() == 0:
		err = errors.Join(err, os.Remove(d.part.Name()))
	}
	return err
}

// fill completes the part, and ends with [ErrSum] where that has the wrong
// content. It continues the part of an earlier call, or restarts if that turns
// out to be of something else.
func (d *download) fill(ctx context.Context) error {
	info, err := d.part.Stat()
	if err != nil {
		return err
	}
	if have := info.Size(); have > 0 && have <= d.Size {
		d.say("%s: goes on at %s", d.Path, words.Bytes(have))
		err := d.complete(ctx, have)
		if !errors.Is(err, ErrSum) && !errors.Is(err, errRange) {
			return err
		}
		d.say("%s: the partial download belongs to another file: starting again", d.Path)
	}
	return d.complete(ctx, 0)
}

// complete receives the bytes after the first from and checks the whole.
func (d *download) complete(ctx context.Context, from int64) error {
	if from < d.Size {
		if err := d.receive(ctx, from); err != nil {
			return err
		}
	}
	return d.check()
}

// check compares the part on the disk with the file's sum.
func (d *download) check() error {
	if err := d.part.Sync(); err != nil {
		return elsewhere(err)
	}
	if _, err := d.part.Seek(0, io.SeekStart); err != nil {
		return err
	}
	sum, err := sumFrom(d.part)
	if err != nil {
		return err
	}
	if sum != d.SHA256 {
		return fmt.Errorf("%s: %w: its SHA-256 is %s, not %s; the download was deleted", d.URL, ErrSum, sum, d.SHA256)
	}
	return nil
}

// receive requests the bytes after the first from, and writes them into the
// part. If the server sends the whole file nevertheless, it writes that from
// the start; the error is errRange if the server has no such rest.
func (d *download) receive(ctx context.Context, from int64) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	quiet := time.AfterFunc(d.Stall, func() { cancel(ErrStalled) })
	defer quiet.Stop()
	response, err := d.ask(ctx, from)
	if err != nil {
		return d.unreached(ctx, err)
	}
	defer response.Body.Close()
	switch status := response.StatusCode; {
	case status == http.StatusOK:
		from = 0
		if n := response.ContentLength; n >= 0 && n != d.Size {
			return fmt.Errorf("%s: the server sends %d bytes, the file has %d: is it a page that asks for a login?", d.URL, n, d.Size)
		}
	case from > 0 && status == http.StatusPartialContent && goesOn(response, from, d.Size):
	case from > 0 && (status == http.StatusPartialContent || status == http.StatusRequestedRangeNotSatisfiable):
		return errRange
	default:
		return d.refused(response)
	}
	return d.write(ctx, &watched{d: d, from: response.Body, done: from, quiet: quiet, told: time.Now()}, from)
}

// ask requests the file, or the bytes after its first from.
func (d *download) ask(ctx context.Context, from int64) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, d.URL, nil)
	if err != nil {
		return nil, err
	}
	// Sizes and sums are those of the file as it is, not packed on the way.
	request.Header.Set("Accept-Encoding", "identity")
	if from > 0 {
		request.Header.Set("Range", fmt.Sprintf("bytes=%d-", from))
	}
	return d.Client.Do(request)
}

// goesOn reports whether a partial response begins at from, in a file of size
// bytes.
func goesOn(response *http.Response, from, size int64) bool {
	var first, last int64
	var whole string
	_, err := fmt.Sscanf(response.Header.Get("Content-Range"), "bytes %d-%d/%s", &first, &last, &whole)
	return err == nil && first == from && (whole == "*" || whole == fmt.Sprint(size))
}

// write writes the body of a response into the part, after its first from bytes.
// It takes one byte too many of a body that is too long, so that the sum is
// wrong.
func (d *download) write(ctx context.Context, body io.Reader, from int64) error {
	if err := d.cut(from); err != nil {
		return elsewhere(err)
	}
	n, err := io.Copy(d.part, io.LimitReader(body, d.Size-from+1))
	if at := (*fs.PathError)(nil); errors.As(err, &at) {
		return elsewhere(err)
	}
	if err == nil && from+n < d.Size {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return d.broken(ctx, from+n, err)
	}
	return nil
}

// cut truncates the part to its first size bytes, and seeks to its end.
func (d *download) cut(size int64) error {
	info, err := d.part.Stat()
	if err == nil && info.Size() > size {
		err = d.part.Truncate(size)
	}
	if err == nil {
		_, err = d.part.Seek(size, io.SeekStart)
	}
	return err
}

// watched is a body whose every piece resets the timeout for silence, and that
// reports its progress to the log from time to time.
type watched struct {
	d     *download
	from  io.Reader
	done  int64
	quiet *time.Timer
	told  time.Time
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.from.Read(p)
	if n == 0 {
		return n, err
	}
	w.quiet.Reset(w.d.Stall)
	w.done += int64(n)
	if time.Since(w.told) >= w.d.pause {
		w.told = time.Now()
		w.d.say("%s: %s of %s", w.d.Path, words.Bytes(w.done), words.Bytes(w.d.Size))
	}
	return n, err
}
