package parquet

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// Pages hold numbers of what they hold: lengths of runs, numbers of differences, sizes of packed
// blocks. The reader of the format allocates for these, too, so they are compared with the number of
// values and the size that the page's header announces, which have bounds.

// sparseValues is by how many values runs may exceed those of their page: writers fill up the last one.
const sparseValues = 1 << 12

// checkContents checks the page at an offset, whose header is checked.
func (p *pages) checkContents(h *format.PageHeader, at int64) error {
	if !p.unpacks() && !announces(h, p.levels) {
		return nil
	}
	p.packed = slices.Grow(p.packed[:0], int(h.CompressedPageSize))[:h.CompressedPageSize]
	if _, err := p.ReadAt(p.packed, at); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if h.DataPageHeaderV2.Valid {
		return p.checkVersion2(h)
	}
	b, err := p.unpack(p.packed, int64(h.UncompressedPageSize))
	if err != nil || !h.DataPageHeader.Valid {
		return err
	}
	v1 := h.DataPageHeader.V
	n := int64(v1.NumValues)
	if p.levels {
		var levels thriftBytes
		if levels, b, err = sized(b); err != nil {
			return err
		}
		if v1.DefinitionLevelEncoding == format.RLE {
			if err := checkRuns(levels, 1, n); err != nil {
				return err
			}
		}
	}
	return p.checkValues(b, v1.Encoding, n)
}

// checkVersion2 checks a page of version 2, whose levels are not packed.
func (p *pages) checkVersion2(h *format.PageHeader) error {
	v2 := h.DataPageHeaderV2.V
	_, b, err := thriftBytes(p.packed).take(uint64(v2.RepetitionLevelsByteLength))
	if err != nil {
		return err
	}
	levels, b, err := b.take(uint64(v2.DefinitionLevelsByteLength))
	if err != nil {
		return err
	}
	n := int64(v2.NumValues)
	if err := checkRuns(levels, 1, n); err != nil {
		return err
	}
	if !v2.IsCompressed.Valid || v2.IsCompressed.V {
		if b, err = p.unpack(b, int64(h.UncompressedPageSize)); err != nil {
			return err
		}
	}
	return p.checkValues(b, v2.Encoding, n)
}

// unpacks reports whether the size of unpacked pages is not known before they are unpacked.
func (p *pages) unpacks() bool { return p.codec != format.Uncompressed && p.codec != format.Snappy }

// announces reports whether a page holds numbers that say how much it holds.
func announces(h *format.PageHeader, levels bool) bool {
	encoding := h.DataPageHeader.V.Encoding
	if h.DataPageHeaderV2.Valid {
		encoding = h.DataPageHeaderV2.V.Encoding
	}
	isData := h.DataPageHeader.Valid || h.DataPageHeaderV2.Valid
	return isData && (levels || encoding != format.Plain && encoding != format.ByteStreamSplit)
}

// unpack returns the unpacked bytes of a page. They are valid until the next call.
func (p *pages) unpack(packed thriftBytes, size int64) (thriftBytes, error) {
	var in io.Reader
	switch p.codec {
	case format.Uncompressed:
		return packed, nil
	case format.Snappy:
		return parquet.Snappy.Decode(nil, packed)
	case format.Lz4Raw:
		if leastPacking*int64(len(packed)) > size {
			return nil, errLZ4
		}
		p.unpacked = slices.Grow(p.unpacked[:0], int(size))[:size]
		n, err := lz4.UncompressBlock(packed, p.unpacked)
		return p.unpacked[:max(n, 0)], err
	case format.Gzip:
		zipped, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			return nil, err
		}
		in = zipped
	case format.Zstd:
		if err := p.zstandard(packed); err != nil {
			return nil, err
		}
		in = p.zstd
	case format.Brotli:
		in = brotli.NewReader(bytes.NewReader(packed))
	default:
		return nil, fmt.Errorf("it is packed by %v, which cannot be read", p.codec)
	}
	out := bytes.NewBuffer(p.unpacked[:0])
	_, err := io.Copy(out, io.LimitReader(in, size+1))
	p.unpacked = out.Bytes()
	if err == nil && int64(len(p.unpacked)) > size {
		err = fmt.Errorf("a page has more than the %d bytes that it announces", size)
	}
	return p.unpacked, err
}

// leastPacking is how many times smaller LZ4 has to make a page. Where it does less, version 0.32 of
// parquet-go unpacks it to another place than it reads, and returns zeros.
const leastPacking = 3

