package notebook

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"sync"
)

// Blob is a file that a page fetches by its hash: a picture, or HTML for a frame.
type Blob struct {
	Type    string // a MIME type
	Content []byte
}

// Blobs keeps the parts of outputs that are fetched separately, by the SHA-256 of content and type.
// A blob that no output shows any more stays for a while, for pages that are about to fetch it.
type Blobs struct {
	mu    sync.Mutex
	kept  map[string]*keptBlob
	idle  []string // those that no output shows, the oldest first
	spare int      // bytes of those
	most  int      // of spare
}

type keptBlob struct {
	Blob
	holders int
}

// NewBlobs returns an empty store, which keeps up to spare bytes that no output shows.
func NewBlobs(spare int) *Blobs { return &Blobs{kept: map[string]*keptBlob{}, most: spare} }

// spareBytes is the number of bytes that the store of a room keeps and no output shows.
const spareBytes = 32 << 20

// Get returns what has a hash, in hexadecimal.
func (b *Blobs) Get(hash string) (Blob, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	kept := b.kept[hash]
	if kept == nil {
		return Blob{}, false
	}
	return kept.Blob, true
}

// hold keeps a blob until release, and returns its hash.
func (b *Blobs) hold(blob Blob) string {
	h := sha256.New()
	h.Write([]byte(blob.Type + "\n"))
	h.Write(blob.Content)
	hash := hex.EncodeToString(h.Sum(nil))
	b.mu.Lock()
	defer b.mu.Unlock()
	kept := b.kept[hash]
	if kept == nil {
		kept = &keptBlob{Blob: blob}
		b.kept[hash] = kept
	} else if kept.holders == 0 {
		b.idle = slices.DeleteFunc(b.idle, func(h string) bool { return h == hash })
		b.spare -= len(kept.Content)
	}
	kept.holders++
	return hash
}

// letGo gives up what the outputs of a room hold among the blobs.
func (r *Room) letGo() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.state.doc.everyCell() {
		for _, o := range c.outputs {
			o.unshow()
		}
	}
}

// release gives up what was held.
func (b *Blobs) release(hashes []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, hash := range hashes {
		kept := b.kept[hash]
		if kept.holders--; kept.holders == 0 {
			b.idle = append(b.idle, hash)
			b.spare += len(kept.Content)
		}
	}
	for b.spare > b.most {
		oldest := b.idle[0]
		b.idle = b.idle[1:]
		b.spare -= len(b.kept[oldest].Content)
		delete(b.kept, oldest)
	}
}
