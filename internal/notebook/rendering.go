package notebook

import (
	"fmt"
	"sync"
	"sync/atomic"

	"krigo/internal/nbformat/export"
)

// viewer makes views. It keeps what is large among the blobs. One goroutine at a time may make
// views, which needs no lock of the room.
type viewer struct {
	render  *export.Renderer
	blobs   *Blobs
	inline  bool // parts are data: addresses
	most    int  // bytes of all views and of what the document keeps; 0 for any number
	quota   *Quota
	kept    atomic.Int64 // by the document
	views   atomic.Int64
	counted atomic.Int64 // of the views, by the quota
}

func newViewer(blobs *Blobs, most int, quota *Quota) *viewer {
	return &viewer{render: export.NewRenderer(), blobs: blobs, most: most, quota: quota}
}

// view is the form of a text or an output that pages show. It is made when it is first encoded, which the
// room does outside of its lock, since rendering takes up to seconds; later() is the state's part.
type view struct {
	viewer *viewer
	once   sync.Once
	make   func(*view) Out // reads values only that do not change; nil where out is ready

	out Out // after once

	mu    sync.Mutex
	held  []string // among the blobs
	bytes int      // of out and of what is held
	gone  bool     // nothing shows it any more
}

// later returns a view that is made when it is encoded.
func (v *viewer) later(make func(*view) Out) *view { return &view{viewer: v, make: make} }

// ready returns a view that is made.
func ready(out Out) *view { return &view{out: out} }

// get makes the view unless it is made.
func (v *view) get() Out {
	v.once.Do(func() {
		if v.make == nil {
			return
		}
		v.out = v.make(v)
		v.make = nil
		v.count(len(v.out.HTML))
		if v.viewer.isFull() && v.size() > 0 {
			v.letGo()
			v.out = Out{HTML: leftOut}
		}
	})
	return v.out
}

// isFull reports whether the views exceed what the room, or all rooms together, may keep.
func (v *viewer) isFull() bool {
	return v.most > 0 && v.kept.Load()+v.views.Load() > int64(v.most) || v.quota.full(int(v.views.Load()-v.counted.Load()))
}

const leftOut = `<p class="note">This is not shown: the memory for notebooks is used up. Clear outputs and reload the page to see it.</p>`

func boundOf(most int) string {
	return fmt.Sprintf("%d MB of code and outputs are kept here", most>>20)
}

// MarshalJSON makes the view.
func (v *view) MarshalJSON() ([]byte, error) { return encode(v.get()), nil }

// htmlView is the HTML alone of a view.
type htmlView struct{ *view }

// MarshalJSON makes the view.
func (v htmlView) MarshalJSON() ([]byte, error) { return encode(v.get().HTML), nil }

// count adds bytes to those of the view.
func (v *view) count(n int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.gone {
		v.bytes += n
		v.viewer.views.Add(int64(n))
	}
}

// size returns the bytes of the view, 0 before it is made.
func (v *view) size() int {
	if v == nil {
		return 0
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.bytes
}

// keep keeps content among the blobs while the view is shown, and returns its address.
func (v *view) keep(folder, mimetype string, content []byte) string {
	if v.viewer.inline {
		address := dataAddress(mimetype, content)
		v.count(len(address))
		return address
	}
	hash := v.viewer.blobs.hold(Blob{mimetype, content})
	v.mu.Lock()
	v.held = append(v.held, hash)
	gone := v.gone
	v.mu.Unlock()
	if gone {
		v.letGo()
	}
	v.count(len(content))
	return folder + hash
}

// drop gives up the view, also one that is just being made.
func (v *view) drop() {
	if v == nil || v.viewer == nil {
		return
	}
	v.mu.Lock()
	v.gone = true
	v.mu.Unlock()
	v.letGo()
}

// letGo gives up what the view keeps.
func (v *view) letGo() {
	v.mu.Lock()
	held, bytes := v.held, v.bytes
	v.held, v.bytes = nil, 0
	v.mu.Unlock()
	v.viewer.blobs.release(held)
	v.viewer.views.Add(-int64(bytes))
}