var errLZ4 = errors.New("it is packed by LZ4, to more than a third, which the Parquet library reads wrong; write it with Zstandard or Snappy")

// largestWindow bounds what a block of Zstandard may refer back to; pages are smaller.
const largestWindow = 1 << 25

// zstandard has p.zstd read packed bytes.
func (p *pages) zstandard(packed []byte) (err error) {
	if p.zstd == nil {
		p.zstd, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(largestWindow))
		if err != nil {
			return err
		}
	}
	return p.zstd.Reset(bytes.NewReader(packed))
}

// sized returns the bytes that follow their length, and the rest.
func sized(b thriftBytes) (part, rest thriftBytes, err error) {
	length, b, err := b.take(4)
	if err != nil {
		return nil, nil, err
	}
	return b.take(uint64(binary.LittleEndian.Uint32(length)))
}

// checkValues checks the numbers in an encoding of at most n values.
func (p *pages) checkValues(b thriftBytes, encoding format.Encoding, n int64) error {
	switch encoding {
	//lint:ignore SA1019 files of older writers have PlainDictionary
	case format.RLEDictionary, format.PlainDictionary:
		if len(b) == 0 {
			return nil
		}
		return checkRuns(b[1:], int64(b[0]), n)
	case format.RLE:
		runs, _, err := sized(b)
		if err != nil {
			return err
		}
		return checkRuns(runs, 1, n)
	case format.DeltaBinaryPacked, format.DeltaLengthByteArray:
		_, err := skipDifferences(b, n)
		return err
	case format.DeltaByteArray:
		return p.checkTexts(b, n)
	}
	return nil
}

// checkRuns checks runs of numbers of some bits, in Parquet's hybrid of run lengths and packed bits, of n
// values.
func checkRuns(b thriftBytes, bits, n int64) error {
	for total := int64(0); len(b) > 0; {
		head, rest, err := b.varint()
		if err != nil {
			return err
		}
		count, length := min(head>>1, 1<<32), uint64(bits+7)/8
		if head&1 == 1 { // in groups of eight
			count, length = 8*count, count*uint64(bits)
		}
		if total += int64(count); total > n+sparseValues {
			return fmt.Errorf("a page of %d values would have runs of %d", n, total)
		}
		if b, err = rest.skipBytes(min(length, uint64(len(rest)))); err != nil {
			return err
		}
	}
	return nil
}

// skipDifferences checks the numbers of a delta encoding of at most n values, and returns what follows it.
func skipDifferences(b thriftBytes, n int64) (rest thriftBytes, err error) {
	var blocks, parts, values uint64
	for _, number := range []*uint64{&blocks, &parts, &values, new(uint64)} { // the last one is the first value
		if *number, b, err = b.varint(); err != nil {
			return nil, err
		}
	}
	if values > uint64(n) {
		return nil, fmt.Errorf("a page of %d values would have %d differences", n, values)
	}
	if parts == 0 || blocks > 1<<32 {
		return nil, fmt.Errorf("a page has blocks of %d differences in %d parts", blocks, parts)
	}
	per := blocks / parts
	for left := int64(values) - 1; left > 0 && len(b) > 0; {
		if _, b, err = b.varint(); err != nil { // the least difference
			return nil, err
		}
		widths := b[:min(parts, uint64(len(b)))]
		b = b[len(widths):]
		for _, width := range widths {
			if left <= 0 {
				break
			}
			b = b[min(per*uint64(width)/8, uint64(len(b))):]
			left -= int64(per)
		}
	}
	return b, nil
}

// checkTexts checks n texts that are written without what they share with the one before: their lengths
// add up to what they take.
func (p *pages) checkTexts(b thriftBytes, n int64) error {
	sum, whole := int64(0), b
	for range 2 { // lengths of the shared parts, and of the others
		rest, err := skipDifferences(b, n)
		if err != nil {
			return err
		}
		lengths, err := parquet.DeltaBinaryPacked.DecodeInt32(nil, b[:len(b)-len(rest)])
		if err != nil {
			return err
		}
		for _, length := range lengths {
			sum += max(int64(length), 0)
		}
		b = rest
	}
	if limit := freeBytes + bytesPerByte*int64(len(whole)); sum > limit {
		return fmt.Errorf("a page of %d bytes would have texts of %d bytes, more than %d", len(whole), sum, limit)
	}
	return nil
}
