//go:build ignore

package main

import (
	"encoding/binary"
	"fmt"
	"net"
	"sort"
	"strings"
	"time"
)

type opcode uint8

const (
	opInc opcode = iota + 1
	opGet
	opReset
)

func (o opcode) String() string {
	switch o {
	case opInc:
		return "INC"
	case opGet:
		return "GET"
	case opReset:
		return "RESET"
	}
	return fmt.Sprintf("opcode(%d)", uint8(o))
}

type packet struct {
	Op  opcode
	Seq uint16
	Key string
	Val uint32
}

func (p packet) encode() []byte {
	b := []byte{byte(p.Op)}
	b = binary.BigEndian.AppendUint16(b, p.Seq)
	b = binary.BigEndian.AppendUint32(b, p.Val)
	b = append(b, byte(len(p.Key)))
	return append(b, p.Key...)
}

func decode(b []byte) (p packet, err error) {
	if len(b) < 8 {
		return p, fmt.Errorf("short packet: %d bytes", len(b))
	}
	p.Op = opcode(b[0])
	p.Seq = binary.BigEndian.Uint16(b[1:])
	p.Val = binary.BigEndian.Uint32(b[3:])
	if n := int(b[7]); n == len(b)-8 {
		p.Key = string(b[8:])
	} else {
		err = fmt.Errorf("key length %d, have %d", n, len(b)-8)
	}
	return
}

func serve(pc net.PacketConn, done chan<- map[string]uint32) {
	counts := make(map[string]uint32)
	buf := make([]byte, 512)
	for {
		n, addr, err := pc.ReadFrom(buf)
		if err != nil {
			done <- counts
			return
		}
		p, err := decode(buf[:n])
		if err != nil {
			p = packet{Key: "error: " + err.Error()}
		}
		switch p.Op {
		case opInc:
			counts[p.Key] += p.Val
			fallthrough
		case opGet:
			p.Val = counts[p.Key]
		case opReset:
			p.Val = counts[p.Key]
			delete(counts, p.Key)
		}
		if _, err := pc.WriteTo(p.encode(), addr); err != nil {
			panic(err)
		}
	}
}

func main() {
	pc, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	done := make(chan map[string]uint32)
	go serve(pc, done)
	c, err := net.Dial("udp", pc.LocalAddr().String())
	if err != nil {
		panic(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(20 * time.Second))
	ask := func(raw []byte) {
		if _, err := c.Write(raw); err != nil {
			panic(err)
		}
		buf := make([]byte, 512)
		n, err := c.Read(buf)
		if err != nil {
			panic(err)
		}
		p, err := decode(buf[:n])
		fmt.Printf("% x => %v %+v %v\n", raw, p.Op, p, err)
	}
	ask(packet{opInc, 1, "apples", 3}.encode())
	ask(packet{opInc, 2, "pears", 70000}.encode())
	ask(packet{opInc, 3, "apples", 4}.encode())
	ask(packet{Op: opGet, Key: "apples"}.encode())
	ask(packet{Op: opReset, Key: "pears"}.encode())
	ask(packet{Op: 9, Seq: 65535, Key: strings.Repeat("z", 3)}.encode())
	ask([]byte{1, 2, 3})
	ask([]byte{1, 2, 3, 4, 5, 6, 7, 200})
	pc.Close()
	left := <-done
	keys := make([]string, 0)
	for k := range left {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	fmt.Println(keys, left)
}
