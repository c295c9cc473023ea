package dataset

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// charset is a character encoding by its name.
type charset struct {
	name    string
	mark    string // the byte order mark that identifies it, or ""
	decoder encoding.Encoding
}

// charsets are the encodings that can be read.
var charsets = []charset{
	{"UTF-8", "\xef\xbb\xbf", nil},
	{"UTF-16LE", "\xff\xfe", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)},
	{"UTF-16BE", "\xfe\xff", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)},
	{"Windows-1252", "", charmap.Windows1252},
	{"Windows-1250", "", charmap.Windows1250},
	{"ISO-8859-1", "", charmap.ISO8859_1},
	{"ISO-8859-2", "", charmap.ISO8859_2},
	{"ISO-8859-15", "", charmap.ISO8859_15},
	{"Macintosh", "", charmap.Macintosh},
	{"IBM850", "", charmap.CodePage850},
}

// Charsets returns the names of the character encodings that [CSV] knows.
// UTF-8, UTF-16 with a byte order mark and Windows-1252, which includes
// ISO-8859-1, are recognised.
func Charsets() []string {
	names := make([]string, len(charsets))
	for i, c := range charsets {
		names[i] = c.name
	}
	return names
}

// findCharset returns the character encoding of a file that begins with head,
// or is head if whole. A name that was set takes precedence.
func findCharset(file, name string, head []byte, whole bool) (charset, error) {
	if name == "UTF-8" {
		return charsets[0], checkUTF8(file, head, whole)
	}
	for _, c := range charsets {
		if name == c.name || name == "" && c.mark != "" && bytes.HasPrefix(head, []byte(c.mark)) {
			return c, nil
		}
	}
	if err := checkText(file, head); err != nil {
		return charset{}, err
	}
	return eightBits(file, head, whole)
}

// notText are first bytes of files that are not text, what such a file is, and what to do with it.
var notText = []struct{ head, is, do string }{
	{"PK\x03\x04", "a workbook or an archive", "save it as CSV"},
	{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old workbook (.xls)", "save it as CSV"},
	{"\x1f\x8b", "compressed with gzip", "give it a name that ends in .gz"},
	{"\xfd7zXZ\x00", "compressed with xz", "decompress it first"},
	{"\x28\xb5\x2f\xfd", "compressed with Zstandard", "decompress it first"},
	{"BZh91AY&SY", "compressed with bzip2", "decompress it first"},
	{"7z\xbc\xaf\x27\x1c", "an archive of 7-Zip", "unpack it first"},
	{"PAR1", "a Parquet file", "read it with parquet.Read"},
	{"ARROW1", "an Arrow file", "save it as CSV or Parquet"},
	{"FEA1", "a Feather file", "save it as CSV or Parquet"},
	{"\x89HDF\r\n\x1a\n", "an HDF5 file", "save its table as CSV"},
	{"MATLAB 5.0 MAT-file", "a file of MATLAB", "save its table as CSV"},
	{"\x93NUMPY", "an array of NumPy", "save it by numpy.savetxt"},
	{"SQLite format 3\x00", "a database of SQLite", "export the table as CSV"},
	{"RDX3\n", "a file of R", "save its table by write.csv"},
	{"\x89PNG\r\n\x1a\n", "a PNG image", ""},
	{"\xff\xd8\xff", "a JPEG image", ""},
	{"GIF8", "a GIF image", ""},
	{"II*\x00", "a TIFF image", ""},
	{"MM\x00*", "a TIFF image", ""},
	{"%PDF-", "a PDF document", ""},
	{"\x7fELF", "a program", ""},
}

// isWord reports whether a text has letters and digits only, with which the header of a table may begin, too.
func isWord(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return !('A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' || '0' <= r && r <= '9')
	})
}

