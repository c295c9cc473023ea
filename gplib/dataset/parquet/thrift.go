package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// maxThriftNesting bounds structures within structures; those of Parquet nest less than ten times.
const maxThriftNesting = 32

// errThrift is the error of a structure that is not one of Thrift's.
var errThrift = errors.New("it is damaged: a structure of unknown types")

// thriftBytes are bytes that begin with a structure of Thrift's compact protocol.
type thriftBytes []byte

// structure returns the length of the structure. The error is [io.ErrUnexpectedEOF] if a list or a
// text announces more than there is. Decoders allocate what is announced before they read it.
func (b thriftBytes) structure() (n int, err error) {
	rest, err := b.skipStructure(maxThriftNesting)
	return len(b) - len(rest), err
}

func (b thriftBytes) skipStructure(levels int) (rest thriftBytes, err error) {
	if levels == 0 {
		return nil, fmt.Errorf("it is damaged: structures nest deeper than %d times", maxThriftNesting)
	}
	for {
		head, rest, err := b.take(1)
		if err != nil || head[0] == 0 {
			return rest, err
		}
		if b = rest; head[0]>>4 == 0 { // the number of the field follows
			if _, b, err = b.varint(); err != nil {
				return nil, err
			}
		}
		if kind := head[0] & 15; kind > 2 { // 1 and 2 are true and false
			if b, err = b.skip(kind, levels); err != nil {
				return nil, err
			}
		}
	}
}

// skip skips a value of a type.
func (b thriftBytes) skip(kind byte, levels int) (rest thriftBytes, err error) {
	switch kind {
	case 1, 2, 3:
		return b.skipBytes(1)
	case 4, 5, 6:
		_, rest, err = b.varint()
		return rest, err
	case 7:
		return b.skipBytes(8)
	case 8:
		n, rest, err := b.varint()
		if err != nil {
			return nil, err
		}
		return rest.skipBytes(n)
	case 9, 10:
		return b.skipList(levels)
	case 12:
		return b.skipStructure(levels - 1)
	}
	return nil, errThrift // maps too, which Parquet has none of
}

func (b thriftBytes) skipList(levels int) (rest thriftBytes, err error) {
	head, b, err := b.take(1)
	if err != nil {
		return nil, err
	}
	n := uint64(head[0] >> 4)
	if n == 15 {
		if n, b, err = b.varint(); err != nil {
			return nil, err
		}
	}
	if n > uint64(len(b)) { // each item has a byte at least
		return nil, io.ErrUnexpectedEOF
	}
	for range n {
		if b, err = b.skip(head[0]&15, levels); err != nil {
			return nil, err
		}
	}
	return b, nil
}

func (b thriftBytes) skipBytes(n uint64) (rest thriftBytes, err error) {
	_, rest, err = b.take(n)
	return rest, err
}

func (b thriftBytes) take(n uint64) (taken, rest thriftBytes, err error) {
	if n > uint64(len(b)) {
		return nil, nil, io.ErrUnexpectedEOF
	}
	return b[:n], b[n:], nil
}

func (b thriftBytes) varint() (v uint64, rest thriftBytes, err error) {
	v, n := binary.Uvarint(b)
	switch {
	case n == 0:
		return 0, nil, io.ErrUnexpectedEOF
	case n < 0:
		return 0, nil, errThrift
	}
	return v, b[n:], nil
}
