package cluster

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"

	"krigo/internal/replace"
)

// A result is a file: the head, the kind, the result's bytes, and the SHA-256 of all
// before it. Numbers are little-endian.
type head struct {
	Magic   [8]byte
	Version uint32
	Index   uint32
	Tasks   uint32
	Kind    uint32 // its length
	Spec    [sha256.Size]byte
	Size    uint64 // the result's length
}

var (
	magic    = [8]byte{'k', 'r', 'i', 'g', 'o', 't', 's', 'k'}
	headSize = int64(binary.Size(head{}))
)

const resultVersion = 1

// identity identifies the task that a result belongs to.
type identity struct {
	kind  string
	spec  [sha256.Size]byte
	tasks int
}

func (id identity) head(index, size int) head {
	return head{
		Magic: magic, Version: resultVersion, Index: uint32(index), Tasks: uint32(id.tasks),
		Kind: uint32(len(id.kind)), Spec: id.spec, Size: uint64(size),
	}
}

// writeResult writes the result of a task, whole or not at all.
func writeResult(path string, id identity, index int, out []byte) error {
	return replace.File(path, func(w io.Writer) error {
		sum := sha256.New()
		all := io.MultiWriter(w, sum)
		if err := binary.Write(all, binary.LittleEndian, id.head(index, len(out))); err != nil {
			return err
		}
		for _, part := range [][]byte{[]byte(id.kind), out} {
			if _, err := all.Write(part); err != nil {
				return err
			}
		}
		_, err := w.Write(sum.Sum(nil))
		return err
	})
}

// readResult reads the result of a task, and refuses one that is damaged or of another
// task.
func readResult(path string, id identity, index int) ([]byte, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if err := checkResult(path, bytes.NewReader(raw), int64(len(raw)), id, index); err != nil {
		return nil, err
	}
	end := len(raw) - sha256.Size
	if sum := sha256.Sum256(raw[:end]); !bytes.Equal(sum[:], raw[end:]) {
		return nil, refuse(path, "its checksum is wrong")
	}
	return raw[headSize+int64(len(id.kind)) : end], nil
}

// hasResult reports whether there is a file that by its head and its size is the result of
// a task. Its checksum is verified when it is read.
func hasResult(path string, id identity, index int) (bool, error) {
	file, err := os.Open(path)
	if os.IsNotExist(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return false, err
	}
	return true, checkResult(path, file, info.Size(), id, index)
}

// checkResult compares a file's head, kind and size with those that are wanted.
func checkResult(path string, r io.Reader, size int64, id identity, index int) error {
	var h head
	if err := binary.Read(r, binary.LittleEndian, &h); err != nil {
		return refuse(path, "it is truncated")
	}
	switch {
	case h.Magic != magic:
		return refuse(path, "it is no result of a task")
	case h.Version != resultVersion:
		return refuse(path, fmt.Sprintf("it has version %d, this program reads version %d", h.Version, resultVersion))
	case h.Spec != id.spec:
		return refuse(path, "it belongs to another job: the spec differs")
	case h.Tasks != uint32(id.tasks):
		return refuse(path, fmt.Sprintf("it belongs to a job of %d tasks, this one has %d", h.Tasks, id.tasks))
	case h.Index != uint32(index):
		return refuse(path, fmt.Sprintf("it belongs to task %d, not to task %d", h.Index, index))
	case h.Size > math.MaxInt64/2 || size != headSize+int64(h.Kind)+int64(h.Size)+sha256.Size:
		return refuse(path, fmt.Sprintf("it is truncated: it has %d bytes", size))
	case h.Kind != uint32(len(id.kind)):
		return refuse(path, "it belongs to another job: the kind differs")
	}
	kind := make([]byte, h.Kind)
	if _, err := io.ReadFull(r, kind); err != nil || string(kind) != id.kind {
		return refuse(path, fmt.Sprintf("it has the kind %q, this job %q", kind, id.kind))
	}
	return nil
}

func refuse(path, why string) error {
	return fmt.Errorf("cluster: %s: %s; remove it to run its task again", path, why)
}