// checkText returns an error if head begins a file that is not text.
func checkText(file string, head []byte) error {
	for _, k := range notText {
		if bytes.HasPrefix(head, []byte(k.head)) && (!isWord(k.head) || bytes.IndexByte(head, 0) >= 0) {
			return fmt.Errorf("dataset: %s seems to be %s, not text: %s", file, k.is, cmp.Or(k.do, "pass the file of the table"))
		}
	}
	if bytes.IndexByte(head, 0) < 0 {
		return nil
	}
	if name := wideCharset(head); name != "" {
		return fmt.Errorf("dataset: %s contains zero bytes: is it UTF-16? Set dataset.CSV{Charset: %q}", file, name)
	}
	return fmt.Errorf("dataset: %s contains zero bytes and is not text: pass the file of the table", file)
}

// wideCharset guesses the byte order of UTF-16 from where the zero bytes of separators and Latin letters are; "" means
// that they are elsewhere, too.
func wideCharset(head []byte) string {
	var zeros [2]int // at even offsets and at odd ones
	for i, b := range head {
		if b == 0 {
			zeros[i%2]++
		}
	}
	switch {
	case 16*max(zeros[0], zeros[1]) < len(head):
		return ""
	case 10*zeros[0] <= zeros[1]:
		return "UTF-16LE"
	case 10*zeros[1] <= zeros[0]:
		return "UTF-16BE"
	}
	return ""
}

// checkUTF8 returns an error with the first line that is not UTF-8 of a file that
// begins with head.
func checkUTF8(file string, head []byte, whole bool) error {
	for at := 0; at < len(head); {
		r, size := utf8.DecodeRune(head[at:])
		if r == utf8.RuneError && size == 1 && (whole || utf8.FullRune(head[at:])) {
			return fmt.Errorf("dataset: %s, line %d: CSV.Charset is \"UTF-8\", but the bytes are not: leave it out, or set one of %q", file, 1+bytes.Count(head[:at], []byte("\n")), Charsets())
		}
		at += size
	}
	return nil
}

// eightBits distinguishes UTF-8 from Windows-1252. A file that is neither, or a
// mixture, is an error.
func eightBits(file string, head []byte, whole bool) (charset, error) {
	if utf8.Valid(head) {
		return charsets[0], nil
	}
	line, wide, stray, strayLine, undefined := 1, 0, 0, 0, false
	for rest := head; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		switch {
		case r == '\n':
			line++
		case r == utf8.RuneError && size == 1:
			if !whole && !utf8.FullRune(rest) {
				break // cut off by the head's end
			}
			if stray++; stray == 1 {
				strayLine = line
			}
			undefined = undefined || charmap.Windows1252.DecodeByte(rest[0]) == utf8.RuneError
		case size > 1:
			wide++
		}
		rest = rest[size:]
	}
	switch {
	case stray == 0:
		return charsets[0], nil
	case wide > 0 || undefined:
		return charset{}, fmt.Errorf("dataset: %s, line %d: the bytes are neither UTF-8 nor Windows-1252: set dataset.CSV{Charset: ...} to one of %q", file, strayLine, Charsets())
	}
	return charsets[3], nil
}

// text returns r, a file from its beginning, as UTF-8 with newlines and without
// a byte order mark.
func (d *dialect) text(r io.Reader) (io.Reader, error) {
	mark := make([]byte, len(d.charset.mark))
	n, err := io.ReadFull(r, mark)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, fmt.Errorf("dataset: %s: %w", d.file, err)
	}
	if string(mark[:n]) != d.charset.mark {
		r = io.MultiReader(bytes.NewReader(mark[:n]), r)
	}
	if d.charset.decoder != nil {
		r = d.charset.decoder.NewDecoder().Reader(r)
	}
	if d.returns {
		r = newlines{r}
	}
	return r, nil
}

// newlines reads the text of a file whose lines end in carriage returns.
type newlines struct{ io.Reader }

func (n newlines) Read(p []byte) (int, error) {
	size, err := n.Reader.Read(p)
	for i, b := range p[:size] {
		if b == '\r' {
			p[i] = '\n'
		}
	}
	return size, err
}
