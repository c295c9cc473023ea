package ring

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// open returns two rings on one memory, as two processes have.
func open(t *testing.T) (writer, reader *Ring) {
	t.Helper()
	f, err := Create()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rings := [2]*Ring{}
	for i := range rings {
		if rings[i], err = Open(f); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { rings[i].Close() })
	}
	return rings[0], rings[1]
}

func TestWhatIsWrittenIsReadThroughAnotherMapping(t *testing.T) {
	w, r := open(t)
	rng := rand.New(rand.NewPCG(1, 2))
	var all []byte
	read := 0
	for range 2000 {
		piece := bytes.Repeat([]byte{byte(rng.IntN(256))}, rng.IntN(4000))
		w.Write(piece)
		all = append(all, piece...)
		if r.End() != uint64(len(all)) {
			t.Fatalf("the end is %d, want %d", r.End(), len(all))
		}
		if len(all)-read > Size/2 || rng.IntN(3) == 0 {
			got := r.Read(nil, uint64(read), rng.IntN(Size))
			if !bytes.Equal(got, all[read:read+len(got)]) {
				t.Fatalf("other bytes came back from %d", read)
			}
			read += len(got)
		}
		if len(all)-read > Size-4000 {
			read += len(r.Read(nil, uint64(read), Size))
		}
	}
	if got := r.Read(nil, uint64(read), Size); !bytes.Equal(got, all[read:]) {
		t.Errorf("%d of the last %d bytes came back", len(got), len(all)-read)
	}
}

func TestBytesThatWereOverwrittenAreLeftOut(t *testing.T) {
	w, r := open(t)
	for i := range 5 {
		w.Write(bytes.Repeat([]byte{byte(i)}, Size/2))
	}
	want := append(bytes.Repeat([]byte{3}, Size/2), bytes.Repeat([]byte{4}, Size/2)...)
	if got := r.Read(nil, 0, 2*Size); !bytes.Equal(got, want) {
		t.Errorf("%d bytes came back, want the last %d", len(got), len(want))
	}
}

// The writer is a process that runs anybody's code: whatever it leaves as
// the end, reading stays inside the memory.
func TestAnyEndIsRead(t *testing.T) {
	_, r := open(t)
	for _, end := range []uint64{0, 1, Size - 1, Size, Size + 1, 1 << 63, 1<<64 - 1} {
		r.end.Store(end)
		for _, from := range []uint64{0, 1, Size, 1<<64 - 1} {
			if got := r.Read(nil, from, 2*Size); len(got) > Size || end < from && len(got) > 0 {
				t.Errorf("%d bytes from %d to %d", len(got), from, end)
			}
		}
	}
}
