//go:build ignore

package main

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
)

type Header struct {
	Magic   [4]byte
	Version uint16
	Flags   Flags
	Count   uint32
}

type Flags uint8

const (
	Compressed Flags = 1 << iota
	Signed
	_
	Urgent
)

func (f Flags) String() string {
	s := ""
	for i, n := range []string{"C", "S", "?", "U"} {
		if f&(1<<i) != 0 {
			s += n
		}
	}
	if s == "" {
		return "none"
	}
	return s
}

type Sample struct {
	ID    int16
	Value float32
	Pos   [2]int8
}

type File struct {
	Header
	Samples []Sample
}

var errMagic = errors.New("bad magic")

func (f File) WriteTo(w io.Writer) (int64, error) {
	var buf bytes.Buffer
	f.Header.Count = uint32(len(f.Samples))
	for _, part := range []any{f.Header, f.Samples} {
		if err := binary.Write(&buf, binary.LittleEndian, part); err != nil {
			return 0, err
		}
	}
	sum := crc32.ChecksumIEEE(buf.Bytes())
	if err := binary.Write(&buf, binary.BigEndian, sum); err != nil {
		return 0, err
	}
	return buf.WriteTo(w)
}

func (f *File) ReadFrom(r io.Reader) (int64, error) {
	b, err := io.ReadAll(r)
	if err != nil || len(b) < 4 {
		return int64(len(b)), fmt.Errorf("short: %d %w", len(b), io.ErrUnexpectedEOF)
	}
	body, tail := b[:len(b)-4], b[len(b)-4:]
	if got, want := crc32.ChecksumIEEE(body), binary.BigEndian.Uint32(tail); got != want {
		return int64(len(b)), fmt.Errorf("checksum %08x, want %08x", got, want)
	}
	rd := bytes.NewReader(body)
	if err := binary.Read(rd, binary.LittleEndian, &f.Header); err != nil {
		return 0, fmt.Errorf("header: %w", err)
	}
	if string(f.Magic[:]) != "SMPL" {
		return 0, fmt.Errorf("%w %q", errMagic, f.Magic)
	}
	f.Samples = make([]Sample, f.Count)
	if err := binary.Read(rd, binary.LittleEndian, f.Samples); err != nil {
		return 0, fmt.Errorf("samples: %w", err)
	}
	return int64(len(b)), nil
}

var (
	_ io.WriterTo   = File{}
	_ io.ReaderFrom = (*File)(nil)
)

func main() {
	f := File{Header{[4]byte{'S', 'M', 'P', 'L'}, 2, Compressed | Urgent, 0}, []Sample{
		{-1, 1.5, [2]int8{1, -1}}, {300, float32(math.Inf(1)), [2]int8{}},
	}}
	var buf bytes.Buffer
	n, err := f.WriteTo(&buf)
	fmt.Println(n, err, binary.Size(f.Header), binary.Size(f.Samples), binary.Size(f))
	fmt.Print(hex.Dump(buf.Bytes()))
	raw := bytes.Clone(buf.Bytes())
	var g File
	n, err = g.ReadFrom(&buf)
	fmt.Printf("%d %v %+v\n", n, err, g)
	raw[5] ^= 1
	_, err = g.ReadFrom(bytes.NewReader(raw))
	fmt.Println(err)
	_, err = g.ReadFrom(bytes.NewReader(raw[:2]))
	fmt.Println(err, errors.Is(err, io.ErrUnexpectedEOF))
	f.Magic[0] = 'X'
	f.WriteTo(&buf)
	_, err = g.ReadFrom(&buf)
	fmt.Println(err, errors.Is(err, errMagic))
	var vb []byte
	for _, v := range []uint64{0, 127, 128, 1 << 40} {
		vb = binary.AppendUvarint(vb, v)
	}
	vb = binary.AppendVarint(vb, -300)
	fmt.Printf("% x\n", vb)
	for r := bytes.NewReader(vb); r.Len() > 2; {
		v, err := binary.ReadUvarint(r)
		fmt.Print(v, err, " ")
	}
	x, k := binary.Varint(vb[len(vb)-2:])
	fmt.Println(x, k, Flags(0), Flags(15))
	fmt.Println(binary.Write(io.Discard, binary.BigEndian, struct{ S string }{"x"}))
}
