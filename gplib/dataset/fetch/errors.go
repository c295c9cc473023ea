//go:build !js

package fetch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"krigo/internal/words"
)

var (
	// ErrNoConnection is in errors of servers that cannot be reached.
	ErrNoConnection = errors.New("no connection")
	// ErrStalled is in errors of servers that went silent.
	ErrStalled = errors.New("the server sends nothing")
	// ErrSum is in errors of downloads that are not the set's file.
	ErrSum = errors.New("wrong content")
	// ErrDifferent is in errors of existing files that are not the set's.
	ErrDifferent = errors.New("differs from the data set's file")

	// errRange means that the part cannot be continued.
	errRange = errors.New("the server does not continue the file")
)

// unreached returns the error of a request that had no response.
func (d *download) unreached(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return d.ended(ctx)
	}
	if at := (*url.Error)(nil); errors.As(err, &at) {
		err = at.Err
	}
	return fmt.Errorf("%s: %w (%w): is there a network? HTTPS_PROXY names a proxy", d.URL, ErrNoConnection, err)
}

// broken returns the error of a response that ended with have bytes in the
// part.
func (d *download) broken(ctx context.Context, have int64, err error) error {
	if ctx.Err() != nil {
		return d.ended(ctx)
	}
	return fmt.Errorf("%s: the connection broke after %s of %s (%w); they are kept: try again to continue from there",
		d.URL, words.Bytes(have), words.Bytes(d.Size), err)
}

// ended returns the error of a download that its context ended.
func (d *download) ended(ctx context.Context) error {
	cause := context.Cause(ctx)
	if errors.Is(cause, ErrStalled) {
		return fmt.Errorf("%s: for %v %w; the partial download is kept: try again to continue from there", d.URL, d.Stall, cause)
	}
	return fmt.Errorf("%s: %w; the partial download is kept", d.URL, cause)
}

// refused returns the error of a response without a file.
func (d *download) refused(response *http.Response) error {
	switch status := response.StatusCode; {
	case status == http.StatusNotFound || status == http.StatusGone:
		return fmt.Errorf("%s: %s: it is no longer published there, or a proxy hides it", d.URL, response.Status)
	case status == http.StatusTooManyRequests || status >= 500:
		return fmt.Errorf("%s: %s: try again later", d.URL, response.Status)
	}
	return fmt.Errorf("%s: %s", d.URL, response.Status)
}

// elsewhere returns the error of a folder that is not writable.
func elsewhere(err error) error {
	return fmt.Errorf("%w; %s can name another folder", err, FolderVariable)
}
