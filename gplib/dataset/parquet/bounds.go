package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// The reader of the format allocates what a file announces before it reads it. So a file of a kilobyte
// could take gigabytes. Memory is bounded by the size of the file instead: what is announced must be
// in the file, and a page may be larger once it is unpacked, but not without end.
const (
	// A page may have so many values, and unpacked bytes, in any case: writers make pages of a
	// megabyte, and of up to 2²⁰ rows.
	freeValues, freeBytes = 1 << 21, 1 << 24
	// And so many more for each byte of the file, and of the page.
	valuesPerByte, bytesPerByte = 64, 256
	// A table may take so many bytes of cells, and so many for each byte of the file.
	freeCells, cellsPerByte = 1 << 28, 256
)

// tailSize is the part of a file's end that is read at once; most footers are shorter.
const tailSize = 1 << 16

// withTail is a reader of a file whose end is in memory.
type withTail struct {
	io.ReaderAt
	tail []byte
	from int64
}

func (r *withTail) ReadAt(b []byte, at int64) (int, error) {
	if at >= r.from && at+int64(len(b)) <= r.from+int64(len(r.tail)) {
		return copy(b, r.tail[at-r.from:]), nil
	}
	return r.ReaderAt.ReadAt(b, at)
}

// readTail reads the end of a file of some size.
func readTail(r io.ReaderAt, size, length int64) (*withTail, error) {
	length = min(length, size)
	tail := make([]byte, length)
	if n, err := r.ReadAt(tail, size-length); int64(n) < length {
		return nil, err
	}
	return &withTail{r, tail, size - length}, nil
}

// readFooter returns a reader of a file that has its footer, which describes the columns, in memory. It
// checks the footer's length and lists.
func readFooter(r io.ReaderAt, size int64) (*withTail, error) {
	in, err := readTail(r, size, tailSize)
	if err != nil {
		return nil, err
	}
	if len(in.tail) < 12 || string(in.tail[len(in.tail)-4:]) != "PAR1" {
		return in, nil // which the reader of the format says better
	}
	length := int64(binary.LittleEndian.Uint32(in.tail[len(in.tail)-8:]))
	if length > size-12 {
		return nil, fmt.Errorf("it is damaged or cut off: its footer would have %d bytes, the file has %d", length, size)
	}
	if length+8 > int64(len(in.tail)) {
		if in, err = readTail(r, size, length+8); err != nil {
			return nil, err
		}
	}
	if _, err := thriftBytes(in.tail[int64(len(in.tail))-8-length:]).structure(); err != nil {
		return nil, fmt.Errorf("it is damaged: its footer: %w", err)
	}
	return in, nil
}

// checkChunks checks that the parts of all columns lie within the file.
func checkChunks(metadata *format.FileMetaData, size int64) error {
	for _, group := range metadata.RowGroups {
		for _, c := range group.Columns {
			if start, length := chunkOf(c); start < 0 || length < 0 || start > size || length > size-start {
				return fmt.Errorf("it is damaged or cut off: column %v would have %d bytes from byte %d, the file has %d",
					c.MetaData.PathInSchema, length, start, size)
			}
		}
	}
	return nil
}

// chunkOf returns where the pages of a column begin in the file, and their length.
func chunkOf(c format.ColumnChunk) (start, length int64) {
	start = c.MetaData.DataPageOffset
	if c.MetaData.DictionaryPageOffset != 0 {
		start = c.MetaData.DictionaryPageOffset
	}
	return start, c.MetaData.TotalCompressedSize
}

// checkPagesOf checks what the pages of columns of a group of rows announce.
func (f *flatFile) checkPagesOf(group format.RowGroup, columns []int) error {
	for _, j := range columns {
		if j >= len(group.Columns) {
			return fmt.Errorf("it is damaged: a group of rows has %d columns", len(group.Columns))
		}
		c := group.Columns[j]
		start, length := chunkOf(c)
		p := &pages{SectionReader: io.NewSectionReader(f.file, start, length), codec: c.MetaData.Codec, file: f.Size(), levels: f.optional[j]}
		if err := p.check(); err != nil {
			return fmt.Errorf("it is damaged: column %v: %w", c.MetaData.PathInSchema, err)
		}
	}
	return nil
}

