package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// The table of functions, as runtime/symtab.go of Go 1.20 to 1.26 describes it: a header, the names of functions, lists
// of files, tables of values by program counter, and the functions with offsets into those.
var tableMagic = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// Numbers of 8 bytes in the header, behind the magic number. Offsets are from its start.
const (
	functionCount = iota
	fileCount
	textStart
	namesOffset
	unitsOffset
	filesOffset
	valuesOffset
	functionsOffset
	headerNumbers
)

// Offsets in the description of a function, and its size without those of tables of values and of data.
const (
	stackTable = 16
	fileTable  = 20
	lineTable  = 24
	tableCount = 28
	unit       = 32
	startLine  = 36
	functionOf = 44
)

// removeLines removes files and line numbers from the table of functions in memory. Stack traces keep the names of
// functions, with ?:0 as their place: the runtime reports that for functions without these tables.
func removeLines(memory []byte) error {
	t, err := findTable(memory)
	if err != nil {
		return err
	}
	values := valueTables{old: t.part(valuesOffset, functionsOffset), moved: map[uint32]uint32{0: 0}, kept: []byte{0}}
	functions := t.part(functionsOffset, headerNumbers)
	for i := range t.number(functionCount) {
		f := functions[binary.LittleEndian.Uint32(functions[8*i+4:]):]
		for _, offset := range []int{fileTable, lineTable, unit, startLine} {
			clear(f[offset : offset+4])
		}
		values.move(f[stackTable:])
		for j := range binary.LittleEndian.Uint32(f[tableCount:]) {
			values.move(f[functionOf+4*j:])
		}
	}
	if values.err != nil {
		return values.err
	}
	clear(t.part(unitsOffset, valuesOffset))
	clear(values.old[copy(values.old, values.kept):])
	return nil
}

// functionTable is the table of functions and what follows it.
type functionTable []byte

// findTable finds the table of functions.
func findTable(memory []byte) (functionTable, error) {
	at := bytes.Index(memory, tableMagic)
	if at < 0 {
		return nil, errors.New("the module has no table of functions as Go 1.26 writes it: mend lines.go for the Go that builds it")
	}
	t := functionTable(memory[at:])
	last := len(tableMagic) + 8*headerNumbers
	for i := namesOffset; i < headerNumbers; i++ {
		if offset := t.number(i); offset < last || offset > len(t) {
			return nil, fmt.Errorf("the table of functions has the offset %d behind %d", offset, last)
		} else {
			last = offset
		}
	}
	return t, nil
}

// number returns a number of the header.
func (t functionTable) number(i int) int {
	return int(binary.LittleEndian.Uint64(t[len(tableMagic)+8*i:]))
}

// part returns what is between two offsets of the header, or between one and the end.
func (t functionTable) part(from, to int) []byte {
	if to == headerNumbers {
		return t[t.number(from):]
	}
	return t[t.number(from):t.number(to)]
}

// valueTables has tables of values by program counter. Functions may share one.
type valueTables struct {
	old, kept []byte
	moved     map[uint32]uint32 // new offsets by old ones; 0 is that of no table
	err       error
}

// move keeps the table whose offset b begins with, and writes the new offset there.
func (v *valueTables) move(b []byte) {
	offset := binary.LittleEndian.Uint32(b)
	to, ok := v.moved[offset]
	if !ok {
		table := v.table(offset)
		to = uint32(len(v.kept))
		v.moved[offset] = to
		v.kept = append(v.kept, table...)
	}
	binary.LittleEndian.PutUint32(b, to)
}

// table returns a table: pairs of numbers, the differences of values and of program counters. A pair other than the
// first that begins with 0 is the end.
func (v *valueTables) table(offset uint32) []byte {
	if uint64(offset) >= uint64(len(v.old)) {
		v.err = fmt.Errorf("a function has a table of values at %d of %d bytes", offset, len(v.old))
		return nil
	}
	b := v.old[offset:]
	for at := 0; ; {
		difference, n := binary.Uvarint(b[at:])
		if n == 1 && difference == 0 && at > 0 {
			return b[:at+1]
		}
		_, m := binary.Uvarint(b[at+max(n, 0):])
		if n <= 0 || m <= 0 {
			v.err = fmt.Errorf("the table of values at %d of %d bytes has no end", offset, len(v.old))
			return nil
		}
		at += n + m
	}
}
