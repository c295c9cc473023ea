package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// dataSection is the number of the section of a WebAssembly module with the initial content of its memory.
const dataSection = 11

// header is the length of the module's magic number and version.
const header = 8

// shrink returns a module of Go without its tables of files and lines, and with its memory in few segments. The linker
// writes 100,000, whose addresses take more of the packed module than the zeros between them.
func shrink(module []byte) ([]byte, error) {
	shrunk := bytes.Clone(module[:min(header, len(module))])
	found := false
	for rest := module[len(shrunk):]; len(rest) > 0; {
		id, content, after, err := section(rest)
		if err != nil {
			return nil, err
		}
		rest = after
		if id == dataSection {
			found = true
			memory, err := memoryOf(content)
			if err == nil {
				err = removeLines(memory)
			}
			if err != nil {
				return nil, err
			}
			content = segmentsOf(memory)
		}
		shrunk = binary.AppendUvarint(append(shrunk, id), uint64(len(content)))
		shrunk = append(shrunk, content...)
	}
	if !found {
		return nil, errors.New("the module has no section of data")
	}
	return shrunk, nil
}

// section splits the first section off.
func section(b []byte) (id byte, content, rest []byte, err error) {
	size, n := binary.Uvarint(b[1:])
	if n <= 0 || size > uint64(len(b)-1-n) {
		return 0, nil, nil, fmt.Errorf("section %d of the module is cut off", b[0])
	}
	content = b[1+n:]
	return b[0], content[:size], content[size:], nil
}

// Instructions of a segment's address.
const (
	constI32 = 0x41
	end      = 0x0b
)

// memoryOf returns the memory that a data section fills, from address 0.
func memoryOf(content []byte) ([]byte, error) {
	r := bytes.NewReader(content)
	count, err := binary.ReadUvarint(r)
	var memory []byte
	for ; count > 0 && err == nil; count-- {
		var address int
		var size uint64
		if address, err = segmentAddress(r); err != nil {
			break
		}
		if size, err = binary.ReadUvarint(r); err != nil || size > uint64(r.Len()) {
			return nil, fmt.Errorf("a segment of the module is cut off: %w", err)
		}
		if all := address + int(size); all > len(memory) {
			memory = append(memory, make([]byte, all-len(memory))...)
		}
		_, err = r.Read(memory[address : address+int(size)])
	}
	if err != nil {
		return nil, fmt.Errorf("read the module's data: %w", err)
	}
	return memory, nil
}

// segmentAddress reads the kind of a segment and its address.
func segmentAddress(r *bytes.Reader) (int, error) {
	start := [2]byte{}
	r.Read(start[:])
	if start != [2]byte{0, constI32} {
		return 0, fmt.Errorf("a segment begins with % x, want 00 41: a constant address", start)
	}
	address, err := readVarint(r)
	if last, _ := r.ReadByte(); err == nil && last != end {
		err = fmt.Errorf("the address of a segment ends in %#x, want 0x0b", last)
	}
	if err == nil && address < 0 {
		err = fmt.Errorf("a segment has the address %d", address)
	}
	return address, err
}

// readVarint reads a signed number of WebAssembly, which has the sign in the highest bit of its last 7.
func readVarint(r *bytes.Reader) (int, error) {
	var x int
	for shift := 0; ; shift += 7 {
		b, err := r.ReadByte()
		if err != nil {
			return 0, err
		}
		x |= int(b&0x7f) << shift
		if b < 0x80 {
			if b&0x40 != 0 {
				x |= -1 << (shift + 7)
			}
			return x, nil
		}
	}
}

// appendVarint appends a number that is not negative.
func appendVarint(b []byte, x int) []byte {
	for x >= 0x40 {
		b = append(b, byte(x)|0x80)
		x >>= 7
	}
	return append(b, byte(x))
}

// hole is the number of zeros that end a segment.
const hole = 4096

// segmentsOf returns a data section that fills memory.
func segmentsOf(memory []byte) []byte {
	var count uint64
	var segments []byte
	zeros := make([]byte, hole)
	for at := 0; at < len(memory); {
		if memory[at] == 0 {
			at++
			continue
		}
		size := bytes.Index(memory[at:], zeros)
		if size < 0 {
			size = len(bytes.TrimRight(memory[at:], "\x00"))
		}
		segments = append(appendVarint(append(segments, 0, constI32), at), end)
		segments = binary.AppendUvarint(segments, uint64(size))
		segments = append(segments, memory[at:at+size]...)
		count++
		at += size
	}
	return append(binary.AppendUvarint(nil, count), segments...)
}