// pages are the pages of a column in a group of rows.
type pages struct {
	*io.SectionReader
	codec  format.CompressionCodec
	file   int64 // bytes of the file
	levels bool  // whether cells may be missing

	packed, unpacked []byte // of the present page
	zstd             *zstd.Decoder
}

func (p *pages) check() error {
	for at := int64(0); at < p.Size(); {
		header, n, err := p.header(at)
		if err != nil {
			return err
		}
		if at += n; int64(header.CompressedPageSize) > p.Size()-at || header.CompressedPageSize < 0 {
			return fmt.Errorf("a page would have %d bytes, %d are left", header.CompressedPageSize, p.Size()-at)
		}
		if err := p.checkUnpacked(header, at); err != nil {
			return err
		}
		if err := p.checkContents(header, at); err != nil {
			return err
		}
		at += int64(header.CompressedPageSize)
	}
	return nil
}

// checkUnpacked checks how large the page at an offset becomes when it is read.
func (p *pages) checkUnpacked(h *format.PageHeader, at int64) error {
	unpacked, err := int64(h.UncompressedPageSize), error(nil)
	if p.codec == format.Snappy && !h.DataPageHeaderV2.Valid {
		if unpacked, err = p.snappySize(at); err != nil {
			return err
		}
	}
	if limit := freeBytes + bytesPerByte*int64(h.CompressedPageSize); unpacked > limit {
		return fmt.Errorf("a page of %d bytes would have %d bytes unpacked, more than %d", h.CompressedPageSize, unpacked, limit)
	}
	values := max(h.DataPageHeader.V.NumValues, h.DataPageHeaderV2.V.NumValues, h.DictionaryPageHeader.V.NumValues)
	if limit := freeValues + valuesPerByte*p.file; int64(values) > limit {
		return fmt.Errorf("a page would have %d values, more than %d for a file of %d bytes", values, limit, p.file)
	}
	return nil
}

// snappySize returns what a page packed by Snappy itself announces.
func (p *pages) snappySize(at int64) (int64, error) {
	var head [binary.MaxVarintLen64]byte
	n, err := p.ReadAt(head[:], at)
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, err
	}
	size, _ := binary.Uvarint(head[:n])
	return int64(min(size, 1<<62)), nil
}

// headerSize is the length of a usual header of a page.
const headerSize = 512

// header reads the header of the page at an offset, and its length.
func (p *pages) header(at int64) (*format.PageHeader, int64, error) {
	for size := int64(headerSize); ; size *= 4 {
		b := make(thriftBytes, min(size, p.Size()-at))
		if _, err := p.ReadAt(b, at); err != nil {
			return nil, 0, err
		}
		n, err := b.structure()
		if errors.Is(err, io.ErrUnexpectedEOF) && int64(len(b)) < p.Size()-at {
			continue
		}
		if err != nil {
			return nil, 0, fmt.Errorf("the header of a page: %w", err)
		}
		header := &format.PageHeader{}
		compact := thrift.CompactProtocol{}
		return header, int64(n), thrift.Unmarshal(&compact, b[:n], header)
	}
}

// cellMemory counts what the cells of a table take.
type cellMemory struct{ left int64 }

// stringSize is the memory of a cell in addition to its text.
const stringSize = 16

func memoryOf(f *parquet.File) *cellMemory { return &cellMemory{freeCells + cellsPerByte*f.Size()} }

// take takes the memory of a row.
func (m *cellMemory) take(cells []string) error {
	for _, cell := range cells {
		m.left -= int64(stringSize + len(cell))
	}
	if m.left < 0 {
		return errors.New("its cells take far more memory than the file has bytes; read it by parquet.Rows, block by block")
	}
	return nil
}
