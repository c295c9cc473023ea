package main

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
)

type Kind uint8

const (
	Ping Kind = iota + 1
	Data
	Bye
)

type Header struct {
	Magic [2]byte
	Kind  Kind
	Flags uint8
	Seq   uint32
	Len   uint16
}

type Packet struct {
	Header
	Body []byte
}

var (
	magic       = [2]byte{'P', 'K'}
	ErrMagic    = errors.New("bad magic")
	ErrChecksum = errors.New("checksum mismatch")
)

func (p *Packet) WriteTo(w io.Writer) (int64, error) {
	p.Magic, p.Len = magic, uint16(len(p.Body))
	var buf bytes.Buffer
	if err := binary.Write(&buf, binary.BigEndian, p.Header); err != nil {
		return 0, err
	}
	buf.Write(p.Body)
	sum := crc32.ChecksumIEEE(buf.Bytes())
	buf.Write(binary.LittleEndian.AppendUint32(nil, sum))
	n, err := w.Write(buf.Bytes())
	return int64(n), err
}

func Read(r io.Reader) (p Packet, err error) {
	var raw bytes.Buffer
	tee := io.TeeReader(r, &raw)
	if err = binary.Read(tee, binary.BigEndian, &p.Header); err != nil {
		return
	}
	if p.Magic != magic {
		return p, fmt.Errorf("%w %q", ErrMagic, p.Magic)
	}
	p.Body = make([]byte, p.Len)
	if _, err = io.ReadFull(tee, p.Body); err != nil {
		return p, fmt.Errorf("body of %d: %w", p.Seq, err)
	}
	want := crc32.ChecksumIEEE(raw.Bytes())
	var got uint32
	if err = binary.Read(r, binary.LittleEndian, &got); err == nil && got != want {
		err = ErrChecksum
	}
	return
}

func main() {
	var wire bytes.Buffer
	for i, body := range []string{"", "hello", "bytes \x00\xff"} {
		p := &Packet{Header{Kind: Kind(i + 1), Seq: uint32(i) * 1000}, []byte(body)}
		n, err := p.WriteTo(&wire)
		fmt.Println(n, err)
	}
	good := bytes.Clone(wire.Bytes())
	fmt.Println(hex.EncodeToString(good[:24]), binary.Size(Header{}))
	for {
		p, err := Read(&wire)
		if err == io.EOF {
			break
		}
		fmt.Printf("%+v %q %v\n", p.Header, p.Body, err)
	}
	for name, damage := range []func([]byte) []byte{
		func(b []byte) []byte { b[0] = 'X'; return b },
		func(b []byte) []byte { b[6] ^= 1; return b },
		func(b []byte) []byte { return b[:5] },
		func(b []byte) []byte { b[9] = 200; return b },
	} {
		_, err := Read(bytes.NewReader(damage(bytes.Clone(good))))
		fmt.Println(name, err, errors.Is(err, ErrMagic), errors.Is(err, ErrChecksum), errors.Is(err, io.ErrUnexpectedEOF))
	}
	fmt.Print(hex.Dump(good[14:40]))
	b := make([]byte, 8)
	binary.BigEndian.PutUint64(b, math.Float64bits(-2.5))
	fmt.Printf("% x %v %d\n", b, math.Float64frombits(binary.BigEndian.Uint64(b)), binary.LittleEndian.Uint16(b))
	for _, v := range []int64{0, 1, -1, 127, 128, -129, math.MaxInt64} {
		enc := binary.AppendVarint(nil, v)
		back, n := binary.Varint(enc)
		fmt.Print(len(enc), ":", n, ":", back == v, " ")
	}
	u, n := binary.Uvarint([]byte{0x80, 0x80})
	fmt.Println(u, n, binary.AppendUvarint(nil, 300))
	for _, s := range []string{"", "f", "fo", "foo", "\xfb\xff?"} {
		fmt.Print(base64.StdEncoding.EncodeToString([]byte(s)), " ", base64.RawURLEncoding.EncodeToString([]byte(s)), " ")
	}
	fmt.Println()
	_, err := base64.StdEncoding.DecodeString("Zm9v!")
	_, err2 := hex.DecodeString("abz1")
	_, err3 := hex.DecodeString("abc")
	fmt.Println(err, err2, err3 == hex.ErrLength)
	fmt.Println(binary.Write(io.Discard, binary.BigEndian, 5), binary.Write(io.Discard, binary.BigEndian, []int32{1, 2}))
}
